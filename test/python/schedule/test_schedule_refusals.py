# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of schedules that are refused, where they are taken and without leaving a trace.

Every function below takes one wrong step; the decorator says what the error must say.
"""

import re

import pytest
import saopt as sa
from refused_steps import Refusals
from saopt._src.schedule.accera_refusals import NAMES

refused = Refusals()


# Malformed steps of schedules.


@refused("the size of the tiles of 'i' must be positive, not 0")
def split_by_zero(mm, i):
    mm.split(i, 0)


@refused("the size of the tiles of 'i' must be positive, not -4")
def split_by_a_negative_number(mm, i):
    mm.split(i, -4)


@refused("the size of the tiles of 'i' must be an integer, not True")
def split_by_a_truth(mm, i):
    mm.split(i, True)


@refused("the size of the tiles of 'i' must be an integer, not 2.5")
def split_by_a_fraction(mm, i):
    mm.split(i, 2.5)


@refused("the size of the tiles of 'i' must be an integer, not '4'")
def split_by_a_text(mm, i):
    mm.split(i, "4")


@refused("split takes indices of the schedule, i, j, k, not 'i'")
def split_a_name(mm):
    mm.split("i", 4)


@refused("split takes indices of the schedule, i, j, k, not 0")
def split_a_number(mm):
    mm.split(0, 4)


@refused("split takes indices of the schedule, i, j, k, not (i + 1)")
def split_an_expression(mm, i):
    mm.split(i + 1, 4)


@refused("cannot split the loop 'x', which is of another schedule", "i, j, k")
def split_a_foreign_loop(mm, x):
    mm.split(x, 4)


@refused("too large to count")
def split_into_huge_pieces(mm, i):
    mm.split(i, 2**60)


@refused("cannot split 'f', which tells fused nests apart")
def split_the_fusing_index(fused, f):
    fused.split(f, 2)


@refused("cannot split the loop 'p', which has become part of a fused one", "I, J, f")
def split_a_fused_away_loop(fused, p):
    fused.split(p, 2)


@refused("tile takes a dictionary of indices and sizes", "not a tuple")
def tile_by_a_tuple(mm, i, j):
    mm.tile((i, j))


@refused("tile is given no index")
def tile_nothing(mm):
    mm.tile({})


@refused("the size of the tiles of 'j' must be positive, not 0")
def tile_by_zero(mm, i, j):
    mm.tile({i: 4, j: 0})


@refused("cannot tile the loop 'x', which is of another schedule")
def tile_a_foreign_loop(mm, i, x):
    mm.tile({i: 4, x: 4})


@refused("reorder is given no index")
def reorder_nothing(mm):
    mm.reorder()


@refused("reorder names the loop 'i' twice")
def reorder_a_loop_twice(mm, i, j):
    mm.reorder(i, j, i)


@refused("reorder takes indices of the schedule, i, j, k, not None")
def reorder_none(mm, i):
    mm.reorder(i, None)


@refused("cannot reorder the loop 'x', which is of another schedule")
def reorder_a_foreign_loop(mm, i, x):
    mm.reorder((x, i))


@refused("the padding of 'i' must be at least 0, not -1")
def pad_by_a_negative_number(mm, i):
    mm.pad(i, -1)


@refused("adds 9223372036854775807 iterations: at most 281474976710656 can be added")
def pad_by_so_much_that_the_end_wraps_around(mm, i):
    mm.pad(i, 2**63 - 1)


@refused("the padding of 'i' must be an integer, not False")
def pad_by_a_truth(mm, i):
    mm.pad(i, False)


@refused("skew is given the loop 'i' twice")
def skew_by_itself(mm, i):
    mm.skew(i, i)


@refused("cannot skew the loop 'x', which is of another schedule")
def skew_by_a_foreign_loop(mm, i, x):
    mm.skew(i, x)


@refused("unroll_loops_smaller_than must be an integer, not 'few'")
def skew_and_unroll_a_text(mm, i, j):
    mm.skew(i, j, unroll_loops_smaller_than="few")


@refused("fuse takes at least two schedules, not 1")
def fuse_one(mm):
    sa.fuse((mm,))


@refused("fuse takes at least two schedules, not 0")
def fuse_none():
    sa.fuse(())


@refused("fuse takes schedules", "not a Nest")
def fuse_a_nest(mm):
    sa.fuse(mm, sa.Nest(shape=(4,)))


@refused("fuse takes schedules", "not a Plan")
def fuse_a_plan(mm, plan):
    sa.fuse((mm, plan))


@refused("fuse is given a schedule twice")
def fuse_with_itself(mm):
    sa.fuse(mm, mm)


@refused("partial is 3, but one of the schedules has 2 loops")
def fuse_too_many_loops(mm, sums):
    sa.fuse((mm, sums), partial=3)


@refused("partial is a number of loops, not -1")
def fuse_a_negative_number_of_loops(mm, sums):
    sa.fuse((mm, sums), partial=-1)


@refused("partial must be an integer, not True")
def fuse_a_truth_of_loops(mm, sums):
    sa.fuse((mm, sums), partial=True)


@refused("is no target", "create_plan(sa.Target.HOST)")
def plan_for_a_text(mm):
    mm.create_plan("pvc")


@refused("the schedule has a plan", "before create_plan()")
def split_after_planning(planned, pi):
    planned.split(pi, 2)


@refused("the schedule has a plan", "before create_plan()")
def reorder_after_planning(planned, pi):
    planned.reorder(pi)


# Steps of schedules that would change results.


@refused("E[", "loop", "reorder")
def reorder_against_a_dependence(shift, a, b):
    shift.reorder(b, a)


@refused("D[")
def reorder_a_relaxation(relax, t, x):
    relax.reorder(x, t)


@refused("puts the loop 'ii' before 'i', which it was split from")
def reorder_inner_before_outer(tiled, ti, ii):
    tiled.reorder(ii, ti)


@refused("T[")
def fuse_what_reads_ahead(early, late):
    sa.fuse(early, late)


@refused("with step 4 and", "split after fusing")
def fuse_loops_of_different_steps(tiled, mm):
    sa.fuse((tiled, mm), partial=1)


@refused("cannot fuse the loop 'f', which tells the nests of a fused schedule apart")
def fuse_the_fusing_index(fused, mm):
    sa.fuse((fused, mm), partial=3)


@refused("cannot skew with 'f', which tells fused nests apart and has no iterations of its own")
def skew_by_the_fusing_index(fused, J, f):
    fused.skew(J, f)


@refused("cannot skew the loop 'i' by 'q', which is not a loop of all its nests")
def skew_by_a_loop_of_one_of_the_nests(partly, row, column):
    partly.skew(row, column)


@refused("to sums that are too large to count")
def skew_by_so_much_that_the_sum_wraps_around(long, long_i, long_j):
    long.skew(long_i, long_j)


@refused("cannot pad the loop 'f', which tells fused nests apart")
def pad_the_fusing_index(fused, f):
    fused.pad(f, 2)


test_refused = refused.tests()


def test_enough_are_refused():
    assert len(refused) >= 47


@pytest.mark.parametrize("name", sorted(NAMES))
def test_names_of_accera_say_what_takes_their_place(name):
    with pytest.raises(AttributeError, match=re.escape(NAMES[name])):
        getattr(sa, name)
    assert not hasattr(sa, name)
