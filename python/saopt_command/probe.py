# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ``saopt doctor`` runs in processes of their own, because drivers may end a process.

``python -m saopt_command.probe`` imports saopt and prints, as JSON, the devices of SYCL.
``python -m saopt_command.probe <filter string>`` compiles and runs a function on a device.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

__all__ = ["find_devices", "run_smoke_test"]

_ELEMENTS = 1000


def find_devices() -> dict[str, Any]:
    """Return what ``import saopt`` and SYCL find: drivers, devices, and which is the default."""
    import saopt  # before the first look at devices

    import dpctl  # type: ignore[import-untyped]  # isort: skip
    from saopt._src.support import opencl_icd

    try:
        default = dpctl.SyclDevice().filter_string
    except dpctl.SyclDeviceCreationError:
        default = None
    return {
        "saopt": saopt.__version__,
        "drivers": opencl_icd.list_drivers(),
        "remedy": opencl_icd.explain_missing_device(),
        "default": default,
        "devices": [_describe(device) for device in dpctl.get_devices()],
    }


def _describe(device: Any) -> dict[str, Any]:
    prefix = "has_aspect_"
    aspects = [name.removeprefix(prefix) for name in dir(device) if name.startswith(prefix)]
    return {
        "filter": device.filter_string,
        "name": str(device.name).strip(),
        "vendor": str(device.vendor).strip(),
        "driver_version": device.driver_version,
        "compute_units": int(device.max_compute_units),
        "memory": int(device.global_mem_size),
        "aspects": [name for name in sorted(aspects) if getattr(device, prefix + name)],
    }


def run_smoke_test(device: str) -> dict[str, Any]:
    """Compile ``B[i] = 2 A[i] + 1``, run it on a device, and check every element."""
    import numpy as np
    import saopt as sa

    start = time.perf_counter()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(_ELEMENTS,))
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(_ELEMENTS,))
    nest = sa.Nest(shape=(_ELEMENTS,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        B[i] = 2 * A[i] + 1

    values = np.arange(_ELEMENTS, dtype=np.float32)
    a = sa.asarray(values, device=device)
    b = sa.zeros(_ELEMENTS, dtype=sa.float32, device=device)
    sa.compile(nest, args=(A, B), name="smoke_test")(a, b)
    wrong = int(np.count_nonzero(b.asnumpy() != 2 * values + 1))
    seconds = time.perf_counter() - start
    return {"wrong": wrong, "elements": _ELEMENTS, "seconds": round(seconds, 3)}


if __name__ == "__main__":
    print(json.dumps(run_smoke_test(sys.argv[1]) if len(sys.argv) > 1 else find_devices()))
