# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests whose loops devices or their compilers once ran in a wrong order, or crashed on."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

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


test_on_every_engine = cases.tests()
