# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random schedules agree with the eager engine; the same ones in every run."""

import pytest
from random_schedules import Batch

COUNT = 400


@pytest.mark.parametrize("first", range(0, 5 * COUNT, COUNT))
def test_random_schedules_agree_with_eager(first):
    batch = Batch(range(first, first + COUNT))
    assert not batch.failures()
    # What cannot be done is refused with the step.
    assert not batch.late
    # A test of what is always refused would test nothing.
    for kind in ("split", "reorder", "pad", "skew", "fuse", "unroll", "parallelize", "cache"):
        assert batch.taken[kind] >= 10, kind


def test_random_schedules_agree_as_the_compiler_leaves_them():
    """The device's compiler could hide what it optimizes away."""
    assert not Batch(range(10_000, 10_400), quick=True).failures()


def test_a_seed_makes_the_same_schedule_again():
    for seed in range(40):
        once, again = (Batch([seed]).entries[0][1] for _ in range(2))
        assert list(map(str, once)) == list(map(str, again))
