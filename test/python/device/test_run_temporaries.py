# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Temporaries: fused away or in memory, zero in every call, and what the report says."""

import re

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, UsmArray, arrays, call, random
from runtime_support import call_from_threads

cases = Cases(strict=True)

TYPES = [member for member in sa.ScalarType if member is not sa.bool_ and not member.is_complex]


def temp(shape, element_type="float32", name="T", layout=sa.layout.row_major):
    return sa.Array(
        role=sa.Role.TEMP, element_type=element_type, shape=shape, layout=layout, name=name
    )


def nest_of(shape, logic):
    """Return a nest whose logic is a function of its indices."""
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()
    indices = indices if isinstance(indices, tuple) else (indices,)
    nest.iteration_logic(lambda: logic(*indices))
    return nest


def against_eager(source, args, *inputs):
    """Return the case whose expected results are those of the eager engine."""
    return Case(source, args, inputs, call(sa.compile(source, args, "eager"), *inputs))


@cases.over(TYPES, name=lambda member: member.name)
def chains_of_every_type(member):
    """Values that go through registers round as those that go through memory."""
    a, b = (random(24, dtype=member.dtype, low=low, high=9) for low in (0.1, 1))
    A, B, C = arrays(*[("input", member, 24)] * 2, ("inout", member, 24))
    T, U = temp(24, member, "T"), temp(24, member, "U")

    def first(i):
        T[i] = A[i] * B[i]

    def second(i):
        U[i] += T[i] + A[i]
        U[i] *= B[i]

    def third(i):
        U[i] = sa.max(U[i], T[i])
        C[i] = U[i] + T[i]

    source = [nest_of(24, logic) for logic in (first, second, third)]
    return against_eager(source, (A, B, C), a, b, np.zeros(24, member.dtype))


@cases.over(["complex64", "complex128"])
def complex_numbers(name):
    a = random(8, 4).astype(name) * np.array(1 - 2j, name)
    A, B, C = arrays(("input", name, (8, 4)), *[("inout", name, (8, 4))] * 2)
    T, U = temp((8, 4), name, "T"), temp(5, name, "U")

    def first(i, j):
        T[i, j] += A[i, j]

    def second(i, j):
        T[i, j] *= A[i, j]
        B[i, j] = T[i, j]

    def third(i, j):
        U[j + 1] = U[j] + A[i, j]
        C[i, j] = U[j + 1]

    source = [nest_of((8, 4), logic) for logic in (first, second, third)]
    zeros = np.zeros((8, 4), name)
    return against_eager(source, (A, B, C), a, zeros, zeros)


@cases
def truth_values():
    a = random(16, dtype=np.bool_)
    A, B = arrays(("input", "bool", 16), ("inout", "bool", 16))
    T, U = temp(16, "bool", "T"), temp(16, "bool", "U")

    def first(i):
        T[i] = A[i]
        U[i] |= A[15 - i]

    def second(i):
        T[i] &= U[i]
        B[i] = T[i] | U[i]

    source = [nest_of(16, logic) for logic in (first, second)]
    return against_eager(source, (A, B), a, np.zeros(16, np.bool_))


@cases
def one_writer_two_readers():
    a = random(3, 5)
    A, B, C = arrays(("input", "f32", (3, 5)), *[("inout", "f32", (3, 5))] * 2)
    T = temp((3, 5))

    def write(i, j):
        T[i, j] = A[i, j] + 1

    def read(i, j):
        B[i, j] = T[i, j] * 2

    def read_again(i, j):
        C[i, j] = T[i, j] * T[i, j]

    source = [nest_of((3, 5), logic) for logic in (write, read, read_again)]
    zeros = np.zeros((3, 5), np.float32)
    return against_eager(source, (A, B, C), a, zeros, zeros)


@cases
def shared_between_points():
    """A prefix sum: later points read what earlier ones wrote."""
    a = random(4, 6)
    A, B = arrays(("input", "f32", (4, 6)), ("inout", "f32", (4, 6)))
    T = temp(7)

    def logic(i, j):
        T[j + 1] = T[j] + A[i, j]
        B[i, j] = T[j + 1]

    return against_eager(nest_of((4, 6), logic), (A, B), a, np.zeros((4, 6), np.float32))


@cases.over(
    [sa.layout.toeplitz, sa.layout.strided((1, 1))],
    name=lambda layout: type(layout).__name__,
)
def elements_that_share_a_place(layout):
    a = random(4, 4)
    A, B = arrays(("input", "f32", (4, 4)), ("inout", "f32", (4, 4)))
    T = temp((4, 4), layout=layout)

    def first(i, j):
        T[i, j] += A[i, j]

    def second(i, j):
        B[i, j] = T[i, j] + T[j, i]

    source = [nest_of((4, 4), logic) for logic in (first, second)]
    return against_eager(source, (A, B), a, np.zeros((4, 4), np.float32))


@cases
def one_element():
    a = random(9)
    A, B = arrays(("input", "f32", 9), ("inout", "f32", 9))
    T, S = temp((), name="T"), temp((), name="S")

    def logic(i):
        T[()] = A[i] * 2
        S[()] += T[()]
        B[i] = T[()] + S[()]

    return against_eager(nest_of(9, logic), (A, B), a, np.zeros(9, np.float32))


