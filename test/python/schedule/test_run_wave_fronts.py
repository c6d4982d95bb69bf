# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Skewed loops of tiles, on every engine: tiles, and points of tiles, along their diagonals."""

import numpy as np
import saopt as sa
from harness import Case, Cases, call, random
from schedule_programs import alignment, over_sizes, producer_and_consumer, row_sums

cases = Cases()

SIZES = [(14, 18), (17, 9), (3, 2), (2, 2), (1, 1), (2, 10), (0, 3), (3, 0)]


def alignment_cases(function):
    """Register a schedule of an alignment for each shape, and for all of them at once."""

    def make(sizes, shape):
        align = alignment(*shape)
        rows, columns = sizes
        inputs = (
            random(rows, dtype=np.int32, low=0, high=3),
            random(columns, dtype=np.int32, low=0, high=3),
            random(rows, columns, dtype=np.int32),
        )
        expected = call(sa.compile(align.nest, align.args, "eager"), *inputs)
        return Case(function(align), align.args, inputs, expected)

    def fixed(sizes):
        return make(sizes, sizes)

    def run_time(sizes):
        return make(sizes, sa.create_dimensions("M", "N"))

    over_sizes(cases, SIZES, function.__name__, fixed, run_time)
    return function


def tiled(align, rows, columns):
    schedule = align.nest.create_schedule()
    ii, jj = schedule.tile({align.i: rows, align.j: columns})
    schedule.reorder(align.i, align.j, ii, jj)
    return schedule, ii, jj


@alignment_cases
def fronts_of_square_tiles(align):
    schedule, _, _ = tiled(align, 4, 4)
    schedule.skew(align.i, align.j)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    return plan


@alignment_cases
def fronts_of_flat_tiles(align):
    """The pieces of one loop are no multiple of those of the other."""
    schedule, _, _ = tiled(align, 3, 5)
    schedule.skew(align.i, align.j)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    return plan


@alignment_cases
def fronts_of_wide_tiles(align):
    schedule, _, _ = tiled(align, 6, 2)
    schedule.skew(align.i, align.j)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    return plan


@alignment_cases
def fronts_of_tiles_the_other_way(align):
    schedule, _, _ = tiled(align, 2, 6)
    schedule.skew(align.j, align.i)
    schedule.reorder(align.j, align.i)
    plan = schedule.create_plan()
    plan.parallelize(align.i)
    return plan


@alignment_cases
def fronts_of_tiles_that_are_split_again(align):
    schedule, _, _ = tiled(align, 2, 4)
    schedule.skew(align.i, align.j)
    fronts = schedule.split(align.i, 2)
    schedule.split(align.j, 2)
    plan = schedule.create_plan()
    plan.unroll(fronts)
    return plan


@alignment_cases
def fronts_in_tiles(align):
    """What lies on a diagonal of a tile runs in the lanes of vectors."""
    schedule, ii, jj = tiled(align, 5, 4)
    schedule.skew(ii, jj)
    plan = schedule.create_plan()
    plan.vectorize(jj)
    return plan


@alignment_cases
def fronts_of_tiles_and_in_tiles(align):
    schedule, ii, jj = tiled(align, 4, 4)
    schedule.skew(align.i, align.j)
    schedule.skew(ii, jj)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    plan.unroll(jj)
    return plan


@alignment_cases
def fronts_of_tiles_with_copies(align):
    schedule, ii, _ = tiled(align, 4, 4)
    schedule.skew(align.i, align.j)
    plan = schedule.create_plan()
    plan.cache(align.H, index=ii)
    plan.parallelize(align.j)
    return plan


@alignment_cases
def rows_by_tiles(align):
    """A loop that is not split, by one that is."""
    schedule = align.nest.create_schedule()
    jj = schedule.split(align.j, 4)
    schedule.skew(align.i, align.j)
    schedule.reorder(align.i, align.j, jj)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    return plan


@alignment_cases
def tiles_by_columns(align):
    schedule = align.nest.create_schedule()
    ii = schedule.split(align.i, 3)
    schedule.reorder(align.i, align.j, ii)
    schedule.skew(align.i, align.j)
    plan = schedule.create_plan()
    plan.parallelize(align.j)
    return plan


