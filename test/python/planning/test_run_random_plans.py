# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chosen plans of random programs agree with the eager engine; the same ones in every run."""

import pytest
from chosen_plans_support import failures_of, plan_for_small_target
from random_programs import make_program


@pytest.mark.parametrize("first", range(0, 600, 200))
def test_random_plans_agree_with_eager(first, monkeypatch):
    plan_for_small_target(monkeypatch)
    found, report = failures_of(range(first, first + 200), make_program)
    assert not found
    # A test of nests that are left alone would test nothing.
    for kind in ("contraction", "reduction", "stream", "copy between layouts"):
        assert report.count(f": {kind}, ") >= 5, kind


def test_random_plans_agree_as_sycl_source(monkeypatch):
    plan_for_small_target(monkeypatch)
    found, _ = failures_of(range(600, 660), make_program, "sycl")
    assert not found
