# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The shapes of arrays and nests, whose sizes need not be numbers yet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from saopt._src.language.dimensions import Dimension
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.support.integers import as_entries, as_integer, check_shape
from saopt._src.support.locations import compile_error

__all__ = [
    "Shape",
    "Size",
    "array_shape",
    "dimensions_of",
    "inf",
    "nest_shape",
    "open_axes",
    "resolve",
    "view_shape",
]

inf = math.inf
"""The size of a dimension that is left open: the loops say how much of it is used."""

Size = int | float | IndexExpression
"""A number, a dimension or an expression of them, or `inf`."""

Shape = tuple[Size, ...]


def _is_open(size: Any) -> bool:
    return isinstance(size, (float, np.floating)) and bool(size == inf)


def open_axes(shape: Shape) -> list[int]:
    """Return the dimensions whose size is `inf`."""
    return [axis for axis, size in enumerate(shape) if _is_open(size)]


def dimensions_of(shape: Shape) -> Iterator[Dimension]:
    """Yield the dimensions in a shape."""
    for size in shape:
        if isinstance(size, IndexExpression):
            yield from size.dimensions()


def resolve(shape: Shape, sizes: Mapping[Dimension, int]) -> tuple[int, ...]:
    """Return the shape of a nest with the values of its dimensions."""
    return tuple(
        size.evaluate(sizes) if isinstance(size, IndexExpression) else int(size) for size in shape
    )


def array_shape(shape: Any, owner: str, max_rank: int) -> Shape:
    """Return the shape of an array: integers, dimensions, and `inf`."""
    return check_shape(tuple(_array_size(s, owner) for s in as_entries(shape)), owner, max_rank)


def _array_size(size: Any, owner: str) -> Size:
    if isinstance(size, Dimension):
        return size
    if _is_open(size):
        return inf
    if isinstance(size, IndexExpression):
        raise compile_error(
            f"the shape of {owner} has the size {size}: a size of an array is an integer, a "
            "dimension, or sa.inf, so give it a dimension of its own"
        )
    return as_integer(size, f"a size of {owner}")


def nest_shape(shape: Any, owner: str, max_rank: int) -> Shape:
    """Return the shape of a nest: integers, and affine expressions of dimensions."""
    sizes = tuple(_nest_size(size, owner) for size in as_entries(shape))
    return check_shape(sizes, owner, max_rank, min_rank=1)


def _nest_size(size: Any, owner: str) -> Size:
    if _is_open(size):
        raise compile_error(
            f"the shape of {owner} has sa.inf, but loops end: sa.inf is for the sizes of arrays"
        )
    if not isinstance(size, IndexExpression):
        return as_integer(size, f"a size of {owner}")
    index = next(size.indices(), None)
    if index is not None:
        raise compile_error(
            f"the shape of {owner} has the size {size} with the loop index '{index}': it is made "
            "of integers and dimensions"
        )
    return size.value if isinstance(size, IndexConstant) else size


def view_shape(shape: Any, owner: str, max_rank: int) -> Shape:
    """Return the shape of a view: integers, and affine expressions of dimensions and indices."""
    sizes = tuple(_view_size(size, owner) for size in as_entries(shape))
    return check_shape(sizes, owner, max_rank)


def _view_size(size: Any, owner: str) -> Size:
    if _is_open(size):
        raise compile_error(
            f"the shape of {owner} has sa.inf, but a part ends somewhere: give it a size"
        )
    if not isinstance(size, IndexExpression):
        return as_integer(size, f"a size of {owner}")
    return size.value if isinstance(size, IndexConstant) else size
