# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random fused nests with work-items of their own agree with the eager engine, as do sources."""

import collections

from random_schedules import Batch

COUNT = 200


def test_random_stages_agree_with_eager():
    taken = collections.Counter()
    for first in range(0, 4 * COUNT, COUNT):
        batch = Batch(range(first, first + COUNT), stages=True)
        assert not batch.failures()
        assert not batch.late
        taken += batch.taken
    assert taken["bind stages"] >= 100
    assert taken["repeat"] >= 20


def test_random_schedules_agree_as_sycl_source():
    assert not Batch(range(5000, 5120), "sycl").failures()
