# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of an array during an eager call: elements at the offsets that its layout says."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from saopt._src.language.layouts.base import Layout

__all__ = ["Memory", "ViewMemory", "as_text", "window"]

# Larger arrays take too long to show.
_MOST_SHOWN = 65536


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
        The storage from the offset `first` on, in one dimension.
    first : int
        The lowest offset of an element.
    """

    layout: Layout
    shape: tuple[int, ...]
    storage: np.ndarray[Any, Any]
    first: int = 0

    def offset(self, index: Sequence[int]) -> int:
        """Return the position of an element in `storage`."""
        return self.layout.place(self.shape, index) - self.first

    def has(self, index: Sequence[int]) -> bool:
        """Return whether an index vector inside the shape is that of an element."""
        return self.layout.in_domain(index)

    def __getitem__(self, index: Sequence[int]) -> Any:
        return self.storage[self.offset(index)]

    def __setitem__(self, index: Sequence[int], value: Any) -> None:
        self.storage[self.offset(index)] = value


@dataclass(frozen=True)
class ViewMemory:
    """The memory of a view: `to_array` maps its index vectors to those of the array.

    `is_kept` says whether an index vector is inside of each of the views on the way.
    """

    memory: Memory | ViewMemory
    shape: tuple[int, ...]
    to_array: Callable[[Sequence[int]], tuple[int, ...]]
    is_kept: Callable[[Sequence[int]], bool]

    def offset(self, index: Sequence[int]) -> int:
        """Return the position of an element in the storage."""
        return self.memory.offset(self.to_array(index))

    def has(self, index: Sequence[int]) -> bool:
        """Return whether an index vector inside the shape is that of an element."""
        there = self.to_array(index)
        is_inside = all(0 <= i < size for i, size in zip(there, self.memory.shape, strict=True))
        return is_inside and self.is_kept(index) and self.memory.has(there)

    def __getitem__(self, index: Sequence[int]) -> Any:
        return self.memory[self.to_array(index)]

    def __setitem__(self, index: Sequence[int], value: Any) -> None:
        self.memory[self.to_array(index)] = value


def as_text(memory: Memory | ViewMemory) -> str:
    """Return the elements as NumPy prints them; where there is none, ``--``."""
    if math.prod(memory.shape) > _MOST_SHOWN:
        return f"({math.prod(memory.shape)} elements, too many to be shown: look at one of them)"
    elements = np.ma.masked_all(memory.shape, storage_of(memory).dtype)
    for index in np.ndindex(memory.shape):
        if memory.has(index):
            elements[index] = memory[index]
    return str(elements)


def storage_of(memory: Memory | ViewMemory) -> np.ndarray[Any, Any]:
    """Return the storage of an array or a view."""
    while isinstance(memory, ViewMemory):
        memory = memory.memory
    return memory.storage


def window(elements: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the memory from the lowest to the highest element of an array, gaps included.

    The strides of `elements` must be multiples of the size of an element.
    """
    if not elements.size:
        return np.empty(0, elements.dtype)
    backwards = tuple(axis for axis, stride in enumerate(elements.strides) if stride < 0)
    # Without an axis, np.flip makes a copy of an array of rank 0.
    upwards = np.flip(elements, backwards) if backwards else elements
    reach = zip(upwards.shape, upwards.strides, strict=True)
    length = 1 + sum((size - 1) * stride for size, stride in reach) // elements.itemsize
    return as_strided(upwards, (length,), (elements.itemsize,))
