# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views of another shape, whose elements come in the same order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from saopt._src.affine import compute
from saopt._src.elements import Elements
from saopt._src.indices import IndexConstant, IndexExpression
from saopt._src.integers import as_entries, as_integer, as_shape
from saopt._src.layouts.base import MAX_RANK, is_known, row_major_strides
from saopt._src.locations import compile_error
from saopt._src.views import View

__all__ = ["Reshaped"]


class Reshaped(View):
    """The same elements in the same order, under the subscripts of another shape."""

    def __init__(self, parent: Elements, shape: Any) -> None:
        super().__init__(parent)
        if not all(map(is_known, parent.shape)):
            raise compile_error(
                f"{parent.label} has the shape {parent.shape} and cannot be reshaped: a size is "
                "known only at the call"
            )
        self.shape = _completed(
            shape, math.prod(parent.shape), f"a reshaped view of {parent.label}"
        )
        if math.prod(self.shape) != math.prod(parent.shape):
            raise compile_error(
                f"{parent.label} of shape {parent.shape} cannot have the shape {self.shape}: the "
                "number of elements differs"
            )
        if not _is_dense(parent) or self.array.layout.has_domain:
            raise compile_error(
                f"{parent.label} cannot be reshaped: only what lies in memory dense and row-major "
                "has its elements in the order of the new shape"
            )

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        if 0 in self.shape:
            return (IndexConstant(0),) * self.parent.ndim
        found: list[IndexExpression] = []
        for own, others in _matching(self.shape, self.parent.shape):
            flat: IndexExpression = IndexConstant(0)
            for axis in own:
                flat = compute("add", compute("mul", flat, self.shape[axis]), subscripts[axis])
            found += _unflattened(flat, [self.parent.shape[axis] for axis in others])
        return tuple(found)

    @property
    def strides(self) -> tuple[int, ...] | None:
        return row_major_strides(self.shape)


def _completed(shape: Any, count: int, what: str) -> tuple[int, ...]:
    """Return a shape as a tuple, with the size that is written as -1 filled in."""
    sizes = [as_integer(size, f"a size of {what}") for size in as_entries(shape)]
    if sizes.count(-1) == 1:
        others = math.prod(size for size in sizes if size != -1)
        if others > 0 and count % others == 0:
            sizes[sizes.index(-1)] = count // others
    return as_shape(sizes, what, MAX_RANK)


def _is_dense(elements: Elements) -> bool:
    """Return whether neighbours in row-major order are neighbours in memory."""
    strides = elements.strides
    if 0 in elements.shape:
        return True
    if strides is None:
        return False
    dense = row_major_strides(elements.shape)
    return all(n == 1 or s == d for n, s, d in zip(elements.shape, strides, dense, strict=True))


def _matching(shape: Sequence[int], other: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the smallest groups of dimensions of two shapes that have as many elements."""
    i = j = 0
    while i < len(shape) or j < len(other):
        own, others = ([i] if i < len(shape) else []), ([j] if j < len(other) else [])
        i, j = i + 1, j + 1
        while True:
            size, wanted = math.prod(shape[a] for a in own), math.prod(other[a] for a in others)
            if size == wanted:
                break
            if size < wanted:
                own.append(i)
                i += 1
            else:
                others.append(j)
                j += 1
        yield own, others


def _unflattened(flat: IndexExpression, shape: Sequence[int]) -> list[IndexExpression]:
    """Return the subscripts of the element that is number `flat` in row-major order."""
    found: list[IndexExpression] = []
    for axis, (size, stride) in enumerate(zip(shape, row_major_strides(shape), strict=True)):
        if size == 1:
            found.append(IndexConstant(0))
            continue
        quotient = compute("floordiv", flat, stride)
        found.append(compute("mod", quotient, size) if axis else quotient)
    return found
