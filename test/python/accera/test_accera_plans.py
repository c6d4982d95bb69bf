# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on operations and optimizations of plans, with its spellings."""

import numpy as np
import pytest
import saopt as acc
from accera_programs import numbers, product
from harness import Case, Cases, random

cases = Cases()


@cases.over(["i", "j", "both"])
def unroll(which):
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(3, 5))
    nest = acc.Nest(shape=(3, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] *= 2.0

    plan = nest.create_plan(acc.Target(category=acc.Target.Category.CPU))
    for index in {"i": [i], "j": [j], "both": [i, j]}[which]:
        plan.unroll(index=index)
    a = random(3, 5)
    return Case(plan, (A,), (a,), (2 * a,))


@cases
def vectorize():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(64,))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(64,))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(64,))
    nest = acc.Nest(shape=(64,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i] * B[i]

    schedule = nest.create_schedule()
    ii = schedule.split(i, 8)
    plan = schedule.create_plan()
    plan.vectorize(index=ii)
    a, b = random(64), random(64)
    return Case(plan, (A, B, C), (a, b, np.zeros(64, "f4")), (None, None, a * b))


def product_case(change):
    nest, args = product(16, 24, 8)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 4, j: 8})
    schedule.reorder(i, j, k, ii, jj)
    plan = schedule.create_plan()
    change(plan, i, j, k, ii, jj)
    return Case(plan, args, *numbers(16, 24, 8))


@cases
def kernelize():
    return product_case(
        lambda p, i, j, k, ii, jj: p.kernelize(unroll_indices=(ii,), vectorize_indices=jj)
    )


@cases
def vectorize_the_outer_loop_first():
    def change(plan, i, j, k, ii, jj):
        plan.vectorize(ii)
        plan.vectorize(jj)
        assert "for ii in range(4):  # unroll" in repr(plan)
        assert "for jj in range(8):  # vectorize" in repr(plan)

    return product_case(change)


@cases
def vectorize_the_outer_loop_last():
    def change(plan, i, j, k, ii, jj):
        plan.vectorize(jj)
        plan.vectorize(ii)
        assert "for ii in range(4):  # unroll" in repr(plan)
        assert "for jj in range(8):  # vectorize" in repr(plan)

    return product_case(change)


@cases
def vectorize_two_loops_at_once():
    return product_case(lambda p, i, j, k, ii, jj: p.kernelize(k, (ii, jj)))


@cases.over(["static", "dynamic"])
def parallelize(policy):
    return product_case(
        lambda p, i, j, k, ii, jj: p.parallelize((i, j), None, policy, max_threads=2)
    )


@cases
def parallelize_by_position():
    return product_case(lambda p, i, j, k, ii, jj: p.parallelize((i, j), None, "static", 3))


@cases
def tensorize():
    nest, args = product(16, 24, 8)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 8, k: 4})
    schedule.reorder(i, j, k, ii, jj, kk)
    plan = schedule.create_plan()
    plan.tensorize(indices=(ii, jj, kk))
    return Case(plan, args, *numbers(16, 24, 8))


@cases
def bind():
    def change(plan, i, j, k, ii, jj):
        grid = plan.target.GridUnit
        plan.bind(mapping={i: grid.BLOCK_Y, j: grid.BLOCK_X})

    return product_case(change)


LOCAL = acc.MemorySpace.SHARED


@cases.over(["bind_first", "cache_first", "parameters"])
def a_loop_between_blocks_and_threads(order):
    """The work-items of a group go through the sum together, and share what they read."""
    grid = acc.Target.GridUnit
    nest, args = product(13, 24, 10)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 8, k: 4})
    schedule.reorder(i, j, k, ii, jj, kk)
    plan = schedule.create_plan()
    inner, place, unit = acc.create_parameters()
    units = {i: grid.BLOCK_Y, j: grid.BLOCK_X, ii: grid.THREAD_Y, jj: grid.THREAD_X}
    values = {}
    if order == "bind_first":
        plan.bind(units)
    if order == "parameters":
        plan.bind({i: grid.BLOCK_Y, j: grid.BLOCK_X, ii: grid.THREAD_Y, inner: unit})
        values = {inner: jj, unit: grid.THREAD_X, place: ii}
    for array in args[:2]:
        plan.cache(array, index=place if values else ii, location=LOCAL)
    if order == "cache_first":
        plan.bind(units)
    function = acc.function(plan, args=args, parameters=values)
    return Case(function, args, *numbers(13, 24, 10))


@cases
def a_cache_at_a_level_of_bound_loops():
    grid = acc.Target.GridUnit
    nest, args = product(13, 24, 10)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, kk = schedule.tile({i: 4, k: 4})
    schedule.reorder(i, j, k, ii, kk)
    plan = schedule.create_plan()
    plan.bind({i: grid.BLOCK_Y, j: grid.BLOCK_X, ii: grid.THREAD_X})
    plan.cache(args[0], level=2, location=LOCAL)
    assert repr(plan).splitlines()[2] == "    for ii in range(4):  # thread_x"
    return Case(plan, args, *numbers(13, 24, 10))


