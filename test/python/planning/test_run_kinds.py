# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chosen plans of each kind of nest, on every engine, with sizes that are known and open."""

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, call, random

cases = Cases()

IN, IO, F = sa.Role.INPUT, sa.Role.INOUT, sa.float32
SIZES = [(131, 130), (1, 9000), (9000, 1), (0, 64), (64, 130)]


def integers(*shape, dtype=np.float32):
    """Return small integers: their sums do not round in any order."""
    return np.round(random(*shape)).astype(dtype)


def array(role, *shape, element_type=F, layout=None):
    layout = sa.layout.row_major if layout is None else layout
    return sa.Array(role=role, element_type=element_type, shape=shape, layout=layout)


def over_sizes(builder):
    """Register a builder of (m, n) for each pair of sizes, fixed and open."""
    choices = [(size, is_open) for size in SIZES for is_open in (False, True)]

    def build(choice):
        (m, n), is_open = choice
        return builder(m, n, *((sa.Dimension("M"), sa.Dimension("N")) if is_open else (m, n)))

    build.__name__ = builder.__name__
    name = lambda c: f"{c[0][0]}x{c[0][1]}{'_open' if c[1] else ''}"  # noqa: E731
    cases.over(choices, name)(build)


@over_sizes
def moments(m, n, rows, columns):
    A, S, Q = array(IN, rows, columns), array(IO, rows), array(IO, rows)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[i] += A[i, j]
        Q[i] += A[i, j] * A[i, j]

    a, s, q = integers(m, n), integers(m), integers(m)
    return Case(nest, (A, S, Q), (a, s, q), (None, s + a.sum(1), q + (a * a).sum(1)))


@cases.over([(64, 64), (67, 35), (8, 4), (1, 130)], lambda size: "x".join(map(str, size)))
def z_order_copies(size):
    """Into z-order and back, in unrolled tiles, with edges."""
    A, B = array(IN, *size), array(IO, *size, layout=sa.layout.z_order)
    C = array(IO, *size)
    nests = [sa.Nest(shape=size) for _ in range(2)]
    for nest, source, target in zip(nests, (A, B), (B, C), strict=True):
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _(source=source, target=target, i=i, j=j):
            target[i, j] = source[i, j] + 1

    a, c = integers(*size), integers(*size)
    b = integers(sa.layout.z_order.size(size))
    expected = call(sa.compile(tuple(nests), (A, B, C), "eager"), a, b, c)
    return Case(tuple(nests), (A, B, C), (a, b, c), expected)


@over_sizes
def lower_triangle(m, n, rows, columns):
    A, X, Y = array(IN, rows, columns), array(IN, columns), array(IO, rows)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        Y[i] += A[i, j] * X[j]

    a, x, y = integers(m, n), integers(n), integers(m)
    return Case(nest, (A, X, Y), (a, x, y), (None, None, y + np.tril(a) @ x))


@over_sizes
def scaled_triangle(m, n, rows, columns):
    A = array(IO, rows, columns)
    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        A[i, j] = A[i, j] * 2 + 1

    a = integers(m, n)
    return Case(nest, (A,), (a,), (np.where(np.tri(m, n, dtype=bool), a * 2 + 1, a),))


@over_sizes
def columns(m, n, rows, size):
    A, S = array(IN, rows, size), array(IO, size)
    nest = sa.Nest(shape=(rows, size))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[j] = sa.max(S[j], A[i, j])

    a, s = integers(m, n), integers(n)
    return Case(nest, (A, S), (a, s), (None, np.maximum(s, a.max(0, initial=-99))))


@cases
def triangular_product():
    n = 40
    A, B, C = array(IN, n, n), array(IN, n, n), array(IO, n, n)
    nest = sa.Nest(shape=(n, n, n))
    i, j, k = nest.get_indices()
    nest.constrain(k <= i)

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    a, b, c = integers(n, n), integers(n, n), integers(n, n)
    return Case(nest, (A, B, C), (a, b, c), (None, None, c + np.tril(a) @ b))


@cases.over([(1, 1), (2, 1), (1, 2), (3, 2)], lambda choice: f"{choice[0]}_{choice[1]}")
def convolution(choice):
    stride, dilation = choice
    size, channels = 21, 4
    wide = (size - 1) * stride + 2 * dilation + 1
    X, K = array(IN, channels, wide, wide), array(IN, 5, channels, 3, 3)
    Y = array(IO, 5, size, size)
    nest = sa.Nest(shape=(5, size, size, channels, 3, 3))
    o, y, x, c, r, s = nest.get_indices()

    @nest.iteration_logic
    def _():
        Y[o, y, x] += X[c, stride * y + dilation * r, stride * x + dilation * s] * K[o, c, r, s]

    data, weights, start = integers(*X.shape), integers(*K.shape), integers(*Y.shape)
    expected = start.copy()
    last = stride * (size - 1) + 1
    for down in range(3):
        for right in range(3):
            rows = slice(dilation * down, dilation * down + last, stride)
            taps = slice(dilation * right, dilation * right + last, stride)
            expected += np.einsum("chw,oc->ohw", data[:, rows, taps], weights[:, :, down, right])
    return Case(nest, (X, K, Y), (data, weights, start), (None, None, expected))


@cases.over(["int8", "float16"])
def mixed_product(name):
    m, n, k = 23, 70, 17
    narrow = getattr(sa, name)
    wide = sa.int32 if name == "int8" else F
    A, B = array(IN, m, k, element_type=narrow), array(IN, k, n, element_type=narrow)
    C = array(IO, m, n, element_type=wide)
    nest = sa.Nest(shape=(m, n, k))
    i, j, l = nest.get_indices()  # noqa: E741

    @nest.iteration_logic
    def _():
        C[i, j] += sa.cast(A[i, l], wide) * sa.cast(B[l, j], wide)

    a, b = integers(m, k, dtype=narrow.dtype), integers(k, n, dtype=narrow.dtype)
    c = integers(m, n, dtype=wide.dtype)
    expected = c + a.astype(wide.dtype) @ b.astype(wide.dtype)
    return Case(nest, (A, B, C), (a, b, c), (None, None, expected))


def stored(data, block):
    """Return the flat storage of blocks of ``block x block`` elements."""
    m, n = data.shape
    tiles = data.reshape(m // block, block, n // block, block)
    return np.ascontiguousarray(tiles.transpose(0, 2, 1, 3)).ravel()


@cases.over([(8, None), (None, 16), (16, 8), (4, 32)], lambda c: f"{c[0]}_{c[1]}")
def blocks(choice):
    layouts = [block and sa.layout.blocked((block, block)) for block in choice]
    m, n = 96, 128
    A, B = array(IN, m, n, layout=layouts[0]), array(IO, m, n, layout=layouts[1])
    nest = sa.Nest(shape=(m, n))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    a = integers(m, n)
    given, expected = (stored(a, block) if block else a for block in choice)
    return Case(nest, (A, B), (given, np.zeros_like(expected)), (None, expected))


test_on_every_engine = cases.tests()

PLANS = {
    "moments_131x130": "2 reductions",
    "lower_triangle_131x130": "reduction",
    "scaled_triangle_131x130": "stream",
    "columns_131x130_open": "contraction, 1 x",
    "triangular_product": "contraction",
    "convolution_2_1": "contraction",
    "mixed_product_int8": "contraction",
    "blocks_16_8": "stream",
}


@pytest.mark.parametrize("name", PLANS)
def test_plans_are_chosen(name):
    case = cases._builders[name]()
    assert f": {PLANS[name]}" in sa.compile(case.source, case.args, name="f").plan_text
