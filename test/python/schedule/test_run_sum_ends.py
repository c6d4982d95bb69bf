# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What comes before and after a sum, in one nest with it, stays in its registers."""

from __future__ import annotations

import functools
import re

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, UsmArray, check, random

cases = Cases()

SIZES = [(12, 32, 24), (13, 37, 19), (1, 1, 1), (3, 16, 0), (0, 4, 4), (5, 9, 2)]


def name_of(choice):
    """Return a part of a function's name: "3_16_0"."""
    return re.sub(r"\W+", "_", str(choice)).strip("_") or "whole"


def layer(m, n, k, open_sizes=False):
    """Return a nest for ``max((bias + A @ B) * 2, 0)``, and its arrays."""
    if open_sizes:
        m, n, k = sa.Dimension(), sa.Dimension(), sa.Dimension()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(m, k), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(k, n), name="B")
    V = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(n,), name="V")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(m, n), name="C")
    nest = sa.Nest(shape=(m, n, k))
    i, j, d = nest.get_indices()

    @nest.iteration_logic(predicate=sa.before(d))
    def _():
        C[i, j] = V[j]

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, d] * B[d, j]

    @nest.iteration_logic(predicate=sa.after(d))
    def _():
        C[i, j] = sa.max(C[i, j] * 2, 0)

    return nest, (A, B, V, C)


def case(source, args, sizes):
    """Return a case with small integers, whose sums are exact in any order."""
    m, n, k = sizes
    a, b, v = np.round(random(m, k)), np.round(random(k, n)), np.round(random(n))
    expected = np.maximum((v + a @ b) * 2, 0)
    given = [a, b, v, random(m, n)]
    return Case(source, args, given, [None, None, None, expected])


def block(nest, depths, vector, rows=3, columns=8):
    """Return a plan with a block of the result inside of the loops over the depth."""
    schedule = nest.create_schedule()
    i, j, k = nest.get_indices()
    ii, jj = schedule.split(i, rows), schedule.split(j, columns)
    loops = [k]
    for depth in depths:
        loops.append(schedule.split(loops[-1], depth))
    schedule.reorder(i, j, *loops, ii, jj)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.unroll(ii)
    if len(depths) > 1:
        plan.unroll(loops[-1])
    if vector:
        plan.vectorize(jj)
    return plan


@cases.over(SIZES, name_of)
def unscheduled(sizes):
    nest, args = layer(*sizes)
    return case(nest, args, sizes)


@cases.over([(sizes, depths) for sizes in SIZES[:3] for depths in [(), (8,), (8, 2)]], name_of)
def blocks(choice):
    sizes, depths = choice
    nest, args = layer(*sizes)
    return case(block(nest, depths, vector=True), args, sizes)


@cases.over([(8,), (8, 2)], name_of)
def scalars(depths):
    nest, args = layer(13, 37, 19)
    return case(block(nest, depths, vector=False), args, (13, 37, 19))


test_on_every_engine = cases.tests()


@functools.cache
def at_run_time(depths, engine):
    """Return the function for all sizes, with a chosen plan or with blocks, and its arrays."""
    nest, args = layer(*SIZES[0], open_sizes=True)
    source = nest if depths is None else block(nest, depths, vector=True)
    return sa.compile(source, args=args, engine=engine), args


@pytest.mark.parametrize("depths", [None, (), (8, 2)])
@pytest.mark.parametrize("sizes", SIZES)
def test_sizes_of_the_call(depths, sizes, engine):
    function, args = at_run_time(depths, engine)
    check(function, case(None, args, sizes))


@pytest.mark.parametrize("depths", [(), (8,), (8, 2)])
def test_stores_are_not_volatile(depths):
    """The workaround for reordered stores has nothing to do: sums are in registers."""
    nest, args = layer(12, 32, 24)
    plan = block(nest, depths, vector=True)
    lines = sa.compile(plan, args=args, engine="sycl").source.splitlines()
    assert not [line for line in lines if "volatile" in line and "C" in line and "=" in line]


@pytest.mark.parametrize("sizes", [(48, 128, 64), (37, 67, 41), (13, 40, 1100)])
@pytest.mark.parametrize("open_sizes", [False, True])
def test_chosen_plan(sizes, open_sizes):
    nest, args = layer(*sizes, open_sizes)
    function = sa.compile(nest, args=args, name="layer", schedule="auto")
    assert "contraction" in function.report or open_sizes
    m, n, k = sizes
    a, b, v = np.round(random(m, k)), np.round(random(k, n)), np.round(random(n))
    given = [UsmArray(x) for x in (a, b, v, random(m, n))]
    function(*given)
    np.testing.assert_array_equal(given[-1].host, np.maximum((v + a @ b) * 2, 0))
