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


test_on_every_engine = cases.tests()
