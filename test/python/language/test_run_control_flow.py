# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches, loops and variables in the logic of a nest, on every engine."""

from __future__ import annotations

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()


@cases
def guarded_stencil() -> Case:
    a = random(9)
    A, B = arrays(("input", "f4", 9), ("inout", "f4", 9))
    nest = sa.Nest(shape=9)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

        def left():
            B[i] += A[i - 1]

        def right():
            B[i] += A[i + 1]

        sa.If(i > 0, left)
        sa.If(i < 8, right)

    expected = a.copy()
    expected[1:] += a[:-1]
    expected[:-1] += a[1:]
    return Case(nest, (A, B), (a, np.zeros(9, "f4")), (None, expected))


@cases
def chains() -> Case:
    a = np.arange(-5, 6, dtype="i4")
    A, B = arrays(("input", "i4", 11), ("inout", "i4", 11))
    nest = sa.Nest(shape=11)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def put(value):
            B[i] = value

        sa.If(A[i] < -2, lambda: put(1)).ElseIf(A[i] < 0, lambda: put(2)).ElseIf(
            A[i] == 3, lambda: put(A[i] * 100)
        ).Else(lambda: put(3))

    expected = np.where(a < -2, 1, np.where(a < 0, 2, np.where(a == 3, 300, 3))).astype("i4")
    return Case(nest, (A, B), (a, np.zeros(11, "i4")), (None, expected))


@cases
def else_of_equality() -> Case:
    a = random(8)
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def first():
            B[i] = -1

        def others():
            B[i] = A[i - 1]

        sa.If(i == 0, first).Else(others)

    return Case(nest, (A, B), (a, np.zeros(8, "f4")), (None, np.r_[np.float32(-1), a[:-1]]))


