# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of plans that are refused, where they are taken and without leaving a trace.

Every function below takes one wrong step; the decorator says what the error must say.
"""

import inspect

import pytest
import saopt as sa
from refused_steps import Refusals
from schedule_programs import (
    producer_and_consumer,
    product,
    row_sums,
)

refused = Refusals()


def tiled():
    """Return a product in tiles, and its loops."""
    mm = product()
    schedule = mm.nest.create_schedule()
    ii, jj = schedule.tile({mm.i: 2, mm.j: 2})
    return schedule, mm.i, ii, mm.j, jj, mm.k


def in_columns():
    """Return a product, and a plan whose innermost loop is over columns."""
    mm = product()
    schedule = mm.nest.create_schedule()
    schedule.reorder(mm.i, mm.k, mm.j)
    return mm, schedule.create_plan()


def copying():
    """Return the plan of a copy of numbers, what is copied, and the loop."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,), name="B")
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

    return nest.create_plan(), A, i


# Malformed steps of plans.


@refused("vectorize takes indices of the schedule, i, j, k, not 8")
def vectorize_a_number(plan):
    plan.vectorize(8)


@refused("cannot unroll the loop 'x', which is of another schedule")
def unroll_a_foreign_loop(plan, x):
    plan.unroll(x)


@refused("kernelize names the loop 'i' twice")
def kernelize_twice(plan, i):
    plan.kernelize((i, i))


@refused("cannot vectorize the loop 'i', which is unrolled already")
def kernelize_both_ways(plan, i):
    plan.kernelize((i,), i)


@refused("parallelize is given no index")
def parallelize_nothing(plan):
    plan.parallelize(())


@refused("parallelize names the loop 'i' twice")
def parallelize_twice(plan, i):
    plan.parallelize((i, i))


@refused("the policy of parallelize is 'static' or 'dynamic', not 'guided'")
def parallelize_by_an_unknown_policy(plan, i):
    plan.parallelize(i, policy="guided")


@refused("max_threads must be positive, not 0")
def parallelize_on_no_threads(plan, i):
    plan.parallelize(i, max_threads=0)


@refused("max_threads must be an integer, not 1.5")
def parallelize_on_a_fraction_of_threads(plan, i):
    plan.parallelize(i, max_threads=1.5)


@refused("bound to a member of sa.Grid", "not to 'x'")
def bind_to_a_text(plan, i):
    plan.bind({i: "x"})


@refused("bind is given 2 loops and 1 parts of the grid")
def bind_more_loops_than_units(plan, i, j):
    plan.bind((i, j), sa.Grid.BLOCK_X)


@refused("binds both 'i' and 'j' to subgroup")
def bind_two_loops_to_sub_groups(plan, i, j):
    plan.bind({(i, j): sa.Grid.SUBGROUP})


@refused("binds the loop 'jj' with 3 others to the work-items of a group", "three dimensions")
def bind_four_loops_to_one_unit():
    schedule, i, ii, j, jj, k = tiled()
    schedule.create_plan().bind({(i, j, ii, jj): sa.Grid.THREAD_X})


@refused("binds 'i' after 'j' inside of it: bind outer loops first")
def bind_outer_loops_last():
    mm = product()
    plan = mm.nest.create_plan()
    plan.bind({mm.j: sa.Grid.BLOCK_X})
    plan.bind({mm.i: sa.Grid.BLOCK_Y})


@refused("cannot bind the loop 'jj': 'j', which it was split from, is not bound", "inside of the")
def bind_tiles_alone():
    schedule, i, ii, j, jj, k = tiled()
    schedule.create_plan().bind({i: sa.Grid.BLOCK_X, jj: sa.Grid.THREAD_X})


@refused("no other loop is left there: split the innermost loop")
def cache_at_a_bound_loop_that_left_its_place():
    mm, plan = in_columns()
    plan.bind({mm.i: sa.Grid.BLOCK_X, mm.j: sa.Grid.THREAD_X})
    plan.cache(mm.B, index=mm.j)


