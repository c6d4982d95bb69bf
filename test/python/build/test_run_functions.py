# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of several nests, with temporaries and constants between them."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()


@cases
def nests_run_in_order():
    a = random(10)
    A, B = arrays(("inout", "float32", 10), ("inout", "float32", 10))
    first, second = sa.Nest(shape=10), sa.Nest(shape=10)
    i, j = first.get_indices(), second.get_indices()

    @first.iteration_logic
    def _():
        A[i] = A[i] * 2

    @second.iteration_logic
    def _():
        B[j] = A[9 - j] + 1

    zeros = np.zeros(10, np.float32)
    return Case((first, second), (A, B), (a, zeros), (a * 2, a[::-1] * 2 + 1))


@cases
def a_nest_may_run_twice():
    a = random(10, dtype=np.int32)
    (A,) = arrays(("inout", "int32", 10))
    nest = sa.Nest(shape=10)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = A[i] * A[i]

    return Case([nest, nest], (A,), (a,), (a**4,))


@cases
def a_nest_may_have_several_logics():
    a = random(10)
    A, B = arrays(("inout", "float32", 10), ("inout", "float32", 10))
    nest = sa.Nest(shape=10)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = A[i] + 1

    @nest.iteration_logic
    def _():
        B[i] = A[i] * 2

    return Case(nest, (A, B), (a, np.zeros(10, np.float32)), (a + 1, (a + 1) * 2))


def chain(n):
    """Multiply three matrices through a temporary."""
    A, B, C, D = arrays(*[("input", "float32", (n, n))] * 3, ("inout", "float32", (n, n)))
    T = sa.Array(role=sa.Role.TEMP, shape=(n, n), name="T")
    first, second = sa.Nest(shape=(n, n, n)), sa.Nest(shape=(n, n, n))
    i, j, k = first.get_indices()

    @first.iteration_logic
    def _():
        T[i, j] += A[i, k] * B[k, j]

    i, j, k = second.get_indices()

    @second.iteration_logic
    def _():
        D[i, j] += T[i, k] * C[k, j]

    return (first, second), (A, B, C, D)


@cases
def temporaries():
    a, b, c = random(6, 6), random(6, 6, low=-1), random(6, 6, low=-2)
    source, args = chain(6)
    zeros = np.zeros((6, 6), np.float32)
    return Case(source, args, (a, b, c, zeros), (None, None, None, a @ b @ c), rtol=1e-4, atol=1e-4)


@cases
def softmax():
    a = random(5, 9)
    A, B = arrays(("input", "float32", (5, 9)), ("inout", "float32", (5, 9)))
    low = np.full(5, -np.inf, np.float32)
    LOWEST = sa.Array(role=sa.Role.CONST, data=low, name="LOWEST")
    largest = sa.Array(role=sa.Role.TEMP, shape=5, name="largest")
    total = sa.Array(role=sa.Role.TEMP, shape=5, name="total")
    start, peak, weigh, scale = sa.Nest(shape=5), *(sa.Nest(shape=(5, 9)) for _ in range(3))
    r = start.get_indices()

    @start.iteration_logic
    def _():
        largest[r] = LOWEST[r]

    i, j = peak.get_indices()

    @peak.iteration_logic
    def _():
        largest[i] = sa.max(largest[i], A[i, j])

    i, j = weigh.get_indices()

    @weigh.iteration_logic
    def _():
        B[i, j] = sa.exp(A[i, j] - largest[i])
        total[i] += B[i, j]

    i, j = scale.get_indices()

    @scale.iteration_logic
    def _():
        B[i, j] = B[i, j] / total[i]

    exponentials = np.exp(a - a.max(axis=1, keepdims=True))
    wanted = exponentials / exponentials.sum(axis=1, keepdims=True)
    zeros = np.zeros_like(a)
    return Case((start, peak, weigh, scale), (A, B), (a, zeros), (None, wanted), rtol=1e-5)


@cases
def python_loops_in_the_logic_unroll():
    a = random(4, 3)
    A, B = arrays(("input", "float32", (4, 3)), ("inout", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        for column, weight in enumerate((0.5, 2, -1)):
            B[i] += weight * A[i, column]

    wanted = a @ np.array([0.5, 2, -1], np.float32)
    return Case(nest, (A, B), (a, np.zeros(4, np.float32)), (None, wanted), rtol=1e-5, atol=1e-5)


@cases
def logic_may_call_functions():
    a = random(12)
    A, B = arrays(("input", "float32", 12), ("inout", "float32", 12))
    nest = sa.Nest(shape=12)
    i = nest.get_indices()

    def clamp(x, low, high):
        return sa.max(low, sa.min(x, high))

    def body():
        B[i] = clamp(A[i], -1, 1.5)

    @nest.iteration_logic
    def _():
        body()

    wanted = a.clip(-1, 1.5)
    return Case(nest, (A, B), (a, np.zeros(12, np.float32)), (None, wanted))


@cases
def unused_arguments_stay():
    a, b = random(4), random(4, low=0)
    A, B = arrays(("inout", "float32", 4), ("inout", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = 3

    return Case(nest, (A, B), (a, b), (None, np.full(4, 3, np.float32)))


@cases
def names_of_the_language_are_no_trouble():
    a = random(4)
    new = sa.Array(role=sa.Role.INPUT, shape=4)
    queue = sa.Array(role=sa.Role.INOUT, shape=4)
    nest = sa.Nest(shape=4)
    int = nest.get_indices()  # noqa: A001

    @nest.iteration_logic
    def _():
        queue[int] = new[int] * 2

    return Case(nest, (new, queue), (a, np.zeros(4, np.float32)), (None, a * 2))


test_on_every_engine = cases.tests()


def test_temporaries_are_zero_in_every_call(engine):
    source, args = chain(4)
    function = sa.compile(source, args, engine)
    a, zeros = random(4, 4), np.zeros((4, 4), np.float32)
    once = call(function, a, a, a, zeros)[3]
    again = call(function, a, a, a, zeros)[3]
    np.testing.assert_array_equal(once, again)
