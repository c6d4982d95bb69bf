# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of an eager call: checked as the device engines do, and seen through NumPy.

NumPy arrays are used in place. USM memory is copied to the host, and the elements of arrays that
are written are copied back when the call is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from saopt._src.arrays import Array
from saopt._src.errors import ArgumentError
from saopt._src.fitting import fit, raw_storage, without_rest
from saopt._src.footprint import Footprint
from saopt._src.host_array import HostArray
from saopt._src.memory import Memory
from saopt._src.types import ScalarType
from saopt._src.usm_foreign import memory_of, usm_view

__all__ = ["HostArgument"]


class HostArgument:
    """One argument of a call.

    Attributes
    ----------
    array : Array
        What it is passed for.
    name : str
        What errors call it.
    elements : numpy.ndarray
        Its elements on the host, as they were passed.
    memory : Memory
        The same elements, as the array lies in them; after `fit`.
    queue : object or None
        The queue of USM memory.
    is_raw : bool
        Whether it is memory, which says nothing of elements.
    """

    memory: Memory

    def __init__(self, array: Array, name: str, argument: Any) -> None:
        self.array = array
        self.name = name
        self.queue: Any = None
        self.is_raw = False
        self._usm: Any = None
        self._copy: np.ndarray[Any, Any] | None = None
        if isinstance(argument, np.ndarray):
            elements, writable = argument, argument.flags.writeable
        elif isinstance(argument, HostArray):
            # As on a device, which gets a copy.
            elements, writable = argument.copy().asnumpy(), False
            self.queue = argument.sycl_queue
        elif hasattr(argument, "__sycl_usm_array_interface__"):
            elements, writable = self._from_usm(argument)
        else:
            raise self.refusal(
                f"a {type(argument).__name__} is neither a USM array nor a NumPy array",
            )
        self.elements = elements if self.is_raw else self._typed(elements)
        if array.role.is_written and not writable:
            raise self.refusal("data is read-only, but the function writes to this array")

    def refusal(self, message: str) -> ArgumentError:
        """Return the error for this argument."""
        return ArgumentError(f"argument '{self.name}': {message}")

    def _from_usm(self, argument: Any) -> tuple[np.ndarray[Any, Any], bool]:
        """Copy USM memory to the host; return its elements and whether it may be written."""
        import dpctl.memory  # type: ignore[import-untyped]

        self.is_raw = isinstance(argument, dpctl.memory._memory._Memory)
        view = usm_view(argument, self.name)
        self.queue = view.sycl_queue
        if not view.size:  # there need not be any memory
            return np.empty(view.shape, view.dtype), view.flags.writeable
        memory = self._usm = memory_of(view)
        self._copy = np.frombuffer(memory.copy_to_host(), dtype=np.uint8).copy()
        if self.is_raw:
            return self._copy, True
        reach = zip(view.shape, view.strides, strict=True)
        first = -sum(min(0, (size - 1) * stride) for size, stride in reach)
        flat = self._copy.view(view.dtype)[first:]
        steps = [stride * view.dtype.itemsize for stride in view.strides]
        return as_strided(flat, view.shape, steps), view.flags.writeable

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
        raise self.refusal(
            f"typestr is '{elements.dtype.str}', expected '{expected.dtype.str}' "
            f"({expected.value}); {_conversion(elements.dtype, expected)}"
        )

    @property
    def length(self) -> int | None:
        """The number of elements that it has room for, when it is one-dimensional or memory."""
        if self.is_raw:
            return self.elements.nbytes // self.array.element_type.itemsize
        return self.elements.size if self.elements.ndim == 1 else None

    @property
    def shown_length(self) -> str:
        """The same in words, for errors, up to a verb."""
        if self.is_raw:
            return f"memory has {self.elements.nbytes} bytes, which do"
        return f"shape is {self.elements.shape}, which does"

    def fit(self, shape: tuple[int, ...]) -> None:
        """See the elements as those of the array, whose shape is known by now.

        Raises
        ------
        ArgumentError
            When they are not: neither elements of that shape and strides, nor its storage.
        """
        if self.is_raw:
            self.elements = raw_storage(self.array, self.elements, shape, self.refusal)
        self.elements = without_rest(self.array, self.elements, shape)
        self.memory = fit(self.array, self.elements, shape, self.refusal, self.is_raw)

    def finish(self) -> None:
        """Copy what was written back to USM memory."""
        elements = self.elements
        if self._usm is not None and self.array.role.is_written and elements.size:
            # Between the elements there may be those of another argument, by now written.
            memory = np.frombuffer(self._usm.copy_to_host(), dtype=np.uint8).copy()
            start = self._position()
            np.ndarray(elements.shape, elements.dtype, memory, start, elements.strides)[...] = (
                elements
            )
            self._usm.copy_from_host(memory)

    def _position(self) -> int:
        """Return where in the copy of USM memory the first of the elements is, in bytes."""
        assert self._copy is not None
        return self.elements.ctypes.data - self._copy.ctypes.data

    def footprint(self) -> Footprint:
        """Return the bytes of the caller's memory that the elements occupy."""
        pointer = self.elements.ctypes.data
        if self._usm is not None and self.elements.size:
            pointer = self._usm._pointer + self._position()
        return Footprint(pointer, self.elements)


def _conversion(found: np.dtype[Any], expected: ScalarType) -> str:
    """Return how elements of another type become those that are expected."""
    text = f"that is {found.name} for {expected}"
    if expected is ScalarType.bfloat16:  # which is none of NumPy's own
        return text
    return f"{text}: convert it with .astype('{expected.dtype.name}')"
