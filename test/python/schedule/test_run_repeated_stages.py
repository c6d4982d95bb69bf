# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stages of a group that a common loop runs again and again."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Cases, arrays, call, random
from test_run_stages import (
    BLOCK_X,
    BLOCK_Y,
    SIZES,
    THREAD_X,
    THREAD_Y,
    like_eager,
    nest,
    over_sizes,
    temp,
)

cases = Cases()


def products(m, n, k, chosen, bind):
    """Return products one by one, and their sum, in tiles of 4 by 8 whose depth is common."""
    A, B, C = arrays(
        ("input", sa.int32, (m, k)), ("input", sa.int32, (k, n)), ("inout", sa.int32, (m, n))
    )
    T = temp("T", (m, n, k))

    def multiply(i, j, p):
        T[i, j, p] = A[i, p] * B[p, j]

    def add(i, j, p):
        C[i, j] += sa.max(T[i, j, p], 0)

    nests = nest((m, n, k), multiply), nest((m, n, k), add)
    schedules, inner = [], []
    for part in nests:
        schedule = part.create_schedule()
        row, column, depth = part.get_indices()
        rr, cc = schedule.tile({row: 4, column: 8})
        schedule.reorder(row, column, depth, rr, cc)
        schedules.append(schedule)
        inner.append((rr, cc))
    fused = sa.fuse(schedules, partial=3)
    plan = fused.create_plan()
    i, j, _ = fused.get_fused_indices()
    plan.bind({i: BLOCK_Y, j: BLOCK_X, **bind(*inner)})
    rows, columns, sums = chosen
    shapes = [(rows, sums), (sums, columns), (rows, columns)]
    inputs = [random(*shape, dtype=np.int32) for shape in shapes]
    return nests, plan, (A, B, C), inputs


def alike(first, second):
    return {first[0]: THREAD_Y, first[1]: THREAD_X, second[0]: THREAD_Y, second[1]: THREAD_X}


def across(first, second):
    return {first[0]: THREAD_Y, first[1]: THREAD_X, second[0]: THREAD_X, second[1]: THREAD_Y}


def one_row(first, second):
    return {first[0]: THREAD_Y, first[1]: THREAD_X, second[0]: THREAD_X}


@over_sizes(*SIZES, cases=cases)
def same_work_items(m, n, k, chosen):
    return products(m, n, k, chosen, alike)


@over_sizes(*SIZES, cases=cases)
def other_work_items(m, n, k, chosen):
    """The sums are added up by other work-items than those that multiply."""
    return products(m, n, k, chosen, across)


@over_sizes(*SIZES, cases=cases)
def fewer_work_items(m, n, k, chosen):
    return products(m, n, k, chosen, one_row)


@over_sizes((5, 6), (3, 1), (1, 1), (0, 4), (3, 0), cases=cases)
def cleared_again(m, n, chosen):
    """A temporary is zero again in each iteration of the common loop."""
    A, B = arrays(("input", sa.int32, (m, n, 8, 3)), ("inout", sa.int32, (m, n, 8)))
    S, P = temp("S", (m, n, 8)), temp("P", (m, n, 8))

    def add(i, s, x, p):
        S[i, s, x] += A[i, s, x, p]

    def multiply(i, s, x, p):
        P[i, s, 7 - x] += S[i, s, 7 - x] * A[i, s, x, p]

    def use(i, s, x):
        B[i, s, x] += P[i, s, x] + S[i, s, 7 - x]

    nests = nest((m, n, 8, 3), add), nest((m, n, 8, 3), multiply), nest((m, n, 8), use)
    fused = sa.fuse([part.create_schedule() for part in nests], partial=2)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[2]: THREAD_X for part in nests})
    inputs = [random(*chosen, 8, 3, dtype=np.int32), random(*chosen, 8, dtype=np.int32)]
    return nests, plan, (A, B), inputs


@cases
def unrolled():
    nests, plan, args, inputs = products(5, 9, 3, (5, 9, 3), across)
    plan.unroll(plan._order[2])
    return like_eager(nests, plan, args, inputs)


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_steps_in_time(engine):
    """With `unsafe_fuse`, an iteration sees what the one before left in device memory."""
    D = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(5, 16), name="D")
    T = temp("T", (5, 16))

    def mix(i, s, x):
        T[i, x] = D[i, 15 - x] + 2 * D[i, x]

    def keep(i, s, x):
        D[i, x] = T[i, x] % 1000 - 500

    parts = nest((5, 9, 16), mix), nest((5, 9, 16), keep)
    fused = sa.unsafe_fuse([part.create_schedule() for part in parts], partial=2)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[2]: THREAD_X for part in parts})
    start = random(5, 16, dtype=np.int32)
    expected = start.copy()
    for _ in range(9):
        expected = (expected[:, ::-1] + 2 * expected) % 1000 - 500
    (result,) = call(sa.compile(plan, (D,), engine), start)
    np.testing.assert_array_equal(result, expected)


def test_text_and_report():
    _, plan, args, _ = products(13, 19, 7, (13, 19, 7), across)
    lines = [line.strip() for line in str(plan).splitlines()]
    assert lines[2].startswith("for ") and lines[3] == "# f = 0"
    assert sum("after a barrier" in line for line in lines) == 1
    assert lines[-1] == "# a barrier"
    assert sa.compile(plan, args, name="f").report.splitlines() == [
        "function 'f':",
        "  temporary 'T': 128 bytes of local memory for each group",
    ]


def test_one_barrier_for_two_cleared_temporaries():
    _, plan, args, _ = cleared_again(5, 6, (5, 6))
    function = sa.compile(plan, args, "sycl")
    # After both are cleared, between the nests, and before the next iteration.
    assert function.source.count("sycl::group_barrier(") == 4
