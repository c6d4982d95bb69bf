# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on fusing, with its spellings.

The fusing index stands behind the common loops here, and before them in Accera: programs ask for
it by `get_fusing_index`, and for the others by `get_fused_indices` and `get_unfused_indices`.
"""

import numpy as np
import pytest
import saopt as acc
from harness import Case, Cases, random

cases = Cases()
N = 10


def shift_and_scale():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(N, N))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(N, N))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(N, N))
    nest0, nest1 = acc.Nest(shape=(N, N)), acc.Nest(shape=(N, N))
    i0, j0 = nest0.get_indices()
    i1, j1 = nest1.get_indices()

    @nest0.iteration_logic
    def _():
        C[i0, j0] += A[i0, j0]

    @nest1.iteration_logic
    def _():
        C[i1, j1] *= B[i1, j1]

    a, b, c = (np.round(random(N, N)) for _ in range(3))
    return (nest0, nest1), (A, B, C), (a, b, c), (None, None, (c + a) * b)


@cases
def one_after_the_other():
    nests, *case = shift_and_scale()
    return Case(acc.fuse([nest.create_schedule() for nest in nests], partial=0), *case)


@cases
def full_fusing():
    nests, *case = shift_and_scale()
    schedule0, schedule1 = (nest.create_schedule() for nest in nests)
    schedule = acc.fuse(schedule0, schedule1)
    i, j = schedule.get_fused_indices()
    f = schedule.get_fusing_index()
    schedule.reorder(i, j, f)
    return Case(schedule, *case)


@cases
def schedules_from_a_generator():
    nests, *case = shift_and_scale()
    return Case(acc.fuse(nest.create_schedule() for nest in nests), *case)


@cases
def tiles_of_fused_loops():
    nests, *case = shift_and_scale()
    schedule = acc.fuse(tuple(nest.create_schedule() for nest in nests))
    i, j = schedule.get_fused_indices()
    f = schedule.get_fusing_index()
    ii, jj = schedule.tile({i: 2, j: 2})
    schedule.reorder(i, j, f, ii, jj)
    return Case(schedule, *case)


@cases
def a_layer_with_activation():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(8, 4))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(4, 8))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(8, 8))
    nest0, nest1 = acc.Nest(shape=(8, 8, 4)), acc.Nest(shape=(8, 8))
    i0, j0, k0 = nest0.get_indices()
    i1, j1 = nest1.get_indices()

    @nest0.iteration_logic
    def _():
        C[i0, j0] += A[i0, k0] * B[k0, j0]

    @nest1.iteration_logic
    def _():
        C[i1, j1] = acc.max(C[i1, j1], 0)

    schedule = acc.fuse((nest0.create_schedule(), nest1.create_schedule()), partial=2)
    i, j = schedule.get_fused_indices()
    (k,) = schedule.get_unfused_indices()
    f = schedule.get_fusing_index()
    ii, jj = schedule.tile({i: 4, j: 4})
    schedule.reorder(i, j, f, ii, jj, k)
    plan = schedule.create_plan()
    plan.unroll(ii)
    a, b, c = (np.round(random(*shape)) for shape in ((8, 4), (4, 8), (8, 8)))
    return Case(plan, (A, B, C), (a, b, c), (None, None, np.maximum(c + a @ b, 0)))


@cases
def products_in_a_row():
    """E += A @ B @ D, in stripes of rows, with the product between in private memory."""
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(12, 6))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(6, 10))
    D = acc.Array(role=acc.Array.Role.INPUT, shape=(10, 7))
    C = acc.Array(role=acc.Array.Role.TEMP, shape=(12, 10))
    E = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(12, 7))
    nest0, nest1 = acc.Nest(shape=(12, 10, 6)), acc.Nest(shape=(12, 7, 10))
    i0, j0, k0 = nest0.get_indices()
    i1, j1, k1 = nest1.get_indices()

    @nest0.iteration_logic
    def _():
        C[i0, j0] += A[i0, k0] * B[k0, j0]

    @nest1.iteration_logic
    def _():
        E[i1, j1] += C[i1, k1] * D[k1, j1]

    schedules = []
    for nest in (nest0, nest1):
        schedule = nest.create_schedule()
        schedule.split(nest.get_indices()[0], 4)
        schedules.append(schedule)
    fused = acc.fuse(schedules, partial=1)
    plan = fused.create_plan()
    a, b, d = (np.round(random(*shape)) for shape in ((12, 6), (6, 10), (10, 7)))
    inputs = (a, b, d, np.zeros((12, 7), "f4"))
    return Case(plan, (A, B, D, E), inputs, (None, None, None, a @ b @ d))


test_on_every_engine = cases.tests()


def test_an_unsafe_order_is_refused():
    """The second schedule runs over columns: fused, it would scale what is not shifted yet."""
    (nest0, nest1), *_ = shift_and_scale()
    schedule1 = nest1.create_schedule()
    schedule1.reorder(*reversed(schedule1.get_indices()))
    with pytest.raises(acc.ScheduleError, match=r"C\["):
        acc.fuse(nest0.create_schedule(), schedule1)


def test_the_fusing_index_is_not_parallel():
    (nest0, nest1), *_ = shift_and_scale()
    fused = acc.fuse(nest0.create_schedule(), nest1.create_schedule())
    f, plan = fused.get_fusing_index(), fused.create_plan()
    for step in (plan.parallelize, plan.vectorize, plan.unroll):
        with pytest.raises(acc.ScheduleError, match="tells"):
            step(f)
