# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts beyond strides: blocks, stripes, and the order of the letter Z."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.layouts.base import LARGEST_STORAGE, MAX_RANK, Layout, is_known
from saopt._src.language.layouts.strided import row_major
from saopt._src.support.integers import as_integer, as_shape
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._compiler import Layout as BuiltLayout
    from saopt._compiler import ModuleBuilder

__all__ = ["blocked", "striped", "z_order"]


class Blocked(Layout):
    """Blocks one after the other, each of them whole and row-major.

    Where the blocks do not divide the shape, those at the edge are padded.
    """

    __slots__ = ("block_shape",)

    block_shape: tuple[int, ...]

    def __init__(self, block_shape: tuple[int, ...]) -> None:
        object.__setattr__(self, "block_shape", block_shape)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.blocked_layout(self.block_shape)

    def _key(self) -> tuple[Any, ...]:
        return self.block_shape

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        rank = len(self.block_shape)
        return None if len(shape) == rank else f"it needs a shape of {rank} dimensions"

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        sizes = self.block_shape
        grid = [-(-size // block) for size, block in zip(shape, sizes, strict=True)]
        block = [i // size for i, size in zip(index, sizes, strict=True)]
        inner = [i % size for i, size in zip(index, sizes, strict=True)]
        first = row_major._offset(grid, block) * math.prod(sizes)
        return first + row_major._offset(sizes, inner)

    def _default_shape(self) -> tuple[int, ...]:
        return tuple(2 * size - size // 2 for size in self.block_shape)

    def __repr__(self) -> str:
        return f"sa.layout.blocked({self.block_shape})"


class Striped(Layout):
    """Stripes of some columns one after the other, each of them whole and row-major."""

    __slots__ = ("width",)

    width: int

    def __init__(self, width: int) -> None:
        object.__setattr__(self, "width", width)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.striped_layout(self.width)

    def _key(self) -> tuple[Any, ...]:
        return (self.width,)

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        return None if len(shape) >= 2 else "it needs a shape of 2 dimensions or more"

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        rows, column = math.prod(shape[:-1]), index[-1]
        row = row_major._offset(shape[:-1], index[:-1])
        stripe = column // self.width * (rows * self.width)
        return stripe + row * self.width + column % self.width

    def _default_shape(self) -> tuple[int, ...]:
        return (3, 2 * self.width + (self.width + 1) // 2)

    def __repr__(self) -> str:
        return f"sa.layout.striped({self.width})"


class ZOrder(Layout):
    """The bits of the indices interleaved, the lowest bit that of the last index.

    A dimension has as many bits as its largest index; when they are used up, the others go on
    alone.
    """

    __slots__ = ()

    def __call__(self) -> Layout:
        return self

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.z_order_layout()

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        if not shape:
            return "it needs a shape of 1 dimension or more"
        if not all(map(is_known, shape)):
            return "it needs a shape whose sizes are known when it is compiled"
        if 0 not in shape and sum((size - 1).bit_length() for size in shape) > 62:
            return "it needs a shape of at most 62 index bits"
        return None

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        bits = [max(size - 1, 0).bit_length() for size in shape]
        offset, position = 0, 0
        for level in range(max(bits)):
            for axis in reversed(range(len(shape))):
                if level < bits[axis]:
                    bit = index[axis] // 2**level % 2
                    offset = offset + bit * 2**position
                    position += 1
        return offset

    def _default_shape(self) -> tuple[int, ...]:
        return (8, 8)

    def __repr__(self) -> str:
        return "sa.layout.z_order"


z_order = ZOrder()


def blocked(block_shape: Any) -> Layout:
    """Return the layout of blocks that lie one after the other.

    Parameters
    ----------
    block_shape : tuple of int
        The shape of a block.

    Examples
    --------
    >>> sa.layout.blocked((2, 2)).show((4, 6))
    """
    sizes = as_shape(block_shape, "a block", MAX_RANK, min_rank=1)
    if 0 in sizes:
        raise compile_error(f"a block of shape {sizes} has no elements")
    if math.prod(sizes) > LARGEST_STORAGE:
        raise compile_error(f"a block of shape {sizes} is larger than any memory")
    return Blocked(sizes)


def striped(n: int) -> Layout:
    """Return the layout of stripes of `n` columns that lie one after the other.

    Examples
    --------
    >>> sa.layout.striped(4).show((3, 8))
    """
    columns = as_integer(n, "the width of a stripe")
    if columns < 1:
        raise compile_error(f"a stripe of {columns} columns has no elements")
    if columns > LARGEST_STORAGE:
        raise compile_error(f"a stripe of {columns} columns is larger than any memory")
    return Striped(columns)
