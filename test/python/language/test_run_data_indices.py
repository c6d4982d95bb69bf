# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements that data chooses, on every engine: reads, accumulations, stores, views and loops."""

from __future__ import annotations

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@cases.over(INTEGERS)
def gather(kind: str) -> Case:
    a, index = random(7, 5), np.array([6, 0, 3, 3, 1, 5], kind)
    A, X, B = arrays(("input", "f4", (7, 5)), ("input", kind, 6), ("inout", "f4", (6, 5)))
    nest = sa.Nest(shape=(6, 5))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, k] = A[X[i], k]

    return Case(nest, (A, X, B), (a, index, np.zeros((6, 5), "f4")), (None, None, a[index]))


@cases.over([(9, 4), (1, 1), (0, 3), (5, 0), (0, 0)], name=lambda s: f"{s[0]}x{s[1]}")
def gather_run_time(shape: tuple[int, int]) -> Case:
    n, m = shape
    N, M = sa.create_dimensions("N", "M")
    A, X, B = arrays(("input", "f8", (M,)), ("input", "i4", (N,)), ("inout", "f8", (N,)))
    a = random(m, dtype="f8")
    index = np.arange(n, dtype="i4") % max(m, 1)
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        # An empty array has no element to read, and is not asked for one.
        sa.If(i < M * 1000, lambda: B.__setitem__(i, A[X[i]] + 1))

    expected = a[index] + 1 if m else np.zeros(n)
    return Case(nest, (A, X, B), (a, index, np.zeros(n)), (None, None, expected))


@cases.over(["float32", "float64", "int16", "complex64", "bool"])
def gather_of(kind: str) -> Case:
    a, index = random(11, dtype=kind), np.array([10, 2, 2, 0, 7], "i4")
    A, X, B = arrays(("input", kind, 11), ("input", "i4", 5), ("inout", kind, 5))
    nest = sa.Nest(shape=5)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[X[i]]

    return Case(nest, (A, X, B), (a, index, np.zeros(5, kind)), (None, None, a[index]))


