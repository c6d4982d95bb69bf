# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that once gave wrong results, or ended the process."""

import functools
import operator
import shutil
import subprocess
import threading

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()


@cases
def two_elements_swap_in_a_loop():
    """The values that a loop carries are all computed before any of them changes."""
    C, D = arrays(("inout", "int32", 1), ("inout", "int32", 1))
    nest = sa.Nest(shape=3)
    nest.get_indices()

    @nest.iteration_logic
    def _():
        c, d = C[0], D[0]
        C[0] = d
        D[0] = c

    one, two = np.array([1], np.int32), np.array([2], np.int32)
    return Case(nest, (C, D), (one, two), (two, one))


@cases.over(["uint8", "uint16", "uint32", "uint64", "int32"], str)
def bits_in_reverse_order(kind):
    """SPIR-V has no operation for what LLVM makes of this, and DPC++ ended the process."""
    A, B, C = arrays(*[(role, kind, 37) for role in ("input", "inout", "inout")])
    width = 8 * np.dtype(kind).itemsize
    nest = sa.Nest(shape=37)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = functools.reduce(
            operator.or_, [((A[i] >> bit) & 1) << (width - 1 - bit) for bit in range(width)]
        )
        C[i] = functools.reduce(
            operator.or_, [((A[i] >> bit) & 255) << (width - 8 - bit) for bit in range(0, width, 8)]
        )

    a = random(37, dtype=kind, low=np.iinfo(kind).min / 2, high=np.iinfo(kind).max / 2)
    words = a.view(f"u{width // 8}")
    reverse = [int(f"{word:0{width}b}"[::-1], 2) for word in words.tolist()]
    zeros = np.zeros(37, kind)
    expected = (None, np.array(reverse, words.dtype).view(kind), a.byteswap())
    return Case(nest, (A, B, C), (a, zeros, zeros), expected)


@cases.over([4, 8, 16, 64], str)
def positions_in_reverse_order(size):
    """The digits of the position of a work-item became bits in reverse order, of any number."""
    A, B = arrays(("input", "int32", (size, 2, 2)), ("inout", "int32", (2, 2, size)))
    nest = sa.Nest(shape=(size, 2, 2))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[k, j, i] = A[i, j, k]

    plan = nest.create_plan()
    plan.parallelize((i, j, k), max_threads=2)
    a = np.arange(4 * size, dtype=np.int32).reshape(size, 2, 2)
    return Case(plan, (A, B), (a, np.zeros((2, 2, size), "i4")), (None, a.transpose(2, 1, 0)))


@cases
def private_copies_for_an_index_that_is_not_parallel():
    """Each value of the index has a copy that begins with zeros, in one work-item too."""
    A, B, C = arrays(
        ("input", "float32", (4, 6)), ("inout", "float32", 1), ("inout", "float32", (4, 6))
    )
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(4, 6))
    nest = sa.Nest(shape=(4, 6))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, k] = T[i, 5 - k]
        T[i, k] = A[i, k]
        B[0] = B[0] * 0.5 + A[i, k]

    a, last = random(4, 6), np.zeros(1, np.float32)
    for value in a.flat:
        last = last * np.float32(0.5) + value
    expected = np.where(np.arange(6) > 2, a[:, ::-1], 0).astype(np.float32)
    return Case(
        nest, (A, B, C), (a, np.zeros(1, "f4"), np.ones((4, 6), "f4")), (None, last, expected), 1e-5
    )


@cases.over(
    [(kind, size) for kind in ("int32", "int64", "uint32") for size in (1, 4, 19)],
    lambda case: f"{case[0]}_of_{case[1]}",
)
def the_largest_of_negated_bits(case):
    """Intel's compiler negated them with a register that nobody had filled (AVX-512)."""
    kind, size = case
    roles = ("input", "input", "inout", "inout", "inout")
    A, B, C, D, E = arrays(*[(role, kind, size) for role in roles])
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = sa.max(A[i], ~B[i])
        D[i] = sa.min(A[i], A[i] - B[i] - 1)
        E[0] = sa.max(E[0], ~B[i])

    a, b = random(size, dtype=kind), random(size, dtype=kind)
    zeros, one = np.zeros(size, kind), np.ones((), kind)
    largest = zeros.copy()
    largest[0] = max(0, (~b).max())
    expected = (None, None, np.maximum(a, ~b), np.minimum(a, a - b - one), largest)
    return Case(nest, (A, B, C, D, E), (a, b, zeros, zeros, zeros), expected)


