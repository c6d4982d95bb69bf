# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What happens when data chooses an element that does not exist."""

from __future__ import annotations

import pickle

import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, arrays, call

DEVICES = ("spirv", "sycl")


def gather(engine: str, kind: str = "i4", **options: object) -> sa.CompiledFunction:
    N, M = sa.create_dimensions("N", "M")
    A, X, B = arrays(("input", "f4", (M, 3)), ("input", kind, (N,)), ("inout", "f4", (N, 3)))
    nest = sa.Nest(shape=(N, 3))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, k] = A[X[i], k]

    return sa.compile(nest, args=(A, X, B), engine=engine, name="gather", **options)


def inputs(index: list[int], kind: str = "i4") -> tuple[np.ndarray, ...]:
    a = np.arange(15, dtype="f4").reshape(5, 3)
    return a, np.array(index, kind), np.zeros((len(index), 3), "f4")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("index", "kind", "value"),
    [
        ([0, 5, 1], "i4", "5"),
        ([0, -1, 1], "i4", "-1"),
        ([0, -128, 1], "int8", "-128"),
        ([0, 255, 1], "uint8", "255"),
        ([0, 2**63 - 1, 1], "int64", str(2**63 - 1)),
        ([0, -(2**63), 1], "int64", str(-(2**63))),
        ([0, 2**64 - 1, 1], "uint64", str(2**64 - 1)),
        ([0, 2**32 - 1, 1], "uint32", str(2**32 - 1)),
    ],
)
def test_the_error_names_what_is_wrong(engine, index, kind, value):
    function = gather(engine, kind)
    with pytest.raises(sa.IndexRangeError) as raised:
        call(function, *inputs(index, kind))
    text = str(raised.value)
    start = f"function 'gather': index {value} of dimension 0 of 'A' is out of range: the size is 5"
    assert text.startswith(start)
    assert "(at i = 1, k = " in text
    assert isinstance(raised.value, sa.Error)
    assert isinstance(raised.value, IndexError)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_next_call_works(engine):
    function = gather(engine)
    for _ in range(3):
        with pytest.raises(sa.IndexRangeError):
            call(function, *inputs([9]))
        a, index, b = inputs([4, 0])
        np.testing.assert_array_equal(call(function, a, index, b)[2], a[index])


@pytest.mark.parametrize("engine", ENGINES)
def test_an_empty_array_is_not_touched(engine):
    function = gather(engine)
    empty = np.zeros((0, 3), "f4")
    with pytest.raises(sa.IndexRangeError, match="index 0 of dimension 0 of 'A'.*the size is 0"):
        call(function, empty, np.zeros(2, "i4"), np.zeros((2, 3), "f4"))
    call(function, empty, np.zeros(0, "i4"), np.zeros((0, 3), "f4"))


@pytest.mark.parametrize("engine", DEVICES)
@pytest.mark.parametrize("wrong", [5, 1000, 2**31 - 1, -1, -(2**31)])
def test_no_other_memory_is_written(engine, wrong):
    H, X = arrays(("inout", "i4", 5), ("input", "i4", 64))
    nest = sa.Nest(shape=64)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[X[i]] = 7

    function = sa.compile(nest, args=(H, X), engine=engine)
    memory = dpnp.full(4096, 3, dtype="i4")
    with pytest.raises(sa.IndexRangeError):
        function(memory[2000:2005], dpnp.asarray(np.full(64, wrong, "i4")))
    kept = memory.asnumpy()
    assert (kept[:2000] == 3).all()
    assert (kept[2005:] == 3).all()


@pytest.mark.parametrize("engine", DEVICES)
def test_an_event_raises_when_it_is_waited_for(engine):
    function = gather(engine)
    a, index, b = (dpnp.asarray(data) for data in inputs([1, 7]))
    event = function.call_async(a, index, b)
    with pytest.raises(sa.IndexRangeError, match="index 7"):
        event.wait()
    event.wait()  # It is told once.
    good = dpnp.asarray(np.array([1, 2], "i4"))
    function.call_async(a, good, b).wait()
    function(a, good, b)


@pytest.mark.parametrize("engine", DEVICES)
def test_what_nobody_waits_for_is_raised_by_the_next_use(engine):
    function = gather(engine)
    a, index, b = (dpnp.asarray(data) for data in inputs([1, 7]))
    event = function.call_async(a, index, b)
    sa_event = event.wait_for
    sa_event([event])  # dpctl's own waiting tells nothing.
    good = dpnp.asarray(np.array([1, 2], "i4"))
    with pytest.raises(sa.IndexRangeError, match="index 7"):
        for _ in range(1000):
            function.call_async(a, good, b).wait()
    function(a, good, b)