@refused("'B_cache' is a copy of what a run of it accesses inside of 'k'", "split 'k'")
def bind_a_loop_with_a_cache_that_has_no_other():
    mm, plan = in_columns()
    plan.cache(mm.B, index=mm.j)
    plan.bind({mm.i: sa.Grid.BLOCK_X, mm.j: sa.Grid.THREAD_X})


@refused("names the loop 'i' twice")
def bind_a_loop_to_two_units(plan, i, j):
    plan.bind({(i, j): sa.Grid.BLOCK_X, i: sa.Grid.BLOCK_Y})


@refused("'i' outside of it to work-items: the loops of groups come first")
def bind_groups_inside_of_work_items(plan, i, j):
    plan.bind({j: sa.Grid.BLOCK_X, i: sa.Grid.THREAD_X})


@refused("binds 'i' to work-items, inside of 'f'", "fuse one loop more")
def bind_work_items_of_nests_without_groups(first, second):
    apart = sa.fuse(first, second, partial=0)
    apart.create_plan().bind({apart.get_unfused_indices()[0]: sa.Grid.THREAD_X})


@refused("to groups, inside of 'f'", "bind a common loop of the nests to groups")
def bind_groups_of_one_nest(first, second):
    half = sa.fuse(first, second, partial=1)
    plan = half.create_plan()
    plan.bind({half.get_fused_indices()[0]: sa.Grid.BLOCK_Y})
    plan.bind({half.get_unfused_indices()[0]: sa.Grid.BLOCK_X})


@refused("'f' between them tells fused nests apart", "all of them inside of 'f'")
def bind_common_and_other_work_items(first, second):
    half = sa.fuse(first, second, partial=1)
    plan = half.create_plan()
    plan.bind({half.get_fused_indices()[0]: sa.Grid.THREAD_Y})
    plan.bind({half.get_unfused_indices()[0]: sa.Grid.THREAD_X})


@refused("tensorize has no mma_shape", "the sizes of the three loops are the shape of the tile")
def tensorize_with_a_shape(plan, i, j, k):
    plan.tensorize((i, j, k), mma_shape=(16, 16, 4))


@refused("tensorize has no use_static_offsets", "leave it out")
def tensorize_with_static_offsets(plan, i, j, k):
    plan.tensorize((i, j, k), use_static_offsets=True)


@refused("tensorize has no num_total_passes", "split that loop")
def tensorize_with_passes(plan, i, j, k):
    plan.tensorize((i, j, k), num_total_passes=4)


@refused("tensorize has no num_fused_passes", "split that loop")
def tensorize_with_fused_passes(plan, i, j, k):
    plan.tensorize((i, j, k), num_fused_passes=2)


@refused("tensorize has no scheduling_policy", "use schedule.reorder")
def tensorize_with_a_policy(plan, i, j, k):
    plan.tensorize((i, j, k), scheduling_policy="pass order")


@refused("parallelize has no pin", "choose the device by the queue of the arrays")
def parallelize_on_chosen_cores(plan, i):
    plan.parallelize(i, pin=(0, 1))


@refused("cache has no strategy", "share the copying among them")
def cache_with_a_strategy(plan, A, i):
    plan.cache(A, index=i, strategy="striped")


@refused("cache 'copy' of array 'A' is in local memory", "'i' is parallel", "bind loops to a grid")
def local_cache_beside_parallel_loops():
    mm = product()
    plan = mm.nest.create_plan()
    plan.parallelize(mm.i)
    copy = plan.cache(mm.A, index=mm.k, location=sa.MemorySpace.LOCAL)
    assert copy


@refused("is in local memory", "'i' is parallel, where groups have one work-item")
def parallelize_beside_local_caches():
    mm = product()
    plan = mm.nest.create_plan()
    plan.cache(mm.A, index=mm.k, location=sa.MemorySpace.LOCAL)
    plan.parallelize(mm.i)


@refused("tensorize takes the three loops over rows, columns and the sum, not 2")
def tensorize_two_loops(plan, i, j):
    plan.tensorize((i, j))


