# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Temporaries of fused nests in as much private memory as caches hold."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, UsmArray, random

cases = Cases()

CPU = sa.Target("caches", category="cpu", cache_sizes=(32 << 10, 1 << 20))


def rows_of(rows, columns, target=None, tile=1):
    """Return a plan that doubles each row into a temporary, and adds it up backwards from there."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(rows, columns), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(rows, columns), name="B")
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(rows, columns), name="T")
    first, second = sa.Nest(shape=(rows, columns)), sa.Nest(shape=(rows, columns))
    i, j = first.get_indices()
    p, q = second.get_indices()

    @first.iteration_logic
    def _():
        T[i, j] = A[i, j] * 2

    @second.iteration_logic
    def _():
        B[p, q] += T[p, columns - 1 - q]

    schedules = [first.create_schedule(), second.create_schedule()]
    for schedule, row in zip(schedules, (i, p), strict=True):
        if tile > 1:
            schedule.split(row, tile)
    fused = sa.fuse(schedules, partial=1)
    plan = fused.create_plan(target)
    plan.parallelize(fused.get_fused_indices()[0])
    return plan, (A, B)


def case(rows, columns, **options):
    plan, args = rows_of(rows, columns, **options)
    a, b = (random(rows, columns, dtype=np.int32) for _ in range(2))
    return Case(plan, args, [a, b], [None, b + 2 * a[:, ::-1]])


@cases.over([1025, 16 << 10, 128 << 10])
def sizes(columns):
    return case(3, columns)


@cases.over([2, 3])
def tiles(tile):
    return case(7, 8193, tile=tile)


@cases.over(["rows", "one"])
def on_a_target(name):
    return case({"rows": 5, "one": 1}[name], 256 << 10, target=CPU)


test_on_every_engine = cases.tests()


def report_of(columns, target=None):
    plan, args = rows_of(4, columns, target)
    return sa.compile(plan, args, name="rows").report


@pytest.mark.parametrize(
    ("target", "limit"),
    [
        (None, 512 << 10),
        (CPU, 1 << 20),
        (sa.Target("small", category="cpu", cache_sizes=(16 << 10,)), 16 << 10),
        (sa.Target("large", category="cpu", cache_sizes=(32 << 10, 8 << 20)), 1 << 20),
        (sa.Target("pvc"), 4096),
    ],
    ids=["none", "cpu", "small", "large", "gpu"],
)
def test_limit(target, limit):
    assert f"{limit} bytes of private memory for each" in report_of(limit // 4, target)
    assert (
        f"uses {limit + 4} bytes of it, and private memory is for {limit} at the most"
    ) in report_of(limit // 4 + 1, target)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_small_stacks(engine):
    """Private memory is on the stack of whoever runs the work-item."""
    rows, columns = 64, 256 << 10
    plan, args = rows_of(rows, columns, CPU)
    function = sa.compile(plan, args, engine)
    a, b = random(rows, columns, dtype=np.int32), np.zeros((rows, columns), np.int32)
    given = UsmArray(a), UsmArray(b)
    function(*given)
    previous = threading.stack_size(128 << 10)
    try:
        # Calls from several threads have no order: each has an output of its own.
        outputs = [UsmArray(np.zeros((rows, columns), np.int32)) for _ in range(3)]
        threads = [threading.Thread(target=function, args=(given[0], b)) for b in outputs]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(previous)
    for thread in threads:
        thread.join()
    for output in (given[1], *outputs):
        np.testing.assert_array_equal(output.host, 2 * a[:, ::-1])
