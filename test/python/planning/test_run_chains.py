# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests that hand on rows are fused, and compute what they compute one after the other."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random

IN, IO, OUT, TEMP = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT, sa.Role.TEMP


def array(role, *shape, name=None):
    return sa.Array(role=role, element_type=sa.float32, shape=shape, name=name)


def softmax(m, n):
    X, Y = array(IN, m, n, name="X"), array(OUT, m, n, name="Y")
    big, total = array(TEMP, m, name="big"), array(TEMP, m, name="total")
    first, largest, sums, last = (sa.Nest(shape=s) for s in [(m,), (m, n), (m, n), (m, n)])
    r = first.get_indices()
    a, b = largest.get_indices()
    c, d = sums.get_indices()
    e, f = last.get_indices()

    @first.iteration_logic
    def _():
        big[r] = -3.0e38

    @largest.iteration_logic
    def _():
        big[a] = sa.max(big[a], X[a, b])

    @sums.iteration_logic
    def _():
        value = sa.exp(X[c, d] - big[c])
        Y[c, d] = value
        total[c] += value

    @last.iteration_logic
    def _():
        Y[e, f] = Y[e, f] / total[e]

    return [first, largest, sums, last], (X, Y)


def softmax_of(x):
    values = np.exp(x - x.max(axis=1, keepdims=True, initial=-3e38))
    return values / values.sum(axis=1, keepdims=True)


def layer(m, n, k):
    """Return the nests of ``max(A @ B + V, 0)``."""
    A, B, V = array(IN, m, k, name="A"), array(IN, k, n, name="B"), array(IN, n, name="V")
    C, T = array(OUT, m, n, name="C"), array(TEMP, m, n, name="T")
    product, activation = sa.Nest(shape=(m, n, k)), sa.Nest(shape=(m, n))
    i, j, d = product.get_indices()
    p, q = activation.get_indices()

    @product.iteration_logic
    def _():
        T[i, j] += A[i, d] * B[d, j]

    @activation.iteration_logic
    def _():
        C[p, q] = sa.max(T[p, q] + V[q], 0)

    return [product, activation], (A, B, V, C)


def attention(rows, depth):
    """Return the nests of ``softmax(Q @ K.T) @ V``, without a scale."""
    Q, K, V = (array(IN, rows, depth, name=name) for name in ("Q", "K", "V"))
    R = array(IO, rows, depth, name="R")
    S, M, Z = (array(TEMP, rows, rows, name="S"), *(array(TEMP, rows, name=x) for x in "MZ"))
    scores, largest, sums = (sa.Nest(shape=s) for s in [(rows, rows, depth), *[(rows, rows)] * 2])
    weighted, last = sa.Nest(shape=(rows, depth, rows)), sa.Nest(shape=(rows, depth))
    i, j, k = scores.get_indices()
    a, b = largest.get_indices()
    c, e = sums.get_indices()
    f, g, h = weighted.get_indices()
    u, v = last.get_indices()

    @scores.iteration_logic
    def _():
        S[i, j] += Q[i, k] * K[j, k]

    @largest.iteration_logic
    def _():
        M[a] = sa.max(M[a], S[a, b])

    @sums.iteration_logic
    def _():
        value = sa.exp(S[c, e] - M[c])
        S[c, e] = value
        Z[c] += value

    @weighted.iteration_logic
    def _():
        R[f, g] += S[f, h] * V[h, g]

    @last.iteration_logic
    def _():
        R[u, v] = R[u, v] / Z[u]

    return [scores, largest, sums, weighted, last], (Q, K, V, R)


def attention_of(q, k, v):
    scores = q @ k.T
    values = np.exp(scores - np.maximum(scores.max(axis=1, keepdims=True), 0))
    return values / values.sum(axis=1, keepdims=True) @ v


def run(program, inputs, shape, engine="spirv", **options):
    """Compile with chosen plans and run; returns the function and the last argument."""
    nests, args = program
    function = sa.compile(nests, args=args, name="chain", engine=engine, schedule="auto", **options)
    given = [*map(UsmArray, inputs), UsmArray(np.zeros(shape, np.float32))]
    function(*given)
    return function, given[-1].host


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("shape", [(64, 256), (67, 203), (129, 100)])
def test_softmax(shape, engine):
    x = random(*shape)
    function, y = run(softmax(*shape), [x], shape, engine)
    assert "fused with 'chain_1', 'chain_2', 'chain_3' row by row" in function.report
    assert "device memory: no loop" not in function.report
    np.testing.assert_allclose(y, softmax_of(x), rtol=2e-6)


