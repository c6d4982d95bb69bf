# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of the vectorized loops of a plan are rows of a block of registers, and which are not."""

import re

import numpy as np
import saopt as sa
from harness import call, random


def chain():
    """Return three nests over rows of 64, their arrays, and the last two indices of each."""
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(6, 64), name="X")
    Y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(6, 64), name="Y")
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(6, 64), name="T")
    nests = [sa.Nest(shape=(6, 64)) for _ in range(3)]
    (a, b), (c, d), (s, t) = (nest.get_indices() for nest in nests)

    @nests[0].iteration_logic
    def _():
        T[a, b] = X[a, b] + 1

    @nests[1].iteration_logic
    def _():
        T[c, d] = T[c, d] * 2

    @nests[2].iteration_logic
    def _():
        Y[s, t] = T[s, t] - 3

    return nests, (X, Y), ((a, b), (c, d), (s, t))


def executions(plan):
    return re.findall(r"for (\w+) in .*?# (\w+)", str(plan))


def test_loops_of_different_nests_are_all_vectorized(device_engine):
    nests, (X, Y), indices = chain()
    fused = sa.fuse([nest.create_schedule() for nest in nests], partial=1)
    inner = [fused.split(column, 16) for _, column in indices]
    for order in ((0, 1, 2), (2, 0, 1)):
        plan = fused.create_plan()
        for number in order:
            plan.vectorize(inner[number])
        assert [how for _, how in executions(plan)] == ["vectorize"] * 3
    x = random(6, 64)
    function = sa.compile(plan, args=(X, Y), engine=device_engine)
    _, result = call(function, x, np.zeros_like(x))
    np.testing.assert_array_equal(result, (x + 1) * 2 - 3)


def test_a_loop_around_all_nests_is_a_row_of_each():
    nests, _, indices = chain()
    for first in (True, False):
        fused = sa.fuse([nest.create_schedule() for nest in nests], partial=1)
        (row,) = fused.get_fused_indices()
        rr = fused.split(row, 2)
        plan = fused.create_plan()
        steps = [rr, indices[0][1]] if first else [indices[0][1], rr]
        for index in steps:
            plan.vectorize(index)
        assert executions(plan) == [("rr", "unroll"), ("b", "vectorize")]


def test_nests_that_were_fused_twice_are_told_apart():
    nests, _, indices = chain()
    first, second, third = (nest.create_schedule() for nest in nests)
    pair = sa.fuse(first, second, partial=1)
    fused = sa.fuse(pair, third, partial=0)
    plan = fused.create_plan()
    for _, column in indices:
        plan.vectorize(column)
    assert [how for _, how in executions(plan)] == ["vectorize"] * 3
    common = pair.get_fused_indices()[0]
    tiles = sa.fuse(pair, nests[2].create_schedule(), partial=1)
    assert common not in tiles.get_indices()


def test_the_source_of_a_plan_has_no_schedule_with_the_name_of_a_loop():
    rows = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(40,), name="rows")
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(40, 64), name="X")
    Y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(40, 64), name="Y")
    adding, dividing = sa.Nest(shape=(40, 64)), sa.Nest(shape=(40, 64))
    s, s1 = adding.get_indices()
    s2, t = dividing.get_indices()

    @adding.iteration_logic
    def _():
        rows[s] += X[s, s1]

    @dividing.iteration_logic
    def _():
        Y[s2, t] = X[s2, t] / rows[s2]

    nests = (adding, dividing)
    function = sa.compile(nests, args=(X, Y), name="normalize")
    scope = {}
    exec(function.schedule_source(), scope)
    again = sa.compile(scope["schedule"](nests, {"X": X, "Y": Y, "rows": rows}), args=(X, Y))
    x = random(40, 64) + np.float32(5)
    results = [call(f, x, np.zeros_like(x))[1] for f in (function, again)]
    np.testing.assert_allclose(results[0], x / x.sum(axis=1, keepdims=True), rtol=1e-4)
    np.testing.assert_allclose(results[1], results[0], rtol=1e-5)
