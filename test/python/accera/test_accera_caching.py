# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on caching, with its spellings."""

import numpy as np
import pytest
import saopt as acc
from accera_programs import numbers, product
from harness import Case, Cases, call, random

cases = Cases()
SHAPE = (16, 18, 20)


def cached(cache):
    """A product whose plan has the caches that `cache` makes of its loops and arrays."""
    nest, args = product(*SHAPE)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 8, k: 5})
    schedule.reorder(i, j, k, ii, jj, kk)
    plan = schedule.create_plan()
    cache(plan, *args, dict(i=i, j=j, k=k, ii=ii, jj=jj, kk=kk))
    return Case(plan, args, *numbers(*SHAPE))


CACHES = {
    "by_level": lambda p, A, B, C, at: p.cache(A, level=2),
    "by_level_and_layout": lambda p, A, B, C, at: p.cache(
        A, level=3, layout=acc.Array.Layout.LAST_MAJOR
    ),
    "by_index": lambda p, A, B, C, at: p.cache(B, index=at["ii"]),
    "by_position": lambda p, A, B, C, at: p.cache(
        B, at["ii"], at["k"], acc.Array.Layout.FIRST_MAJOR
    ),
    "by_elements": lambda p, A, B, C, at: p.cache(A, max_elements=64),
    "one_element": lambda p, A, B, C, at: p.cache(C, max_elements=1),
    "of_what_is_written": lambda p, A, B, C, at: p.cache(C, index=at["ii"]),
    "strides": lambda p, A, B, C, at: p.cache(A, index=at["ii"], layout=(1, 4)),
    "not_thrifty": lambda p, A, B, C, at: p.cache(A, index=at["ii"], thrifty=False),
    "thrifty": lambda p, A, B, C, at: p.cache(A, index=at["ii"], thrifty=True),
    "chosen": lambda p, A, B, C, at: p.cache(
        A, index=acc.AUTO, trigger_index=acc.AUTO, layout=acc.AUTO, location=acc.AUTO
    ),
    "chosen_elements": lambda p, A, B, C, at: p.cache(B, max_elements=acc.AUTO, thrifty=acc.AUTO),
    "hierarchical": lambda p, A, B, C, at: p.cache(p.cache(A, level=4), level=2),
    "a_trigger_at_the_level_of_the_outer_cache": lambda p, A, B, C, at: p.cache(
        p.cache(A, level=4), level=2, trigger_level=4
    ),
    "a_trigger_at_that_of_the_outer_cache": lambda p, A, B, C, at: p.cache(
        p.cache(C, level=3, trigger_level=5), level=2, trigger_level=3
    ),
    "rounded_elements": lambda p, A, B, C, at: p.unsafe_cache(
        B, index=at["jj"], element_type=acc.float16
    ),
    "rounded_sums": lambda p, A, B, C, at: p.unsafe_cache(
        C, index=at["k"], element_type=acc.float16, layout=acc.Array.Layout.LAST_MAJOR
    ),
    "a_trigger_level": lambda p, A, B, C, at: p.cache(A, level=2, trigger_level=4),
    "a_trigger_index": lambda p, A, B, C, at: p.cache(A, index=at["ii"], trigger_index=at["k"]),
    "private": lambda p, A, B, C, at: p.cache(
        A, index=at["ii"], location=acc.Target.HOST.MemorySpace.PRIVATE
    ),
    "no_location": lambda p, A, B, C, at: p.cache(A, index=at["ii"], location=acc.MemorySpace.NONE),
    "double_buffer": lambda p, A, B, C, at: p.cache(A, index=at["ii"], double_buffer=True),
    "of_two_arrays": lambda p, A, B, C, at: (p.cache(A, level=3), p.cache(B, index=at["jj"])),
}


@cases.over(list(CACHES))
def cache(name):
    return cached(CACHES[name])


@cases.over(["cache", "trigger", "bound", "parallel", "of_what_is_written", "rounded"])
def at_the_fusing_index(which):
    """A copy for all of the fused nests, and for one iteration of their common loops."""
    A = acc.Array(role=acc.Role.INPUT, shape=(6, 16))
    S = acc.Array(role=acc.Role.TEMP, shape=(6,))
    B = acc.Array(role=acc.Role.INPUT_OUTPUT, shape=(6, 16))
    adding, scaling = acc.Nest(shape=(6, 16)), acc.Nest(shape=(6, 16))
    i, j = adding.get_indices()
    p, q = scaling.get_indices()

    @adding.iteration_logic
    def _():
        S[i] += A[i, j] + B[i, j]

    @scaling.iteration_logic
    def _():
        B[p, q] += A[p, q] * S[p]

    fused = acc.fuse(adding.create_schedule(), scaling.create_schedule(), partial=1)
    (row,) = fused.get_fused_indices()
    f = fused.get_fusing_index()
    plan = fused.create_plan()
    if which == "bound":
        plan.bind({row: acc.Grid.BLOCK_X})
    if which == "parallel":
        plan.parallelize(row)
    if which == "trigger":
        plan.cache(A, index=q, trigger_index=f)
    elif which == "of_what_is_written":
        plan.cache(B, index=f)
    elif which == "rounded":
        plan.unsafe_cache(A, f, None, element_type=acc.float16)
    else:
        plan.cache(A, index=f)
    a, b = (np.round(random(6, 16)) for _ in range(2))
    expected = b + a * (a + b).sum(axis=1, keepdims=True)
    return Case(plan, (A, B), (a, b), (None, expected))


