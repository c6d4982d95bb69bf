# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other libraries' USM arrays as arrays of this package, over the same memory."""

from __future__ import annotations

from typing import Any

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.usm import memory as usm_memory
from saopt._src.usm.array import USMArray
from saopt._src.usm.element_types import element_type
from saopt._src.usm.geometry import Geometry, dense_strides

__all__ = ["array_at", "has_interface", "usm_view"]

_INTERFACE = "__sycl_usm_array_interface__"


def has_interface(thing: Any) -> bool:
    """Return whether something is a USM array or USM memory of any library.

    The interface is not read if its class has one: dpnp would wait for its queue. One that cannot
    be read counts as well, and whoever reads it says so.
    """
    try:
        return hasattr(type(thing), _INTERFACE) or hasattr(thing, _INTERFACE)
    except Exception:
        return True


def usm_view(thing: Any, name: str = "obj") -> USMArray:
    """Return a USM array of any library, or memory of `dpctl.memory` as bytes, as a `USMArray`.

    Parameters
    ----------
    thing : object
        The array.
    name : str
        What errors call it.

    Raises
    ------
    ArgumentError
        When its ``__sycl_usm_array_interface__`` does not describe elements of USM memory.
    """
    if isinstance(thing, USMArray):
        return thing
    if usm_memory.is_memory(thing):
        return USMArray(thing.nbytes, "u1", thing)
    found = _runtime.read_interface(thing, name)
    try:
        if found.version != 1:
            raise ArgumentError(f"version is {found.version}, expected 1")
        try:
            elements = element_type(found.typestr)
        except ArgumentError as error:
            raise ArgumentError(f"typestr {error}") from None
        strides = dense_strides(found.shape, "C") if found.strides is None else found.strides
        geometry = Geometry(found.shape, strides, found.offset)
        return array_at(thing, found.pointer, elements, geometry, found.queue, found.read_only)
    except ArgumentError as error:
        raise ArgumentError(f"argument '{name}': {error}") from None


def array_at(
    owner: Any,
    pointer: int,
    elements: ScalarType,
    geometry: Geometry,
    queue: Any,
    read_only: bool,
) -> USMArray:
    """Return an array of elements at an address, which `owner` keeps alive.

    Parameters
    ----------
    owner : object
        What the memory belongs to; if it has memory of `dpctl.memory`, that is used.
    pointer : int
        Where the offset is counted from.
    elements : ScalarType
        The type of the elements.
    geometry : Geometry
        Where they are.
    queue : dpctl.SyclQueue
        The queue of the array.
    read_only : bool
        Whether nobody may write them.

    Raises
    ------
    ArgumentError
        When some of the elements are outside of the allocation at that address.
    """
    if any(size < 0 for size in geometry.shape):
        raise ArgumentError(f"shape {geometry.shape} has a negative length")
    if not geometry.size:
        kind = getattr(owner, "usm_type", None)
        known = isinstance(kind, str) and kind in usm_memory.USM_TYPES
        memory = usm_memory.allocate(str(kind) if known else "device", 0, {"queue": queue})
        return USMArray._over(memory, elements, geometry._replace(offset=0), not read_only)
    if len(geometry.shape) != len(geometry.strides):
        raise ArgumentError(
            f"strides {geometry.strides} are not one for each dimension of shape {geometry.shape}"
        )
    size = elements.itemsize
    memory = getattr(getattr(owner, "__usm_ndarray__", owner), "usm_data", None)
    if usm_memory.is_memory(memory) and memory.sycl_queue == queue:
        distance, rest = divmod(pointer - memory._pointer, size)
        lowest, end = geometry._replace(offset=geometry.offset + distance).reach()
        if not rest and lowest >= 0 and end * size <= memory.nbytes:
            placed = geometry._replace(offset=geometry.offset + distance)
            return USMArray._over(memory, elements, placed, not read_only)
    lowest, end = geometry.reach()
    address, nbytes = pointer + lowest * size, (end - lowest) * size
    if not 0 <= address < 2**64 or nbytes >= 2**63:
        raise ArgumentError(
            f"shape {geometry.shape} and offset {geometry.offset} are too large to address"
        )
    memory = _runtime.memory_at(address, nbytes, queue, owner)
    placed = geometry._replace(offset=geometry.offset - lowest)
    return USMArray._over(memory, elements, placed, not read_only)
