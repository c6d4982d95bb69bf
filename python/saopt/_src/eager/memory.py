# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of an array during an eager call: elements at the offsets that its layout says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from saopt._src.layouts.base import Layout

__all__ = ["Memory", "ViewMemory", "window"]


@dataclass(frozen=True)
class Memory:
    """Storage, and how an array lies in it.

    Attributes
    ----------
    layout : Layout
        The layout; of an array with open strides, those that it was passed with.
    shape : tuple of int
        The shape of the array.
    storage : numpy.ndarray
        The storage, in one dimension; it may lack what is before the first element.
    first : int
        The offset of the first element of `storage`.
    """

    layout: Layout
    shape: tuple[int, ...]
    storage: np.ndarray[Any, Any]
    first: int = 0

    def place(self, index: Sequence[int]) -> int:
        """Return where in the storage an element is."""
        return self.layout.place(self.shape, index) - self.first

    def has(self, index: Sequence[int]) -> bool:
        """Return whether an index vector inside the shape is that of an element."""
        return self.layout.in_domain(index)

    def __getitem__(self, index: Sequence[int]) -> Any:
        return self.storage[self.place(index)]

    def __setitem__(self, index: Sequence[int], value: Any) -> None:
        self.storage[self.place(index)] = value


class ViewMemory:
    """The memory of a view: that of the array, under other index vectors.

    Parameters
    ----------
    memory : Memory
        The memory of the array.
    shape : tuple of int
        The shape of the view.
    to_array : callable
        Returns the index vector in the array for one in the view.
    """

    def __init__(
        self,
        memory: Memory | ViewMemory,
        shape: tuple[int, ...],
        to_array: Callable[[Sequence[int]], tuple[int, ...]],
    ) -> None:
        self._memory = memory
        self.shape = shape
        self._to_array = to_array

    def place(self, index: Sequence[int]) -> int:
        """Return where in the storage an element is."""
        return self._memory.place(self._to_array(index))

    def has(self, index: Sequence[int]) -> bool:
        """Return whether an index vector inside the shape is that of an element."""
        return self._memory.has(self._to_array(index))

    def __getitem__(self, index: Sequence[int]) -> Any:
        return self._memory[self._to_array(index)]

    def __setitem__(self, index: Sequence[int], value: Any) -> None:
        self._memory[self._to_array(index)] = value


def window(elements: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the memory from the lowest to the highest element of an array, gaps included.

    The strides of `elements` must be multiples of the size of an element.
    """
    if not elements.size:
        return np.empty(0, elements.dtype)
    backwards = tuple(axis for axis, stride in enumerate(elements.strides) if stride < 0)
    upwards = np.flip(elements, backwards) if backwards else elements
    reach = zip(upwards.shape, upwards.strides, strict=True)
    length = 1 + sum((size - 1) * stride for size, stride in reach) // elements.itemsize
    return as_strided(upwards, (length,), (elements.itemsize,))
