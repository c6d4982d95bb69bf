# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the OpenCL CPU device of the Python environment known to SYCL.

The OpenCL loader finds drivers through files that a system's packages install. A
driver that came with pip has no such file, and no device is found, until the variable
``OCL_ICD_FILENAMES`` names it. The variable adds to the system's drivers.

The loader reads the variable when a program first asks for devices, not when libraries
are loaded. So `register` has an effect after ``import dpctl`` or ``import dpnp`` too,
but none after the first look at devices, such as ``dpctl.get_devices()``: the loader and the
SYCL runtime keep what they found for as long as the process lives, and read nothing that a package
could install. `register` warns then, if there is no device at all, and `explain_missing_device`
says what to do where a device is asked for.

`vendor_intel_cpu` tells the driver which of its passes to leave out.
"""

from __future__ import annotations

import importlib.metadata
import os
import sysconfig
import warnings
from pathlib import Path

from saopt._src.support.loaded_libraries import is_loaded
from saopt._src.support.vendor_intel_cpu import (
    LIBRARY,
    OPTIONS_VARIABLE,
    switch_off_broken_passes,
)

__all__ = ["explain_missing_device", "find_driver", "list_drivers", "register"]

_VARIABLE = "OCL_ICD_FILENAMES"
_DISTRIBUTION = "intel-opencl-rt"
_LIBRARY = LIBRARY
# What the SYCL runtime loads when it is first asked for devices, and not before.
_LOADER = "libOpenCL.so"

_came_too_late = False


def find_driver() -> Path | None:
    """Find the OpenCL CPU driver that belongs to this Python environment."""
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
        switch_off_broken_passes(driver if str(driver) in known else Path(known[0]))
    elif driver is not None:
        switch_off_broken_passes(driver)
        others = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = f"{others}{os.pathsep}{driver}" if others else str(driver)
        global _came_too_late
        _came_too_late = is_loaded(_LOADER) and not _has_device_for_cpus()
        if _came_too_late and not _has_any_device():
            warnings.warn(f"there is no SYCL device: {_remedy()}", RuntimeWarning, stacklevel=3)


def explain_missing_device() -> str:
    """Say why there is no device for CPUs and what to do, or nothing if that is not known."""
    if _came_too_late:
        return _remedy()
    if find_driver() is None and not any(map(_is_driver, _registered())):
        return f"there is no OpenCL driver for CPUs: pip install {_DISTRIBUTION}"
    return ""


def list_drivers() -> list[dict[str, object]]:
    """List what the OpenCL loader is told to load, and whether it is there."""
    return [
        {"library": name, "exists": not Path(name).is_absolute() or Path(name).is_file()}
        for name in _registered()
        if name
    ]


def _remedy() -> str:
    variables = [name for name in (_VARIABLE, OPTIONS_VARIABLE) if name in os.environ]
    settings = " and ".join(f"{name}='{os.environ[name]}'" for name in variables)
    return (
        "something asked SYCL for its devices before saopt was imported, when the driver for CPUs "
        f"of this environment was not known: import saopt first, or set {settings} before Python "
        "starts"
    )


def _has_device_for_cpus() -> bool:
    import dpctl  # type: ignore[import-untyped]

    return bool(dpctl.get_devices(backend="opencl", device_type="cpu"))


def _has_any_device() -> bool:
    import dpctl

    return bool(dpctl.get_devices())


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
