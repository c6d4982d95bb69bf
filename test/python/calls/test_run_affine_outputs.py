# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions as layouts: each engine makes the same array for an output that is left out.

Whether it has the shape of the array or is its flat storage depends on whether the function is
linear, which the compiler could find out for itself.
"""

import functools

import numpy as np
import pytest
import saopt as sa
from saopt._src.build.compile import compile_many

SHAPE = (4, 6)

WRITTEN = {
    "divided": lambda i, j: i * 24 // 4 + j,
    "put together": lambda i, j: i // 3 * 18 + i % 3 * 6 + j,
    "of a sum": lambda i, j: (i * 6 + j) // 4 * 4 + (i * 6 + j) % 4,
    "of quotients": lambda i, j: i // 2 // 3 - i // 6 + j * 4 + i,
    "of neighbours": lambda i, j: (i // 2 + (i + 1) // 2) * 6 + j,
    "with a rest": lambda i, j: (i * 12 + 7) // 2 + j,
    "small enough here": lambda i, j: i % 4 * 6 + j,
    "rotated": lambda i, j: i * 6 + (i + j) % 6,
    "blocks": lambda i, j: i // 2 * 12 + j // 3 * 6 + i % 2 * 3 + j % 3,
    "backwards": lambda i, j: 23 - i * 6 - (j * 3) // 3,
}


def random_function(number):
    """Return a function of quotients, many of which vanish."""
    generator = np.random.default_rng(number)

    def draw(*choices):
        return int(generator.choice(choices))

    a, b, c = draw(0, 1, 2, 3, 4, 6, 8), draw(0, 1, 2, 5), draw(0, 1, 3)
    p, q, r = draw(2, 3, 4), draw(1, 2, 3, 6), draw(0, 1, 2, 5)
    kind, sign = draw(0, 1, 2, 3), draw(1, -1)

    def function(i, j):
        inner = a * i + b * j + c
        if kind == 0:
            return inner // p + r * j
        if kind == 1:
            return inner // p * p + inner % p + r * i
        if kind == 2:
            return inner // p // q + inner // (p * q) * sign + 6 * i + j + 20
        return (inner * q) % (p * q) + inner // p * (p * q if r else 1)

    return function


FUNCTIONS = {**WRITTEN, **{f"random {n}": random_function(n) for n in range(150)}}


@functools.cache
def layouts():
    return {name: _layout(function) for name, function in FUNCTIONS.items()}


def _layout(function):
    return sa.layout.affine(lambda i, j: function(i, j))


def _copying(A, B):
    nest = sa.Nest(shape=SHAPE)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    return nest


@functools.cache
def results(engine):
    sources = []
    for layout in layouts().values():
        A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=SHAPE, name="A")
        B = sa.Array(
            role=sa.Role.OUTPUT, element_type=sa.int32, shape=SHAPE, name="B", layout=layout
        )
        sources.append((_copying(A, B), (A, B), "fill"))
    a = np.arange(24, dtype=np.int32).reshape(SHAPE)
    given = a if engine == "eager" else sa.asarray(a)
    return dict(zip(FUNCTIONS, (f(given) for f in compile_many(sources, engine)), strict=True))


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_same_array(name, engine):
    wanted, found = results("eager")[name], results(engine)[name]
    assert found.shape == wanted.shape, layouts()[name]
    if wanted.ndim == 2:
        assert found.strides == tuple(s // 4 for s in wanted.strides)
    np.testing.assert_array_equal(found.asnumpy(), wanted)


def test_many_are_linear_and_many_are_not():
    linear = [layout.strides(SHAPE) is not None for layout in layouts().values()]
    assert 30 < sum(linear) < len(linear) - 30


def test_the_written_ones():
    nonlinear = {"small enough here", "rotated", "blocks"}
    for name in WRITTEN:
        assert (layouts()[name].strides(SHAPE) is None) == (name in nonlinear), name
