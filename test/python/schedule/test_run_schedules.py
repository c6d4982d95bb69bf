# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each step of a schedule, on every engine: primes, less than a tile, one, zero, open sizes."""

import numpy as np
import saopt as sa
from harness import Case, Cases, call, random
from schedule_programs import over_sizes, producer_and_consumer, product, relaxation

cases = Cases()

SIZES = [(13, 11, 17), (16, 16, 8), (3, 2, 1), (1, 1, 1), (0, 3, 2), (3, 0, 2), (3, 2, 0)]


def like_eager(source, nests, args, inputs):
    """Return the case whose results are those of the nests, one after the other."""
    expected = call(sa.compile(nests, args, "eager"), *inputs)
    return Case(source, args, inputs, expected)


def product_case(mm, source, sizes):
    rows, columns, depth = sizes
    shapes = ((rows, depth), (depth, columns), (rows, columns))
    inputs = [random(*shape, dtype=np.int32) for shape in shapes]
    return like_eager(source, mm.nest, mm.args, inputs)


def open_product():
    return product(*sa.create_dimensions("M", "N", "K"))


def product_cases(function):
    """Register a schedule of a product for each shape, and for all of them at once."""

    def fixed(sizes):
        mm = product(*sizes)
        return product_case(mm, function(mm), sizes)

    def run_time(sizes):
        mm = open_product()
        return product_case(mm, function(mm), sizes)

    over_sizes(cases, SIZES, function.__name__, fixed, run_time)
    return function


@product_cases
def as_written(mm):
    return mm.nest.create_schedule()


@product_cases
def split_one(mm):
    schedule = mm.nest.create_schedule()
    schedule.split(mm.i, 4)
    return schedule


@product_cases
def split_again(mm):
    schedule = mm.nest.create_schedule()
    outer = schedule.split(mm.k, 6)
    schedule.split(outer, 4)
    schedule.split(mm.k, 2)
    return schedule


@product_cases
def tile_and_reorder(mm):
    schedule = mm.nest.create_schedule()
    ii, jj, kk = schedule.tile({mm.i: 4, mm.j: 5, mm.k: 3})
    schedule.reorder(mm.j, mm.k, mm.i, kk, ii, jj)
    return schedule


@product_cases
def reorder_only(mm):
    schedule = mm.nest.create_schedule()
    schedule.reorder(mm.k, mm.j, mm.i)
    return schedule


@product_cases
def pad_and_split(mm):
    schedule = mm.nest.create_schedule()
    schedule.pad(mm.i, 3)
    schedule.pad(mm.j, 0)
    schedule.split(mm.i, 4)
    return schedule


@product_cases
def skew_and_tile(mm):
    schedule = mm.nest.create_schedule()
    schedule.skew(mm.i, mm.k)
    schedule.reorder(mm.j, mm.i, mm.k)
    schedule.tile({mm.i: 4, mm.k: 3})
    return schedule


@product_cases
def fuse_with_zeroing(mm):
    rows, columns, _ = mm.nest.shape
    zeroing = sa.Nest(shape=(rows, columns))
    p, q = zeroing.get_indices()

    @zeroing.iteration_logic
    def _():
        mm.C[p, q] = 0

    schedules = zeroing.create_schedule(), mm.nest.create_schedule()
    fused = sa.fuse(schedules, partial=2)
    i, j, f, k = fused.get_indices()
    ii, jj = fused.tile({i: 4, j: 3})
    fused.reorder(i, j, f, k, ii, jj)
    before = mm.nest
    mm.nest = (zeroing, before)
    return fused


def relaxation_case(relax, source, size):
    inputs = [random(size, dtype=np.int32, low=-100, high=100)]
    return like_eager(source, relax.nest, relax.args, inputs)


@cases.over([13, 3, 2])
def relaxation_skewed(size):
    relax = relaxation(5, size)
    schedule = relax.nest.create_schedule()
    schedule.skew(relax.x, relax.t, unroll_loops_smaller_than=6)
    schedule.reorder(relax.x, relax.t)
    schedule.split(relax.x, 4)
    return relaxation_case(relax, schedule, size)


@cases.over([13, 3, 2])
def relaxation_skewed_open(size):
    relax = relaxation(5, sa.Dimension("N"))
    schedule = relax.nest.create_schedule()
    schedule.skew(relax.x, relax.t)
    schedule.reorder(relax.x, relax.t)
    schedule.split(relax.x, 4)
    return relaxation_case(relax, schedule, size)


@cases.over([13, 3, 2])
def relaxation_in_wave_fronts(size):
    relax = relaxation(5, size)
    schedule = relax.nest.create_schedule()
    schedule.skew(relax.x, relax.t)
    schedule.skew(relax.x, relax.t)
    schedule.reorder(relax.x, relax.t)
    plan = schedule.create_plan()
    plan.parallelize(relax.t)
    return relaxation_case(relax, plan, size)


def pair_case(pair, source, size):
    inputs = [random(size, size, dtype=np.int32, low=n, high=9) for n in range(3)]
    return like_eager(source, pair.nests, pair.args, inputs)


@cases.over([0, 1, 3, 9])
def fuse_two(size):
    pair = producer_and_consumer(size)
    fused = sa.fuse(*(nest.create_schedule() for nest in pair.nests))
    i, j, f = fused.get_indices()
    ii = fused.split(i, 4)
    fused.reorder(i, j, f, ii)
    return pair_case(pair, fused, size)


@cases.over([1, 9])
def fuse_none_of_the_loops(size):
    pair = producer_and_consumer(size, shift=1)
    fused = sa.fuse([nest.create_schedule() for nest in pair.nests], partial=0)
    return pair_case(pair, fused, size)


@cases
def fuse_unequal_shapes():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(11,), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(11,), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(7,), name="C")
    nests = []
    for size, made, factor in ((11, B, 2), (7, C, 3), (5, B, 0)):
        nest = sa.Nest(shape=(size,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            made[i] = made[i] + factor * A[i] + 1  # noqa: B023 - runs at once

        nests.append(nest)
    schedules = [nest.create_schedule() for nest in nests]
    inner = sa.fuse(schedules[0], schedules[1])
    outer = sa.fuse(inner, schedules[2])
    outer.split(outer.get_indices()[0], 4)
    inputs = [random(n, dtype=np.int32) for n in (11, 11, 7)]
    return like_eager(outer, tuple(nests), (A, B, C), inputs)


@cases
def triangles_are_tiled():
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(13, 13), name="A")
    nest = sa.Nest(shape=(13, 13))
    i, j = nest.get_indices()
    nest.constrain(j <= i)
    nest.constrain(i + j < 20)

    @nest.iteration_logic
    def _():
        A[i, j] += sa.cast(i * 100 + j, sa.int32)

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 4, j: 3})
    schedule.reorder(j, i, jj, ii)
    return like_eager(schedule, nest, (A,), [random(13, 13, dtype=np.int32)])


@cases
def several_statements():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(13,), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(13,), name="B")
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(13,), name="T")
    nest = sa.Nest(shape=(13,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        T[i] = A[i] + 1
        B[i] += T[i] * T[i]
        T[i] = B[i]

    after = sa.Nest(shape=(13,))
    p = after.get_indices()

    @after.iteration_logic
    def _():
        B[p] -= T[12 - p]

    schedule = nest.create_schedule()
    schedule.split(i, 4)
    inputs = [random(13, dtype=np.int32, low=n, high=9) for n in range(2)]
    return like_eager((schedule, after), (nest, after), (A, B), inputs)


test_on_every_engine = cases.tests()
