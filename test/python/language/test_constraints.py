# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conditions on the space of a nest: how they are written, and what eager makes of them."""

import itertools

import numpy as np
import pytest
import saopt as sa

CONDITIONS = {
    "le": (lambda i, j: [j <= i], lambda i, j: j <= i),
    "lt": (lambda i, j: [j < i], lambda i, j: j < i),
    "ge": (lambda i, j: [2 * i >= j + 1], lambda i, j: 2 * i >= j + 1),
    "gt": (lambda i, j: [i + j > 4], lambda i, j: i + j > 4),
    "eq": (lambda i, j: [i == j], lambda i, j: i == j),
    "number": (lambda i, j: [3 <= i], lambda i, j: i >= 3),
    "several": (lambda i, j: [j <= i, i < j + 3], lambda i, j: j <= i < j + 3),
    "division": (lambda i, j: [i // 2 == j % 3], lambda i, j: i // 2 == j % 3),
    "never": (lambda i, j: [i < j, j < i], lambda i, j: False),
}


@pytest.mark.parametrize(("make", "holds"), CONDITIONS.values(), ids=CONDITIONS.keys())
def test_points(make, holds):
    A = sa.Array(role=sa.Role.INOUT, shape=(5, 6))
    nest = sa.Nest(shape=(5, 6))
    i, j = nest.get_indices()
    for condition in make(i, j):
        nest.constrain(condition)

    @nest.iteration_logic
    def _():
        A[i, j] = 1

    a = np.zeros((5, 6), np.float32)
    sa.compile(nest, args=(A,), engine="eager")(a)
    for point in itertools.product(range(5), range(6)):
        assert a[point] == holds(*point)
        values = dict(zip((i, j), point, strict=True))
        required = [e for c in make(i, j) for e in c.requirements()]
        assert all(e.evaluate(values) >= 0 for e in required) == holds(*point)


def test_what_prints():
    nest = sa.Nest(shape=(5, 6))
    i, j = nest.get_indices()
    nest.constrain(j <= i)
    nest.constrain(i + 2 * j < 10)
    assert repr(nest) == "Nest over i < 5, j < 6 where j <= i, i + j * 2 < 10"


def test_conditions_made_outside_are_values_inside():
    A = sa.Array(role=sa.Role.INOUT, shape=(4, 4))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    below = j <= i

    @nest.iteration_logic
    def _():
        A[i, j] = sa.select(sa.logical_and(below, i < 3), 1, 0)

    a = np.ones((4, 4), np.float32)
    sa.compile(nest, args=(A,), engine="eager")(a)
    expected = np.tri(4)
    expected[3] = 0
    np.testing.assert_array_equal(a, expected)


def test_conditions_given_after_compiling_do_not_count():
    A = sa.Array(role=sa.Role.INOUT, shape=3)
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = 1

    function = sa.compile(nest, args=(A,), engine="eager")
    nest.constrain(i < 1)
    a = np.zeros(3, np.float32)
    function(a)
    np.testing.assert_array_equal(a, 1)


def constrained(use):
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    nest.constrain(use(i, j))


REFUSED = {
    "two pieces": (lambda i, j: i != j, "i != j cannot constrain.*==, of which"),
    "no condition": (lambda i, j: True, "True cannot constrain.*nest.constrain"),
    "an index": (lambda i, j: i, "i cannot constrain"),
    "a chain": (lambda i, j: 0 < i < j, "the truth of 0 < i|the truth of i > 0"),
    "a float": (lambda i, j: i < 2.5, "only in the logic"),
    "another nest": (lambda i, j: i < sa.Nest(shape=(3,)).indices[0], "belongs to another nest"),
}


@pytest.mark.parametrize(("use", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(use, message):
    with pytest.raises(sa.CompileError, match=message) as caught:
        constrained(use)
    assert caught.value.location.file == __file__
