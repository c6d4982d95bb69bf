# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every test file may ask for."""

import gc
import os
from pathlib import Path

import pytest

# What tests compile is kept with the build, and not with the user's own programs.
os.environ.setdefault("SAOPT_CACHE_DIR", str(Path(__file__).parents[2] / "build" / "cache"))

pytest.register_assert_rewrite("harness", "refused_steps")

from harness import ENGINES, Cases  # noqa: E402


def pytest_collection_finish():
    """Leave the tests themselves out of garbage collections: there are too many to look at."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def forget_compiled_functions(request):
    """Drop what a file compiled when its tests are done.

    The device's compiler keeps some megabytes for a program, and a worker runs hundreds of files.
    """
    yield
    Cases.forget()
    for value in vars(request.module).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    gc.collect()


@pytest.fixture(params=ENGINES)
def engine(request):
    """Each engine in turn."""
    return request.param


@pytest.fixture(params=[name for name in ENGINES if name != "eager"])
def device_engine(request):
    """Each engine that runs on a device, in turn."""
    return request.param
