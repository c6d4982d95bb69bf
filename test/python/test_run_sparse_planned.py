# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros in nests with a plan: shorter loops where the plan leaves them alone."""

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

ROWS, COLUMNS = 48, 32

PATTERNS = {
    "rows": lambda i, j: (i >= 10) & (i < 29),
    "columns": lambda i, j: j < 7,
    "both": lambda i, j: (i < 20) & (j >= 5) & (j < 23),
    "scattered": lambda i, j: i % 3 == 0,
    "zero": lambda i, j: i < 0,
}


def scheduled(nest, i, j, k):
    return nest.create_schedule()


def reordered(nest, i, j, k):
    schedule = nest.create_schedule()
    schedule.reorder(k, i, j)
    return schedule.create_plan()


def parallel(nest, i, j, k):
    plan = nest.create_schedule().create_plan()
    plan.parallelize((i, j))
    return plan


def other_loop(nest, i, j, k):
    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(i, j, k, ii)
    plan = schedule.create_plan()
    plan.unroll(ii)
    plan.parallelize(i)
    return plan


def split(nest, i, j, k):
    schedule = nest.create_schedule()
    kk, jj = schedule.split(k, 8), schedule.split(j, 16)
    schedule.reorder(i, j, k, kk, jj)
    plan = schedule.create_plan()
    plan.vectorize(jj)
    return plan


PLANS = (scheduled, reordered, parallel, other_loop, split)


def build(pattern, plan):
    """Return a planned product, its arrays, and the constant."""
    values = random(ROWS, COLUMNS, dtype="int32", low=1, high=5)
    w = np.where(PATTERNS[pattern](*np.indices((ROWS, COLUMNS))), values, 0).astype(np.int32)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    A, C = arrays(("input", "i32", (8, ROWS)), ("inout", "i32", (8, COLUMNS)))
    nest = sa.Nest(shape=(8, COLUMNS, ROWS))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * W[k, j]

    return plan(nest, i, j, k), (A, C), w


@cases.over(itertools.product(PATTERNS, PLANS), lambda choice: f"{choice[0]}_{choice[1].__name__}")
def planned(choice):
    source, args, w = build(*choice)
    a, c = random(8, ROWS, dtype="int32"), random(8, COLUMNS, dtype="int32")
    return Case(source, args, (a, c), (None, c + a @ w))


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.__name__)
def test_the_report_says_what_the_plan_allows(plan):
    source, args, _ = build("both", plan)
    report = sa.compile(source, args=args).report
    assert ("last 28 of 48 rows are zero and are skipped" in report) == (plan is not split)
    assert ("and the last 9 of 32 columns are zero and are skipped" in report) == (
        plan is not split
    )
    assert ("not skipped, because a plan decides the loops" in report) == (plan is split)
    assert "skipped" not in sa.compile(source, args=args, strict=True).report