@pytest.mark.parametrize("engine", DEVICES)
def test_prepared_calls(engine):
    function = gather(engine)
    a, index, b = (dpnp.asarray(data) for data in inputs([1, 7]))
    prepared = function.prepare(a, index, b)
    with pytest.raises(sa.IndexRangeError, match="index 7"):
        prepared()
    event = prepared.call_async()
    with pytest.raises(sa.IndexRangeError, match="index 7"):
        event.wait()
    index[1] = 2
    prepared()
    np.testing.assert_array_equal(b.asnumpy(), a.asnumpy()[[1, 2]])


@pytest.mark.parametrize("engine", DEVICES)
def test_pickled_functions_know_their_checks(engine):
    function = pickle.loads(pickle.dumps(gather(engine)))
    with pytest.raises(sa.IndexRangeError, match="index 7 of dimension 0 of 'A'"):
        call(function, *inputs([1, 7]))


def test_the_manifest_names_the_checks():
    (entry,) = gather("spirv").manifest["functions"]
    assert entry["checks"] == [{"array": "A", "dimension": 0, "indices": ["i", "k"]}]
    operands = [operand for launch in entry["launches"] for operand in launch["arguments"]]
    assert {"error_record": 0} in operands


@pytest.mark.parametrize("engine", ENGINES)
def test_functions_in_functions(engine):
    X, V, H = arrays(("input", "i4", 4), ("input", "f4", 6), ("inout", "f4", 4))
    taking = sa.Nest(shape=4)
    i = taking.get_indices()

    @taking.iteration_logic
    def _():
        H[i] = V[X[i]]

    take = sa.function(taking, args=(X, V, H), name="take")
    P, Q, R = arrays(("input", "i4", 4), ("input", "f4", (6, 2)), ("inout", "f4", 4))

    @sa.function(args=(P, Q, R))
    def outer():
        take(P, Q.slice(1, 1), R)

    function = sa.compile(outer, engine=engine)
    q = np.arange(12, dtype="f4").reshape(6, 2)
    index = np.array([5, 0, 2, 1], "i4")
    result = call(function, index, q, np.zeros(4, "f4"))[2]
    np.testing.assert_array_equal(result, q[index, 1])
    with pytest.raises(sa.IndexRangeError, match="index 6 of dimension 0"):
        call(function, np.array([5, 0, 6, 1], "i4"), q, np.zeros(4, "f4"))


@pytest.mark.parametrize("engine", ENGINES)
def test_bounds_from_data_are_checked_where_they_are_used(engine):
    S, V, B = arrays(("input", "i4", 2), ("input", "f4", 6), ("inout", "f4", 1))
    nest = sa.Nest(shape=1)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        sa.ForRange(S[0], S[1], lambda q: B.__setitem__(i, B[i] + V[q]))

    function = sa.compile(nest, args=(S, V, B), engine=engine)
    v = np.arange(6, dtype="f4")
    result = call(function, np.array([1, 6], "i4"), v, np.zeros(1, "f4"))[2]
    assert result[0] == 15
    call(function, np.array([9, 2], "i4"), v, np.zeros(1, "f4"))
    with pytest.raises(sa.IndexRangeError, match=r"index 6 of dimension 0 of 'B'") as raised:
        call(function, np.array([1, 8], "i4"), v, np.zeros(1, "f4"))
    assert "(at i = 0, q = 6)" in str(raised.value)