@cases.over(
    [(kind, size) for kind in ("float16", "float32", "float64", "int32") for size in (16, 1)],
    lambda case: f"{case[0]}_by_{case[1]}",
)
def stores_that_a_later_iteration_reads(case):
    """Ordered stores went through pointers to integers, and loads of floats overtook them."""
    kind, size = case
    A, B, D = arrays(("inout", kind, (2, 64)), ("input", kind, (8, 64)), ("inout", kind, 8))
    nest = sa.Nest(shape=(8, 64))
    i, j = nest.get_indices()

    @nest.iteration_logic(predicate=sa.before(j))
    def _():
        D[i] = A[i % 2, 3]

    @nest.iteration_logic
    def _():
        A[(i + 1) % 2, j] = A[i % 2, j] + B[i, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 2, j: size})
    plan = schedule.create_plan()
    plan.vectorize(jj)
    plan.unroll(ii)
    a, b = np.indices((2, 64)).sum(axis=0) % 7, np.indices((8, 64)).sum(axis=0) % 5 + 1
    expected, seen = a.copy(), []
    for step in range(8):
        seen.append(expected[step % 2, 3])
        expected[(step + 1) % 2] = expected[step % 2] + b[step]
    inputs = a.astype(kind), b.astype(kind), np.zeros(8, kind)
    return Case(plan, (A, B, D), inputs, (expected.astype(kind), None, np.array(seen, kind)))


PLACES = {
    "remainder": lambda i, j: (i + j) % 2,
    "quotient": lambda i, j: (i + 4 * j) // 3,
    "one_by_two": lambda i, j: i + 2 * j,
    "three_by_two": lambda i, j: 3 * i + 2 * j,
}


@cases.over(
    [
        (kind, place, update, sizes)
        for kind in ("float32", "int32")
        for place in PLACES
        for update in ("add", "store", "combine")
        for sizes in ((5, 1), (16, 16), (40, 7))
    ],
    lambda case: f"{case[0]}_{case[1]}_{case[2]}_{case[3][0]}x{case[3][1]}",
)
def places_that_come_again(case):
    """The device's compiler let iterations that touch the same elements trade places."""
    kind, place, update, (rows, columns) = case
    size = 3 * rows + 4 * columns
    B, C = arrays(("inout", kind, size), ("input", kind, (rows, columns)))
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        at = PLACES[place](i, j)
        if update == "add":
            B[at] += C[i, j]
        elif update == "store":
            B[at] = C[i, j]
        else:
            B[at] = C[i, j] - B[at]

    b, c = np.arange(size).astype(kind), random(rows, columns, dtype=np.int32).astype(kind)
    expected = b.copy()
    for row, column in np.ndindex(rows, columns):
        at = PLACES[place](row, column)
        old, new = expected[at], c[row, column]
        expected[at] = {"add": old + new, "store": new, "combine": new - old}[update]
    return Case(nest, (B, C), (b, c), (expected, None))


@cases.over(["mul", "max", "min"])
def two_kinds_of_accumulation(second):
    """The partial sums of one kind served for both."""
    B, F = arrays(("inout", "int32", 2), ("input", "int32", 4))
    nest = sa.Nest(shape=4)
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[0] += F[k]
        if second == "mul":
            B[1] *= F[k]
        else:
            B[1] = {"max": sa.max, "min": sa.min}[second](B[1], F[k])

    plan = nest.create_plan()
    plan.parallelize(k)
    b, f = np.array([10, 3], np.int32), np.array([2, 5, 1, 4], np.int32)
    last = {"mul": 120, "max": 5, "min": 1}[second]
    return Case(plan, (B, F), (b, f), (np.array([22, last], np.int32), None))


@cases.over([(2, 1), (1, 4), (4, 2), (1, 1)], lambda shape: f"{shape[0]}x{shape[1]}")
def sub_groups_of_one(shape):
    """Work-items and the lanes of a sub-group of one had the same position."""
    (A,) = arrays(("inout", "int32", shape))
    nest = sa.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] += 1

    plan = nest.create_plan()
    plan.bind({i: sa.Grid.THREAD_X, j: sa.Grid.SUBGROUP})
    return Case(plan, (A,), (np.zeros(shape, np.int32),), (np.ones(shape, np.int32),))