@alignment_cases
def inner_by_its_outer(align):
    schedule, ii, _ = tiled(align, 4, 3)
    schedule.skew(ii, align.i)
    return schedule


@alignment_cases
def inner_by_a_foreign_outer(align):
    schedule, ii, jj = tiled(align, 4, 3)
    schedule.skew(jj, align.i)
    schedule.skew(ii, align.j)
    return schedule


@alignment_cases
def skew_pad_split_and_skew(align):
    schedule = align.nest.create_schedule()
    schedule.pad(align.j, 2)
    schedule.skew(align.i, align.j)
    ii, jj = schedule.tile({align.i: 3, align.j: 4})
    schedule.reorder(align.i, align.j, ii, jj)
    schedule.skew(align.i, align.j)
    return schedule


@cases.over([(7, 11), (2, 3), (1, 1), (0, 2)], lambda sizes: "x".join(map(str, sizes)))
def outer_by_its_inner(sizes):
    """Sums may be added up in any order."""
    sums = row_sums(*sizes)
    schedule = sums.nest.create_schedule()
    jj = schedule.split(sums.j, 3)
    schedule.skew(sums.j, jj)
    schedule.skew(sums.j, jj)
    inputs = (random(*sizes, dtype=np.int32), random(sizes[0], dtype=np.int32))
    expected = call(sa.compile(sums.nest, sums.args, "eager"), *inputs)
    return Case(schedule, sums.args, inputs, expected)


def fused_tiles(sizes, rows):
    pair = producer_and_consumer(sizes)
    schedules = [nest.create_schedule() for nest in pair.nests]
    if rows:
        for schedule, (p, q) in zip(schedules, ((pair.i, pair.j), (pair.p, pair.q)), strict=True):
            pp, qq = schedule.tile({p: rows, q: 2})
            schedule.reorder(p, q, pp, qq)
    return pair, sa.fuse(schedules, partial=2)


def pair_case(pair, source, size):
    inputs = [random(size, size, dtype=np.int32, low=n, high=9) for n in range(3)]
    expected = call(sa.compile(pair.nests, pair.args, "eager"), *inputs)
    return Case(source, pair.args, inputs, expected)


@cases.over([0, 1, 3, 11])
def fronts_of_fused_tiles(size):
    pair, fused = fused_tiles(size, 3)
    i, j = fused.get_fused_indices()
    fused.skew(i, j)
    plan = fused.create_plan()
    plan.parallelize(j)
    return pair_case(pair, plan, size)


@cases.over([0, 1, 3, 11])
def a_loop_of_one_nest_by_a_common_one(size):
    pair, fused = fused_tiles(size, 3)
    i, _ = fused.get_fused_indices()
    inner = fused.get_unfused_indices()[0]
    fused.skew(inner, i)
    return pair_case(pair, fused, size)


@cases.over([(0, 4), (1, 1), (3, 7), (11, 5)], lambda sizes: "x".join(map(str, sizes)))
def fronts_of_nests_of_different_sizes(sizes):
    """Each nest takes part on its own part of a diagonal."""
    few, many = sizes
    X = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(few, many), name="X")
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(many, few), name="Y")
    first, second = sa.Nest(shape=(few, many)), sa.Nest(shape=(many, few))
    i, j = first.get_indices()
    p, q = second.get_indices()

    @first.iteration_logic
    def _():
        X[i, j] = sa.cast(i * 100 + j, sa.int32)

    @second.iteration_logic
    def _():
        Y[p, q] += sa.cast(p * 100 + q, sa.int32)

    fused = sa.fuse((first.create_schedule(), second.create_schedule()), partial=2)
    r, c = fused.get_fused_indices()
    rr, cc = fused.tile({r: 3, c: 2})
    fused.reorder(r, c, rr, cc)
    fused.skew(r, c)
    fused.skew(rr, cc)
    plan = fused.create_plan()
    plan.parallelize(c)
    inputs = (random(few, many, dtype=np.int32), random(many, few, dtype=np.int32))
    expected = call(sa.compile((first, second), (X, Y), "eager"), *inputs)
    return Case(plan, (X, Y), inputs, expected)


test_on_every_engine = cases.tests()