@refused("needs a nest that adds products")
def tensorize_the_wrong_loops(plan, i, j, k):
    plan.tensorize((k, j, i))


@refused("prefetch takes an array, not a int")
def prefetch_a_number(plan, i):
    plan.prefetch(3, i)


@refused("nontemporal takes an array, not a int")
def write_a_number_past_caches(plan):
    plan.nontemporal(3)


@refused("cannot write array 'S', which no nest of the plan uses")
def write_a_foreign_array_past_caches(plan, S):
    plan.nontemporal(S)


@refused("this nontemporal is about 'A', which the nests do not store to")
def write_what_is_read_past_caches(plan, A):
    plan.nontemporal(A)


@refused("cannot prefetch array 'S', which no nest of the plan uses")
def prefetch_a_foreign_array(plan, S, i):
    plan.prefetch(S, i)


@refused("the distance of prefetch must be positive, not 0")
def prefetch_nothing_later(plan, A, i):
    plan.prefetch(A, i, distance=0)


@refused("takes one of index, level and max_elements")
def cache_nowhere(plan, A):
    plan.cache(A)


@refused("takes one of index, level and max_elements")
def cache_at_two_places(plan, A, i):
    plan.cache(A, index=i, level=2)


@refused("takes one of trigger_index and trigger_level")
def cache_with_two_triggers(plan, A, i, k):
    plan.cache(A, k, trigger_index=i, trigger_level=2)


@refused("level is 4, but counts loops from the innermost one: from 1 to 3")
def cache_at_a_level_too_far_out(plan, A):
    plan.cache(A, level=4)


@refused("level is 0, but counts loops")
def cache_at_level_zero(plan, A):
    plan.cache(A, level=0)


@refused("max_elements must be positive, not 0")
def cache_no_elements(plan, A):
    plan.cache(A, max_elements=0)


@refused("cannot cache array 'S', which no nest of the plan uses")
def cache_a_foreign_array(plan, S, i):
    plan.cache(S, i)


@refused("cache takes an array or a cache, not a Index")
def cache_an_index(plan, i):
    plan.cache(i, i)


@refused("cache takes a whole array")
def cache_a_view(plan, A, i):
    plan.cache(A.T, i)


@refused("location of a cache is a member of sa.MemorySpace", "not 'local'")
def cache_in_a_text(plan, A, i):
    plan.cache(A, i, location="local")


@refused("only what is never written")
def cache_what_is_written_with_a_double_buffer(plan, C, i):
    plan.cache(C, i, double_buffer=True)


@refused("double_buffer_location is given, but double_buffer is False")
def cache_with_a_place_for_nothing(plan, A, i):
    plan.cache(A, i, double_buffer_location=sa.MemorySpace.PRIVATE)


@refused("thrifty of a cache is True, False or None, not 1")
def cache_with_a_numeric_flag(plan, A, i):
    plan.cache(A, i, thrifty=1)


@refused("the layout of a cache is one of", "not 'C'")
def cache_with_a_text_as_layout(plan, A, i):
    plan.cache(A, i, layout="C")


# Steps of plans that would change results, or cannot be done.


@refused("D[", "vectorize")
def vectorize_a_relaxation(relax_plan, rx):
    relax_plan.vectorize(rx)


@refused("D[", "parallelize")
def parallelize_a_relaxation(relax_plan, rt):
    relax_plan.parallelize(rt)


@refused("cannot bind the loop 'k'", "C[i, j]", "What can: 'i', 'j'")
def bind_a_sum(plan, i, j, k):
    plan.bind({i: sa.Grid.BLOCK_X, j: sa.Grid.BLOCK_Y, k: sa.Grid.THREAD_X})


@refused("'j' between them not", "reorder them first")
def parallelize_apart(plan, i, k):
    plan.parallelize((i, k))


@refused("cannot parallelize 'f', which tells fused nests apart")
def parallelize_the_fusing_index(fused_plan, ff):
    fused_plan.parallelize(ff)


@refused("cannot unroll the loop 'i', whose size is only known at run time")
def unroll_an_open_loop(open_plan, oi):
    open_plan.unroll(oi)