@pytest.mark.parametrize("engine", ENGINES)
def test_assumptions_are_checked(engine):
    A, X, B = arrays(("input", "f4", 6), ("input", "i4", 4), ("inout", "f4", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = X[i]
        sa.assume(0 <= x, x < 6)
        B[i] = A[x]

    function = sa.compile(nest, args=(A, X, B), engine=engine, name="taking")
    if engine == "spirv":
        # The proof needs no other check.
        assert "checked_index" not in str(function.manifest)
        assert [set(site) for site in function.manifest["functions"][0]["checks"]] == [
            {"assumption", "indices"}
        ]
    a = np.arange(6, dtype="f4")
    with pytest.raises(sa.AssumptionError, match="does not hold") as raised:
        call(function, a, np.array([0, 1, 6, 2], "i4"), np.zeros(4, "f4"))
    assert str(raised.value).startswith("function 'taking': the assumption 'sa.assume(0 <= x, x <")
    assert str(raised.value).endswith("(at i = 2)")
    result = call(function, a, np.array([0, 1, 5, 2], "i4"), np.zeros(4, "f4"))[2]
    np.testing.assert_array_equal(result, [0, 1, 5, 2])


def test_unsafe_assumptions_leave_no_check():
    A, X, B = arrays(("input", "f4", 6), ("input", "i4", 4), ("inout", "f4", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = X[i]
        sa.assume(0 <= x, x < 6, unsafe=True)
        B[i] = A[x]

    function = sa.compile(nest, args=(A, X, B))
    assert "checks" not in function.manifest["functions"][0]


def compile_logic(logic, *specs, shape=4):
    given = arrays(*specs)
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()
    nest.iteration_logic(lambda: logic(indices, *given))
    return sa.compile(nest, args=given)


def test_a_float_is_no_subscript():
    def logic(i, A, B):
        B[i] = A[A[i]]

    with pytest.raises(sa.CompileError, match="subscripts are loop indices, and values of integer"):
        compile_logic(logic, ("input", "f4", 4), ("inout", "f4", 4))


def test_subscripts_of_extended_arrays_are_indices():
    def logic(i, A, X, B):
        B[i] = A.extended("edge")[X[i]]

    with pytest.raises(sa.CompileError, match=r"is of type uint64, whose values .* sa.cast\(x, sa"):
        compile_logic(logic, ("input", "f4", 4), ("input", "u8", 4), ("inout", "f4", 4))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_taken_is_checked(engine):
    """In the condition of a block, in a variable, and as the subscript of something else."""
    A, X, B = arrays(("input", "i4", 5), ("input", "i4", 3), ("inout", "i4", 5))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        with sa.If(i > 0):
            held = sa.Scalar(sa.int32, A[X[i]])
            B[A[held]] = held

    function = sa.compile(nest, args=(A, X, B), engine=engine)
    a, b = np.arange(5, dtype="i4"), np.zeros(5, "i4")
    results = call(function, a, np.array([9, 1, 2], "i4"), b)
    np.testing.assert_array_equal(results[2], [0, 1, 2, 0, 0])
    with pytest.raises(sa.IndexRangeError, match="index 5 of dimension 0 of 'A'"):
        call(function, a, np.array([0, 5, 2], "i4"), b)
    with pytest.raises(sa.IndexRangeError, match="index -1 of dimension 0 of 'A'"):
        call(function, a - 1, np.array([0, 0, 2], "i4"), b)


def test_an_open_size_cannot_be_checked():
    def logic(i, A, X, B):
        B[i] = A[X[i]]

    with pytest.raises(sa.CompileError, match="whose size is left open: give the size a name"):
        compile_logic(logic, ("input", "f4", (sa.inf,)), ("input", "i4", 4), ("inout", "f4", 4))


def test_data_loops_count_upwards():
    def logic(i, X, B):
        sa.ForRange(X[i], 0, -1, lambda q: B.__setitem__(i, q))

    with pytest.raises(sa.CompileError, match="count upwards"):
        compile_logic(logic, ("input", "i4", 4), ("inout", "int64", 4))


def test_a_bound_from_data_is_an_integer():
    def logic(i, X, B):
        sa.ForRange(X[i], lambda q: B.__setitem__(i, q))

    with pytest.raises(sa.CompileError, match="it must be of an integer type"):
        compile_logic(logic, ("input", "f4", 4), ("inout", "int64", 4))


def test_assume_takes_conditions():
    def logic(i, X, B):
        sa.assume()
        B[i] = X[i]

    with pytest.raises(sa.CompileError, match="takes the conditions that hold"):
        compile_logic(logic, ("input", "f4", 4), ("inout", "f4", 4))


def test_an_output_that_data_chooses_is_not_known_to_be_written():
    def logic(i, X, B):
        B[X[i]] = 1.0
        B[X[i]] = B[i] + 1.0

    with pytest.raises(sa.CompileError, match="before anything is known to have written"):
        compile_logic(logic, ("input", "i4", 4), ("output", "f4", 4))


def test_sums_keep_their_order_where_they_must():
    def logic(i, X, V, H):
        H[X[i]] += V[i]

    specs = (("input", "i4", 4), ("input", "f4", 4), ("inout", "f4", 8))
    assert "atomic" in compile_logic(logic, *specs).source
    given = arrays(*specs)
    nest = sa.Nest(shape=4)
    i = nest.get_indices()
    nest.iteration_logic(lambda: logic(i, *given))
    assert "saopt::atomic(H" not in sa.compile(nest, args=given, strict=True).source


def test_stores_cannot_run_in_parallel_unless_somebody_knows_better():
    H, X = arrays(("inout", "i4", 5), ("input", "i4", 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[X[i]] = 3

    plan = nest.create_schedule().create_plan()
    with pytest.raises(sa.ScheduleError):
        plan.parallelize(i)
    plan.unsafe_parallelize(i)
    function = sa.compile(plan, args=(H, X))
    index = np.array([1, 3, 1, 0, 3, 1], "i4")
    result = call(function, np.zeros(5, "i4"), index)[0]
    np.testing.assert_array_equal(result, [3, 3, 0, 3, 0])