@cases.over(["threads", "blocks", "both", "three"])
def several_loops_on_one_unit(which):
    grid = acc.Target.GridUnit
    nest, args = product(15, 24, 10)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 4, j: 8})
    schedule.reorder(i, j, ii, jj, k)
    plan = schedule.create_plan()
    mapping = {
        "threads": {i: grid.BLOCK_Y, j: grid.BLOCK_X, (ii, jj): grid.THREAD_X},
        "blocks": {(i, j): grid.BLOCK_X, ii: grid.THREAD_Y, jj: grid.THREAD_X},
        "both": {(i, j): grid.BLOCK_X, (ii, jj): grid.THREAD_X},
        "three": {(i, j, ii): grid.BLOCK_X, jj: grid.THREAD_X},
    }
    plan.bind(mapping[which])
    return Case(plan, args, *numbers(15, 24, 10))


def batched(N):
    A = acc.Array(role=acc.Role.INPUT, shape=(3, N, 6))
    B = acc.Array(role=acc.Role.INPUT, shape=(3, 6, 8))
    C = acc.Array(role=acc.Role.INPUT_OUTPUT, shape=(3, N, 8))
    nest = acc.Nest(shape=(3, N, 8, 6))
    b, i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[b, i, j] += A[b, i, k] * B[b, k, j]

    return nest, (A, B, C)


@cases.over(["known", "open"])
def a_batch_loop_outside_of_the_grid(size):
    N = acc.Dimension(name="N") if size == "open" else 10
    nest, args = batched(N)
    b, i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(b, i, ii, j, k)
    plan = schedule.create_plan()
    plan.bind({i: acc.Grid.BLOCK_X, (ii, j): acc.Grid.THREAD_X})
    plan.cache(args[1], index=k, location=LOCAL)
    x, y, z = (np.round(random(*shape)) for shape in ((3, 10, 6), (3, 6, 8), (3, 10, 8)))
    return Case(plan, args, (x, y, z), (None, None, z + x @ y))


@cases
def a_time_loop_outside_of_the_grid():
    """Which could not be inside: a group reads what other groups wrote a step before."""
    A = acc.Array(role=acc.Role.INPUT_OUTPUT, element_type=acc.int32, shape=(6, 34))
    nest = acc.Nest(shape=(5, 32))
    t, x = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[t + 1, x + 1] = A[t, x] + A[t, x + 2]

    schedule = nest.create_schedule()
    xx = schedule.split(x, 8)
    plan = schedule.create_plan()
    plan.bind({x: acc.Grid.BLOCK_X, xx: acc.Grid.THREAD_X})
    a = random(6, 34, dtype=np.int32)
    expected = a.copy()
    for step in range(5):
        expected[step + 1, 1:33] = expected[step, :32] + expected[step, 2:]
    return Case(plan, (A,), (a,), (expected,))


@cases
def vectorized_loops_of_fused_nests():
    nest, (A, B, C) = product(16, 24, 8)
    doubling = acc.Nest(shape=(16, 24))
    p, q = doubling.get_indices()

    @doubling.iteration_logic
    def _():
        C[p, q] *= 2

    first, second = nest.create_schedule(), doubling.create_schedule()
    i, j, k = nest.get_indices()
    first.reorder(i, k, j)
    plan = acc.fuse(first, second, partial=1).create_plan()
    plan.vectorize(j)
    plan.vectorize(q)
    assert repr(plan).count("# vectorize") == 2
    inputs, (_, _, sums) = numbers(16, 24, 8)
    return Case(plan, (A, B, C), inputs, (None, None, 2 * sums))


@cases
def arithmetic_on_parameters():
    p, q = acc.create_parameters()
    nest, args = product(16, 24, 8)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.split(i, p / 2)
    schedule.split(j, q**2)
    schedule.split(k, 1 << q)
    schedule.pad(k, p >> 2)
    function = acc.function(schedule, args=args, parameters={p: 8, q: 2})
    return Case(function, args, *numbers(16, 24, 8))


def with_values(make, shape=(16, 24, 8)):
    """The case of a product whose plan has parameters; `make` returns both."""
    nest, args = product(*shape)
    plan, values = make(nest, *args)
    return Case(acc.function(plan, args=args, parameters=values), args, *numbers(*shape))


@cases.over(["ij", "i"])
def parameters_for_loops_and_flags(collapsed):
    def make(nest, A, B, C):
        i, j, k = nest.get_indices()
        schedule = nest.create_schedule()
        ii, jj = schedule.tile({i: 4, j: 8})
        schedule.reorder(i, j, k, ii, jj)
        plan = schedule.create_plan()
        rows, lanes, threads, at, layout, thrifty, where, ahead = acc.create_parameters()
        panel = plan.cache(B, index=at, layout=layout, thrifty=thrifty, location=where)
        plan.cache(panel, index=ii)
        plan.unroll(rows)
        plan.vectorize(index=lanes)
        plan.parallelize(indices=threads)
        plan.prefetch(A, ahead, distance=2)
        values = {
            rows: ii,
            lanes: (jj,),
            threads: {"ij": (i, j), "i": i}[collapsed],
            at: k,
            layout: acc.Array.Layout.LAST_MAJOR,
            thrifty: False,
            where: acc.MemorySpace.PRIVATE,
            ahead: k,
        }
        return plan, values

    return with_values(make)


