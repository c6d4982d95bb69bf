# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views: elements of an array under other subscripts.

A view is no array of its own. It turns its subscripts into those of what it is a view of, and
makes sure that they do not leave its own shape, even where the array goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from saopt._src.language.context import current
from saopt._src.language.elements import Elements
from saopt._src.language.index_arithmetic import as_index, compute
from saopt._src.language.indices import IndexExpression, bare
from saopt._src.language.layouts.base import MAX_RANK, is_known
from saopt._src.language.shapes import Size, open_axes, view_shape
from saopt._src.support.integers import as_entries, as_integer
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.names import assigned_name

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array

__all__ = ["Slice", "SubArray", "Transposed", "View"]


class View(Elements):
    """Elements of an array under other subscripts; made by the methods of arrays.

    Attributes
    ----------
    parent : Array or View
        What it is a view of.
    array : Array
        The array in whose memory the elements are.
    """

    def __init__(self, parent: Elements) -> None:
        self.parent = parent
        self.array: Array = parent.array if isinstance(parent, View) else parent  # type: ignore
        self.name = assigned_name(user_frame())
        self.role = parent.role
        self.element_type = parent.element_type

    @property
    def label(self) -> str:
        if self.name is None:
            return f"a view of {self.array.label}"
        return f"view '{self.name}' of {self.array.label}"

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        """Return the subscripts of an element in what this is a view of."""
        raise NotImplementedError

    def resolve(
        self, subscripts: tuple[IndexExpression, ...]
    ) -> tuple[Array, tuple[IndexExpression, ...]]:
        for axis, (subscript, size) in enumerate(zip(subscripts, self.shape, strict=True)):
            current().bound(subscript, size, f"dimension {axis} of {self.label}")
        return self.parent.resolve(self.to_parent(subscripts))

    def __repr__(self) -> str:
        name = "" if self.name is None else f" '{self.name}'"
        return (
            f"View{name} of {self.array.label}: {self.role.name} {self.element_type}, "
            f"shape {self.shape}"
        )


def _offsets(given: Any, count: int, what: str) -> tuple[IndexExpression, ...]:
    """Return the offsets of a view, one for each of `count` dimensions."""
    entries = [as_index(entry) for entry in as_entries(given)]
    if len(entries) != count:
        raise compile_error(
            f"{what} has {len(entries)} offsets: give {count}, one for each dimension"
        )
    for entry, offset in zip(entries, as_entries(given), strict=True):
        if entry is None:
            raise compile_error(
                f"an offset of {what} is {offset!r}: use integers, loop indices, dimensions, and "
                "sums of them"
            )
    return tuple(entry for entry in entries if entry is not None)


def _is_outside(index: IndexExpression, size: Size) -> bool:
    """Return whether an index is outside of a dimension, whatever the sizes of the call are."""
    if next(index.indices(), None) is not None:
        return False  # where it is depends on the point
    if index.bounds[1] < 0:
        return True
    return not open_axes((size,)) and compute("sub", size, index).bounds[1] < 1


class SubArray(View):
    """A part of the index space, with a stride in each dimension."""

    def __init__(self, parent: Elements, offsets: Any, shape: Any, strides: Any) -> None:
        super().__init__(parent)
        what = f"the sub-array of {parent.label}"
        self.shape = view_shape(shape, what, MAX_RANK)
        rank = parent.ndim
        if len(self.shape) != rank:
            raise compile_error(
                f"{what} has the shape {self.shape}: give one size for each of {rank} dimensions"
            )
        self.offsets = _offsets(offsets, rank, what)
        given = [1] * rank if strides is None else as_entries(strides)
        self.index_strides = tuple(as_integer(stride, f"a stride of {what}") for stride in given)
        if len(self.index_strides) != rank or 0 in self.index_strides:
            raise compile_error(
                f"{what} has the strides {self.index_strides}: give one for each of {rank} "
                "dimensions, none of them zero"
            )
        if not any(is_known(size) and size == 0 for size in self.shape):
            for axis in range(rank):
                self._check(axis, what)

    def _check(self, axis: int, what: str) -> None:
        """Refuse what is known to leave the shape of the parent, unless there is nothing."""
        first, size = self.offsets[axis], self.parent.shape[axis]
        reach = compute("mul", compute("sub", self.shape[axis], 1), self.index_strides[axis])
        for index in (first, compute("add", first, reach)):
            if _is_outside(index, size):
                raise compile_error(
                    f"{what} reaches index {bare(index)} of dimension {axis}, whose size is {size}"
                )

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        parts = zip(self.offsets, subscripts, self.index_strides, strict=True)
        return tuple(
            compute("add", offset, compute("mul", i, stride)) for offset, i, stride in parts
        )

    @property
    def strides(self) -> tuple[int, ...] | None:
        strides = self.parent.strides
        if strides is None:
            return None
        return tuple(s * stride for s, stride in zip(strides, self.index_strides, strict=True))


class Slice(View):
    """What is left when some dimensions have a fixed index."""

    def __init__(self, parent: Elements, dims: Any, offsets: Any) -> None:
        super().__init__(parent)
        what = f"the slice of {parent.label}"
        found = [as_integer(axis, f"a dimension of {what}") for axis in as_entries(dims)]
        for axis in found:
            if not 0 <= axis < parent.ndim or found.count(axis) > 1:
                raise compile_error(
                    f"{what} fixes the dimensions {tuple(found)}: name different ones of "
                    f"0 to {parent.ndim - 1}"
                )
        self.fixed = dict(zip(found, _offsets(offsets, len(found), what), strict=True))
        for axis, offset in self.fixed.items():
            size = parent.shape[axis]
            if _is_outside(offset, size):
                raise compile_error(
                    f"{what} is at index {bare(offset)} of dimension {axis}, whose size is {size}"
                )
        self.shape = tuple(n for axis, n in enumerate(parent.shape) if axis not in self.fixed)

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        rest = iter(subscripts)
        axes = range(self.parent.ndim)
        return tuple(self.fixed[axis] if axis in self.fixed else next(rest) for axis in axes)

    @property
    def strides(self) -> tuple[int, ...] | None:
        strides = self.parent.strides
        if strides is None:
            return None
        return tuple(s for axis, s in enumerate(strides) if axis not in self.fixed)


class Transposed(View):
    """The dimensions in the opposite order."""

    def __init__(self, parent: Elements) -> None:
        super().__init__(parent)
        self.shape = parent.shape[::-1]

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        return subscripts[::-1]

    @property
    def strides(self) -> tuple[int, ...] | None:
        strides = self.parent.strides
        return None if strides is None else strides[::-1]
