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
    i, j, l = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, l] * (B[j, l] if transposed else B[l, j])

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