@cases.over(["rows_first", "lanes_first"])
def parameters_for_two_vectorized_loops(order):
    def make(nest, A, B, C):
        i, j, k = nest.get_indices()
        outer, loops = acc.create_parameters()
        schedule = nest.create_schedule()
        ii, jj = schedule.tile({outer: 4, j: 8})
        schedule.reorder(i, j, k, ii, jj)
        plan = schedule.create_plan()
        if order == "rows_first":
            plan.vectorize(ii)
            plan.vectorize(loops)
        else:
            plan.vectorize(loops)
            plan.vectorize(ii)
        return plan, {outer: i, loops: jj}

    return with_values(make)


@cases.over(["block", "thread"])
def parameters_for_a_grid(unit):
    def make(nest, A, B, C):
        i, j, k = nest.get_indices()
        rows, part, first, padding = acc.create_parameters()
        schedule = nest.create_schedule()
        schedule.pad(first, padding)
        schedule.reorder(first, j, k)
        plan = schedule.create_plan()
        plan.bind({rows: acc.Grid.BLOCK_X, j: part})
        plan.kernelize(unroll_indices=k)
        units = {"block": acc.Grid.BLOCK_Y, "thread": acc.Grid.THREAD_X}
        return plan, {rows: i, part: units[unit], first: i, padding: 3}

    return with_values(make)


@cases.over([0, 1, 2])
def parameters_for_fusing(partial):
    common = acc.create_parameters()
    nest, (A, B, C) = product(16, 24, 8)
    activation = acc.Nest(shape=(16, 24))
    p, q = activation.get_indices()

    @activation.iteration_logic
    def _():
        C[p, q] = acc.max(C[p, q], 0)

    schedules = nest.create_schedule(), activation.create_schedule()
    fused = acc.fuse(schedules, partial=common)
    plan = fused.create_plan()
    plan.unroll(nest.get_indices()[2])
    inputs, (_, _, sums) = numbers(16, 24, 8)
    function = acc.function(plan, args=(A, B, C), parameters={common: partial})
    return Case(function, (A, B, C), inputs, (None, None, np.maximum(sums, 0)))


test_on_every_engine = cases.tests()


def test_grids_of_parameters():
    p, q = acc.create_parameters()
    choices = {p: [4, 8, 16], q: [2, 3]}
    one_tuple = acc.create_parameter_grid(choices, filter_func=lambda values: values[0] > 4)
    one_by_one = acc.create_parameter_grid(choices, filter_func=lambda p, q: p > 4)
    assert one_tuple == one_by_one and len(one_tuple) == 4


def test_a_quotient_of_parameters_is_whole():
    p = acc.create_parameters()
    nest, args = product(16, 24, 8)
    schedule = nest.create_schedule()
    schedule.split(nest.get_indices()[0], p / 2)
    with pytest.raises(acc.CompileError, match="5 / 2, which is no whole number: write //"):
        acc.compile(schedule, args=args, parameters={p: 5})


def test_one_set_of_values_for_several_functions():
    size, loop = acc.create_parameters()
    sources = []
    nest, args = product(16, 24, 8)
    i, j, k = nest.get_indices()
    for name in ("first", "second"):
        schedule = nest.create_schedule()
        schedule.split(loop, size)
        plan = schedule.create_plan()
        plan.unroll(loop)
        sources.append((plan, args, name))
    grid = acc.create_parameter_grid({size: [4], loop: [(i,), (j,)]})
    functions = acc.compile_many(sources, "eager", parameters=grid)
    assert [function.name for function in functions] == ["first", "first_1", "second", "second_1"]


def test_targets():
    target = acc.Target(
        category=acc.Target.Category.GPU, num_threads=16, cache_lines=(64, 128), vector_bytes=64
    )
    assert (target.category, target.num_threads, target.num_cores) == ("gpu", 16, 16)
    assert (target.cache_line, target.name) == (64, "gpu")
    here = acc.Target(category="cpu", architecture=acc.Target.Architecture.X86_64, num_cores=4)
    assert (here.architecture, here.num_cores, here.num_threads) == ("x86_64", 4, None)
    with pytest.raises(ValueError, match="architecture of a target is one of"):
        acc.Target(category="cpu", architecture="pdp11")
    with pytest.raises(ValueError, match="cache_lines of a target is a tuple"):
        acc.Target(category="cpu", cache_lines=64)
    with pytest.raises(ValueError, match="one of cache_line and cache_lines"):
        acc.Target(category="cpu", cache_lines=(64,), cache_line=64)
