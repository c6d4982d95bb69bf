# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros in nests with a plan: iterations are left out where a loop is around
others."""

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()

ROWS, COLUMNS = 48, 32

PATTERNS = {
    "rows": lambda i, j: (i >= 10) & (i < 29),
    "columns": lambda i, j: j < 7,
    "both": lambda i, j: (i < 20) & (j >= 5) & (j < 23),
    "scattered": lambda i, j: i % 3 == 0,
    "blocks": lambda i, j: (i // 8 == 1) & (j // 16 == 0) | (i // 8 == 4) & (j // 16 == 1),
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


def named(nest, name):
    """Return an array of the nest; the result is B."""
    return next(array for array in nest.arrays() if array.name == name)


def tile(nest, i, j, k):
    """Return the schedule of a product in tiles, and its loops."""
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 16, k: 8})
    schedule.reorder(j, k, i, kk, ii, jj)
    return schedule, (j, k, i, kk, ii, jj)


def tiled(nest, i, j, k):
    schedule, (*_, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.unroll(ii)
    plan.vectorize(jj)
    return plan


def uneven(nest, i, j, k):
    """Edges everywhere: no piece divides its loop."""
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 3, j: 5, k: 7})
    schedule.reorder(k, j, i, kk, jj, ii)
    plan = schedule.create_plan()
    plan.unroll(ii)
    return plan


def cached(nest, i, j, k):
    schedule, (j, k, i, kk, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.cache(named(nest, "W"), index=i)
    plan.cache(named(nest, "A"), index=ii)
    plan.cache(named(nest, "B"), index=k)
    plan.unroll(ii)
    plan.vectorize(jj)
    plan.parallelize(j)
    return plan


def cached_inside(nest, i, j, k):
    """The result is copied in and out in each iteration, or is not touched."""
    schedule, (j, k, i, kk, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.cache(named(nest, "B"), index=i)
    plan.cache(named(nest, "A"), index=i)
    return plan


def buffered(nest, i, j, k):
    """Iterations fill the copies of those that come after them, inside of the loop that asks."""
    schedule, (j, k, i, kk, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.cache(named(nest, "A"), index=kk, double_buffer=True)
    return plan


def streamed(nest, i, j, k):
    """The loop over blocks fills the copies, so that idle ones do so, too."""
    schedule, (j, k, i, kk, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.cache(named(nest, "A"), index=i, double_buffer=True)
    plan.cache(named(nest, "W"), index=i, double_buffer=True)
    plan.vectorize(jj)
    return plan


def streamed_in_groups(nest, i, j, k):
    """The same in local memory, with work-items that wait for each other."""
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 8, k: 8})
    schedule.reorder(i, j, ii, jj, k, kk)
    plan = schedule.create_plan()
    grid = sa.Grid
    plan.bind({i: grid.BLOCK_Y, j: grid.BLOCK_X, ii: grid.THREAD_Y, jj: grid.THREAD_X})
    plan.cache(named(nest, "A"), index=kk, location=sa.MemorySpace.LOCAL, double_buffer=True)
    return plan


def fetched(nest, i, j, k):
    schedule, (j, k, i, kk, ii, jj) = tile(nest, i, j, k)
    plan = schedule.create_plan()
    plan.prefetch(named(nest, "A"), index=kk)
    plan.vectorize(jj)
    return plan


def summed(nest, i, j, k):
    """Work-items add up parts of the sums."""
    schedule = nest.create_schedule()
    kk, jj = schedule.split(k, 8), schedule.split(j, 4)
    schedule.reorder(k, i, j, kk, jj)
    plan = schedule.create_plan()
    plan.parallelize(k)
    return plan


def bound(nest, i, j, k):
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 8, k: 8})
    schedule.reorder(i, j, ii, jj, k, kk)
    plan = schedule.create_plan()
    grid = sa.Grid
    plan.bind({i: grid.BLOCK_Y, j: grid.BLOCK_X, ii: grid.THREAD_Y, jj: grid.THREAD_X})
    return plan


def skewed(nest, i, j, k):
    schedule = nest.create_schedule()
    schedule.skew(j, k)
    schedule.reorder(k, j, i)
    return schedule.create_plan()


PLAIN = (scheduled, reordered, parallel, other_loop)
TILED = (split, tiled, uneven, cached, cached_inside, fetched, summed, bound, skewed)
BUFFERED = (buffered, streamed, streamed_in_groups)
PLANS = (*PLAIN, *TILED, *BUFFERED)


def build(pattern, plan):
    """Return a planned product, its arrays, and the constant."""
    values = random(ROWS, COLUMNS, dtype="int32", low=1, high=5)
    w = np.where(PATTERNS[pattern](*np.indices((ROWS, COLUMNS))), values, 0).astype(np.int32)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    A, B = arrays(("input", "i32", (8, ROWS)), ("inout", "i32", (8, COLUMNS)))
    nest = sa.Nest(shape=(8, COLUMNS, ROWS))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] += A[i, k] * W[k, j]

    return plan(nest, i, j, k), (A, B), w


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
    assert ("are zero and are skipped in the loop" in report) or plan in PLAIN
    assert "are zero and are" in report
    assert "skipped" not in sa.compile(source, args=args, strict=True).report
    assert "skipped" not in sa.compile(source, args=args, skip_zeros=False).report


def test_blocks_are_left_out_around_inner_loops():
    source, args, _ = build("blocks", tiled)
    function = sa.compile(source, args=args)
    assert (
        "constant 'W': 10 of 12 blocks of 8x16 are zero and are skipped in the loop 'k' (estimated "
    ) in function.report
    # One question for each block, and none in the loops inside.
    kernel = function.source.split("for (int64_t k = 0;")[1].split("\n}\n")[0]
    before, after = kernel.split("for (int64_t i = 0;")
    assert before.count("if (") == 1
    assert after.count("if (") == 0


def fused(partial):
    """Return a schedule of two nests, of which one adds products with a constant."""
    size = 300
    w = np.where(np.arange(size) // 64 == 1, random(size, dtype="int32", low=1, high=5), 0)
    W = sa.Array(role=sa.Role.CONST, data=w.astype(np.int32), name="W")
    A, C = arrays(("input", "i32", (8, size)), ("inout", "i32", (8,)))
    first = sa.Nest(shape=(8, size))
    i0, k0 = first.get_indices()

    @first.iteration_logic
    def _():
        C[i0] += A[i0, k0] * W[k0]

    second = sa.Nest(shape=(8, size))
    i1, k1 = second.get_indices()

    @second.iteration_logic
    def _():
        C[i1] += A[i1, k1]

    one, other = first.create_schedule(), second.create_schedule()
    if partial == 1:
        one.split(k0, 64)
    schedule = sa.fuse((one, other), partial=partial)
    return schedule, (A, C), w


@pytest.mark.parametrize("partial", [1, 2])
def test_fused(device_engine, partial):
    schedule, args, w = fused(partial)
    function = sa.compile(schedule.create_plan(), args=args, engine=device_engine)
    assert ("4 of 5 blocks of 64 are zero and are skipped in the loop 'k" in function.report) == (
        partial == 1
    )
    assert ("not skipped, because no loop of the plan can skip them" in function.report) == (
        partial == 2
    )
    a, c = random(8, len(w), dtype="int32"), random(8, dtype="int32")
    np.testing.assert_array_equal(call(function, a, c)[1], c + a @ w + a.sum(axis=1))


@pytest.mark.parametrize("step", ["cache(A)", "cache(W)", "prefetch(A)"])
def test_steps_about_what_only_zeros_are_multiplied_with(device_engine, step):
    A, C = arrays(("input", "int32", (8, 5)), ("inout", "int32", 8))
    W = sa.Array(role=sa.Role.CONST, data=np.zeros(5, np.int32))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def add(r):
            C[i] += A[i, r] * W[r]

        sa.ForRange(5, add)

    plan = nest.create_plan()
    if step.startswith("cache"):
        plan.cache(A if "A" in step else W, index=i)
    else:
        plan.prefetch(A, i)
    c = random(8, dtype=np.int32)
    result = sa.asarray(c, copy=True)
    sa.compile(plan, args=(A, C), engine=device_engine)(sa.ones((8, 5), dtype=sa.int32), result)
    assert (result.asnumpy() == c).all()
