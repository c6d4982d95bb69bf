# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Temporaries between nests that a schedule fuses: where they are kept, and what they hold."""

from types import SimpleNamespace

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()

SIZES = [(13, 19), (8, 16), (3, 2), (1, 1), (0, 3), (3, 0)]
# How many loops are common: over rows of tiles, over tiles, over rows of a tile, over its points.
COMMON = [0, 1, 2, 3, 4]


def chain(rows, columns, element_type=sa.int32, kind="store"):
    """Return two nests with a temporary between them, each in tiles of 4 by 8."""
    shape = (rows, columns)
    A, B = arrays(("input", element_type, shape), ("inout", element_type, shape))
    T = sa.Array(role=sa.Role.TEMP, element_type=element_type, shape=shape, name="T")
    schedules = []
    nests = [sa.Nest(shape=shape) for _ in range(2)]
    (i, j), (p, q) = (nest.get_indices() for nest in nests)

    @nests[0].iteration_logic
    def _():
        def store():
            T[i, j] = A[i, j] + A[i, j]

        if kind == "store":
            store()
        elif kind == "sum":
            T[i, j] += A[i, j]
        else:
            sa.If(A[i, j] > 0, store)

    @nests[1].iteration_logic
    def _():
        B[p, q] += T[p, q]

    for nest in nests:
        schedule = nest.create_schedule()
        row, column = nest.get_indices()
        rr, cc = schedule.tile({row: 4, column: 8})
        schedule.reorder(row, column, rr, cc)
        schedules.append(schedule)
    return SimpleNamespace(nests=nests, args=(A, B), schedules=schedules, array=T)


def like_eager(program, source, sizes, dtype=np.int32):
    inputs = [random(*sizes, dtype=dtype) for _ in range(2)]
    expected = call(sa.compile(program.nests, program.args, "eager"), *inputs)
    return Case(source, program.args, inputs, expected)


def over_sizes(function):
    """Register a plan for each shape, and one with run-time sizes for all of them."""

    def fixed(sizes):
        program = chain(*sizes, kind=getattr(function, "kind", "store"))
        return like_eager(program, function(program), sizes)

    def run_time(sizes):
        program = chain(*sa.create_dimensions("M", "N"), kind=getattr(function, "kind", "store"))
        return like_eager(program, function(program), sizes)

    fixed.__name__ = function.__name__
    run_time.__name__ = f"{function.__name__}_open"
    for builder in (fixed, run_time):
        cases.over(SIZES, lambda sizes: "x".join(map(str, sizes)))(builder)
    return function


for common in COMMON:

    def one_after_the_other(program, common=common):
        return sa.fuse(program.schedules, partial=common)

    one_after_the_other.__name__ = f"common_loops_{common}"
    over_sizes(one_after_the_other)

for kind in ("sum", "sometimes"):
    # What is not written is zero, in every tile.
    def zero_at_first(program):
        return sa.fuse(program.schedules, partial=2)

    zero_at_first.__name__ = zero_at_first.kind = kind
    over_sizes(zero_at_first)


@over_sizes
def in_parallel(program):
    plan = sa.fuse(program.schedules, partial=2).create_plan()
    plan.parallelize(plan._order[:2])
    return plan


@over_sizes
def few_work_items(program):
    plan = sa.fuse(program.schedules, partial=2).create_plan()
    plan.parallelize(plan._order[:2], max_threads=2, policy="dynamic")
    return plan


@over_sizes
def in_vectors(program):
    fused = sa.fuse(program.schedules, partial=2)
    plan = fused.create_plan()
    plan.vectorize(fused.get_unfused_indices()[1])
    plan.vectorize(fused.get_unfused_indices()[3])
    plan.unroll(fused.get_unfused_indices()[2])
    return plan


@over_sizes
def points_in_vectors(program):
    fused = sa.fuse(program.schedules, partial=4)
    plan = fused.create_plan()
    plan.vectorize(fused.get_fused_indices()[3])
    plan.unroll(fused.get_fused_indices()[2])
    return plan


def bind(program, common):
    fused = sa.fuse(program.schedules, partial=common)
    plan = fused.create_plan()
    units = [sa.Grid.BLOCK_Y, sa.Grid.BLOCK_X, sa.Grid.THREAD_Y, sa.Grid.THREAD_X]
    plan.bind(dict(zip(fused.get_fused_indices(), units, strict=False)))
    return plan


@over_sizes
def on_a_grid(program):
    return bind(program, 4)


@over_sizes
def in_groups(program):
    return bind(program, 2)


@cases.over(["bool", "float16", "bfloat16", "float64", "uint8", "complex64"])
def element_types(name):
    program = chain(13, 19, name)
    dtype = program.array.element_type.dtype
    return like_eager(program, sa.fuse(program.schedules, partial=2), (13, 19), dtype)


test_on_every_engine = cases.tests()


WHERE = {
    0: "988 bytes of private memory",
    1: "304 bytes of private memory for each iteration of the loop 'row'",
    2: "128 bytes of private memory for each iteration of the loop 'column'",
    3: "32 bytes of private memory for each iteration of the loop 'rr'",
    4: "kept in registers",
}


@pytest.mark.parametrize("common", COMMON)
def test_report(common):
    program = chain(13, 19)
    fused = sa.fuse(program.schedules, partial=common)
    function = sa.compile(fused, program.args, name="f")
    assert function.report.splitlines() == ["function 'f':", f"  temporary 'T': {WHERE[common]}"]
    assert function.manifest["functions"][0]["temporaries"] == []


def test_report_of_a_sum():
    program = chain(13, 19, kind="sum")
    function = sa.compile(sa.fuse(program.schedules, partial=2), program.args)
    assert "128 bytes of private memory for each iteration of the loop 'column', cleared first" in (
        function.report
    )


def test_report_of_what_stays():
    program = chain(13, 19)
    function = sa.compile(program.schedules, program.args)
    assert (
        "temporary 'T': 988 bytes in device memory: no loop is around all of its uses: "
        "fuse their schedules"
    ) in function.report
    program = chain(64, 8192)
    function = sa.compile(sa.fuse(program.schedules, partial=0), program.args)
    assert (
        "temporary 'T': 2097152 bytes in device memory: the kernel uses 2097152 bytes of it, and "
        "private memory is for 524288 at the most"
    ) in function.report


def test_calls_do_not_see_each_other():
    """What one call left in a tile is not there in the next one."""
    program = chain(13, 19, kind="sometimes")
    function = sa.compile(sa.fuse(program.schedules, partial=2), program.args)
    full, empty = np.full((13, 19), 5, np.int32), np.full((13, 19), -1, np.int32)
    zeros = np.zeros((13, 19), np.int32)
    np.testing.assert_array_equal(call(function, full, zeros)[1], full * 2)
    np.testing.assert_array_equal(call(function, empty, zeros)[1], zeros)
