# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the elements of a USM array are in its memory: shape, strides and offset."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from types import EllipsisType
from typing import Any, NamedTuple

from saopt._src.support.errors import ArgumentError, CompileError
from saopt._src.support.integers import as_entries

__all__ = ["Geometry", "as_integer", "as_integers", "dense_strides"]


def as_integers(values: Any, what: str) -> tuple[int, ...]:
    """Return one integer, or a sequence of them, as a tuple.

    Raises
    ------
    ArgumentError
        When it is neither; `what` says what it was meant to be.
    """
    try:
        entries = as_entries(values)
    except CompileError as error:
        raise ArgumentError(f"{what}: {error.message}") from None
    return tuple(as_integer(value, what) for value in entries)


def as_integer(value: Any, what: str) -> int:
    """Return an integer; otherwise raise an `ArgumentError` that says what it was meant to be."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise ArgumentError(f"{what} must be made of integers, not of {value!r}")


def dense_strides(shape: Sequence[int], order: str) -> tuple[int, ...]:
    """Return the strides of an array without gaps, in C's or Fortran's order, in elements."""
    if order == "C":
        return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
    return tuple(math.prod(shape[:axis]) for axis in range(len(shape)))


class Geometry(NamedTuple):
    """The element ``index`` is at ``offset + sum(index * strides)``.

    Attributes
    ----------
    shape : tuple of int
        The size of each dimension.
    strides : tuple of int
        The distance of neighbours in each dimension, in elements.
    offset : int
        Where the element with all indices zero is, in elements.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def reach(self) -> tuple[int, int]:
        """Return the smallest position of an element, and the one after the largest.

        Both are the offset when there are no elements.
        """
        if not self.size:
            return self.offset, self.offset
        reaches = [(n - 1) * stride for n, stride in zip(self.shape, self.strides, strict=True)]
        lowest = self.offset + sum(min(reach, 0) for reach in reaches)
        return lowest, self.offset + sum(max(reach, 0) for reach in reaches) + 1

    def is_dense(self, order: str) -> bool:
        """Return whether the elements follow each other in C's or Fortran's order."""
        wanted = dense_strides(self.shape, order)
        triples = zip(self.shape, self.strides, wanted, strict=True)
        return not self.size or all(n == 1 or found == want for n, found, want in triples)

    def transposed(self) -> Geometry:
        """Return the same elements with the order of the dimensions reversed."""
        return Geometry(self.shape[::-1], self.strides[::-1], self.offset)

    def select(self, key: Any) -> Geometry:
        """Return the elements that ``array[key]`` names.

        Raises
        ------
        IndexError
            When an index is outside of its dimension, there are too many of them, or one is no
            integer, slice, ellipsis or None.
        """
        entries = key if isinstance(key, tuple) else (key,)
        consumed = sum(entry is not None and entry is not Ellipsis for entry in entries)
        if consumed > len(self.shape):
            raise IndexError(
                f"too many indices: the array has {len(self.shape)} dimensions, and {consumed} "
                "were given"
            )
        if sum(isinstance(entry, EllipsisType) for entry in entries) > 1:
            raise IndexError("an index can have only one ellipsis, ...")
        if not any(isinstance(entry, EllipsisType) for entry in entries):
            entries = (*entries, Ellipsis)
        shape: list[int] = []
        strides: list[int] = []
        offset, axis = self.offset, 0
        for entry in entries:
            if entry is None:
                shape.append(1)
                strides.append(0)
            elif entry is Ellipsis:
                whole = slice(axis, axis + len(self.shape) - consumed)
                shape += self.shape[whole]
                strides += self.strides[whole]
                axis = whole.stop
            else:
                size, stride = self.shape[axis], self.strides[axis]
                start, taken = _along(entry, axis, size)
                offset += start * stride
                if taken is not None:
                    shape.append(len(taken))
                    strides.append(stride * taken.step)
                axis += 1
        # Where nothing is selected the offset must still be one of the memory's.
        kept = offset if math.prod(shape) else self.offset
        return Geometry(tuple(shape), tuple(strides), kept)


def _along(entry: Any, axis: int, size: int) -> tuple[int, range | None]:
    """Return where an index of one dimension begins, and what it takes if it is a slice."""
    if isinstance(entry, slice):
        taken = range(*entry.indices(size))
        return taken.start if len(taken) else 0, taken
    try:
        index = operator.index(entry)
    except TypeError:
        index = None
    if index is None or isinstance(entry, bool):
        raise IndexError(
            f"{entry!r} cannot be an index: use integers, slices, ... and None; elements are not "
            "picked by lists, masks and other arrays"
        )
    if not -size <= index < size:
        raise IndexError(f"index {index} is outside of dimension {axis}, whose size is {size}")
    return index % size, None
