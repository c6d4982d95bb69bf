# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies whose extent is only known at run time, in loops that run in parallel."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import numpy as np
import pytest
import saopt as sa
from harness import call
from saopt._src.build.compile import compile_many

PRIVATE, LOCAL, GLOBAL = sa.MemorySpace.PRIVATE, sa.MemorySpace.LOCAL, sa.MemorySpace.GLOBAL
# Primes, exact tiles, less than a tile, one and none.
SIZES = [(7, 13, 11), (8, 16, 4), (3, 2, 1), (1, 1, 1), (0, 5, 3), (5, 0, 2), (4, 6, 0)]
PLANS = {}


def planned(function):
    """Register a plan of the product; a decorator."""
    PLANS[function.__name__] = function
    return function


def product():
    M, N, K = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, K))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(K, N))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, N))
    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    return SimpleNamespace(
        nest=nest, schedule=schedule, args=(A, B, C), A=A, B=B, C=C, i=i, j=j, k=k
    )


def tiled(p):
    """Tile the loops of the product, and return its plan with the inner loops."""
    p.ii, p.jj, p.kk = p.schedule.tile({p.i: 4, p.j: 8, p.k: 3})
    p.schedule.reorder(p.i, p.j, p.k, p.ii, p.jj, p.kk)
    return p.schedule.create_plan()


@planned
def rows(p):
    plan = p.schedule.create_plan()
    plan.cache(p.A, index=p.k)
    plan.parallelize(p.i)
    return plan


@planned
def rows_and_columns(p):
    plan = p.schedule.create_plan()
    plan.parallelize((p.i, p.j))
    plan.cache(p.A, index=p.k)
    plan.cache(p.B, index=p.k, layout=sa.layout.col_major)
    return plan


@planned
def whole_arrays(p):
    plan = p.schedule.create_plan()
    plan.parallelize(p.i, max_threads=3, policy="dynamic")
    plan.cache(p.B, index=p.j, layout=sa.layout.blocked((2, 4)))
    return plan


@planned
def sums(p):
    plan = p.schedule.create_plan()
    plan.parallelize(p.i, max_threads=2)
    plan.cache(p.C, index=p.j)
    return plan


@planned
def sums_in_other_orders(p):
    p.schedule.reorder(p.i, p.k, p.j)
    plan = p.schedule.create_plan()
    plan.cache(p.C, level=2, layout=sa.layout.striped(3), element_type=sa.int64)
    plan.parallelize(p.i)
    return plan


@planned
def tiles(p):
    plan = tiled(p)
    plan.parallelize((p.i, p.j))
    plan.cache(p.A, index=p.k)
    plan.cache(p.B, index=p.k, layout=sa.layout.striped(8))
    plan.cache(p.C, index=p.k)
    plan.vectorize(p.jj)
    return plan


@planned
def copies_of_copies(p):
    plan = tiled(p)
    panel = plan.cache(p.B, index=p.k, location=GLOBAL)
    plan.cache(panel, index=p.ii)
    plan.cache(plan.cache(p.A, index=p.k), index=p.jj)
    plan.parallelize((p.i, p.j))
    return plan


@planned
def blocks_of_all_runs(p):
    plan = tiled(p)
    plan.cache(p.B, index=p.ii, trigger_index=p.k)
    plan.cache(p.A, index=p.jj, trigger_level=4)
    plan.parallelize(p.i)
    return plan


@planned
def stripes_of_all_runs(p):
    p.jj = p.schedule.split(p.j, 8)
    p.schedule.reorder(p.i, p.j, p.k, p.jj)
    plan = p.schedule.create_plan()
    plan.cache(p.B, index=p.k, trigger_index=p.j)
    plan.parallelize(p.i)
    return plan


@planned
def two_buffers(p):
    plan = p.schedule.create_plan()
    plan.cache(p.B, index=p.k, double_buffer=True)
    plan.cache(p.A, index=p.k, double_buffer=True, location=GLOBAL)
    plan.parallelize(p.i)
    return plan


@planned
def a_budget(p):
    plan = tiled(p)
    plan.cache(p.B, max_elements=32, location=GLOBAL)
    plan.cache(p.C, max_elements=64)
    plan.parallelize((p.i, p.j, p.k))
    return plan


@planned
def sums_of_parts(p):
    plan = tiled(p)
    plan.cache(plan.cache(p.C, index=p.ii, layout=sa.layout.blocked((2, 2))), index=p.jj)
    plan.parallelize((p.i, p.j, p.k))
    return plan


@planned
def copies_around_parts(p):
    p.schedule.reorder(p.k, p.i, p.j)
    plan = p.schedule.create_plan()
    plan.cache(p.A, index=p.k)
    plan.cache(plan.cache(p.C, index=p.k), index=p.j)
    plan.parallelize(p.k)
    return plan


@planned
def thrifty(p):
    plan = p.schedule.create_plan()
    plan.cache(p.A, index=p.k, thrifty=True)
    plan.cache(p.B, index=p.k, thrifty=True)
    plan.parallelize((p.i, p.j))
    return plan


