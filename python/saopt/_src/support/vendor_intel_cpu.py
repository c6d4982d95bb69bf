# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workarounds for Intel's OpenCL driver for CPUs: passes of its compiler that are switched off.

``docs/vendor-bugs.md`` describes the bugs. The environment variable ``SAOPT_DISABLE_WORKAROUNDS``
names workarounds to leave out, with commas between them; the passes then run. The driver reads its
options when it is loaded; if that has happened already, `switch_off_broken_passes` warns.
"""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path

from saopt._src.support.loaded_libraries import is_loaded

__all__ = ["LIBRARY", "OPTIONS_VARIABLE", "switch_off_broken_passes"]

LIBRARY = "libintelocl.so"
OPTIONS_VARIABLE = "CL_CONFIG_LLVM_OPTIONS"
# Other versions may not know the options, and end the process then.
_VERSIONS = ("2026.22",)
_PASSES = {
    "intel-cpu-work-group-loop-bound": "sycl-kernel-wg-loop-bound",
    "intel-cpu-scalar-to-vector": "x86-scalar-to-vector",
    "intel-cpu-auto-vectorize": "auto-vec-dir-insert",
}


def switch_off_broken_passes(driver: Path) -> None:
    """Tell the driver, if it is of a version with the bugs, to leave its broken passes out.

    Warns when the driver is loaded already and cannot be told.
    """
    disabled = os.environ.get("SAOPT_DISABLE_WORKAROUNDS", "").split(",")
    passes = [broken for name, broken in _PASSES.items() if name not in disabled]
    given = os.environ.get(OPTIONS_VARIABLE, "")
    # Whoever bisects passes knows what they do.
    if (
        _version_of(driver) not in _VERSIONS
        or not passes
        or "-opt-disable" in given
        or "-opt-bisect" in given
    ):
        return
    options = f"-opt-disable={','.join(passes)} -opt-bisect-verbose=false"
    if is_loaded(LIBRARY):
        warnings.warn(
            "the OpenCL driver for CPUs was in use before saopt was imported, with passes of its "
            "compiler that give wrong results: import saopt first, or set "
            f"{OPTIONS_VARIABLE}='{options}' before Python starts",
            RuntimeWarning,
            stacklevel=4,
        )
        return
    os.environ[OPTIONS_VARIABLE] = f"{given} {options}".strip()


def _version_of(driver: Path) -> str:
    """Return the first two numbers of a driver's version, or nothing.

    They are in the name of the file that a link leads to, or, where there are no links, of one
    beside it.
    """
    files = [driver.resolve(), *sorted(driver.parent.glob(f"{LIBRARY}.*"))]
    for file in files if driver.is_absolute() else []:
        if match := re.fullmatch(re.escape(LIBRARY) + r"\.(\d+\.\d+)\.[\d.]+", file.name):
            return match[1]
    return ""
