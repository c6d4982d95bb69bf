# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of an eager call: checked as the device engines do, and seen through NumPy.

NumPy arrays are used in place. USM memory is copied to the host, and the elements of arrays that
are written are copied back when the call is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from saopt._src.arrays import Array
from saopt._src.errors import ArgumentError, ExecutionPlacementError
from saopt._src.footprint import Footprint, may_overlap
from saopt._src.layouts import Layout, packed_strides
from saopt._src.roles import Role
from saopt._src.types import ScalarType

__all__ = ["HostArgument", "bind"]


class HostArgument:
    """One argument of a call.

    Attributes
    ----------
    array : Array
        What it is passed for.
    name : str
        What errors call it.
    view : numpy.ndarray
        Its elements on the host, in the shape of the array.
    queue : object or None
        The queue of USM memory.
    """

    def __init__(self, array: Array, name: str, argument: Any) -> None:
        self.array = array
        self.name = name
        self.queue: Any = None
        self._memory: Any = None
        self._copy: np.ndarray[Any, Any] | None = None
        if isinstance(argument, np.ndarray):
            elements, writable = argument, argument.flags.writeable
        elif hasattr(argument, "__sycl_usm_array_interface__"):
            elements, writable = self._from_usm(argument)
        else:
            raise self._refusal(
                f"a {type(argument).__name__} is neither a USM array nor a NumPy array",
            )
        if array.role is Role.INOUT and not writable:
            raise self._refusal("data is read-only, but the function writes to this array")
        self.view = self._shaped(self._typed(elements))

    def _refusal(self, message: str) -> ArgumentError:
        return ArgumentError(f"argument '{self.name}': {message}")

    def _from_usm(self, argument: Any) -> tuple[np.ndarray[Any, Any], bool]:
        """Copy USM memory to the host; return its elements and whether it may be written."""
        import dpctl.memory  # type: ignore[import-untyped]

        raw = isinstance(argument, dpctl.memory._memory._Memory)
        interface = argument.__sycl_usm_array_interface__
        shape, strides = tuple(interface["shape"]), interface.get("strides")
        memory = self._memory = dpctl.memory.as_usm_memory(argument)
        self.queue = memory.sycl_queue
        self._copy = np.frombuffer(memory.copy_to_host(), dtype=np.uint8).copy()
        if raw:
            return self._from_storage(self._copy), True
        dtype = np.dtype(interface["typestr"])
        if 0 in shape:
            return np.empty(shape, dtype), not interface["data"][1]
        if strides is None:
            elements = self._copy.view(dtype).reshape(shape)
        else:
            reach = zip(shape, strides, strict=True)
            first = -sum(min(0, (size - 1) * stride) for size, stride in reach)
            flat = self._copy.view(dtype)[first:]
            elements = as_strided(flat, shape, [s * dtype.itemsize for s in strides])
        return elements, not interface["data"][1]

    def _from_storage(self, storage: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """See raw memory as the elements of the array that it is passed for."""
        expected = self.array.storage_size * self.array.element_type.itemsize
        if storage.nbytes != expected:
            raise self._refusal(f"memory has {storage.nbytes} bytes, expected {expected}")
        return self._from_flat(storage.view(self.array.element_type.dtype))

    def _from_flat(self, storage: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """See the elements of the whole storage in the shape of the array."""
        array = self.array
        if 0 in array.shape:
            return np.empty(array.shape, storage.dtype)
        strides = [stride * storage.itemsize for stride in array.strides]
        return as_strided(storage[array.offset :], array.shape, strides)

    def _typed(self, elements: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the elements in the type of the array."""
        expected = self.array.element_type
        found = ScalarType.find(elements.dtype)
        if found is expected:
            return elements
        if expected is ScalarType.bfloat16 and elements.dtype.str.lstrip("<|=") in (
            "V2",
            "u2",
        ):
            return elements.view(expected.dtype)
        raise self._refusal(
            f"typestr is '{elements.dtype.str}', expected '{expected.dtype.str}' ({expected.value})"
        )

    def _shaped(self, elements: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the elements in the shape of the array.

        They have it, or they are, in one dimension, the whole storage of an array that is
        not simply dense and row-major.
        """
        array = self.array
        itemsize = array.element_type.itemsize
        if elements.shape == array.shape:
            self._check_strides([stride / itemsize for stride in elements.strides])
            return elements
        if elements.shape == (array.storage_size,) and not self._is_row_major():
            if elements.strides != (itemsize,) and elements.size > 1:
                raise self._refusal("strides are not those of flat storage, expected (1,)")
            return self._from_flat(elements)
        if elements.ndim != array.ndim:
            raise self._refusal(
                f"rank is {elements.ndim}, expected {array.ndim}: "
                f"shape is {elements.shape}, expected {array.shape}",
            )
        raise self._refusal(f"shape is {elements.shape}, expected {array.shape}")

    def _is_row_major(self) -> bool:
        """Return whether the array lies in memory as a dense row-major one does."""
        shape, strides, offset = self.array.shape, self.array.strides, self.array.offset
        dense = zip(shape, strides, packed_strides(Layout.FIRST_MAJOR, shape), strict=True)
        same = 0 in shape or all(size == 1 or found == wanted for size, found, wanted in dense)
        return same and offset == 0

    def _check_strides(self, found: Sequence[float]) -> None:
        """Check strides, counted in elements, where more than one element lies along them."""
        shape, expected = self.array.shape, self.array.strides
        if 0 in shape:
            return
        for size, stride, wanted in zip(shape, found, expected, strict=True):
            if size > 1 and stride != wanted:
                shown = tuple(map(int, found))
                raise self._refusal(f"strides are {shown}, expected {expected}")

    def finish(self) -> None:
        """Copy what was written back to USM memory."""
        if self._memory is not None and self.array.role is Role.INOUT and self.view.size:
            # Between the elements there may be those of another argument, by now written.
            memory = np.frombuffer(self._memory.copy_to_host(), dtype=np.uint8).copy()
            view, start = self.view, self._position(self.view)
            np.ndarray(view.shape, view.dtype, memory, start, view.strides)[...] = view
            self._memory.copy_from_host(memory)

    def _position(self, elements: np.ndarray[Any, Any]) -> int:
        """Return where in the copy of USM memory the first of `elements` is, in bytes."""
        assert self._copy is not None
        return elements.ctypes.data - self._copy.ctypes.data

    def footprint(self) -> Footprint:
        """Return the bytes of the caller's memory that the elements occupy."""
        pointer = self.view.ctypes.data
        if self._memory is not None and self.view.size:
            pointer = self._memory._pointer + self._position(self.view)
        return Footprint.of(self.view, pointer)


def _check_placement(bound: Sequence[HostArgument]) -> None:
    on_device = [argument for argument in bound if argument.queue is not None]
    for argument in on_device[1:]:
        if argument.queue != on_device[0].queue:
            raise ExecutionPlacementError(
                f"argument '{argument.name}': syclobj is another queue than that of argument "
                f"'{on_device[0].name}'; all arguments must be on one queue"
            )


def _check_overlap(bound: Sequence[HostArgument]) -> None:
    footprints = [argument.footprint() for argument in bound]
    for written, footprint in zip(bound, footprints, strict=True):
        if written.array.role is not Role.INOUT:
            continue
        for other, other_footprint in zip(bound, footprints, strict=True):
            if other is not written and may_overlap(footprint, other_footprint):
                raise written._refusal(
                    f"data overlaps argument '{other.name}', but the function writes to this array"
                )


def bind(
    arrays: Sequence[Array], names: Sequence[str], arguments: Sequence[Any]
) -> list[HostArgument]:
    """Check the arguments of a call and bring them to the host.

    Parameters
    ----------
    arrays : sequence of Array
        What they are passed for.
    names : sequence of str
        What errors call them.
    arguments : sequence
        The NumPy arrays and USM arrays of the caller.

    Raises
    ------
    ArgumentError
        When one of them does not fit its array; nothing has been changed then.
    """
    bound = [HostArgument(*given) for given in zip(arrays, names, arguments, strict=True)]
    _check_placement(bound)
    _check_overlap(bound)
    return bound