@refused("cannot vectorize the loop 'i', whose size is only known at run time")
def vectorize_an_open_loop(open_plan, oi):
    open_plan.vectorize(oi)


@refused("cannot unroll the loop 'j', which has 5000 iterations", "at most 1024")
def unroll_a_long_loop(large_plan, lj):
    large_plan.unroll(lj)


@refused("cannot unroll the loop 'j'", "8192 copies of the body", "at most 4096")
def unroll_loops_that_are_too_many_together():
    sums = row_sums(64, 128)
    plan = sums.nest.create_plan()
    plan.kernelize((sums.i, sums.j))


@refused("with 3000 iterations to the work-items of a group")
def bind_a_long_loop(large_plan, li):
    large_plan.bind({li: sa.Grid.THREAD_X})


@refused("has to be the same loop or one outside of it")
def cache_triggered_inside(plan, A, i, k):
    plan.cache(A, i, trigger_index=k)


@refused("cache of 'A_cache'", "has to lie inside of it")
def cache_a_copy_at_its_own_loop():
    mm = product()
    plan = mm.nest.create_plan()
    plan.cache(plan.cache(mm.A, mm.k), mm.k)


@refused("do not have all the values of 'i32'", "'unsafe' rounds them")
def cache_narrower_elements(plan, A, k):
    plan.cache(A, k, element_type=sa.float16)


@refused("in elements of 'i32', which do not have all the values of 'f32'", "or none")
def cache_floats_as_integers():
    plan, A, i = copying()
    plan.unsafe_cache(A, i, element_type=sa.int32)


@refused("would change the result", "reads D[", "writes D[")
def reorder_the_inner_loops_of_one_index(relaxed, inner, middle):
    relaxed.reorder(inner, middle)


@refused("its iterations accumulate into 'G', by partial sums, while the array is read, written")
def parallelize_sums_beside_something_else(mixed, mixed_i):
    mixed.parallelize(mixed_i)


test_refused = refused.tests()


def test_enough_are_refused():
    assert len(refused) >= 59


def test_groups_whose_number_depends_on_a_loop():
    nest = producer_and_consumer().nests[0]
    i, j = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.skew(i, j)
    plan = schedule.create_plan()
    with pytest.raises(sa.ScheduleError, match="loop 'j' cannot be bound to groups.*the loop 'i'"):
        plan.bind({i: sa.Grid.BLOCK_Y, j: sa.Grid.BLOCK_X})


def test_sums_where_elements_share_a_place():
    layout = sa.layout.toeplitz
    Z = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(4, 4), layout=layout, name="Z")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Z[0, 0] += 1

    plan = nest.create_plan()
    with pytest.raises(sa.ScheduleError, match="loop 'i' cannot run in parallel.*into 'Z'"):
        plan.parallelize(i)


def test_local_caches_without_work_items():
    """When the plan becomes a function, nothing can be bound any more."""
    mm = product()
    plan = mm.nest.create_plan()
    plan.cache(mm.A, index=mm.k, location=sa.MemorySpace.LOCAL)
    line = inspect.currentframe().f_lineno - 1
    for use in (sa.function, sa.compile):
        with pytest.raises(sa.ScheduleError, match="the plan binds no loop to work-items") as error:
            use(plan, args=(mm.A, mm.B, mm.C))
        assert error.value.location.line == line
    plan.bind({mm.i: sa.Grid.BLOCK_X})
    with pytest.raises(sa.ScheduleError, match="cache 'A_cache' of array 'A' is in local memory"):
        sa.function(plan, args=(mm.A, mm.B, mm.C))


def test_bound_sums():
    sums = row_sums()
    schedule = sums.nest.create_schedule()
    schedule.reorder(sums.j, sums.i)
    plan = schedule.create_plan()
    message = r"iteration accumulates into S\[i\].*'parallelize' takes sums, 'bind' does not"
    with pytest.raises(sa.ScheduleError, match=message):
        plan.bind({sums.j: sa.Grid.BLOCK_X})
