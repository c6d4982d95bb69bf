# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the elements of an array lie in memory."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from saopt._src.integers import as_integer
from saopt._src.locations import compile_error

__all__ = ["Layout", "Strided", "packed_strides", "strided_layout"]


class Layout(enum.Enum):
    """The layouts that have a name."""

    FIRST_MAJOR = "row-major"
    """The last index runs fastest, as in C."""

    LAST_MAJOR = "column-major"
    """The first index runs fastest, as in Fortran."""


class Strided(NamedTuple):
    """A layout: element ``index`` is at ``offset + sum(index * strides)`` of the storage.

    Attributes
    ----------
    strides : tuple of int
        The distance of neighbours in each dimension, in elements.
    offset : int
        Where the element with all indices zero is, in elements.
    """

    strides: tuple[int, ...]
    offset: int

    def extent(self, shape: Sequence[int]) -> tuple[int, int]:
        """Return the smallest and the largest position of an element."""
        reach = [(size - 1) * stride for size, stride in zip(shape, self.strides, strict=True)]
        return (
            self.offset + sum(min(r, 0) for r in reach),
            self.offset + sum(max(r, 0) for r in reach),
        )

    def size(self, shape: Sequence[int]) -> int:
        """Return the number of elements of storage: the largest position plus one."""
        return 0 if 0 in shape else self.extent(shape)[1] + 1

    def describe(self, shape: Sequence[int]) -> str:
        """Return the layout in words, for a person."""
        for layout in Layout:
            if self.strides == packed_strides(layout, shape):
                name = layout.value
                break
        else:
            name = f"strides {self.strides}"
        return f"{name}, offset {self.offset}" if self.offset else name


def packed_strides(layout: Layout, shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a named layout without gaps."""
    if layout is Layout.FIRST_MAJOR:
        return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
    return tuple(math.prod(shape[:axis]) for axis in range(len(shape)))


def strided_layout(layout: Any, offset: Any, shape: tuple[int, ...], owner: str) -> Strided:
    """Return the strides and the offset that ``layout=`` and ``offset=`` of an array mean.

    Parameters
    ----------
    layout : Layout or sequence of int
        A named layout, or one stride for each dimension.
    offset : int
        The position of the first element.
    shape : tuple of int
        The shape of the array.
    owner : str
        What errors call the array.

    Raises
    ------
    CompileError
        When they do not fit the shape.
    """
    start = as_integer(offset, f"the offset of {owner}")
    if isinstance(layout, Layout):
        strides = packed_strides(layout, shape)
    elif isinstance(layout, Sequence) and not isinstance(layout, str):
        strides = tuple(as_integer(s, f"a stride of {owner}") for s in layout)
    else:
        raise compile_error(
            f"the layout of {owner} is {layout!r}: use sa.Array.Layout.FIRST_MAJOR, "
            "sa.Array.Layout.LAST_MAJOR or a tuple of strides"
        )
    if len(strides) != len(shape):
        raise compile_error(
            f"the layout of {owner} has {len(strides)} strides and its shape {shape} has "
            f"{len(shape)} dimensions: give one stride for each dimension"
        )
    resolved = Strided(strides, start)
    lowest = resolved.extent(shape)[0]
    if 0 not in shape and lowest < 0:
        raise compile_error(
            f"the layout of {owner} reaches {-lowest} elements before its storage: "
            f"with strides {strides} the offset must be at least {start - lowest}"
        )
    return resolved
