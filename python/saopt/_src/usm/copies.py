# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The elements of USM arrays, read from and written by the host.

Everything here comes after all work that was submitted to the array's queue, and is done when it
returns. Memory of the kinds ``shared`` and ``host`` is accessed in place. ``device`` memory is
copied at once, from the first to the last element. Where there is something between the elements,
that is copied too, and written back as it was: nobody else may write it at that time. Vendor bug
``intel-cpu-concurrent-copies``: a copy for each piece would be better, but Intel's CPU driver hangs
when several threads make many of them.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.usm.geometry import Geometry

__all__ = ["fill", "host_view", "read", "read_window", "write", "write_window"]

_FILLED_AT_ONCE = 2**20
_writing_between = threading.Lock()


def _dtype_of(array: _runtime.UsmArray) -> np.dtype[Any]:
    return ScalarType(array._element_type).dtype


def host_view(array: _runtime.UsmArray, geometry: Geometry) -> np.ndarray[Any, Any] | None:
    """Return elements in place, if the host can access them; the caller waits for the queue."""
    if array.base.get_usm_type() == "device":
        return None
    dtype = _dtype_of(array)
    strides = [stride * dtype.itemsize for stride in geometry.strides]
    first = geometry.offset * dtype.itemsize
    view = np.ndarray(geometry.shape, dtype, array.base, first, strides)
    view.flags.writeable = array._writeable
    return view


def _in_window(
    window: np.ndarray[Any, Any], geometry: Geometry, dtype: np.dtype[Any]
) -> np.ndarray[Any, Any]:
    """Return the elements in a copy of the memory from the lowest to the highest of them."""
    first = (geometry.offset - geometry.reach()[0]) * dtype.itemsize
    strides = [stride * dtype.itemsize for stride in geometry.strides]
    return np.ndarray(geometry.shape, dtype, window, first, strides)


def _read_window(
    array: _runtime.UsmArray, geometry: Geometry, dtype: np.dtype[Any]
) -> np.ndarray[Any, Any]:
    lowest, end = geometry.reach()
    window = np.empty((end - lowest) * dtype.itemsize, dtype=np.uint8)
    _runtime.read_bytes(array.base, lowest * dtype.itemsize, window)
    return window


def read(array: _runtime.UsmArray, geometry: Geometry) -> np.ndarray[Any, Any]:
    """Return a copy of elements on the host, dense, in Fortran's order if they are so."""
    dtype = _dtype_of(array)
    if not geometry.size:
        return np.empty(geometry.shape, dtype)
    if geometry.is_dense("F") and not geometry.is_dense("C"):
        return read(array, geometry.transposed()).T
    view = host_view(array, geometry)
    if view is not None:
        _runtime.wait_for(array.base.sycl_queue)
        return np.array(view, order="C")
    elements = _in_window(_read_window(array, geometry, dtype), geometry, dtype)
    return elements if geometry.is_dense("C") else np.array(elements, order="C")


def write(array: _runtime.UsmArray, geometry: Geometry, values: np.ndarray[Any, Any]) -> None:
    """Write values, which have the type of the elements and a shape that broadcasts to theirs."""
    if not geometry.size:
        return
    dtype = _dtype_of(array)
    view = host_view(array, geometry)
    if view is not None:
        _runtime.wait_for(array.base.sycl_queue)
        view[...] = values
        return
    if geometry.is_dense("F") and not geometry.is_dense("C"):
        write(array, geometry.transposed(), np.broadcast_to(values, geometry.shape).T)
        return
    first = geometry.reach()[0] * dtype.itemsize
    if geometry.is_dense("C"):
        elements = np.empty(geometry.shape, dtype)
        elements[...] = values
        _runtime.write_bytes(array.base, first, elements.reshape(-1).view(np.uint8))
        return
    # Of two threads here, one would write back what the other has just changed.
    with _writing_between:
        window = _read_window(array, geometry, dtype)
        _in_window(window, geometry, dtype)[...] = values
        _runtime.write_bytes(array.base, first, window)


def read_window(array: _runtime.UsmArray) -> np.ndarray[Any, Any]:
    """Return a copy of the bytes from the lowest to the highest element of an array."""
    geometry = Geometry(array.shape, array.strides, array._offset)
    if not geometry.size:
        return np.empty(0, np.uint8)
    return _read_window(array, geometry, _dtype_of(array))


def write_window(array: _runtime.UsmArray, window: np.ndarray[Any, Any]) -> None:
    """Write the elements in a copy that `read_window` made, and nothing between them."""
    geometry = Geometry(array.shape, array.strides, array._offset)
    if geometry.size:
        write(array, geometry, _in_window(window, geometry, _dtype_of(array)))


def fill(array: _runtime.UsmArray, geometry: Geometry, value: np.generic) -> None:
    """Write one value to all elements, which are dense, without a copy as large as the array."""
    view = host_view(array, geometry)
    if view is not None or not geometry.size:
        write(array, geometry, np.asarray(value))
        return
    dtype = _dtype_of(array)
    block = np.full(min(geometry.size, _FILLED_AT_ONCE), value, dtype)
    for begin in range(0, geometry.size, _FILLED_AT_ONCE):
        part = block[: geometry.size - begin].view(np.uint8)
        _runtime.write_bytes(array.base, (geometry.offset + begin) * dtype.itemsize, part)
