# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with the plans that the compiler chooses compute what they compute without."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random

IN, IO, OUT = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT


def product(m, n, k, open_sizes=False, transposed=False):
    """Return a nest that multiplies matrices, and its arrays."""
    if open_sizes:
        m, n, k = sa.Dimension(), sa.Dimension(), sa.Dimension()
    A = sa.Array(role=IN, element_type=sa.float32, shape=(m, k))
    B = sa.Array(role=IN, element_type=sa.float32, shape=(n, k) if transposed else (k, n))
    C = sa.Array(role=IO, element_type=sa.float32, shape=(m, n))
    nest = sa.Nest(shape=(m, n, k))
    row, column, inner = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[row, column] += A[row, inner] * (B[column, inner] if transposed else B[inner, column])

    return nest, (A, B, C)


def integers(*shape):
    """Return small integers as floats: their sums do not round in any order."""
    return np.round(random(*shape))


@pytest.mark.parametrize("size", [(64, 64, 64), (67, 41, 130), (7, 300, 33), (1, 256, 256)])
@pytest.mark.parametrize("open_sizes", [False, True])
@pytest.mark.parametrize("transposed", [False, True])
def test_product(size, open_sizes, transposed):
    m, n, k = size
    nest, args = product(m, n, k, open_sizes, transposed)
    a, b, c = integers(m, k), integers(k, n), integers(m, n)
    given = [UsmArray(a), UsmArray(np.ascontiguousarray(b.T) if transposed else b), UsmArray(c)]
    sa.compile(nest, args=args, name="product", schedule="auto")(*given)
    np.testing.assert_array_equal(given[2].host, c + a @ b)


def test_source_runs():
    nest, args = product(96, 80, 64)
    chosen = sa.compile(nest, args=args, name="product", schedule="auto")
    assert "contraction" in chosen.plan_text
    assert chosen.plan_text in str(chosen)
    scope = {}
    exec(chosen.schedule_source(), scope)
    plan = scope["schedule"]([nest], {})
    a, b, c = integers(96, 64), integers(64, 80), integers(96, 80)
    given = [UsmArray(a), UsmArray(b), UsmArray(c)]
    sa.compile(plan, args=args, name="again")(*given)
    np.testing.assert_array_equal(given[2].host, c + a @ b)


def test_unknown_schedule():
    nest, args = product(4, 4, 4)
    with pytest.raises(sa.CompileError, match="there is no schedule 'best'"):
        sa.compile(nest, args=args, schedule="best")


def test_two_products_that_pack_one_array():
    arrays = [
        sa.Array(role=role, element_type=sa.float32, shape=(96, 96), name=name)
        for role, name in [(IN, "A"), (IN, "B"), (IO, "C"), (IO, "D")]
    ]

    def multiply(X, Y, Z):
        nest = sa.Nest(shape=(96, 96, 96))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _():
            Z[i, j] += X[i, k] * Y[k, j]

        return nest

    A, B, C, D = arrays
    nests = [multiply(A, B, C), multiply(C, B, D)]
    chosen = sa.compile(nests, args=arrays, name="twice", schedule="auto")
    assert chosen.plan_text.count("contraction") == 2
    a, b, c, d = (np.round(random(96, 96)) for _ in range(4))
    given = [UsmArray(array) for array in (a, b, c, d)]
    chosen(*given)
    np.testing.assert_array_equal(given[2].host, c + a @ b)
    np.testing.assert_array_equal(given[3].host, d + (c + a @ b) @ b)


@pytest.mark.parametrize("axis", [0, 1, None])
def test_sums(axis):
    A = sa.Array(role=IN, element_type=sa.float32, shape=(131, 203))
    S = sa.Array(role=IO, element_type=sa.float32, shape=({0: (203,), 1: (131,), None: (1,)}[axis]))
    nest = sa.Nest(shape=(131, 203))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[{0: j, 1: i, None: 0}[axis]] += A[i, j]

    a = np.round(random(131, 203))
    s = np.zeros(S.shape, "f4")
    given = [UsmArray(a), UsmArray(s)]
    sa.compile(nest, args=(A, S), name="sums", schedule="auto")(*given)
    np.testing.assert_array_equal(given[1].host, np.atleast_1d(a.sum(axis)))


def test_transposed_copy():
    A = sa.Array(role=IN, element_type=sa.float32, shape=(131, 203))
    B = sa.Array(role=OUT, element_type=sa.float32, shape=(203, 131))
    nest = sa.Nest(shape=(203, 131))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[j, i]

    a = random(131, 203)
    given = [UsmArray(a), UsmArray(np.zeros((203, 131), "f4"))]
    sa.compile(nest, args=(A, B), name="transpose", schedule="auto")(*given)
    np.testing.assert_array_equal(given[1].host, a.T)


def test_stencil():
    A = sa.Array(role=IN, element_type=sa.float32, shape=(130, 202))
    B = sa.Array(role=OUT, element_type=sa.float32, shape=(128, 200))
    nest = sa.Nest(shape=(128, 200))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j + 1] + A[i + 2, j + 1] + A[i + 1, j] + A[i + 1, j + 2]

    a = np.round(random(130, 202))
    given = [UsmArray(a), UsmArray(np.zeros((128, 200), "f4"))]
    sa.compile(nest, args=(A, B), name="stencil", schedule="auto")(*given)
    expected = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
    np.testing.assert_array_equal(given[1].host, expected)
