# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts written as functions: what they may say, and how far they reach."""

import itertools
import math

import numpy as np
import pytest
import saopt as sa
from saopt import _compiler

affine = sa.layout.affine

FUNCTIONS = {
    "linear": lambda i, j: i * 7 + j * 3 + 1,
    "tiles": lambda i, j: i // 4 * 64 + j // 4 * 16 + i % 4 * 4 + j % 4,
    "together": lambda i, j: (i + j) // 3 * 5 + (i + j) % 3 * 2,
    "against": lambda i, j: 100 + (i - 2 * j) // 3,
    "nested": lambda i, j: (i // 2 + j % 5) % 3 * 10 + i + j // 7,
    "swizzled": lambda i, j: i * 8 + (j + i) % 8,
    "falling": lambda i, j: 200 - i * 3 - j % 4,
    "constant": lambda i, j: 5,
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("shape", [(1, 1), (3, 8), (8, 9), (17, 5), (40, 23)])
def test_extent_is_exact(name, shape):
    function = FUNCTIONS[name]
    values = [function(*index) for index in itertools.product(*map(range, shape))]
    assert affine(function).extent(shape) == (min(values), max(values))


def test_extent_of_random_functions():
    generator = np.random.default_rng(4)
    for _ in range(200):
        a, b, c, d = (int(x) for x in generator.integers(-6, 7, 4))
        p, q, r = (int(x) for x in generator.integers(1, 9, 3))

        def function(i, j, a=a, b=b, c=c, d=d, p=p, q=q, r=r):
            return 3000 + (a * i + b * j) // p * c + ((i + d) // q + j) % r * d

        layout = affine(lambda i, j: function(i, j))  # noqa: B023
        for shape in ((2, 3), (30, 7), (25, 31)):
            values = [function(*index) for index in itertools.product(*map(range, shape))]
            assert layout.extent(shape) == (min(values), max(values)), layout


def test_large_shapes():
    tiles = affine(FUNCTIONS["tiles"])
    assert tiles.size((4, 2**40)) == 2**42
    swizzled = affine(lambda i, j: i * 1024 + (j + 16 * i) % 1024)
    assert swizzled.size((2**30, 1024)) == 2**40
    assert affine(lambda i: i // 2**40 * 2).size((2**50,)) == 2**11 - 1


def test_linear_ones_have_strides():
    assert affine(lambda i, j: 7 - j + i * 8).strides((4, 8)) == (8, -1)
    assert affine(lambda i, j: j).strides((4, 8)) == (0, 1)
    assert affine(lambda i: i // 2).strides((4,)) is None
    assert affine(lambda i, j: 7 - j + i * 8).start((4, 8)) == 7


LINEAR = {
    "divided": (lambda i, j: i * 8 // 4 + j, (2, 1), 0),
    "put together": (lambda i, j: i // 4 * 4 + i % 4 + j * 9, (1, 9), 0),
    "of neighbours": (lambda i, j: i // 2 + (i + 1) // 2 + j, (1, 1), 0),
    "with a start": (lambda i, j: (i * 8 + 11) // 4 - j % 1, (2, 0), 2),
    "cancelled": (lambda i, j: (i + 4) // 4 * 4 - i // 4 * 4 + j, (0, 1), 4),
    "nested": (lambda i, j: i // 3 // 5 - i // 15 + j, (0, 1), 0),
    "with long periods": (
        lambda i, j: (i * 1000 + j) // 2**20 * 2**20 + (i * 1000 + j) % 2**20,
        (1000, 1),
        0,
    ),
    "deeply nested": (lambda i, j: i % 2 % 3 % 5 % 7 % 11 % 13 - i % 2 + j, (0, 1), 0),
}


@pytest.mark.parametrize(("function", "strides", "start"), LINEAR.values(), ids=LINEAR.keys())
def test_what_becomes_linear_has_strides(function, strides, start):
    layout = affine(function)
    assert (layout.strides((4, 8)), layout.start((4, 8))) == (strides, start)
    assert str(layout.build(_compiler.ModuleBuilder())).startswith("#sa.strided<")


def test_random_functions_are_linear_or_not():
    generator = np.random.default_rng(5)
    found = 0
    for _ in range(300):
        a, b, c, d = (int(x) for x in generator.choice([0, 1, 2, 3, 4, 6], 4))
        p, q = (int(x) for x in generator.choice([1, 2, 3, 4], 2))

        def function(i, j, a=a, b=b, c=c, d=d, p=p, q=q):
            return (a * i + b * j + c) // p * q + (a * i + d * j) % q + i // p // q

        values = function(*np.indices((25, 25)))
        is_linear = all(len(np.unique(np.diff(values, axis=axis))) == 1 for axis in (0, 1))
        layout = affine(lambda i, j: function(i, j))  # noqa: B023
        wanted = (values[1, 0] - values[0, 0], values[0, 1] - values[0, 0]) if is_linear else None
        assert layout.strides((25, 25)) == wanted, layout
        found += is_linear
    assert 15 < found < 270


def test_linear_ones_take_sizes_of_the_call():
    M = sa.Dimension()
    sa.Array(role=sa.Role.INPUT, shape=(M, 4), layout=affine(lambda i, j: i * 8 // 2 + j))
    with pytest.raises(sa.CompileError, match="with // and % it needs a shape that is known"):
        sa.Array(role=sa.Role.INPUT, shape=(M, 4), layout=affine(lambda i, j: i // 2 + j))
    with pytest.raises(sa.CompileError, match="run-time size with a negative stride"):
        sa.Array(role=sa.Role.INPUT, shape=(M, 4), layout=affine(lambda i, j: j - i * 2 // 2))


def test_injective():
    assert affine(FUNCTIONS["tiles"]).is_injective((8, 16))
    assert not affine(FUNCTIONS["tiles"]).is_injective((8, 17))
    assert affine(FUNCTIONS["swizzled"]).is_injective((8, 8))
    assert affine(lambda i, j: i * 2**30 + j).is_injective((2**30, 2**30))


def test_too_much_to_look_at():
    rotated = affine(lambda i, j: i * 2**20 + (i + j) % 2**20)
    for layout in (rotated, sa.layout.strided((2**20, 2**10))):
        with pytest.raises(sa.CompileError, match="takes too much memory to find out whether two"):
            layout.is_injective((2**10, 2**11))
    mixed = affine(lambda i, j: (i * 3 + j) % (2**20 + 7))
    with pytest.raises(sa.CompileError, match=r"too many different values of \(\(i \* 3 \+ j\) %"):
        mixed.size((2**20, 2**20))
    assert mixed.size((2**10, 2**10)) == 4 * 2**10 - 3


def test_called_once():
    calls = []

    def function(i, j):
        calls.append(1)
        return i * 4 + j

    layout = affine(function)
    layout.offsets((4, 4))
    assert calls == [1]


REFUSED = {
    "a product": (lambda i, j: i * j, "'mul' of i and j.*no products"),
    "a quotient of indices": (lambda i, j: i // j, "'floordiv' of i and j"),
    "division": (lambda i: i / 2, "'div' of i and 2"),
    "a power": (lambda i: i**2, "'pow'"),
    "bits": (lambda i: ~i, "'not'"),
    "a comparison": (lambda i: i < 2, "compares"),
    "a function of the language": (lambda i: sa.select(True, i, i), "compares, converts"),
    "a float": (lambda i: 0.5, "returns 0.5"),
    "nothing": (lambda i: None, "returns None"),
    "division by zero": (lambda i: i % 0, "divided by zero"),
    "truth": (lambda i: i if i else 0, "not known yet"),
    "a default": (lambda i, j=2: i, "plain parameter"),
    "any number of parameters": (lambda *i: 0, "plain parameter"),
    "no function": (3, "takes a function"),
    "a large number": (lambda i: i * 2**70, "64 bits"),
}


@pytest.mark.parametrize(("function", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(function, message):
    with pytest.raises(sa.CompileError, match=message) as caught:
        affine(function)
    assert caught.value.location.file == __file__


def test_too_large_to_know():
    layout = affine(lambda i, j: (i * 1000003 + j) % 1000033)
    with pytest.raises(sa.CompileError, match="too many different values"):
        layout.size((2**30, 2**30))
    with pytest.raises(sa.CompileError, match="64 bits"):
        affine(lambda i: i * 2**40).size((2**30,))
    assert math.prod((3, 5)) == affine(lambda i, j: i * 5 + j).size((3, 5))