@cases.over([(5, 7), (4, 1), (1, 6)], lambda sizes: f"{sizes[0]}x{sizes[1]}")
def several_differences_in_an_unrolled_loop(sizes):
    """The compiler used the first difference after it was gone."""
    rows, columns = sizes
    M, N = sa.create_dimensions("M", "N")
    A, B = arrays(("input", "int32", (M, M)), ("inout", "int32", (M, N)))
    nest = sa.Nest(shape=(M, M, N))
    i, k, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] -= A[i, k]

    schedule = nest.create_schedule()
    schedule.skew(i, j)
    schedule.reorder(j, i, k)
    kk = schedule.split(k, 2)
    plan = schedule.create_plan()
    plan.unroll(kk)
    a, b = random(rows, rows, dtype=np.int32), random(rows, columns, dtype=np.int32)
    return Case(plan, (A, B), (a, b), (None, b - a.sum(axis=1, dtype=np.int32)[:, None]))


KINDS = ("float32", "float64", "int32", "int64")


@cases.over(
    [(kind, n) for kind in KINDS for n in (1, 30, 40, 100)], lambda case: f"{case[0]}_{case[1]}"
)
def differences_over_lengths_that_work_items_choose(case):
    """The device's compiler subtracted too much, or too little, or with the wrong sign."""
    kind, n = case
    A, D = arrays(("input", kind, 40), ("inout", kind, n))
    nest = sa.Nest(shape=(n, 40))
    j, k = nest.get_indices()
    nest.constrain(k <= j + 2)

    @nest.iteration_logic
    def _():
        D[j] -= A[k]

    a, d = np.arange(1, 41).astype(kind), np.arange(n).astype(kind)
    expected = np.array([d[j] - a[: j + 3].sum() for j in range(n)], kind)
    return Case(nest, (A, D), (a, d), (None, expected))


@cases.over(["float32", "int32"])
def differences_in_two_loops(kind):
    """The same through two loops in a row."""
    A, D = arrays(("input", kind, (3, 6)), ("inout", kind, 5))
    nest = sa.Nest(shape=(6, 5, 3))
    k, j, i = nest.get_indices()
    nest.constrain(k <= j + 2)

    @nest.iteration_logic
    def _():
        D[j] -= A[i, k]

    a = np.array([1, 10, 100, 1000, 10000, 100000]) * np.ones((3, 1))
    a, d = a.astype(kind), np.zeros(5, kind)
    expected = np.array([-a[:, : j + 3].sum() for j in range(5)], kind)
    return Case(nest, (A, D), (a, d), (None, expected))


@cases.over([2, 4, 5])
def rows_that_are_overwritten(size):
    """The device's compiler read outside of the input where every row went to one place."""
    a = random(7, 2, dtype=np.int32)
    A, B = arrays(("input", "int32", (7, 2)), ("inout", "int32", 2))
    nest = sa.Nest(shape=(7, 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j] = A[i, j] * 2

    schedule = nest.create_schedule()
    schedule.split(i, size)
    zeros = np.zeros(2, np.int32)
    return Case(schedule, (A, B), (a, zeros), (a, a[-1] * 2))


@cases
def unrolled_iterations_that_do_nothing():
    """Where no point of a constrained nest is, an index may be anything."""
    a, c = random(5, 5, dtype=np.int32), random(5, 5, dtype=np.int32)
    A, C = arrays(("input", "int32", (5, 5)), ("inout", "int32", (5, 5)))
    nest = sa.Nest(shape=(5, 7))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, j]

    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(j, i, ii)
    plan = schedule.create_plan()
    plan.unroll(j)
    return Case(plan, (A, C), (a, c), (a, c + np.tril(a)))


@cases.over(["fma", "pow", "atan2"])
def sums_of_calls_in_one_work_item(function):
    """The device's compiler crashed when it vectorised a loop over such calls."""
    a, b = random(200, low=1), random(200, low=1, high=2)
    A, B, R = arrays(*[("input", "float32", 200)] * 2, ("inout", "float32", ()))
    nest = sa.Nest(shape=200)
    k = nest.get_indices()
    logic = {"fma": lambda x, y: sa.fma(x, y, x), "pow": sa.pow, "atan2": sa.atan2}[function]

    @nest.iteration_logic
    def _():
        R[()] += logic(A[k], B[k])

    known = {"fma": lambda x, y: x * y + x, "pow": np.power, "atan2": np.arctan2}[function]
    total = known(a.astype(np.float64), b).sum()
    start = np.zeros((), np.float32)
    return Case(nest, (A, B, R), (a, b, start), (None, None, np.float32(total)), rtol=1e-5)


