# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chosen plans of sums to few columns, of what begins and ends sums, and of batched products."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, UsmArray, random

cases = Cases()

IN, IO, F = sa.Role.INPUT, sa.Role.INOUT, sa.float32


def integers(*shape, dtype=np.float32):
    """Return small integers: their sums do not round in any order."""
    return np.round(random(*shape)).astype(dtype)


def array(role, *shape, element_type=F):
    return sa.Array(role=role, element_type=element_type, shape=shape)


def over(sizes):
    """Return a decorator that registers a builder of (m, n, rows, columns) for sizes."""

    def register(builder):
        def build(choice):
            m, n, is_open = choice
            sizes = (sa.Dimension("M"), sa.Dimension("N")) if is_open else (m, n)
            return builder(m, n, *sizes)

        build.__name__ = builder.__name__
        cases.over(sizes, lambda c: f"{c[0]}x{c[1]}{'_open' if c[2] else ''}")(build)

    return register


def label(choice):
    return "_".join(map(str, choice))


NARROW = [(700, 3, False), (1100, 8, False), (1100, 8, True), (0, 8, False)]
WIDE = [(131, 130, False), (131, 130, True), (9000, 1, True), (3, 0, True)]


@over(NARROW)
def few_columns(m, n, rows, columns):
    A, S, L = array(IN, rows, columns), array(IO, columns), array(IO, columns)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[j] += A[i, j]
        L[j] = sa.max(L[j], A[i, j])

    a, s, low = integers(m, n), integers(n), integers(n)
    largest = np.maximum(low, a.max(0, initial=-99))
    return Case(nest, (A, S, L), (a, s, low), (None, s + a.sum(0), largest))


@over(NARROW[1:3])
def any_and_all(m, n, rows, columns):
    shapes = [(IN, rows, columns), (IO, columns), (IO, columns)]
    A, S, L = (array(*shape, element_type=sa.int32) for shape in shapes)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[j] |= A[i, j]
        L[j] &= A[i, j]

    a = integers(m, n, dtype=np.int32)
    some, every = np.zeros(n, np.int32), np.full(n, -1, np.int32)
    expected = (None, np.bitwise_or.reduce(a, 0), np.bitwise_and.reduce(a, 0))
    return Case(nest, (A, S, L), (a, some, every), expected)


@over(WIDE)
def row_means(m, n, rows, columns):
    """What is before and after the sum of a row; in an empty row, too."""
    A, S = array(IN, rows, columns), array(sa.Role.OUTPUT, rows)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[i] += A[i, j]

    @nest.iteration_logic(predicate=sa.before(j))
    def _():
        S[i] = 3

    @nest.iteration_logic(predicate=sa.after(j))
    def _():
        S[i] = S[i] * 2

    a = integers(m, n)
    return Case(nest, (A, S), (a, integers(m)), (None, (3 + a.sum(1)) * 2))


@over(WIDE)
def scaled_total(m, n, rows, columns):
    A, S = array(IN, rows, columns), array(IO)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] += A[i, j]

    @nest.iteration_logic(predicate=sa.before(i))
    def _():
        S[()] = S[()] * 2

    a, s = integers(m, n), integers()
    return Case(nest, (A, S), (a, s), (None, s * 2 + a.sum(dtype=np.float32)))


@over(WIDE)
def column_moments(m, n, rows, columns):
    A, S, Q = array(IN, rows, columns), array(IO, columns), array(IO, columns)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[j] += A[i, j]
        Q[j] += A[i, j] * A[i, j]

    a, s, q = integers(m, n), integers(n), integers(n)
    return Case(nest, (A, S, Q), (a, s, q), (None, s + a.sum(0), q + (a * a).sum(0)))