@cases
def arithmetic_on_data() -> Case:
    a, index = random(40), np.array([3, 0, 9, 12], "i4")
    A, X, B = arrays(("input", "f4", 40), ("input", "i4", 4), ("inout", "f4", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[X[i] * 3 + i] - A[X[i] // 2]

    expected = a[index * 3 + np.arange(4)] - a[index // 2]
    return Case(nest, (A, X, B), (a, index, np.zeros(4, "f4")), (None, None, expected))


@cases
def index_of_index() -> Case:
    a, first, second = random(6), np.array([2, 0, 1], "i4"), np.array([5, 3, 1], "u1")
    A, X, Y, B = arrays(
        ("input", "f4", 6), ("input", "i4", 3), ("input", "u1", 3), ("inout", "f4", 3)
    )
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[Y[X[i]]]

    expected = a[second[first]]
    zeros = np.zeros(3, "f4")
    return Case(nest, (A, X, Y, B), (a, first, second, zeros), (None, None, None, expected))


@cases
def scalar_variable() -> Case:
    a, index = random(8), np.array([1, 2, 3], "i4")
    A, X, B = arrays(("input", "f4", 8), ("input", "i4", 3), ("inout", "f4", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        at = sa.Scalar(sa.int64, X[i])
        sa.If(X[i] > 1, lambda: at.set(at * 2))
        B[i] = A[at]

    expected = a[np.where(index > 1, index * 2, index)]
    return Case(nest, (A, X, B), (a, index, np.zeros(3, "f4")), (None, None, expected))


@cases
def views() -> Case:
    a, index = random(6, 8), np.array([0, 2, 1], "i4")
    A, X, B = arrays(("input", "f4", (6, 8)), ("input", "i4", 3), ("inout", "f4", (3, 4)))
    part = A.sub_array((1, 2), (3, 4), strides=(2, 1))
    nest = sa.Nest(shape=(3, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = part[X[i], j] + A.T[j, X[i]] + A.reshape(6, 2, 4)[X[i], 1, j]

    expected = a[1::2, 2:6][index] + a[index][:, :4] + a[index][:, 4:]
    return Case(nest, (A, X, B), (a, index, np.zeros((3, 4), "f4")), (None, None, expected))


@cases
def constant_table() -> Case:
    table = random(300)
    table[::3] = 0
    index = random(50, dtype="u2", low=0, high=299)
    T = sa.Array(role=sa.Role.CONST, data=table, name="T")
    X, B = arrays(("input", "u2", 50), ("inout", "f4", 50))
    nest = sa.Nest(shape=50)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += T[X[i]] * 2

    return Case(nest, (X, B), (index, np.ones(50, "f4")), (None, 1 + table[index] * 2))


HISTOGRAMS = [
    (kind, op)
    for kind in (
        "int32",
        "int64",
        "uint32",
        "uint64",
        "float32",
        "float64",
        "int16",
        "uint8",
        "complex64",
    )
    for op in ("add", "mul", "min", "max", "and", "or", "xor")
    if not (op in ("and", "or", "xor") and kind[0] in "fc")
    and not (op in ("min", "max") and kind == "complex64")
]


@cases.over(HISTOGRAMS, name="_".join)
def accumulate(choice: tuple[str, str]) -> Case:
    kind, op = choice
    n, m = 400, 7
    index = random(n, dtype="i4", low=0, high=m - 1)
    # Sums and products that every order gives alike.
    values = random(n, dtype="int64", low=0, high=3)
    if op == "mul":
        values = np.where(np.arange(n) % 40 == 0, 2, 1)
    x = values.astype(kind)
    start = np.full(m, 5, kind)
    H, X, V = arrays(("inout", kind, m), ("input", "i4", n), ("input", kind, n))
    nest = sa.Nest(shape=n)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        at = X[i]
        if op == "add":
            H[at] += V[i]
        elif op == "mul":
            H[at] *= V[i]
        elif op == "min":
            H[at] = sa.min(H[at], V[i])
        elif op == "max":
            H[at] = sa.max(H[at], V[i])
        elif op == "and":
            H[at] &= V[i]
        elif op == "or":
            H[at] |= V[i]
        else:
            H[at] ^= V[i]

    names = {"mul": "multiply", "min": "minimum", "max": "maximum", "and": "bitwise_and"}
    expected = start.copy()
    names |= {"or": "bitwise_or", "xor": "bitwise_xor"}
    getattr(np, names.get(op, op)).at(expected, index, x)
    return Case(nest, (H, X, V), (start, index, x), (expected, None, None))


@cases
def rows_of_histograms() -> Case:
    index = random(5, 60, dtype="u1", low=0, high=9)
    expected = np.stack([np.bincount(row, minlength=10) for row in index]).astype("i4")
    H, X = arrays(("inout", "i4", (5, 10)), ("input", "u1", (5, 60)))
    nest = sa.Nest(shape=(5, 60))
    r, i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[r, X[r, i]] += 1

    return Case(nest, (H, X), (np.zeros((5, 10), "i4"), index), (expected, None))


@cases
def stores_keep_their_order() -> Case:
    index = np.array([1, 3, 1, 0, 3, 1], "i4")
    H, X = arrays(("inout", "i4", 5), ("input", "i4", 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[X[i]] = sa.cast(i, sa.int32) + 10

    expected = np.zeros(5, "i4")
    expected[index] = np.arange(6) + 10  # NumPy's last one wins, too
    return Case(nest, (H, X), (np.zeros(5, "i4"), index), (expected, None))


@cases
def read_and_write_chosen() -> Case:
    index = np.array([2, 0, 1, 2, 2], "i4")
    H, X = arrays(("inout", "f4", 3), ("input", "i4", 5))
    nest = sa.Nest(shape=5)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[X[i]] = H[X[i]] * 2 + 1

    expected = np.ones(3, "f4")
    for at in index:
        expected[at] = expected[at] * 2 + 1
    return Case(nest, (H, X), (np.ones(3, "f4"), index), (expected, None))


@cases.over([0, 1, 23])
def rows_from_data(n: int) -> Case:
    lengths = np.arange(n) * 7 % 5
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype("i4")
    x = random(int(starts[-1]))
    N, Q, P = sa.create_dimensions("N", "Q", "P")
    S, V, B = arrays(("input", "i4", (P,)), ("input", "f4", (Q,)), ("inout", "f4", (N,)))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        total = sa.Scalar(sa.float32, 0)
        one = sa.Scalar(sa.int64, i)
        sa.ForRange(S[one], S[one + 1], lambda q: total.set(total + V[q]))
        B[i] = total

    expected = np.zeros(n, "f4")
    for row in range(n):
        for q in range(starts[row], starts[row + 1]):
            expected[row] += x[q]
    return Case(nest, (S, V, B), (starts, x, np.zeros(n, "f4")), (None, None, expected))


@cases
def data_loops_with_steps() -> Case:
    S, B = arrays(("input", "i4", 3), ("inout", "int64", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        sa.ForRange(2, S[i], 3, lambda q: B.__setitem__(i, B[i] + q))

    stops = np.array([1, 9, 12], "i4")
    expected = np.array([sum(range(2, stop, 3)) for stop in stops], "i8")
    return Case(nest, (S, B), (stops, np.zeros(3, "i8")), (None, expected))


@cases.over([False, True])
def assumptions(unsafe: bool) -> Case:
    a, index = random(9), np.array([8, 0, 4], "i4")
    N = sa.Dimension("N")
    A, X, B = arrays(("input", "f4", (N,)), ("input", "i4", 3), ("inout", "f4", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = X[i]
        sa.assume(x >= 0, x < N, unsafe=unsafe)
        B[i] = A[x]

    return Case(nest, (A, X, B), (a, index, np.zeros(3, "f4")), (None, None, a[index]))


@cases
def scheduled() -> Case:
    a, index = random(70, 40), random(33, dtype="i4", low=0, high=69)
    A, X, B = arrays(("input", "f4", (70, 40)), ("input", "i4", 33), ("inout", "f4", (33, 40)))
    nest = sa.Nest(shape=(33, 40))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, k] = A[X[i], k]

    schedule = nest.create_schedule()
    ii, kk = schedule.tile({i: 4, k: 16})
    schedule.reorder(i, k, ii, kk)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.unroll(ii)
    plan.vectorize(kk)
    return Case(plan, (A, X, B), (a, index, np.zeros((33, 40), "f4")), (None, None, a[index]))


@cases
def vector_of_gathers() -> Case:
    a, index = random(70), random(37, dtype="i4", low=0, high=69)
    A, X, B = arrays(("input", "f4", 70), ("input", "i4", 37), ("inout", "f4", 37))
    nest = sa.Nest(shape=37)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[X[i]] * 2

    schedule = nest.create_schedule()
    ii = schedule.split(i, 8)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.vectorize(ii)
    return Case(plan, (A, X, B), (a, index, np.zeros(37, "f4")), (None, None, a[index] * 2))


@cases
def parallel_histogram() -> Case:
    index = random(1000, dtype="i4", low=0, high=12)
    expected = np.bincount(index, minlength=13).astype("i4")
    H, X = arrays(("inout", "i4", 13), ("input", "i4", 1000))
    nest = sa.Nest(shape=1000)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        H[X[i]] += 1

    schedule = nest.create_schedule()
    schedule.split(i, 50)
    plan = schedule.create_plan()
    plan.parallelize(i)
    return Case(plan, (H, X), (np.zeros(13, "i4"), index), (expected, None))


MODES = ("constant", "edge", "wrap", "reflect", "symmetric")


def _extended_name(choice: tuple[str, bool]) -> str:
    return f"{choice[0]}_{'static' if choice[1] else 'dynamic'}"


@cases.over([(mode, is_static) for mode in MODES for is_static in (True, False)], _extended_name)
def extended(choice: tuple[str, bool]) -> Case:
    """As far outside of an array as data says."""
    mode, is_static = choice
    m = 5 if is_static else sa.Dimension()
    A, X, Y, B = arrays(
        ("input", "f4", (m, 3)), ("input", "i4", 40), ("input", "u1", 40), ("inout", "f4", 40)
    )
    P = A.extended(mode, 2.5)
    nest = sa.Nest(shape=40)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = P[X[i] - 1, Y[i]] + 2 * P[X[i] - 1, i % 3]

    a = random(5, 3)
    x, y = np.arange(40, dtype="i4") - 20, (np.arange(40) * 7 % 11).astype("u1")
    extra = {"constant_values": 2.5} if mode == "constant" else {}
    around = np.pad(a, ((30, 30), (0, 12)), mode, **extra)
    expected = around[x + 29, y] + 2 * around[x + 29, np.arange(40) % 3]
    return Case(nest, (A, X, Y, B), (a, x, y, np.zeros(40, "f4")), (None, None, None, expected))


@cases.over(["constant", "edge"])
def extended_views(mode: str) -> Case:
    """Enough points for an inner part of its own, and a view whose bounds are promised."""
    M, N = sa.create_dimensions(2)
    A, X, B = arrays(("input", "f4", (M, N)), ("input", "int64", N), ("inout", "f4", (M, N)))
    P = A.sub_array((1, 0), (M - 2, N)).T.extended(mode)
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = P[X[j], i - 1]

    a, x = random(80, 70), random(70, dtype="i8", low=-100, high=100)
    around = np.pad(a[1:-1].T, ((100, 100), (1, 1)), mode)
    expected = around[x + 100].T
    return Case(nest, (A, X, B), (a, x, np.zeros_like(a)), (None, None, expected))


@cases
def blocks_that_are_not_taken() -> Case:
    a, x = random(6), np.array([3, -1, 5, 9, 0], "i4")
    A, X, B = arrays(("input", "f4", 6), ("input", "i4", 5), ("inout", "f4", 5))
    nest = sa.Nest(shape=5)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        with sa.If(sa.logical_and(X[i] >= 0, X[i] < 6)):
            sa.assume(X[i] >= 0)
            B[i] = A[X[i]]
        with sa.Else():
            with sa.If(i > 3):
                B[i] = A[X[i - 4]]
            with sa.ElseIf(i > 2):
                B[i] = A[X[i - 3]]
        with sa.If(i > 0):
            B[i] += A[X[i - 1] % 6]

    taken = np.where((x >= 0) & (x < 6), a[x.clip(0, 5)], 0)
    taken[3] = a[x[0]]
    taken[1:] += a[x[:-1] % 6]
    return Case(nest, (A, X, B), (a, x, np.zeros(5, "f4")), (None, None, taken))


@cases
def chosen_gathers() -> Case:
    """What `select` leaves is neither read nor checked, also where two of them share it."""
    a, x = random(6), np.array([3, -1, 5, 9, 0, -7], "i4")
    A, X, B = arrays(("input", "f4", 6), ("input", "i4", 6), ("inout", "f4", 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        inside = sa.logical_and(X[i] >= 0, X[i] < 6)
        B[i] = sa.select(inside, A[X[i]], 7) + sa.select(inside, 2 * A[X[i]], 1)
        B[i] += sa.select(i > 0, A[X[i - 1] % 6], 0)

    inside = (x >= 0) & (x < 6)
    expected = np.where(inside, a[x.clip(0, 5)], 7) + np.where(inside, 2 * a[x.clip(0, 5)], 1)
    expected[1:] += a[x[:-1] % 6]
    zeros = np.zeros(6, "f4")
    return Case(nest, (A, X, B), (a, x, zeros), (None, None, expected.astype("f4")))


test_on_every_engine = cases.tests()
