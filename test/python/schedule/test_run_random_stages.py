# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random fused nests with work-items of their own agree with the eager engine, as do sources."""

import pytest
from random_schedules import Batch

COUNT = 200


@pytest.mark.parametrize("first", range(0, 4 * COUNT, COUNT))
def test_random_stages_agree_with_eager(first):
    batch = Batch(range(first, first + COUNT), stages=True)
    assert not batch.failures()
    assert not batch.late
    assert batch.taken["bind stages"] >= 25
    assert batch.taken["repeat"] >= 5


def test_random_schedules_agree_as_sycl_source():
    assert not Batch(range(5000, 5120), "sycl").failures()