test_on_every_engine = cases.tests()


def test_caches_say_what_they_were_asked_for():
    nest, (A, B, C) = product(*SHAPE)
    i, j, k = nest.get_indices()
    plan = nest.create_plan()
    first, second = plan.cache(A, index=k), plan.cache(B, level=2)
    assert (first.index, first.level, first.max_elements) == (k, None, None)
    assert (second.index, second.level) == (None, 2)
    assert plan.cache(C, max_elements=30).max_elements == 30


def test_a_cache_between_groups_and_work_items_of_fused_nests():
    nests = [product(*SHAPE)[0] for _ in range(2)]
    fused = acc.fuse([nest.create_schedule() for nest in nests], partial=1)
    plan = fused.create_plan()
    j, k, *_ = fused.get_unfused_indices()
    plan.bind({fused.get_fused_indices()[0]: acc.Grid.BLOCK_X, j: acc.Grid.THREAD_X})
    array = next(iter(nests[0].arrays()))
    with pytest.raises(acc.ScheduleError, match="trigger it inside of all of them, or outside"):
        plan.cache(array, index=fused.get_fusing_index())
    plan.cache(array, index=k)


def test_what_is_left_to_the_compiler():
    nest, (A, B, C) = product(64, 64, 64)
    target = acc.Target("small", cache_sizes=(1024, 65536))
    plan = nest.create_plan(target)
    assert plan.cache(A, acc.AUTO).max_elements == 256
    assert plan.cache(B, level=acc.AUTO, double_buffer=acc.AUTO).max_elements == 256
    plan.parallelize(nest.get_indices()[0], max_threads=acc.AUTO)
    assert nest.create_plan().cache(A, acc.AUTO).max_elements == 8192
    with pytest.raises(acc.ScheduleError, match="takes one of index, level and max_elements"):
        plan.cache(C, acc.AUTO, level=2)
    p = acc.create_parameters()
    open_plan = nest.create_plan()
    open_plan.cache(A, index=p)
    assert acc.compile(open_plan, (A, B, C), "eager", parameters={p: acc.AUTO})


def test_written_arrays_are_not_cached_in_several_places():
    nest, (A, B, C) = product(*SHAPE)
    i, j, k = nest.get_indices()
    plan = nest.create_plan()
    with pytest.raises(ValueError, match="only what is never written"):
        plan.cache(C, index=j, double_buffer=True)


def test_strategies_are_refused_with_what_happens_instead():
    nest, (A, B, C) = product(*SHAPE)
    with pytest.raises(acc.ScheduleError, match="share the copying"):
        nest.create_plan().cache(A, level=2, strategy="BLOCKED")
    with pytest.raises(AttributeError, match="share the copying"):
        _ = acc.CacheStrategy


def test_rounded_elements_change_values():
    """The plan is asked for it; the eager engine runs the nest as it is written."""
    nest, args = product(4, 8, 16)
    a, b = np.full((4, 16), 0.1, "f4"), np.full((16, 8), 3, "f4")
    zero = np.zeros((4, 8), "f4")
    plan = nest.create_plan()
    plan.unsafe_cache(args[0], level=2, element_type=acc.float16)
    exact = call(acc.compile(plan, args, "eager"), a, b, zero)[2]
    rounded = call(acc.compile(plan, args, "spirv"), a, b, zero)[2]
    np.testing.assert_allclose(exact, 4.8, rtol=1e-6)
    np.testing.assert_allclose(rounded, 16 * 3 * np.float32(np.float16(0.1)), rtol=1e-6)
    assert abs(rounded - 4.8).max() > 1e-4


def test_narrow_integers_are_cut_off():
    A = acc.Array(role=acc.Role.INPUT, element_type=acc.int32, shape=(8,))
    B = acc.Array(role=acc.Role.INPUT_OUTPUT, element_type=acc.int32, shape=(8,))
    nest = acc.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

    plan = nest.create_plan()
    plan.unsafe_cache(A, i, element_type=acc.int8)
    a = np.arange(125, 133, dtype=np.int32)
    (_, b) = call(acc.compile(plan, (A, B), "spirv"), a, np.zeros(8, np.int32))
    np.testing.assert_array_equal(b, a.astype(np.int8))


def test_rounded_caches_take_the_words_of_caches():
    nest, (A, B, C) = product(*SHAPE)
    plan = nest.create_plan()
    with pytest.raises(acc.ScheduleError, match="share the copying"):
        plan.unsafe_cache(A, level=2, strategy="BLOCKED")
    with pytest.raises(acc.ScheduleError, match="takes one of index, level and max_elements"):
        plan.unsafe_cache(A, element_type=acc.float16)
    with pytest.raises(TypeError, match="unheard"):
        plan.unsafe_cache(A, level=2, unheard=1)
