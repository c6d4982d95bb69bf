# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Strict functions: the same bits on every engine."""

import ml_dtypes
import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, elementwise, random

cases = Cases(strict=True)

FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32, np.float64]


def pair(dtype):
    return random(60, dtype=dtype, low=0, high=1), random(60, dtype=dtype, low=0, high=100)


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def products_and_sums_are_not_contracted(dtype):
    a, b = pair(dtype)
    wanted = a * b + a - b * dtype(0.1)
    return elementwise(lambda x, y: x * y + x - y * 0.1, (a, b), wanted)


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def every_operation_rounds(dtype):
    a, b = pair(dtype)
    wanted = (a + b) * (a - b) * dtype(0.1)
    return elementwise(lambda x, y: (x + y) * (x - y) * 0.1, (a, b), wanted)


@cases.over([np.float32, np.float64], name=lambda dtype: dtype.__name__)
def divisions_and_roots_round_correctly(dtype):
    a, b = pair(dtype)
    wanted = a / (b + 1) * np.sqrt(b)
    return elementwise(lambda x, y: x / (y + 1) * sa.sqrt(y), (a, b), wanted)


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def sums_keep_their_order(dtype):
    a, b = random(6, 40, dtype=dtype), random(6, 40, dtype=dtype, low=-3)
    A, B, C = arrays(*[("input", dtype, (6, 40))] * 2, ("inout", dtype, 6))
    nest = sa.Nest(shape=(6, 40))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += A[i, k] * B[i, k]

    wanted = np.zeros(6, dtype)
    for column in range(40):
        wanted += a[:, column] * b[:, column]
    return Case(nest, (A, B, C), (a, b, np.zeros(6, dtype)), (None, None, wanted))


@cases
def zeros_keep_their_sign():
    a = np.array([0.0, -0.0, 1.0, -1.0], np.float32)
    with np.errstate(divide="ignore"):
        wanted = 1 / (a + 0.0 * a)
    return elementwise(lambda x: 1 / (x + 0.0 * x), (a,), wanted)


@cases
def a_product_of_a_chosen_sum():
    """The device's compiler distributed the product over the sum."""
    a, c = random(16, 7, 8), random(16)
    b = random(8)
    A, C = arrays(("inout", "float32", (16, 7, 8)), ("input", "float32", 16))
    B = sa.Array(role=sa.Role.CONST, data=b)
    nest = sa.Nest(shape=(7, 4, 2))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[k, j, i] = B[j] * sa.select(A[i, k, j] < C[i], C[i] + A[i + 1, k, j], B[j])

    expected = a.copy()
    for p, q, r in np.ndindex(7, 4, 2):
        total = c[p] + expected[p + 1, r, q]
        expected[r, q, p] = b[q] * (total if expected[p, r, q] < c[p] else b[q])
    return Case(nest, (A, C), (a, c), (expected, None))


test_on_every_engine = cases.tests()