@cases.over([1, 2, 3, 4, 5])
def a_sum_of_calls_of_a_column(columns):
    """The device's compiler crashed over elements with a small distance, in two kernels' loops."""
    a, N = random(61, columns), sa.Dimension("N")
    A, R, S = arrays(("input", "float32", (N, columns)), *[("inout", "float32", ())] * 2)
    nests = [sa.Nest(shape=(N,)) for _ in range(2)]
    for nest, sum_ in zip(nests, (R, S), strict=True):
        k = nest.get_indices()

        @nest.iteration_logic
        def _(k=k, sum_=sum_):
            sum_[()] += sa.exp(A[k, 0])

    total, start = np.float32(np.exp(a[:, 0].astype(np.float64)).sum()), np.zeros((), np.float32)
    return Case(nests, (A, R, S), (a, start, start), (None, total, total), rtol=1e-5)


@cases
def a_call_in_one_work_item():
    """It made the device's compiler vectorise the loops of other kernels, and crash."""
    (R,) = arrays(("inout", "float32", ()))
    nest = sa.Nest(shape=1)

    @nest.iteration_logic
    def _():
        R[()] = sa.fma(R[()], R[()], 1)

    return Case(nest, (R,), (np.float32(3).reshape(()),), (np.float32(10).reshape(()),))


@cases
def a_loop_that_could_be_vectorised():
    """The loop of another kernel: the same for all work-items, and with a contracted sum."""
    a, b = random(48, low=1), random(48, low=1, high=2)
    A, B, C = arrays(*[("input", "float32", 48)] * 2, ("inout", "float32", 16))
    nest = sa.Nest(shape=(16, 48))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += A[k] * B[k] + A[k] * A[k]

    total = np.full(16, (a.astype(np.float64) * b + a * a).sum(), np.float32)
    return Case(nest, (A, B, C), (a, b, np.zeros(16, np.float32)), (None, None, total), rtol=1e-5)


