# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device of a USM array, which remembers the queue."""

from __future__ import annotations

from typing import Any

import dpctl  # type: ignore[import-untyped]

__all__ = ["Device"]


class Device(dpctl.SyclDevice):  # type: ignore[misc]
    """A device of `dpctl` with a queue on it.

    It is equal to the plain device. Given as ``device=`` to a creation function of this package,
    it means its queue.

    Attributes
    ----------
    sycl_queue : dpctl.SyclQueue
        The queue.
    """

    sycl_queue: Any

    def __new__(cls, queue: Any) -> Device:
        made: Device = dpctl.SyclDevice.__new__(cls, queue.sycl_device)
        made.sycl_queue = queue
        return made

    def __init__(self, queue: Any) -> None:
        """Take the device from the queue, which `__new__` has done."""
