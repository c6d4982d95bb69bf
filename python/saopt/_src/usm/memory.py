# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of `dpctl.memory` for USM arrays, and the queues that it belongs to."""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from typing import Any

import dpctl  # type: ignore[import-untyped]
import dpctl.memory  # type: ignore[import-untyped]

from saopt import _runtime
from saopt._src.support.errors import AllocationError, ArgumentError
from saopt._src.support.near_names import did_you_mean
from saopt._src.support.opencl_icd import explain_missing_device
from saopt._src.usm.device import Device

__all__ = ["USM_TYPES", "allocate", "check_usm_type", "is_memory", "queue_of"]

_KEYWORDS = ("queue", "alignment", "copy")
_LARGEST = 2**63 - 1
_first_use_of_part = threading.Lock()

USM_TYPES = {
    "device": dpctl.memory.MemoryUSMDevice,
    "shared": dpctl.memory.MemoryUSMShared,
    "host": dpctl.memory.MemoryUSMHost,
}


def is_memory(thing: object) -> bool:
    """Return whether `thing` is memory of `dpctl.memory`."""
    return isinstance(thing, dpctl.memory._memory._Memory)


def check_usm_type(usm_type: Any) -> None:
    """Check a ``usm_type`` parameter.

    Raises
    ------
    ArgumentError
        When it is no kind of USM memory.
    """
    if not isinstance(usm_type, str) or usm_type not in USM_TYPES:
        near = did_you_mean(usm_type, ("device", "shared", "host"))
        raise ArgumentError(f"usm_type is {usm_type!r}: use 'device', 'shared' or 'host'{near}")


def allocate(usm_type: str, nbytes: int, keywords: Mapping[str, Any]) -> Any:
    """Return new memory, its content undefined; no bytes take one, which devices can give.

    Parameters
    ----------
    usm_type : {"device", "shared", "host"}
        The kind of memory.
    nbytes : int
        Its size.
    keywords : mapping
        What else the constructor of `dpctl.memory` takes.

    Raises
    ------
    ArgumentError
        When there is no such kind, a keyword is none of the constructor's, or nothing that large
        has an address.
    AllocationError
        When there is not so much memory.
    """
    if usm_type not in USM_TYPES:
        raise ArgumentError(
            f"buffer is {usm_type!r}: use 'device', 'shared' or 'host' for new memory, an object "
            "of dpctl.memory, or a USMArray"
        )
    unknown = [name for name in keywords if name not in _KEYWORDS]
    if unknown:
        raise ArgumentError(
            f"buffer_ctor_kwargs has {unknown[0]!r}: the keywords are {', '.join(_KEYWORDS)}"
            + did_you_mean(unknown[0], _KEYWORDS)
        )
    if nbytes > _LARGEST:
        raise ArgumentError(f"an array of {nbytes} bytes is too large to address")
    _runtime.check_not_forked()
    try:
        return _runtime.call_with_stack(USM_TYPES[usm_type], max(nbytes, 1), **keywords)
    except dpctl.memory.USMAllocationError as error:
        aligned = f" with alignment {keywords['alignment']}" if "alignment" in keywords else ""
        raise AllocationError(
            f"there are no {nbytes} bytes of {usm_type} memory{aligned}"
        ) from error


@functools.lru_cache(maxsize=64)
def _context_of_part(device: dpctl.SyclDevice) -> dpctl.SyclContext:
    return dpctl.SyclContext([device])


def _cached_queue(device: dpctl.SyclDevice) -> dpctl.SyclQueue:
    # Without a context, dpctl makes a queue each time, to look for the one that it keeps; and for
    # a part of a device a new context each time, so that it finds none.
    if device.parent_device is None:
        context = device.sycl_platform.default_context
    else:
        with _first_use_of_part:
            context = _context_of_part(device)
    return dpctl.get_device_cached_queue((context, device))


def _find_queue(device: str | dpctl.SyclDevice | None) -> dpctl.SyclQueue:
    if isinstance(device, dpctl.SyclDevice):
        return _cached_queue(device)
    return _cached_queue(dpctl.SyclDevice() if device is None else dpctl.SyclDevice(device))


def queue_of(device: Any) -> dpctl.SyclQueue:
    """Return the queue that a ``device`` parameter means.

    Parameters
    ----------
    device : None, str, SyclDevice, SyclQueue or object with a ``sycl_queue``
        For None, a filter string and a device, it is the queue that `dpctl` keeps for it, which
        is also the one of dpnp's arrays there.

    Raises
    ------
    ArgumentError
        When it is none of these, or there is no such device.
    """
    if isinstance(device, dpctl.SyclQueue):
        return device
    if isinstance(device, Device):
        return device.sycl_queue
    _runtime.check_not_forked()
    if device is None or isinstance(device, (str, dpctl.SyclDevice)):
        try:
            return _runtime.call_with_stack(_find_queue, device)
        except (dpctl.SyclDeviceCreationError, dpctl.SyclQueueCreationError, ValueError) as error:
            remedy = explain_missing_device() if device is None or "cpu" in str(device) else ""
            raise ArgumentError(
                f"device is {device!r}, and there is none: {remedy or error}"
            ) from error
    queue = getattr(device, "sycl_queue", None)
    if isinstance(queue, dpctl.SyclQueue):
        return queue
    raise ArgumentError(
        f"device is a {type(device).__name__}: use a filter string such as 'cpu', a "
        "dpctl.SyclDevice or a dpctl.SyclQueue"
    )