@cases.over([(1, 6, 40, False), (1, 6, 40, True), (5, 1, 70, False)], label)
def convolution_bias_relu(choice):
    images, size, channels, is_open = choice
    rows = sa.Dimension("N") if is_open else images
    X = array(IN, rows, size + 2, size + 2, 3)
    K, V = array(IN, 3, 3, 3, channels), array(IN, channels)
    T = array(sa.Role.TEMP, rows, size, size, channels)
    Y = array(sa.Role.OUTPUT, rows, size, size, channels)
    products = sa.Nest(shape=(rows, size, size, channels, 3, 3, 3))
    last = sa.Nest(shape=(rows, size, size, channels))
    b, y, x, f, r, s, c = products.get_indices()
    p, q, u, v = last.get_indices()

    @products.iteration_logic
    def _():
        T[b, y, x, f] += X[b, y + r, x + s, c] * K[r, s, c, f]

    @last.iteration_logic
    def _():
        Y[p, q, u, v] = sa.max(T[p, q, u, v] + V[v], 0)

    data, weights, bias = integers(images, *X.shape[1:]), integers(*K.shape), integers(channels)
    windows = np.lib.stride_tricks.sliding_window_view(data, (3, 3), axis=(1, 2))
    sums = np.einsum("byxcrs,rscf->byxf", windows, weights)
    result = np.zeros(sums.shape, np.float32)
    expected = (None, None, None, np.maximum(sums + bias, 0))
    return Case((products, last), (X, K, V, Y), (data, weights, bias, result), expected)


@cases.over([(3, 20, 70, 9), (20, 7, 33, 40), (0, 8, 64, 8)], label)
def batched_product_bias(choice):
    count, m, n, k = choice
    A, B, V = array(IN, count, m, k), array(IN, count, k, n), array(IN, n)
    T, C = array(sa.Role.TEMP, count, m, n), array(sa.Role.OUTPUT, count, m, n)
    products, last = sa.Nest(shape=(count, m, n, k)), sa.Nest(shape=(m, count, n))
    b, i, j, d = products.get_indices()
    p, q, u = last.get_indices()

    @products.iteration_logic
    def _():
        T[b, i, j] += A[b, i, d] * B[b, d, j]

    @last.iteration_logic
    def _():
        C[q, p, u] = T[q, p, u] + V[u]

    x, y, v = integers(count, m, k), integers(count, k, n), integers(n)
    expected = (None, None, None, x @ y + v)
    result = np.zeros((count, m, n), np.float32)
    return Case((products, last), (A, B, V, C), (x, y, v, result), expected)


@cases.over([-3, 4], lambda width: f"{abs(width)}")
def banded_product(width):
    """The factor is zero outside of a band."""
    n = 50
    A, B, C = array(IN, n, n), array(IN, n, n), array(IO, n, n)
    nest = sa.Nest(shape=(n, n, n))
    i, j, k = nest.get_indices()
    nest.constrain(k <= i + max(width, 0))
    nest.constrain(k >= i + min(width, 0))

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    a, b, c = integers(n, n), integers(n, n), integers(n, n)
    band = np.triu(np.tril(a, max(width, 0)), min(width, 0))
    return Case(nest, (A, B, C), (a, b, c), (None, None, c + band @ b))


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("is_open", [False, True])
def test_few_columns_of_many_rows_have_partial_results(is_open):
    m, n = 30_001, 8
    A, S = array(IN, sa.Dimension("M") if is_open else m, n), array(IO, n)
    nest = sa.Nest(shape=A.shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[j] += A[i, j]

    function = sa.compile(nest, (A, S), name="columns")
    assert "i in parallel" in function.plan_text
    a, s = integers(m, n), integers(n)
    given = [UsmArray(a), UsmArray(s)]
    function(*given)
    np.testing.assert_array_equal(given[1].host, s + a.sum(0))


PLANS = {
    "few_columns_1100x8": "contraction, 1 x 8",
    "few_columns_1100x8_open": "contraction, 1 x",
    "any_and_all_1100x8": "contraction, 1 x",
    "column_moments_131x130": "contraction, 1 x",
    "row_means_131x130": "fused with",
    "scaled_total_131x130_open": "reduction, ",
    "convolution_bias_relu_1_6_40_False": "fused with 'f_1' with what is done to its elements",
    "batched_product_bias_3_20_70_9": "fused with 'f_1' with what is done to its elements",
    "banded_product_4": "contraction",
}


@pytest.mark.parametrize("name", PLANS)
def test_plans_are_chosen(name):
    case = cases._builders[name]()
    assert f": {PLANS[name]}" in sa.compile(case.source, case.args, name="f").plan_text