@cases
def index_values_wrap():
    """Indices that are values follow the arithmetic of int64, also where it wraps."""
    (C,) = arrays(("inout", "int64", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = sa.cast(i, sa.int64) * 2**62 // 3

    expected = (np.arange(4) * 2**62) // 3
    return Case(nest, (C,), (np.zeros(4, np.int64),), (expected,))


@cases.over([2, 4, 8])
def remainder_by_a_power_of_two_in_a_loop(divisor):
    """LLVM's loop strength reduction made counters of two bits, which SPIR-V does not have."""
    b = random(8, 2, dtype=np.int32)
    A, B = arrays(("inout", "int32", 5), ("input", "int32", (8, 2)))
    nest = sa.Nest(shape=(2, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[j] = B[(i + j) % divisor, i]

    expected = b[(1 + np.arange(5)) % divisor, 1]
    return Case(nest, (A, B), (np.zeros(5, np.int32), b), (expected, None))


@cases
def a_large_constant():
    """A constant of 200,000 elements ended the process in the SPIR-V backend."""
    data = random(500, 400)
    (B,) = arrays(("inout", "float32", (400, 500)))
    W = sa.Array(role=sa.Role.CONST, data=data)
    nest = sa.Nest(shape=(400, 500))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = W[j, i]

    return Case(nest, (B,), (np.zeros((400, 500), np.float32),), (data.T.copy(),))


@cases.over([1, 3, 5, 8, 9, 16])
def later_iterations_read_what_earlier_ones_stored(distance):
    """Intel's compiler for CPUs moved loads before the stores that they depend on."""
    a = random(61 + distance, dtype=np.int32)
    (A,) = arrays(("inout", "int32", 61 + distance))
    nest = sa.Nest(shape=(2, 61))
    _i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[j + distance] += A[j] + 1

    expected = a.copy()
    for _ in range(2):
        for k in range(61):
            expected[k + distance] += expected[k] + 1
    return Case(nest, (A,), (a,), (expected,))


@cases.over([1, 5, 7, 9])
def later_iterations_store_over_what_earlier_ones_stored(distance):
    """Intel's compiler for CPUs let stores to the same elements trade places."""
    (A,) = arrays(("inout", "int64", 61 + distance))
    nest = sa.Nest(shape=61)
    j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[j + distance] = sa.cast(j, sa.int64)
        A[j] = 1000 + sa.cast(j, sa.int64)

    expected = np.concatenate([1000 + np.arange(61), np.arange(61 - distance, 61)])
    return Case(nest, (A,), (np.zeros(61 + distance, np.int64),), (expected,))


_SPACES = {
    "shrinks": lambda i, j: i + j <= 3,
    "shrinks_to_the_end": lambda i, j: i + j <= 15,
    "grows_at_the_end": lambda i, j: i + j >= 15,
    "starts_later": lambda i, j: j >= i + 3,
    "ends_earlier": lambda i, j: j <= i - 5,
    "is_a_part": lambda i, j: i >= 5,
    "is_one_point": lambda i, j: i == 3,
}


@cases.over([(first, second) for first in _SPACES for second in _SPACES], "_then_".join)
def loops_that_follow_the_position(spaces):
    """The device's compiler mixed the conditions of one kernel up with those of the next."""
    X, Y = arrays(("inout", "int32", (16, 16)), ("inout", "int32", (16, 16)))
    x, y = random(16, 16, dtype=np.int32), random(16, 16, dtype=np.int32, low=-9)
    nests, results = [], []
    for array, content, space in ((X, x, spaces[0]), (Y, y, spaces[1])):
        nest = sa.Nest(shape=(16, 16))
        i, j = nest.get_indices()
        nest.constrain(_SPACES[space](i, j))

        @nest.iteration_logic
        def _(array=array, i=i, j=j):
            array[i, 0] += array[i, j]

        nests.append(nest)
        result = content.copy()
        for p, q in np.ndindex(16, 16):
            if _SPACES[space](p, q):
                result[p, 0] += result[p, q]
        results.append(result)
    return Case(tuple(nests), (X, Y), (x, y), tuple(results))


@cases
def parts_of_a_vector_of_wide_elements():
    """Parts of what a vector stored were taken out of a 256-bit integer."""
    A, B = arrays(("input", "int64", (9, 1)), ("inout", "int64", (1, 4)))
    nest = sa.Nest(shape=(9, 1, 9, 9))
    i, j, k, m = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j, j] = sa.max(B[j, j], A[m, j] + B[0, 3 - j])
        B[j, j + 1] = sa.max(B[j, j + 1], A[i, j // 2])
        B[j, j + 1] = sa.max(B[j, j + 1], A[i // 2, j])

    plan = nest.create_plan()
    plan.cache(B, index=i)
    plan.vectorize(m)
    plan.prefetch(B, k, distance=2)
    a = np.arange(9, dtype=np.int64).reshape(9, 1)
    before, after = np.array([[5, 2, 9, 3]]), np.array([[11, 8, 9, 3]])
    return Case(plan, (A, B), (a, before), (None, after))


@cases
def one_sum_over_several_parallel_loops():
    """Work-items shared the parts of the inner loop's partial sums."""
    A, S = arrays(("input", "int32", (300, 200)), ("inout", "int32", ()))
    nest = sa.Nest(shape=(300, 200))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] += A[i, k]

    plan = nest.create_plan()
    plan.parallelize((i, k))
    a = random(300, 200, dtype=np.int32)
    start = np.array(7, np.int32)
    return Case(plan, (A, S), (a, start), (None, start + a.sum(dtype=np.int32)))


@cases
def rows_of_an_index_that_is_split_twice():
    """The inner loops of one index trade places where nothing depends on their order."""
    A, B = arrays(("input", "int32", 37), ("inout", "int32", 37))
    nest = sa.Nest(shape=37)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i] * sa.cast(i, sa.int32)

    schedule = nest.create_schedule()
    inner = schedule.split(i, 4)
    middle = schedule.split(i, 2)
    schedule.reorder(inner, middle)
    a, b = random(37, dtype=np.int32), random(37, dtype=np.int32)
    expected = b + a * np.arange(37, dtype=np.int32)
    return Case(schedule, (A, B), (a, b), (None, expected))


@cases.over([3, 4, 13])
def what_is_written_back_was_filled(size):
    """The part of a copy that was written back was larger than the one that was filled."""
    M = sa.Dimension("M")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int16, shape=(M, M), name="A")
    nest = sa.Nest(shape=(M, M - 2))
    i, j = nest.get_indices()
    nest.constrain(i <= j)

    @nest.iteration_logic
    def _():
        A[i, j] = sa.max(A[i, j], A[j + 1, i // 2] * A[j + 2, i])

    schedule = nest.create_schedule()
    schedule.skew(j, i)
    schedule.reorder(i, j)
    schedule.skew(i, j)
    plan = schedule.create_plan()
    plan.parallelize((i, j), max_threads=2)
    plan.cache(A, level=2)
    a = random(size, size, dtype=np.int16)
    expected = a.copy()
    for row in range(size):
        for column in range(row, size - 2):
            product = expected[column + 1, row // 2] * expected[column + 2, row]
            expected[row, column] = max(expected[row, column], product)
    return Case(plan, (A,), (a,), (expected,))


@cases
def what_comes_last_after_a_sum_that_nobody_sees():
    """The device's compiler lost iterations of a loop that stores to the same places again."""
    kind = "float32"
    A, B, C = arrays(("input", kind, (5, 5)), ("input", kind, 11), ("inout", kind, 5))
    nest = sa.Nest(shape=(10, 9, 5))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[k] += B[j]
        C[k] = A[i % 5, k] + B[i] + 2

    schedule = nest.create_schedule()
    schedule.reorder(k, j)
    schedule.split(i, 8)
    plan = schedule.create_plan()
    plan.cache(A, level=4, layout=sa.layout.blocked((2, 2)))
    a, b, c = random(5, 5), random(11), random(5)
    return Case(plan, (A, B, C), (a, b, c), (None, None, a[4] + b[9] + np.float32(2)))


@cases
def the_last_of_the_values_that_overwrite_an_element():
    """The device's compiler took a wrong value for the one that the last iteration leaves."""
    M = sa.Dimension("M")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, M, M), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, 4, M), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, M, M), name="C")
    T = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, M), name="T")
    nest = sa.Nest(shape=(M, M))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        T[j, i] = T[j, i] + C[0, 0, i]
        B[i, 0, i] = C[i, j, 0] * A[i, i, i] + 3

    plan = nest.create_plan()
    plan.cache(T, index=j, trigger_level=2, layout=sa.layout.col_major)
    a, b, c, t = (
        random(*shape, dtype=np.int32) for shape in ((8, 8, 8), (8, 4, 8), (8, 8, 8), (8, 8))
    )
    expected, rows = b.copy(), np.arange(8)
    expected[rows, 0, rows] = c[:, 7, 0] * a[rows, rows, rows] + 3
    return Case(plan, (A, B, C, T), (a, b, c, t), (None, expected, None, t + c[0, 0]))


test_on_every_engine = cases.tests()


def test_a_dividend_that_may_wrap_is_refused():
    A, B = arrays(("inout", "float32", 4), ("input", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    with pytest.raises(sa.CompileError, match="more than 64 bits"):

        @nest.iteration_logic
        def _():
            A[i * (3 * 2**61) // (3 * 2**61)] = B[i]


def compile_program(number: int) -> bytes:
    """Compile one of several programs that differ from each other; return its SPIR-V."""
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(64, 64, 64))
    nest = sa.Nest(shape=(3 + number % 5, 5, 4))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        for q in range(number % 7 + 1):
            A[j, i, k + q] += A[2 * i + j, 5 * j + q, k] * A[i, j, q + 3 * k]

    return sa.compile(nest, args=(A,)).spirv


def test_spirv_stays_valid_in_many_threads():
    """The backend keeps global state: modules made later, or at once, were invalid."""
    validator = shutil.which("spirv-val")
    assert validator is not None
    modules: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda start=start: modules.extend(
                compile_program(number) for number in range(start, start + 15)
            )
        )
        for start in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(modules) == 60
    for module in modules:
        done = subprocess.run([validator, "-"], input=module, capture_output=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("engine", ["eager", "spirv", "sycl"])
def test_a_function_stays_as_it_was_compiled(engine):
    A, B = arrays(("inout", "float32", 4), ("input", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = B[i]

    function = sa.compile(nest, args=(A, B), engine=engine)

    @nest.iteration_logic
    def _():
        A[i] += 10

    ones = np.ones(4, np.float32)
    result, _ = call(function, np.zeros(4, np.float32), ones)
    np.testing.assert_array_equal(result, ones)


@pytest.mark.parametrize("engine", ["eager", "spirv", "sycl"])
def test_one_dimension_with_an_offset_takes_its_storage(engine):
    """Stride 1 alone does not make the elements their own storage."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,), layout=(1,), offset=3)
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

    storage = np.arange(11, dtype=np.float32)
    function = sa.compile(nest, args=(A, B), engine=engine)
    result = call(function, storage, np.zeros(8, np.float32))[1]
    assert np.array_equal(result, storage[3:])


@pytest.mark.parametrize(
    "layout",
    [sa.layout.col_major, sa.layout.z_order, sa.layout.blocked((2, 2)), sa.layout.toeplitz],
    ids=str,
)
def test_constants_without_elements_have_any_layout(layout):
    W = sa.Array(role=sa.Role.CONST, data=np.zeros((0, 3), np.float32), layout=layout)
    assert W.storage_size == 0


def test_a_constant_outside_of_an_empty_triangle():
    layout = sa.layout.lower_triangular(diagonal=False)
    W = sa.Array(role=sa.Role.CONST, data=np.zeros((1, 1), np.float32), layout=layout)
    assert W.storage_size == 0


def test_layouts_with_many_quotients_compile():
    """The compiler once looked for the largest offset without an end."""
    layout = sa.layout.affine(
        lambda i, j: sum(((i * (q + 1) + j) // (q + 2)) % (q + 3) for q in range(8))
    )
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(4, 4), layout=layout)
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(4, 4))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    assert "const int32_t *A" in sa.compile(nest, args=(A, B)).signature


def copied(shape, role, **of_a_and_b):
    """Compile ``B = A`` with the layouts of A and B."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape, **of_a_and_b["A"])
    B = sa.Array(role=role, element_type=sa.float32, shape=shape, **of_a_and_b["B"])
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices]

    return sa.compile(nest, args=(A, B))


@pytest.mark.parametrize("layout", [sa.layout.strided((0,)), sa.layout.affine(lambda i: 0)])
def test_one_element_is_the_storage_of_an_array_that_repeats_it(layout):
    f = copied((8,), sa.Role.INOUT, A={"layout": layout}, B={})
    result = sa.zeros(8, dtype=sa.float32)
    f(sa.full(1, 5, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [5] * 8


@pytest.mark.parametrize("shape", [(0, 3), (0, 0), (3, 0)])
def test_an_output_without_rows_can_be_left_out(shape):
    dimensions = tuple(sa.Dimension(name) for name in "MN")
    f = copied(dimensions, sa.Role.OUTPUT, A={}, B={"layout": sa.layout.toeplitz})
    assert f(sa.zeros(shape, dtype=sa.float32)).shape == shape


def test_a_view_that_is_left_is_called_a_view():
    A, B = arrays(("input", "float32", (6, 6)), ("inout", "float32", (6, 7)))
    view, nest = A.sub_array((0, 0), (6, 6)), sa.Nest(shape=(6, 7))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = view[i, j]

    with pytest.raises(sa.CompileError, match="the bound of a view is not kept"):
        str(sa.compile(nest, args=(A, B)).mlir)


def test_a_copy_of_what_only_an_unread_temporary_is_made_of():
    A, B = arrays(("input", "float32", 8), ("inout", "float32", 8))
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        T[i] = A[i]
        B[i] = 1

    plan = nest.create_plan()
    plan.cache(A, index=i)
    result = sa.zeros(8, dtype=sa.float32)
    sa.compile(plan, args=(A, B))(sa.zeros(8, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [1] * 8


@pytest.mark.parametrize("is_triangle", [True, False])
def test_loops_of_a_group_of_one_work_item(device_engine, is_triangle):
    """The device's compiler crashed while it vectorised such loops with an `fma` in them."""
    A, B = arrays(("input", sa.float32, (9, 9)), ("inout", sa.float32, (9, 9)))
    nest = sa.Nest(shape=(9, 9))
    i, j = nest.get_indices()
    if is_triangle:
        nest.constrain(j < i)

    @nest.iteration_logic
    def _():
        B[i, j] += A[j, i] * 2 + sa.cast(i, sa.float32)

    plan = nest.create_plan()
    plan.bind({i: sa.Grid.BLOCK_X})
    a, b = random(9, 9), random(9, 9)
    expected = call(sa.compile(nest, (A, B), "eager"), a, b)[1]
    result = call(sa.compile(plan, (A, B), device_engine), a, b)[1]
    np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_more_threads_than_there_are_are_no_limit(device_engine):
    """The number of parts of a sum was taken as it is, and the process aborted."""
    N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
    nest = sa.Nest(shape=(4, N))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += A[k]

    plan = nest.create_plan()
    plan.parallelize(k, max_threads=2**62)
    result = sa.zeros(4, dtype=sa.float32)
    sa.compile(plan, args=(A, C), engine=device_engine)(sa.ones(1000, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [1000] * 4


def test_a_subscript_with_very_many_quotients():
    """The proof that no two points meet took three times as long with each of them."""
    A, B = arrays(("input", "int32", 2**16), ("inout", "int32", 2**16))
    nest = sa.Nest(shape=2**16)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[sum((i // 2**bit % 2) * 2 ** (15 - bit) for bit in range(16))] = A[i]

    a = sa.arange(2**16, dtype=sa.int32)
    result = sa.zeros(2**16, dtype=sa.int32)
    sa.compile(nest, args=(A, B))(a, result)
    reverse = [int(f"{number:016b}"[::-1], 2) for number in range(2**16)]
    assert (result.asnumpy()[reverse] == a.asnumpy()).all()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_copy_of_a_copy_that_one_of_two_fused_nests_has(device_engine, is_first):
    """The other one reads the array, too, but has no copy of it to make a copy of."""
    A, C, D = arrays(*[(role, "int32", (8, 16)) for role in ("input", "inout", "inout")])
    nests = [sa.Nest(shape=(8, 16)) for _ in range(2)]
    for nest, target in zip(nests, (C, D), strict=True):
        indices = nest.get_indices()

        @nest.iteration_logic
        def _(target=target, indices=indices):
            target[indices] += A[indices]

    schedule = sa.fuse([nest.create_schedule() for nest in nests], partial=1)
    (row,), fusing = schedule.get_fused_indices(), schedule.get_fusing_index()
    columns = [nest.get_indices()[1] for nest in nests]
    schedule.reorder(fusing, *columns, row)
    plan = schedule.create_plan()
    copy = plan.cache(A, index=columns[not is_first])
    plan.cache(copy, index=row)
    a = random(8, 16, dtype=np.int32)
    c, d = sa.zeros((8, 16), dtype=sa.int32), sa.ones((8, 16), dtype=sa.int32)
    sa.compile(plan, args=(A, C, D), engine=device_engine)(sa.asarray(a), c, d)
    assert (c.asnumpy() == a).all()
    assert (d.asnumpy() == a + 1).all()


@pytest.mark.parametrize("units", ["XY", "YX", "XZ", "ZX", "YZ"])
def test_a_loop_over_work_items_that_has_one(device_engine, units):
    """Its position was asked for in a dimension that the range of the kernel did not have."""
    A, B, C = arrays(
        ("input", "int32", (8, 5)), ("input", "int32", (5, 7)), ("inout", "int32", (8, 7))
    )
    nest = sa.Nest(shape=(8, 7, 5))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 5, j: 8})
    schedule.reorder(i, j, k, ii, jj)
    plan = schedule.create_plan()
    first, second = (getattr(sa.Grid, f"THREAD_{unit}") for unit in units)
    plan.bind({i: first, j: second})
    a, b = random(8, 5, dtype=np.int32), random(5, 7, dtype=np.int32)
    c = sa.zeros((8, 7), dtype=sa.int32)
    sa.compile(plan, args=(A, B, C), engine=device_engine)(sa.asarray(a), sa.asarray(b), c)
    assert (c.asnumpy() == a @ b).all()


@pytest.mark.parametrize("columns", [33, 41, 70])
def test_unrolled_vectors_that_read_backwards_in_one_work_item(device_engine, columns):
    """Intel's CPU compiler made vectors of the loops around, and lost most of the sum."""
    rows, depth = 4, 36
    A, B, C = arrays(
        ("input", "int32", (rows, depth)),
        ("input", "int32", (depth, columns)),
        ("inout", "int32", (rows, columns)),
    )
    nest = sa.Nest(shape=(rows, columns, depth))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[depth - 1 - k, j]

    schedule = nest.create_schedule()
    kk = schedule.split(k, 4)
    kkk = schedule.split(kk, 2)
    schedule.reorder(j, k, i, kk, kkk)
    plan = schedule.create_plan()
    plan.vectorize(kkk)
    plan.unroll(i)
    a, b = random(rows, depth, dtype=np.int32), random(depth, columns, dtype=np.int32)
    c = sa.zeros((rows, columns), dtype=sa.int32)
    sa.compile(plan, args=(A, B, C), engine=device_engine)(sa.asarray(a), sa.asarray(b), c)
    assert (c.asnumpy() == a @ b[::-1]).all()
