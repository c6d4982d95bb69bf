# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the host as inputs of compiled functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.usm.array import USMArray
from saopt._src.usm.foreign import has_interface
from saopt._src.usm.host_values import host_values
from saopt._src.usm.memory import queue_of
from saopt._src.usm.placing import upload

__all__ = ["HostArray", "ashostarray", "is_sycl_visible"]


class HostArray(_runtime.HostArrayBase):
    """Elements in the host's memory, for functions that read them; made by `ashostarray`.

    It has a queue, as a USM array has, and is read-only. The elements stay where they are, and
    what is written to them by other ways is seen. Each call copies them to the queue's device.

    Examples
    --------
    >>> host = sa.ashostarray(np.arange(3))
    >>> host
    HostArray([0, 1, 2], dtype=int64)
    """

    __slots__ = ("_elements", "_queue", "_type")

    __array_ufunc__ = None

    def __init__(self, elements: np.ndarray[Any, Any], kind: ScalarType, queue: Any) -> None:
        super().__init__()
        self._elements = elements.view()
        self._elements.flags.writeable = False
        self._type = kind
        self._queue = queue

    def copy(self) -> HostArray:
        """Return one with elements of its own, in the same order."""
        return HostArray(np.copy(self._elements, order="A"), self._type, self._queue)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return self._elements.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._elements.ndim

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
        return self._elements.shape

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._elements.size

    @property
    def sycl_queue(self) -> Any:
        """The queue of functions that take the array."""
        return self._queue

    queue = sycl_queue

    @property
    def device(self) -> Any:
        """The device of the queue, a `dpctl.SyclDevice`."""
        return self._queue.sycl_device

    def asnumpy(self) -> np.ndarray[Any, Any]:
        """Return the elements themselves, read-only."""
        return self._elements

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self._elements, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self._elements)

    def _stage(self) -> USMArray:
        """Return a copy on the device, read-only."""
        staged = upload(self._elements, self._type, self._queue, "device")
        staged.flags.writeable = False
        return staged

    def __repr__(self) -> str:
        elements = np.array2string(self._elements, separator=", ", prefix="HostArray(")
        return f"HostArray({elements}, dtype={self.dtype.name})"


def ashostarray(obj: Any, queue: Any = None) -> HostArray:
    """Return an object of the host as an array that compiled functions read.

    Parameters
    ----------
    obj : object
        A NumPy array, an object with the buffer protocol, or numbers. The elements of the first
        two stay where they are, unless they have the byte order of other machines.
    queue : SyclQueue, SyclDevice or str, optional
        Where functions that take the array run; the default device unless given.

    Raises
    ------
    ArgumentError
        When it is in USM memory already, or its elements are not those of arrays.

    Examples
    --------
    >>> sa.ashostarray(np.ones(3, 'f4'))
    HostArray([1., 1., 1.], dtype=float32)
    """
    if isinstance(obj, HostArray):
        return obj if queue is None else HostArray(obj._elements, obj._type, queue_of(queue))
    if is_sycl_visible(obj):
        raise ArgumentError(f"a {type(obj).__name__} is in USM memory: pass it as it is")
    values, kind = host_values(obj, None)
    return HostArray(values.astype(kind.dtype, copy=False), kind, queue_of(queue))


def is_sycl_visible(obj: Any) -> bool:
    """Return whether compiled functions take an object: USM arrays, USM memory, host arrays.

    Examples
    --------
    >>> sa.is_sycl_visible(np.ones(3))
    False
    """
    return isinstance(obj, HostArray) or has_interface(obj)
