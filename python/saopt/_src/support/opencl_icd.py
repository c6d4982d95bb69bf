# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the OpenCL CPU device of the Python environment known to SYCL.

The OpenCL loader finds drivers through files that a system's packages install. A
driver that came with pip has no such file, and no device is found, until the variable
``OCL_ICD_FILENAMES`` names it. The variable adds to the system's drivers.

The loader reads the variable when a program first asks for devices, not when libraries
are loaded. So `register` has an effect after ``import dpctl`` or ``import dpnp`` too,
but none after the first look at devices, such as ``dpctl.get_devices()``.

The driver's compiler has three passes that give wrong results, and are switched off. One makes
something else of conditions on the position of a work-item, once a kernel of the same module has
had a loop that gets shorter with it: points are left out, others run that must not, or the process
crashes. Another one moves integers to vector registers, and there, on processors with AVX-512,
takes whatever a register holds for the mask of a negation: ``max(a, ~b)`` was ``a``. The third one
asks for vectors in loops of a kernel of one work-item, and loses products of unrolled ones that
read an array backwards. The driver reads how it is to compile when it is loaded: what comes later
than that is a warning.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import sysconfig
import warnings
from pathlib import Path

__all__ = ["find_driver", "register"]

_VARIABLE = "OCL_ICD_FILENAMES"
_DISTRIBUTION = "intel-opencl-rt"
_LIBRARY = "libintelocl.so"
_OPTIONS_VARIABLE = "CL_CONFIG_LLVM_OPTIONS"
# Other versions may not know the options, and end the process then.
_OPTIONS = {
    "2026.22": "-opt-disable=sycl-kernel-wg-loop-bound,x86-scalar-to-vector,auto-vec-dir-insert "
    "-opt-bisect-verbose=false"
}


def find_driver() -> Path | None:
    """Find the OpenCL CPU driver that belongs to this Python environment.

    Returns
    -------
    Path or None
        The driver's library, if it is installed here.
    """
    candidates = []
    try:
        files = importlib.metadata.files(_DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == _LIBRARY:
            candidates.append(Path(os.path.normpath(file.locate())))
    candidates.append(Path(sysconfig.get_path("data")) / "lib" / _LIBRARY)
    return next((path for path in candidates if path.is_file()), None)


def register() -> None:
    """Add the environment's driver to those that the OpenCL loader looks at.

    Does nothing when there is no such driver, or when the loader knows a driver of that
    name already: two of them would show every device twice.
    """
    driver = find_driver()
    known = [name for name in _registered() if _is_driver(name)]
    if known:
        _switch_off_broken_passes(driver if str(driver) in known else Path(known[0]))
    elif driver is not None:
        _switch_off_broken_passes(driver)
        others = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = f"{others}{os.pathsep}{driver}" if others else str(driver)


def _switch_off_broken_passes(driver: Path) -> None:
    options = _OPTIONS.get(_version_of(driver))
    given = os.environ.get(_OPTIONS_VARIABLE, "")
    # Whoever bisects passes knows what they do.
    if options is None or "-opt-disable" in given or "-opt-bisect" in given:
        return
    if _is_loaded():
        warnings.warn(
            "the OpenCL driver for CPUs was in use before saopt was imported, with passes of its "
            "compiler that give wrong results: import saopt first, or set "
            f"{_OPTIONS_VARIABLE}='{options}' before Python starts",
            RuntimeWarning,
            stacklevel=4,
        )
        return
    os.environ[_OPTIONS_VARIABLE] = f"{given} {options}".strip()


def _version_of(driver: Path) -> str:
    """Return the first two numbers of a driver's version, or nothing.

    They are in the name of the file that a link leads to, or, where there are no links, of one
    beside it.
    """
    files = [driver.resolve(), *sorted(driver.parent.glob(f"{_LIBRARY}.*"))]
    for file in files if driver.is_absolute() else []:
        if match := re.fullmatch(re.escape(_LIBRARY) + r"\.(\d+\.\d+)\.[\d.]+", file.name):
            return match[1]
    return ""


def _is_loaded() -> bool:
    try:
        return _LIBRARY in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _registered() -> list[str]:
    """List what the loader is told to load, by the variable and by vendor files."""
    names = os.environ.get(_VARIABLE, "").split(os.pathsep)
    vendors = Path(os.environ.get("OCL_ICD_VENDORS") or "/etc/OpenCL/vendors")
    files = sorted(vendors.glob("*.icd")) if vendors.is_dir() else []
    for file in files:
        try:
            names.append(file.read_text(encoding="utf-8", errors="replace").strip())
        except OSError:
            continue
    return names


def _is_driver(name: str) -> bool:
    path = Path(name)
    # A bare name is looked for by the dynamic linker; a path must lead somewhere.
    return path.name.startswith(_LIBRARY) and (not path.is_absolute() or path.is_file())
