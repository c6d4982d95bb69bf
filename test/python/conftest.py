# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every test file may ask for."""

import os
from pathlib import Path

import pytest

# What tests compile is kept with the build, and not with the user's own programs.
os.environ.setdefault("SAOPT_CACHE_DIR", str(Path(__file__).parents[2] / "build" / "cache"))

pytest.register_assert_rewrite("harness", "refused_steps")

from harness import ENGINES  # noqa: E402


@pytest.fixture(params=ENGINES)
def engine(request):
    """Each engine in turn."""
    return request.param


@pytest.fixture(params=[name for name in ENGINES if name != "eager"])
def device_engine(request):
    """Each engine that runs on a device, in turn."""
    return request.param
