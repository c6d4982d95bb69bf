# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a forked process has of its parent's devices, and must not touch.

Work that was on its way in the parent never ends here, since the threads that do it are not here.
Whoever frees memory, gives up a queue or waits for an event waits for such work; and at the end of
a process Python and dpctl do all of that.
"""

from __future__ import annotations

import ctypes
import gc
import os

import dpctl  # type: ignore[import-untyped]
import dpctl.memory  # type: ignore[import-untyped]
import dpctl.utils  # type: ignore[import-untyped]

from saopt import _runtime

__all__ = ["watch_forks"]

_LEFT_ALONE = (dpctl.memory._memory._Memory, dpctl.SyclQueue, dpctl.SyclEvent)


def _leave_alone() -> None:
    managers = dpctl.utils.SequentialOrderManager._map.get()
    kept = [manager._state for manager in managers.values()]
    managers.clear()
    kept += [thing for thing in gc.get_objects() if isinstance(thing, _LEFT_ALONE)]
    if kept:
        # The parent has used a device, if only through dpctl or dpnp.
        _runtime.refuse_devices()
    # The list lives for ever, and so does what is in it.
    keep = ctypes.pythonapi.Py_IncRef
    keep.argtypes, keep.restype = [ctypes.py_object], None
    keep(kept)


def watch_forks() -> None:
    """Leave the devices of the parent alone in processes that are forked from now on."""
    os.register_at_fork(after_in_child=_leave_alone)
