# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums that are written as a load and a store of one element, and steps that reorder them."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, arrays, call, random


def product(update):
    """Return the plan of a matrix product whose update is written in some way."""
    A, B, C = arrays(
        ("input", "f4", (13, 21)), ("input", "f4", (21, 18)), ("inout", "f4", (13, 18))
    )
    nest = sa.Nest(shape=(13, 18, 21))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] = update(C[i, j], A[i, k] * B[k, j])

    schedule = nest.create_schedule()
    kk, jj = schedule.split(k, 8), schedule.split(j, 8)
    schedule.reorder(i, j, k, kk, jj)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.vectorize(jj)
    return plan, (A, B, C)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("update", "expected"),
    [
        (lambda c, x: c + x, lambda c, x: c + x.sum(axis=1)),
        (lambda c, x: x + c, lambda c, x: c + x.sum(axis=1)),
        (lambda c, x: c - x, lambda c, x: c - x.sum(axis=1)),
        (lambda c, x: c * x, lambda c, x: c * x.prod(axis=1)),
        (lambda c, x: sa.max(x, c), lambda c, x: np.maximum(c, x.max(axis=1))),
        (lambda c, x: sa.min(c, x), lambda c, x: np.minimum(c, x.min(axis=1))),
    ],
    ids=["plus", "plus_right", "minus", "times", "max", "min"],
)
def test_floats(update, expected, engine):
    plan, args = product(update)
    function = sa.compile(plan, args=args, engine=engine)
    a, b, c = random(13, 21), random(21, 18), random(13, 18)
    result = call(function, a, b, c)[2]
    products = a[:, :, None] * b[None, :, :]
    np.testing.assert_allclose(result, expected(c, products), rtol=2e-5, atol=1e-4)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("op", ["and", "or", "xor", "xor_in_place"])
def test_bits(op, engine):
    A, C = arrays(("input", "u4", (40, 6)), ("inout", "u4", (6,)))
    nest = sa.Nest(shape=(6, 40))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        if op == "and":
            C[i] = C[i] & A[k, i]
        elif op == "or":
            C[i] = A[k, i] | C[i]
        elif op == "xor":
            C[i] = C[i] ^ A[k, i]
        else:
            C[i] ^= A[k, i]

    schedule = nest.create_schedule()
    kk = schedule.split(k, 8)
    schedule.reorder(k, i, kk)
    plan = schedule.create_plan()
    plan.parallelize(k)
    if engine != "eager":
        plan.vectorize(kk)
    function = sa.compile(plan, args=(A, C), engine=engine)
    rng = np.random.default_rng(0)
    a, c = (rng.integers(0, 2**32, shape, np.uint32) for shape in ((40, 6), (6,)))
    combine = {"and": np.bitwise_and, "or": np.bitwise_or}.get(op, np.bitwise_xor)
    assert np.array_equal(call(function, a, c)[1], combine(c, combine.reduce(a)))


def test_other_updates_are_no_sums():
    """The element on the right of a difference, and another element."""
    A, C = arrays(("input", "f4", (40, 6)), ("inout", "f4", (6,)))
    nest = sa.Nest(shape=(6, 40))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[k, i] - C[i]

    schedule = nest.create_schedule()
    with pytest.raises(sa.ScheduleError):
        schedule.create_plan().parallelize(k)
