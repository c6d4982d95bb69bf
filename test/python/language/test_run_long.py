# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long chains of operations, as loops of Python make them."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, elementwise

cases = Cases()


def repeated(step, start, times):
    for _ in range(times):
        start = step(start)
    return start


@cases
def sum_of_thousands():
    a = np.arange(4, dtype=np.float32)
    return elementwise(lambda x: repeated(lambda y: y + x, x, 5000), [a], a * 5001)


@cases
def root_of_roots():
    a = np.array([1, 4, 9, 1e30], np.float32)
    return elementwise(lambda x: repeated(sa.sqrt, x, 3000), [a], np.ones_like(a), rtol=1e-5)


@cases
def choice_of_choices():
    a = np.arange(4, dtype=np.int32)
    step = lambda x: sa.select(x < 1000, x + 1, x)  # noqa: E731
    return elementwise(lambda x: repeated(step, x, 1500), [a], np.full(4, 1000, np.int32))


@cases
def number_of_conversions():
    a = np.arange(4, dtype=np.int32)
    step = lambda x: sa.cast(sa.cast(x, sa.int64) + 1, sa.int32)  # noqa: E731
    return elementwise(lambda x: repeated(step, x, 1000), [a], a + 1000)


@cases
def squares_of_squares():
    a = np.arange(4, dtype=np.uint32)
    expected = repeated(lambda y: y * y + y, a, 300)
    return elementwise(lambda x: repeated(lambda y: y * y + y, x, 300), [a], expected)


@cases
def index_moved_by_thousands():
    A, B = arrays(("input", "f32", 2004), ("inout", "f32", 4))
    nest = sa.Nest(shape=4)
    j = i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[repeated(lambda k: k + 1, j, 2000)]

    a = np.arange(2004, dtype=np.float32)
    return Case(nest, (A, B), (a, np.zeros(4, np.float32)), (None, a[2000:]))


@cases
def products_of_thousands():
    A, B = arrays(("input", "f32", (4, 5)), ("inout", "f32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        total = 0.0
        for number in range(6000):
            total = total * 0.5 + A[i, number % 5]
        B[i] = total

    a = np.arange(20, dtype=np.float32).reshape(4, 5)
    expected = np.zeros(4, np.float32)
    for number in range(6000):
        expected = expected * np.float32(0.5) + a[:, number % 5]
    return Case(nest, (A, B), (a, np.zeros(4, np.float32)), (None, expected), rtol=1e-5)


@cases
def hundreds_of_statements():
    A, B = arrays(("input", "f32", (8, 408)), ("inout", "f32", (8, 408)))
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        for number in range(400):
            B[i, j + number] = A[i, j + number] + number

    a = np.arange(8 * 408, dtype=np.float32).reshape(8, 408)
    expected = np.zeros_like(a)
    for j_ in range(8):
        for number in range(400):
            expected[:, j_ + number] = a[:, j_ + number] + number
    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(i, ii, j)
    plan = schedule.create_plan()
    plan.parallelize(i)
    return Case(plan, (A, B), (a, np.zeros_like(a)), (None, expected))


@cases
def tile_without_loops():
    shapes = ((13, 8), (8, 16), (13, 16))
    A, B, C = arrays(*zip(("input", "input", "inout"), ("f32",) * 3, shapes, strict=True))
    nest = sa.Nest(shape=(13, 16, 8))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    a = np.arange(13 * 8, dtype=np.float32).reshape(13, 8) % 7
    b = np.arange(8 * 16, dtype=np.float32).reshape(8, 16) % 5
    plan = nest.create_plan()
    plan.tensorize((i, j, k))
    return Case(plan, (A, B, C), (a, b, np.ones((13, 16), np.float32)), (None, None, 1 + a @ b))


test_on_every_engine = cases.tests()