def test_run_time_sizes():
    program = softmax(sa.Dimension(), sa.Dimension())
    nests, args = program
    function = sa.compile(nests, args=args, name="chain", schedule="auto")
    assert "fused with" in function.report
    for shape in [(64, 256), (67, 203), (1, 1), (5, 3), (0, 7), (300, 17)]:
        x, y = random(*shape), np.zeros(shape, np.float32)
        given = UsmArray(x), UsmArray(y)
        function(*given)
        np.testing.assert_allclose(given[1].host, softmax_of(x), rtol=2e-6)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("sizes", [(48, 128, 64), (37, 67, 41), (12, 512, 5)])
def test_product_and_activation(sizes, engine):
    m, n, k = sizes
    a, b, v = np.round(random(m, k)), np.round(random(k, n)), np.round(random(n))
    function, c = run(layer(m, n, k), [a, b, v], (m, n), engine)
    assert "fused with 'chain_1' with what is done to its elements" in function.report
    assert "private memory for each iteration" in function.report
    np.testing.assert_array_equal(c, np.maximum(a @ b + v, 0))


def test_product_at_run_time():
    nests, args = layer(sa.Dimension(), sa.Dimension(), sa.Dimension())
    function = sa.compile(nests, args=args, name="chain", schedule="auto")
    for m, n, k in [(48, 128, 64), (37, 67, 41), (1, 1, 1), (3, 5, 0), (0, 2, 2)]:
        a, b, v = np.round(random(m, k)), np.round(random(k, n)), np.round(random(n))
        given = [UsmArray(x) for x in (a, b, v, np.zeros((m, n), np.float32))]
        function(*given)
        np.testing.assert_array_equal(given[-1].host, np.maximum(a @ b + v, 0))


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("shape", [(128, 32), (150, 40)])
def test_attention(shape, engine):
    q, k, v = (random(*shape, low=-1, high=1) for _ in range(3))
    function, result = run(attention(*shape), [q, k, v], shape, engine)
    assert "rows, K packed, rows in parallel" in function.report
    assert f"{64 * shape[0] * 4} bytes of private memory" in function.report
    np.testing.assert_allclose(result, attention_of(q, k, v), rtol=1e-4, atol=1e-5)


def test_strict_sums_keep_their_order():
    """Lanes of partial results are refused; each nest is planned on its own."""
    shape = (64, 256)
    x = random(*shape)
    function, y = run(softmax(*shape), [x], shape, strict=True)
    assert "fused with" not in function.report
    np.testing.assert_allclose(y, softmax_of(x), rtol=2e-6)


def test_source_runs():
    shape = (64, 256)
    nests, args = softmax(*shape)
    function = sa.compile(nests, args=args, name="chain", schedule="auto")
    scope = {}
    exec(function.schedule_source(), scope)
    plan = scope["schedule"](nests, {})
    x = random(*shape)
    given = UsmArray(x), UsmArray(np.zeros(shape, np.float32))
    sa.compile(plan, args=args, name="again")(*given)
    np.testing.assert_allclose(given[1].host, softmax_of(x), rtol=2e-6)


def test_neighbours_are_not_fused():
    """A nest that reads the row above waits for all rows."""
    A, B = array(IN, 130, 128, name="A"), array(OUT, 128, 128, name="B")
    T = array(TEMP, 130, 128, name="T")
    first, second = sa.Nest(shape=(130, 128)), sa.Nest(shape=(128, 128))
    i, j = first.get_indices()
    p, q = second.get_indices()

    @first.iteration_logic
    def _():
        T[i, j] = A[i, j] * 2

    @second.iteration_logic
    def _():
        B[p, q] = T[p, q] + T[p + 2, q]

    a = np.round(random(130, 128))
    function, b = run(([first, second], (A, B)), [a], (128, 128))
    assert "fused with" not in function.report
    np.testing.assert_array_equal(b, 2 * (a[:-2] + a[2:]))
