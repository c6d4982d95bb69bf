# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether vendors have mended their bugs: each smallest program without its workaround.

A program that always shows its bug fails its test when it comes out right: the vendor has mended
the bug, and the workaround can go, or be limited to older versions (``docs/vendor-bugs.md``). The
others only say what they found.
"""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import dpctl
import pytest
from vendor_programs import PROGRAMS

PROGRAM = Path(__file__).parents[1] / "vendor_programs.py"

# The bugs that every processor shows, and what else hides them: without these passes of its
# compiler, the driver does not get as far as the bug.
ALWAYS_SHOWN = {
    "intel-cpu-add-differences": "intel-cpu-work-group-loop-bound,intel-cpu-auto-vectorize",
    "intel-cpu-keep-loops-scalar": "intel-cpu-auto-vectorize",
    "intel-cpu-strict-options": "",
    "intel-cpu-work-group-loop-bound": "",
}


def is_right(name: str, disabled: str) -> bool:
    """Run a program in a process of its own, which a bug may end."""
    environment = {**os.environ, "SAOPT_DISABLE_WORKAROUNDS": disabled}
    # This process has switched passes off already, for all processes that it starts.
    environment.pop("CL_CONFIG_LLVM_OPTIONS", None)
    result = subprocess.run(
        [sys.executable, str(PROGRAM), name],
        env=environment,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return result.returncode == 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_is_right_with_its_workaround(name: str) -> None:
    assert is_right(name, disabled="")


@pytest.mark.parametrize("name", PROGRAMS)
def test_bug_is_still_there(name: str) -> None:
    device = dpctl.SyclDevice()
    if not device.is_cpu or "Intel" not in device.sycl_platform.vendor:
        return  # no other device has the bugs
    mended = is_right(name, disabled=f"{name},{ALWAYS_SHOWN.get(name, '')}")
    if name in ALWAYS_SHOWN:
        assert not mended, f"mended: remove {name}, see docs/vendor-bugs.md"
    elif mended:
        warnings.warn(f"{name} does not show here, or is mended", stacklevel=1)