@cases
def no_elements():
    A, B = arrays(("input", "f32", (0, 4)), ("inout", "f32", (0, 4)))
    T, U = temp((0, 4), name="T"), temp((0, 4), name="U")

    def first(i, j):
        T[i, j] = A[i, j]
        U[i, j] = A[i, j]

    def second(i, j):
        B[i, j] = T[i, j] + U[i, 3 - j]

    source = [nest_of((0, 4), logic) for logic in (first, second)]
    empty = np.zeros((0, 4), np.float32)
    return against_eager(source, (A, B), empty, empty)


test_on_every_engine = cases.tests()


def pipeline(size):
    """Return nests and arguments, with one temporary that is fused away and one in memory."""
    A, B = arrays(("input", "f32", size), ("inout", "f32", size))
    T, U = temp(size, name="T"), temp(size, name="U")
    add, scale, mirror = (sa.Nest(shape=size) for _ in range(3))
    i = add.get_indices()

    @add.iteration_logic
    def _():
        T[i] = A[i] + 1

    j = scale.get_indices()

    @scale.iteration_logic
    def _():
        U[j] += T[j] * 3

    k = mirror.get_indices()

    @mirror.iteration_logic
    def _():
        B[k] = U[size - 1 - k] + U[k]

    return (add, scale, mirror), (A, B)


def test_report():
    source, args = pipeline(64)
    function = sa.compile(source, args, name="mirror")
    lines = re.sub(r"line \d+", "line #", function.report).splitlines()
    assert [line for line in lines if "no plan" not in line] == [
        "function 'mirror':",
        "  temporary 'T': nest 0 writes it and nest 1 reads it at the same points: they are fused",
        "  temporary 'U': 256 bytes in device memory: nest 1 and nest 2 are not fused: nest 2 "
        "reads U[63 - k] at line #, which nest 1 updates at other points: U[i] at line #",
        "  temporary 'T': kept in registers",
    ]
    assert [entry["name"] for entry in function.manifest["functions"][0]["temporaries"]] == ["U"]


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_calls_in_flight_have_their_own_temporaries(engine):
    """Calls of one function at the same time, each with its own numbers."""
    size = 1 << 14
    source, args = pipeline(size)
    function = sa.compile(source, args, engine)
    starts = [np.full(size, number, np.float32) for number in range(4)]
    calls = [(UsmArray(start), UsmArray(np.zeros_like(start))) for start in starts]
    call_from_threads(function, calls, repeat=20)
    for number, (_, result) in enumerate(calls):
        np.testing.assert_array_equal(result.host, np.full(size, 6 * (number + 1), np.float32))


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_run_time_sizes(engine, rows):
    M = sa.create_dimensions()
    A, B = arrays(("input", "f32", (M, 4)), ("inout", "f32", (M, 4)))
    T, U = temp((M, 4), name="T"), temp((M, 4), name="U")
    S = temp((M,), name="S")

    def first(i, j):
        T[i, j] = A[i, j] * 2
        U[i, j] = A[i, j]

    def second(i, j):
        S[i] += T[i, j]
        B[i, j] = S[i] + U[i, 3 - j]

    source = [nest_of((M, 4), logic) for logic in (first, second)]
    function = sa.compile(source, (A, B), engine, strict=True)
    a = random(rows, 4)
    result = call(function, a, np.zeros_like(a))[1]
    np.testing.assert_array_equal(result, np.cumsum(a * 2, axis=1, dtype=np.float32) + a[:, ::-1])


def test_a_temporary_that_no_memory_holds(engine):
    (A,) = arrays(("inout", "f32", 4))
    T = temp((2**40,), name="T")

    def first(i):
        T[3 * i] = A[i]

    def second(i):
        A[i] = T[9 - 3 * i]

    source = [nest_of((4,), logic) for logic in (first, second)]
    function = sa.compile(source, (A,), engine, name="reverse")
    message = "function 'reverse': the .* has no memory for temporary 'T' of 4398046511104 bytes"
    with pytest.raises(sa.AllocationError, match=message):
        call(function, np.ones(4, np.float32))


@pytest.mark.parametrize("is_planned", [False, True])
@pytest.mark.parametrize("is_written_first", [False, True])
def test_only_what_is_read_first_is_cleared(device_engine, is_written_first, is_planned):
    """A temporary in device memory, that the call before has filled."""
    A, C = arrays(("input", "f32", (7, 9)), ("inout", "f32", (7, 9)))
    T = temp((7, 9))

    def fill(i, j):
        if is_written_first:
            T[i, j] = A[i, j]
        else:
            T[i, j] += A[i, j]

    source = [
        nest_of((7, 9), fill),
        nest_of((7, 9), lambda i, j: C.__setitem__((i, j), T[6 - i, j])),
    ]
    if is_planned:
        schedule = source[0].create_schedule()
        schedule.split(source[0].indices[1], 4)
        source[0] = schedule.create_plan()
    function = sa.compile(source, (A, C), device_engine)
    assert "bytes in device memory" in function.report
    assert ("memset" in function.source) == (not is_written_first)
    for _ in range(3):
        a = random(7, 9)
        np.testing.assert_array_equal(call(function, a, np.zeros((7, 9), np.float32))[1], a[::-1])
