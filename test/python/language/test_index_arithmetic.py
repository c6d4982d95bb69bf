# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index expressions: collected as they are made, and refused when they are too large."""

import itertools
import random

import dpnp
import numpy as np
import pytest
import saopt as sa


@pytest.fixture
def indices():
    nest = sa.Nest(shape=(7, 5))
    i, j = nest.get_indices()
    return i, j


def repeated(step, start, times):
    for _ in range(times):
        start = step(start)
    return start


def assert_all_ones(function):
    """Check that a function sets every element of its array of 8 floats to one."""
    a = dpnp.zeros(8, dtype="f4")
    function(a)
    np.testing.assert_array_equal(dpnp.asnumpy(a), np.ones(8))


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (lambda i, j: i + 1 + 1, "(i + 2)"),
        (lambda i, j: 1 - i, "(- i + 1)"),
        (lambda i, j: (i + 3) * 2 - 6, "(i * 2)"),
        (lambda i, j: i + j - i, "j"),
        (lambda i, j: i - i, "0"),
        (lambda i, j: (i + 4) * 0, "0"),
        (lambda i, j: i // 1, "i"),
        (lambda i, j: i % 1, "0"),
        (lambda i, j: (i - i + 7) // 2, "3"),
        (lambda i, j: (i + j) // 2 + (j + i) // 2, "(((i + j) // 2) * 2)"),
        (lambda i, j: i // -3, "((- i) // 3)"),
        (lambda i, j: repeated(lambda k: k + 1, j, 2000), "(j + 2000)"),
        (lambda i, j: repeated(lambda k: 1 + k - 2, j, 2000), "(j - 2000)"),
        (lambda i, j: repeated(lambda k: k + j, i, 2000), "(i + j * 2000)"),
        (lambda i, j: repeated(lambda k: -k, i, 2001), "(- i)"),
    ],
)
def test_sums_are_collected(indices, make, shown):
    assert str(make(*indices)) == shown


def test_expressions_mean_what_python_means(indices):
    i, j = indices
    choose = random.Random(5)

    def expression(depth):
        """Return a function that computes the same with indices and with integers."""
        if not depth:
            return choose.choice([lambda a, b: a, lambda a, b: b, lambda a, b: a + 2])
        inner, number = expression(depth - 1), choose.choice([-3, -2, -1, 1, 2, 3, 4])
        other = expression(choose.randrange(depth))
        return choose.choice(
            [
                lambda a, b: inner(a, b) + other(a, b),
                lambda a, b: inner(a, b) - other(a, b),
                lambda a, b: inner(a, b) * number,
                lambda a, b: inner(a, b) // number,
                lambda a, b: inner(a, b) % number,
                lambda a, b: number - inner(a, b),
            ]
        )

    for _ in range(300):
        made = expression(5)
        recipe = made(i, j)
        for a, b in itertools.product(range(7), range(5)):
            value = made(a, b)
            assert recipe.evaluate({i: a, j: b}) == value
            assert recipe.bounds[0] <= value <= recipe.bounds[1]


def test_same_expressions_are_accumulations():
    A = sa.Array(role=sa.Role.INOUT, shape=12)
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        value = A[i + 1 + j]
        value += 1
        A[j + 2 + i - 1] = value

    assert "accumulate" in sa.compile(nest, args=(A,)).mlir


@pytest.mark.parametrize(
    "make",
    [
        lambda i: i * 2**70,
        lambda i: i + 2**64 - 2**64,
        lambda i: i * 2**63,
        lambda i: i - 2**63,
        lambda i: i * 2**62 * 4 // 2**62,
        lambda i: i % 2**64,
        lambda i: i // -(2**64),
        lambda i: 2**100000 + i,
        lambda i: i * 2**61,
        lambda i: i + (2**63 - 1),
        lambda i: repeated(lambda k: k * 3, i, 2000),
        lambda i: repeated(lambda k: k + k, i, 2000),
    ],
)
@pytest.mark.parametrize("recorded", [False, True])
def test_numbers_of_more_than_64_bits_are_refused(make, recorded):
    A = sa.Array(role=sa.Role.INOUT, shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match="more than 64 bits") as caught:
        if recorded:
            nest.iteration_logic(lambda: A.__setitem__(make(i), 1))
        else:
            make(i)
    assert caught.value.location.file == __file__


def test_large_numbers_that_fit_are_compiled(engine):
    A = sa.Array(role=sa.Role.INOUT, shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[(i * 2**40 + 2**62 - 2**62) // 2**40] = 1

    assert_all_ones(sa.compile(nest, args=(A,), engine=engine))


@pytest.mark.parametrize(
    "step",
    [
        lambda i, j: (i + j) // 2,
        lambda i, j: 3 - i % 7,
        lambda i, j: i // 2 + i % 2,
        lambda i, j: (i * 3 + j) % 11 - (i + 1) // 2,
    ],
)
def test_long_expressions_are_refused(indices, step):
    i, j = indices
    with pytest.raises(sa.CompileError, match="index expression is too long") as caught:
        repeated(lambda k: step(k, j), i, 5000)
    assert caught.value.location.file == __file__


def test_longest_expression_is_compiled(engine):
    A = sa.Array(role=sa.Role.INOUT, shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    j = repeated(lambda k: (k + i) // 2, i, 32)

    @nest.iteration_logic
    def _():
        A[j] = 1

    assert_all_ones(sa.compile(nest, args=(A,), engine=engine))