@cases
def conditions_of_conditions() -> Case:
    a = random(8, dtype="i4")
    A, B = arrays(("input", "i4", 8), ("inout", "i4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    inner = (i > 0) & (i < 7)

    @nest.iteration_logic
    def _():
        def around():
            B[i] += A[i - 1] + A[i + 1]

        def one():
            B[i] += 1

        sa.If(inner & (A[i] > 0), around)
        sa.If((i == 2) | ~(i < 6), one)
        sa.If(sa.logical_not(sa.logical_or(i != 3, A[i] == 99)), one)

    expected = np.zeros(8, "i4")
    for n in range(8):
        if 0 < n < 7 and a[n] > 0:
            expected[n] += a[n - 1] + a[n + 1]
        expected[n] += n == 2 or n >= 6
        expected[n] += n == 3 and a[n] != 99
    return Case(nest, (A, B), (a, np.zeros(8, "i4")), (None, expected))


@cases
def lazy_conditions() -> Case:
    a = random(6)
    A, B = arrays(("input", "f4", 6), ("inout", "f4", 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def put(value):
            B[i] = value

        sa.If(i == 0, lambda: put(7)).ElseIf(lambda: A[i - 1] > 0, lambda: put(8))

    expected = np.where(np.r_[0, a[:-1]] > 0, 8, 0).astype("f4")
    expected[0] = 7
    return Case(nest, (A, B), (a, np.zeros(6, "f4")), (None, expected))


RANGES = [(5,), (2, 7), (0, 9, 2), (8, 1, -3), (6, -1, -1), (4, 4), (5, 2), (0, 3, 5)]


@cases.over(RANGES, name=lambda r: "_".join(map(str, r)).replace("-", "m"))
def ranges(bounds: tuple[int, ...]) -> Case:
    a = random(3, 10, dtype="i4")
    A, B = arrays(("input", "i4", (3, 10)), ("inout", "i4", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def add(k):
            B[i] = 2 * B[i] + A[i, k] * sa.cast(k + 1, sa.int32)

        sa.ForRange(*bounds, add)

    expected = np.zeros(3, "i4")
    for n in range(3):
        for k in range(*bounds):
            expected[n] = 2 * expected[n] + a[n, k] * (k + 1)
    return Case(nest, (A, B), (a, np.zeros(3, "i4")), (None, expected))


@cases
def triangular_loops() -> Case:
    a = random(7, 7)
    A, B = arrays(("input", "f4", (7, 7)), ("inout", "f4", (7,)))
    nest = sa.Nest(shape=7)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def row(k):
            sa.ForRange(k, i + 1, lambda m: add(k, m))

        def add(k, m):
            B[i] += A[k, m]

        sa.ForRange(i, row)

    expected = np.zeros(7, "f4")
    for n in range(7):
        for k in range(n):
            for m in range(k, n + 1):
                expected[n] += a[k, m]
    return Case(nest, (A, B), (a, np.zeros(7, "f4")), (None, expected), rtol=1e-6)


@cases
def run_time_bounds() -> Case:
    a = random(4, 5)
    M, N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, N), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M,), name="B")
    nest = sa.Nest(shape=(M,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        largest = sa.Scalar(sa.float32, A[i, 0])
        sa.ForRange(1, N, lambda k: largest.set(sa.max(largest, A[i, k])))
        total = sa.Scalar(sa.float32)
        sa.ForRange(N - 1, -1, -1, lambda k: total.set(total + sa.exp(A[i, k] - largest)))
        B[i] = total

    nest.constrain(N * 1 > 0)
    expected = np.exp(a - a.max(axis=1, keepdims=True)).sum(axis=1)
    return Case(nest, (A, B), (a, np.zeros(4, "f4")), (None, expected), rtol=1e-5)


def unsplit(schedule: sa.Schedule, i: sa.Index, j: sa.Index) -> sa.Plan:
    return schedule.create_plan()


def parallel(schedule: sa.Schedule, i: sa.Index, j: sa.Index) -> sa.Plan:
    plan = schedule.create_plan()
    plan.parallelize((i, j))
    return plan


def tiled(schedule: sa.Schedule, i: sa.Index, j: sa.Index) -> sa.Plan:
    ii, jj = schedule.split(i, 4), schedule.split(j, 3)
    schedule.reorder(j, i, jj, ii)
    plan = schedule.create_plan()
    plan.unroll(ii)
    plan.parallelize(j)
    return plan


@cases.over((unsplit, parallel, tiled), name=lambda plan: plan.__name__)
def planned(plan) -> Case:
    """Conditions on the indices, and loops up to them, in nests with a plan."""
    a = random(7, 8)
    N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(7, N), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(7, N), name="B")
    nest = sa.Nest(shape=(7, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        def add(k):
            B[i, j] += A[i, k]

        def left():
            sa.ForRange(i, j, add)

        def right():
            B[i, j] = A[i, N - 1 - j]

        sa.If(i < j, left).Else(right)

    expected = a[:, ::-1].copy()
    for row, column in np.ndindex(7, 8):
        if row < column:
            expected[row, column] = a[row, row:column].sum()
    source = plan(nest.create_schedule(), i, j)
    return Case(source, (A, B), (a, np.zeros((7, 8), "f4")), (None, expected), rtol=1e-5)


TYPES = [np.dtype(code) for code in ("?", *"bhilBHILefdFD")]


@cases.over(TYPES)
def scalars_of_every_type(dtype: np.dtype) -> Case:
    a = random(6, dtype=dtype)
    A, B = arrays(("input", dtype, 6), ("inout", dtype, 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        held = sa.Scalar(dtype, A[i])
        other = sa.Scalar(dtype)

        def swap(k):
            before = held ^ False if dtype.kind == "b" else held + 0
            held.set(other)
            other.set(before)

        sa.ForRange(3, swap)
        B[i] = other

    return Case(nest, (A, B), (a, np.zeros(6, dtype)), (None, a))


@cases
def bfloat16_scalar() -> Case:
    a = np.array([1.0, 2.5, -3.0], "f4")
    A, B = arrays(("input", "f4", 3), ("inout", "f4", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        held = sa.Scalar(sa.bfloat16, sa.cast(A[i], sa.bfloat16))
        held *= 2
        held += held
        B[i] = sa.cast(held, sa.float32)

    return Case(nest, (A, B), (a, np.zeros(3, "f4")), (None, 4 * a))


@cases
def in_place_operators() -> Case:
    a = np.arange(1, 9, dtype="i4")
    A, B = arrays(("input", "i4", 8), ("inout", "i4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = sa.Scalar(sa.int32, A[i])
        x += 10
        x -= 3
        x *= 7
        x //= 2
        x %= 32
        x <<= 2
        x >>= 1
        x |= 64
        x &= 127
        x ^= 5
        x **= 2
        B[i] = x

    x = ((((a + 7) * 7 // 2 % 32) << 2 >> 1 | 64) & 127 ^ 5) ** 2
    return Case(nest, (A, B), (a, np.zeros(8, "i4")), (None, x.astype("i4")))


@cases
def collatz() -> Case:
    """A loop with a condition on data in it, and a value that it carries."""
    a = np.arange(1, 20, dtype="i4")
    A, B = arrays(("input", "i4", 19), ("inout", "i4", 19))
    nest = sa.Nest(shape=19)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        n = sa.Scalar(sa.int32, A[i])
        steps = sa.Scalar(sa.int32)

        def step(k):
            def go():
                sa.If(n % 2 == 0, lambda: n.set(n // 2)).Else(lambda: n.set(3 * n + 1))
                steps.set(steps + 1)

            sa.If(n != 1, go)

        sa.ForRange(30, step)
        B[i] = steps

    expected = []
    for start in a.tolist():
        n, steps = start, 0
        while n != 1 and steps < 30:
            n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
        expected.append(steps)
    return Case(nest, (A, B), (a, np.zeros(19, "i4")), (None, np.array(expected, "i4")))


@cases
def old_value_in_a_loop() -> Case:
    """What was read before a loop is no accumulation in it."""
    A, B = arrays(("input", "i4", 4), ("inout", "i4", 1))
    nest = sa.Nest(shape=1)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        old = B[i]

        def step(k):
            value = old
            value += A[k]
            B[i] = value

        sa.ForRange(4, step)

    a = np.array([1, 2, 3, 4], "i4")
    return Case(nest, (A, B), (a, np.array([10], "i4")), (None, np.array([14], "i4")))


@cases
def recurrence_in_a_loop() -> Case:
    """Rows run in parallel; in a row each element needs the one before it."""
    a = random(5, 8)
    A, B = arrays(("input", "f4", (5, 8)), ("inout", "f4", (5, 8)))
    nest = sa.Nest(shape=5)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, 0] = A[i, 0]

        def step(k):
            B[i, k] = B[i, k - 1] + A[i, k]

        sa.ForRange(1, 8, step)

    expected = np.cumsum(a, axis=1, dtype="f4")
    return Case(nest, (A, B), (a, np.zeros((5, 8), "f4")), (None, expected), rtol=1e-6)


@cases
def output_under_conditions() -> Case:
    a = random(8)
    A, B = arrays(("input", "f4", 8), ("output", "f4", 8))
    nest = sa.Nest(shape=(8, 3))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        def first():
            B[i] = A[i]

        sa.If(k == 0, first)
        B[i] += 1

    return Case(nest, (A, B), (a, np.zeros(8, "f4")), (None, a + 3), rtol=1e-6)


@cases
def temporary_under_a_condition() -> Case:
    a = random(8)
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=8, name="T")
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def put():
            T[i] = A[i]

        sa.If(A[i] > 0, put)
        B[i] = T[i]

    return Case(nest, (A, B), (a, np.zeros(8, "f4")), (None, np.maximum(a, 0)))


@cases
def views_under_conditions() -> Case:
    a = random(8)
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    part = A.sub_array((2,), (4,))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def put():
            B[i] = part[i - 1]

        sa.If((i >= 1) & (i <= 4), put)

    expected = np.zeros(8, "f4")
    expected[1:5] = a[2:6]
    return Case(nest, (A, B), (a, np.zeros(8, "f4")), (None, expected))


test_on_every_engine = cases.tests()