@planned
def groups(p):
    p.ii, p.jj = p.schedule.tile({p.i: 4, p.j: 4})
    p.schedule.reorder(p.i, p.j, p.ii, p.jj, p.k)
    plan = p.schedule.create_plan()
    grid = sa.Grid
    plan.bind({p.i: grid.BLOCK_Y, p.j: grid.BLOCK_X, p.ii: grid.THREAD_Y, p.jj: grid.THREAD_X})
    plan.cache(p.A, index=p.k)
    plan.cache(p.B, index=p.k, layout=sa.layout.col_major)
    return plan


def with_another(p, partial):
    """Fuse the product, in the order i, k, j, with a nest that adds one to each element."""
    C = p.C
    second = sa.Nest(shape=p.nest.shape[:2])
    r, c = second.get_indices()

    @second.iteration_logic
    def _():
        C[r, c] += 1

    p.schedule.reorder(p.i, p.k, p.j)
    return sa.fuse((p.schedule, second.create_schedule()), partial=partial).create_plan()


@planned
def fused(p):
    plan = with_another(p, 1)
    row = plan._order[0]
    plan.cache(p.B, index=p.k)
    plan.cache(p.C, index=p.j)
    plan.parallelize(row)
    return plan


@planned
def fused_unequal(p):
    plan = with_another(p, 2)
    plan.cache(p.A, index=plan._order[0])
    return plan


@planned
def fused_unequal_in_parallel(p):
    plan = with_another(p, 2)
    row, common = plan._order[:2]
    plan.parallelize(row)
    plan.cache(p.B, index=common)
    plan.cache(p.A, index=p.j, location=GLOBAL)
    return plan


@functools.cache
def functions(engine):
    programs = {name: product() for name in PLANS}
    entries = [(PLANS[name](p), p.args, name) for name, p in programs.items()]
    return dict(zip(PLANS, compile_many(entries, engine), strict=True))


@pytest.mark.parametrize("name", PLANS)
def test_products(engine, name):
    function = functions(engine)[name]
    values = np.random.default_rng(len(name))
    for m, n, depth in SIZES:
        shapes = ((m, depth), (depth, n), (m, n))
        a, b, c = (values.integers(-8, 9, shape).astype(np.int32) for shape in shapes)
        expected = c + a @ b + name.startswith("fused")
        np.testing.assert_array_equal(call(function, a, b, c)[2], expected, f"{m}, {n}, {depth}")


def test_where_they_are():
    reports = {name: functions("spirv")[name].report for name in ("rows", "sums")}
    slices = "elements of device memory for each iteration of the parallel loops"
    assert f"cache 'A_cache' of 1 by K {slices}" in reports["rows"]
    assert f"cache 'C_cache' of 1 by N {slices}" in reports["sums"]


@pytest.mark.parametrize("location", [PRIVATE, LOCAL])
def test_memory_of_work_items_needs_extents(location):
    p = product()
    ii = p.schedule.split(p.i, 4)
    plan = p.schedule.create_plan()
    plan.bind({p.i: sa.Grid.BLOCK_X, ii: sa.Grid.THREAD_X})
    message = (
        f"in {location.value} memory, but how much of dimension 1 the loop 'k' accesses in one run "
        "is only known at run time: split the loop over it, cache further in, or use the location "
        "'global'"
    )
    with pytest.raises(sa.ScheduleError, match=message):
        plan.cache(p.A, index=p.k, location=location)
    with pytest.raises(sa.ScheduleError, match="with a second buffer in private memory"):
        plan.cache(
            p.A, index=p.k, location=GLOBAL, double_buffer=True, double_buffer_location=PRIVATE
        )


@pytest.mark.parametrize("threads", [None, 3])
@pytest.mark.parametrize("sizes", [(7, 300, 5), (300, 7, 5), (1, 1, 1), (0, 3, 2), (3, 2, 0)])
def test_loops_without_a_size(engine, sizes, threads):
    """A common loop of nests of different sizes runs to the larger one, which has no name."""
    M, N, K = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, K))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(N, K))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M,))
    D = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(N,))
    first, second = sa.Nest(shape=(M, K)), sa.Nest(shape=(N, K))
    i, k = first.get_indices()
    p, q = second.get_indices()

    @first.iteration_logic
    def _():
        C[i] += A[i, k]

    @second.iteration_logic
    def _():
        D[p] += 2 * B[p, q]

    plan = sa.fuse((first.create_schedule(), second.create_schedule()), partial=2).create_plan()
    row, common = plan._order[:2]
    plan.parallelize(row, max_threads=threads)
    plan.cache(A, index=common)
    plan.cache(B, index=common)
    function = sa.compile(plan, (A, B, C, D), engine, name="f")
    if engine != "eager":
        count = threads or 256
        assert f"runs in {count} work-items, each with a slice of the cache 'A_cache'" in (
            function.report
        )
    m, n, depth = sizes
    values = np.random.default_rng(0)
    shapes = [(m, depth), (n, depth), (m,), (n,)]
    a, b, c, d = (values.integers(-8, 9, shape).astype(np.int32) for shape in shapes)
    results = call(function, a, b, c, d)
    np.testing.assert_array_equal(results[2], c + a.sum(axis=1))
    np.testing.assert_array_equal(results[3], d + 2 * b.sum(axis=1))
