# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions: sums, products, extremes, and what only looks like one."""

import ml_dtypes
import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()


def reduction(logic, a, start, expected, rtol=0.0):
    """Reduce the rows of a matrix: ``logic(B, i, A[i, k])``."""
    A, B = arrays(("input", a.dtype, a.shape), ("inout", start.dtype, start.shape))
    nest = sa.Nest(shape=a.shape)
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        logic(B, i, A[i, k])

    return Case(nest, (A, B), (a, start), (None, expected), rtol)


def add(B, i, x):
    B[i] += x


def subtract(B, i, x):
    B[i] -= x


def multiply(B, i, x):
    B[i] *= x


def bit_and(B, i, x):
    B[i] &= x


def bit_or(B, i, x):
    B[i] |= x


@cases.over([(4, 9), (7, 1), (1, 33)], name=lambda shape: "x".join(map(str, shape)))
def gemm(shape):
    m, n = shape
    k = 13
    a, b, c = random(m, k), random(k, n), random(m, n)
    A, B, C = arrays(
        ("input", "float32", (m, k)), ("input", "float32", (k, n)), ("inout", "float32", (m, n))
    )
    nest = sa.Nest(shape=(m, n, k))
    i, j, p = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, p] * B[p, j]

    wanted = (c + a.astype(np.float64) @ b).astype(np.float32)
    return Case(nest, (A, B, C), (a, b, c), (None, None, wanted), rtol=1e-5, atol=1e-5)


@cases.over(["int8", "int32", "int64", "uint16", "uint64", "float32", "float64"])
def sum_of(dtype):
    a, start = random(5, 11, dtype=dtype), random(5, dtype=dtype, low=0)
    wanted = start + a.sum(axis=1, dtype=dtype)
    return reduction(add, a, start, wanted, rtol=1e-5 if "f" in dtype else 0)


@cases
def sum_of_halves_rounds_every_time():
    a, start = random(4, 30, dtype=np.float16, low=0), np.zeros(4, np.float16)
    wanted = start.copy()
    for column in a.T:
        wanted += column
    return reduction(add, a, start, wanted)


@cases
def sum_of_bfloat16():
    a = random(4, 8, dtype=ml_dtypes.bfloat16, low=0)
    start = np.zeros(4, ml_dtypes.bfloat16)
    wanted = a.astype(np.float32).sum(axis=1).astype(ml_dtypes.bfloat16)
    return reduction(add, a, start, wanted, rtol=4e-2)


@cases
def differences_widen_first():
    a, start = random(5, 11, dtype=np.uint8, high=99), random(5, dtype=np.int64)
    return reduction(subtract, a, start, start - a.sum(axis=1, dtype=np.int64))


@cases.over(["int32", "uint8", "float64"])
def product_of(dtype):
    a, start = random(5, 4, dtype=dtype, low=1), np.full(5, 2, dtype)
    wanted = start * a.prod(axis=1, dtype=dtype)
    return reduction(multiply, a, start, wanted, rtol=1e-12 if "f" in dtype else 0)


@cases.over(["int8", "uint32", "int64", "float16", "float32", "float64"])
def maximum_of(dtype):
    a, start = random(5, 7, dtype=dtype), np.full(5, 2, dtype)

    def logic(B, i, x):
        B[i] = sa.max(B[i], x)

    return reduction(logic, a, start, np.maximum(start, a.max(axis=1)))


@cases.over(["int8", "uint32", "int64", "float16", "float32", "float64"])
def minimum_of(dtype):
    a, start = random(5, 7, dtype=dtype), np.full(5, 2, dtype)

    def logic(B, i, x):
        B[i] = sa.min(x, B[i])

    return reduction(logic, a, start, np.minimum(start, a.min(axis=1)))


@cases
def maximum_keeps_nan():
    a, start = random(3, 5), np.zeros(3, np.float32)
    a[1, 2] = np.nan

    def logic(B, i, x):
        B[i] = sa.max(B[i], x)

    return reduction(logic, a, start, np.maximum(start, a.max(axis=1)))


@cases.over(["bool", "uint8", "int64"])
def all_bits(dtype):
    a, start = random(6, 3, dtype=dtype, high=99), np.ones(6, dtype)
    return reduction(bit_and, a, start, start & np.bitwise_and.reduce(a, axis=1))


@cases.over(["bool", "uint8", "int64"])
def any_bits(dtype):
    a, start = random(6, 3, dtype=dtype, low=3, high=99), np.zeros(6, dtype)
    return reduction(bit_or, a, start, start | np.bitwise_or.reduce(a, axis=1))


@cases
def counting_truth():
    a, start = random(5, 11), np.zeros(5, np.int32)

    def logic(B, i, x):
        B[i] += x > 0

    return reduction(logic, a, start, (a > 0).sum(axis=1, dtype=np.int32))


@cases
def sum_over_the_outer_loop():
    a, start = random(9, 6, dtype=np.int32), np.zeros(6, np.int32)
    A, B = arrays(("input", "int32", (9, 6)), ("inout", "int32", 6))
    nest = sa.Nest(shape=(9, 6))
    k, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j] += A[k, j]

    return Case(nest, (A, B), (a, start), (None, a.sum(axis=0, dtype=np.int32)))


@cases
def sum_of_everything():
    a, start = random(9, 6, dtype=np.int64), np.zeros(1, np.int64)
    A, B = arrays(("input", "int64", (9, 6)), ("inout", "int64", 1))
    nest = sa.Nest(shape=(9, 6))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[0] += A[i, j]

    return Case(nest, (A, B), (a, start), (None, a.sum().reshape(1)))


@cases
def several_sums_at_once():
    a = random(4, 10)
    A, B, C = arrays(
        ("input", "float32", (4, 10)), ("inout", "float32", 4), ("inout", "float32", 4)
    )
    nest = sa.Nest(shape=(4, 10))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = A[i, k]
        B[i] += x
        C[i] = sa.max(C[i], x * x)

    zeros = np.zeros(4, np.float32)
    wanted = (None, a.sum(axis=1), (a * a).max(axis=1))
    return Case(nest, (A, B, C), (a, zeros, zeros), wanted, rtol=1e-5)


@cases
def other_in_place_operators_store():
    a, b = random(12, dtype=np.int32, low=1, high=9), random(12, dtype=np.int32, high=99)
    A, B = arrays(("input", "int32", 12), ("inout", "int32", 12))
    nest = sa.Nest(shape=12)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] //= A[i]
        B[i] ^= A[i]
        B[i] <<= 1
        B[i] %= 50

    return Case(nest, (A, B), (a, b), (None, (((b // a) ^ a) << 1) % 50))


@cases
def a_value_read_before_a_write_stays():
    a, b = random(8), random(8, low=-2)
    A, B = arrays(("inout", "float32", 8), ("inout", "float32", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        old = A[i]
        A[i] = B[i]
        B[i] = old

    return Case(nest, (A, B), (a, b), (b, a))


@cases
def an_update_of_an_older_value_is_no_accumulation():
    a = random(8)
    (A,) = arrays(("inout", "float32", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        old = A[i]
        old += 1
        A[i] = 5
        A[i] = old

    return Case(nest, (A,), (a,), (a + 1,))


test_on_every_engine = cases.tests()
