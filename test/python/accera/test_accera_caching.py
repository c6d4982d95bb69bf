# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on caching, with its spellings."""

import pytest
import saopt as acc
from accera_programs import numbers, product
from harness import Case, Cases

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
    "hierarchical": lambda p, A, B, C, at: p.cache(p.cache(A, level=4), level=2),
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


test_on_every_engine = cases.tests()


def test_caches_say_what_they_were_asked_for():
    nest, (A, B, C) = product(*SHAPE)
    i, j, k = nest.get_indices()
    plan = nest.create_plan()
    first, second = plan.cache(A, index=k), plan.cache(B, level=2)
    assert (first.index, first.level, first.max_elements) == (k, None, None)
    assert (second.index, second.level) == (None, 2)
    assert plan.cache(C, max_elements=30).max_elements == 30


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
