# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.print`: what the points of a nest print, on every engine."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, arrays, call
from saopt._src.build.compile import compile_many

DEVICES = ("spirv", "sycl")
KINDS = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split()


def extremes(kind: str) -> np.ndarray:
    if kind == "bool":
        return np.array([False, True, False])
    if kind.startswith("f"):
        return np.array([0.1, -2.0, np.inf], kind)
    info = np.iinfo(kind)
    return np.array([info.min, info.max, 7], kind)


def values_of(kind: str):
    """Return the function that prints the elements of an array, in order."""
    (A, S) = arrays(("input", kind, 3), ("inout", "int32", ()))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] = sa.cast(i, sa.int32)
        sa.print("A[", i, "] =", A[i])

    return nest, (A, S), f"print_{kind}"


@pytest.mark.parametrize("engine", ENGINES)
def test_types(engine, capsys):
    functions = compile_many([values_of(kind) for kind in KINDS], engine, strict=True)
    for kind, function in zip(KINDS, functions, strict=True):
        data = extremes(kind)
        call(function, data, np.zeros((), "i4"))
        shown = data.astype("f4") if kind == "float16" else data
        lines = [f"A[ {i} ] = {value!s}" for i, value in enumerate(shown)]
        assert capsys.readouterr().out.splitlines() == lines, kind


@pytest.mark.parametrize("engine", ENGINES)
def test_in_order_with_conditions_and_loops(engine, capsys):
    A, S = arrays(("input", "float64", 4), ("inout", "float64", ()))
    n = sa.Scalar(sa.int32, role=sa.Role.INPUT, name="n")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] = S[()] * 0.5 + A[i]
        with sa.If(A[i] > 1.0):
            sa.print("large", A[i], i % 2 == 0, 3, 0.5, n)
        for k in sa.range(i):
            sa.print()
            sa.print('\t"{} %s ü ?? \\ ', k)

    function = sa.compile(nest, args=(A, S, n), engine=engine)
    a = np.array([1.5, 0.0, 1e20, -3.0])
    if engine == "eager":
        function(a, np.zeros(()), 9)
    else:
        function(sa.asarray(a), sa.zeros((), dtype="f8"), 9)
    expected = []
    for i, value in enumerate(a):
        if value > 1:
            expected.append(f"large {value} {i % 2 == 0} 3 0.5 9")
        for k in range(i):
            expected += ["", f'\t"{{}} %s ü ?? \\  {k}']
    assert capsys.readouterr().out.split("\n")[:-1] == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_parallel_lines_are_whole(engine, capsys):
    A, B = arrays(("input", "complex64", 300), ("output", "float32", 300))
    nest = sa.Nest(shape=300)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = sa.real(A[i])
        sa.print(i, A[i])

    function = sa.compile(nest, args=(A, B), engine=engine)
    a = (np.arange(300) - 0.5j).astype("c8")
    for _ in range(2):
        result = call(function, a, np.zeros(300, "f4"))[1]
        np.testing.assert_array_equal(result, a.real)
        lines = capsys.readouterr().out.splitlines()
        assert sorted(lines) == sorted(f"{i} ({float(i)}-0.5j)" for i in range(300))


@pytest.mark.parametrize("engine", DEVICES)
def test_what_has_no_room_is_counted(engine, capsys):
    A = arrays(("inout", "int32", 40_000))[0]
    nest = sa.Nest(shape=40_000)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = 1
        sa.print(i, "and", A[i])

    function = sa.compile(nest, args=(A,), engine=engine)
    a = sa.zeros(40_000, dtype="i4")
    for _ in range(2):
        function(a)
        *lines, last = capsys.readouterr().out.splitlines()
        count = 65536 // 5
        assert len(lines) == count
        assert len({line.split()[0] for line in lines}) == count
        assert all(line.endswith(" and 1") for line in lines)
        assert last == f"… and {40_000 - count} lines for which there was no room"


@pytest.mark.parametrize("engine", DEVICES)
def test_calls_that_are_waited_for_later(engine, capsys):
    nest, args, name = values_of("int32")
    function = sa.compile(nest, args=args, engine=engine, name=name)
    event = function.call_async(sa.asarray(np.arange(3, dtype="i4")), sa.zeros((), dtype="i4"))
    event.wait()
    assert capsys.readouterr().out.splitlines() == [f"A[ {i} ] = {i}" for i in range(3)]


@pytest.mark.parametrize("engine", ENGINES)
def test_lines_before_an_error(engine, capsys):
    A, X, S = arrays(("input", "f4", 3), ("input", "i4", 3), ("inout", "f4", ()))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        sa.print("at", X[i])
        S[()] = A[X[i]]

    function = sa.compile(nest, args=(A, X, S), engine=engine)
    with pytest.raises(sa.IndexRangeError, match="index 3"):
        call(function, np.zeros(3, "f4"), np.array([0, 3, 1], "i4"), np.zeros((), "f4"))
    assert capsys.readouterr().out.splitlines()[:2] == ["at 0", "at 3"]


@pytest.mark.parametrize("engine", ENGINES)
def test_nests_that_print_stay_apart(engine, capsys):
    """They would be fused, and would print in turns."""
    A, B = arrays(("input", "int32", 3), ("inout", "int32", 3))
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(3,))
    nests = []
    for number, (source, target) in enumerate(((A, T), (T, B))):
        nest = sa.Nest(shape=3)
        i = nest.get_indices()

        @nest.iteration_logic
        def _(source=source, target=target, number=number, i=i):
            target[i] = source[i] + 1
            sa.print("nest", number)

        nests.append(nest)
    function = sa.compile(tuple(nests), args=(A, B), engine=engine)
    call(function, np.zeros(3, "i4"), np.zeros(3, "i4"))
    assert capsys.readouterr().out.splitlines() == ["nest 0"] * 3 + ["nest 1"] * 3


def test_schedules_print_each_point_once(capsys):
    A, B = arrays(("input", "float32", (6, 5)), ("inout", "float32", (6, 5)))
    nest = sa.Nest(shape=(6, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] += A[i, j]
        sa.print(i, j)

    schedule = nest.create_schedule()
    jj = schedule.split(j, 2)
    schedule.reorder(j, i, jj)
    plan = schedule.create_plan()
    plan.cache(A, index=i)
    plan.unroll(jj)
    function = sa.compile(plan, args=(A, B))
    call(function, np.ones((6, 5), "f4"), np.zeros((6, 5), "f4"))
    order = [f"{i} {j}" for start in (0, 2, 4) for i in range(6) for j in range(start, start + 2)]
    assert capsys.readouterr().out.splitlines() == [line for line in order if line[2] != "5"]


REFUSALS = {
    "outside": (lambda: sa.print("x"), "sa.print"),
    "nul": (lambda: in_logic("\0"), "a NUL character"),
    "surrogate": (lambda: in_logic("\ud800"), "surrogates not allowed"),
    "many": (lambda: in_logic(*range(17)), "at most 16 values"),
    "array": (lambda: in_logic(np.zeros(3)), "ndarray"),
}


def in_logic(*values):
    A = arrays(("inout", "f4", 3))[0]
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = 1
        sa.print(*values)


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name):
    refused, match = REFUSALS[name]
    with pytest.raises(sa.Error, match=match):
        refused()


def test_vectors_are_scalar_where_they_print(capsys):
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]
        sa.print(i)

    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    plan = schedule.create_plan()
    plan.vectorize(ii)
    function = sa.compile(plan, args=(A, B))
    call(function, np.ones(8, "f4"), np.zeros(8, "f4"))
    assert capsys.readouterr().out.split() == list(map(str, range(8)))
