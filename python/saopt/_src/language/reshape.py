# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views of another shape, whose elements come in the same order.

A shape becomes another one by splitting dimensions and by merging neighbours. A dimension can be
split wherever its elements lie; dimensions can be merged when their elements lie in memory as
those of one. That is NumPy's rule for reshaping without a copy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from saopt._src.language.elements import Elements
from saopt._src.language.index_arithmetic import compute
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.language.layouts.base import MAX_RANK, is_known, row_major_strides
from saopt._src.language.shapes import Shape, Size, open_axes
from saopt._src.language.views import View
from saopt._src.support.integers import as_entries, as_integer, check_shape
from saopt._src.support.locations import compile_error

__all__ = ["Reshaped"]

Group = tuple[list[int], list[int]]


class Reshaped(View):
    """The same elements in the same order, under the subscripts of another shape."""

    def __init__(self, parent: Elements, shape: Any) -> None:
        super().__init__(parent)
        self.shape = _completed(shape, parent.shape, parent.label)
        found = _groups(self.shape, parent.shape)
        if found is None:
            raise compile_error(
                f"{parent.label} of shape {parent.shape} cannot have the shape {self.shape}: "
                f"{_reason(self.shape, parent.shape)}"
            )
        self.groups = found
        for _, others in self.groups:
            if not self._is_one(others):
                raise compile_error(
                    f"{parent.label} cannot be reshaped: only dimensions that lie in memory dense "
                    f"and row-major can be merged, and the dimensions {others} do not"
                )

    def _is_one(self, axes: list[int]) -> bool:
        """Return whether dimensions of the parent lie in memory as one."""
        sizes = [self.parent.shape[axis] for axis in axes]
        if len(axes) < 2 or 0 in filter(is_known, self.parent.shape):
            return True
        long = [axis for axis, size in zip(axes, sizes, strict=True) if size != 1]
        if len(long) < 2:
            return True
        strides = self.parent.strides
        if strides is None or self.array.layout.has_domain:
            return False
        pairs = zip(long, long[1:], strict=False)
        return all(strides[a] == strides[b] * self.parent.shape[b] for a, b in pairs)

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        found: list[IndexExpression] = []
        for own, others in self.groups:
            sizes = [self.parent.shape[axis] for axis in others]
            if 0 in filter(is_known, sizes):
                found += [IndexConstant(0)] * len(others)
                continue
            if not all(map(is_known, sizes)):
                found.append(subscripts[own[0]])
                continue
            flat: IndexExpression = IndexConstant(0)
            for axis in own:
                flat = compute("add", compute("mul", flat, self.shape[axis]), subscripts[axis])
            found += _unflattened(flat, sizes)
        return tuple(found)

    @property
    def strides(self) -> tuple[int, ...] | None:
        strides = self.parent.strides
        if strides is None:
            return None
        found: list[int] = []
        for own, others in self.groups:
            sizes = self.parent.shape
            long = [axis for axis in others if not is_known(sizes[axis]) or sizes[axis] != 1]
            merged = [strides[axis] for axis in long]
            stride = merged[-1] if merged else 1
            found += [stride * dense for dense in row_major_strides([self.shape[a] for a in own])]
        return tuple(found)


def _reason(shape: Sequence[Size], other: Sequence[Size]) -> str:
    if all(map(is_known, (*shape, *other))):
        return "the number of elements differs"
    return (
        "a size that is known only at the call must be in both, with as many elements before and "
        "after it"
    )


def _completed(shape: Any, whole: Shape, label: str) -> Shape:
    """Return a shape as a tuple, with the size that is written as -1 filled in."""
    what = f"a reshaped view of {label}"
    sizes = [_size(size, what) for size in as_entries(shape)]
    missing = [axis for axis, size in enumerate(sizes) if is_known(size) and size == -1]
    if len(missing) == 1:
        rest = [size for axis, size in enumerate(sizes) if axis != missing[0]]
        found = _missing(rest, whole)
        if found is None and _unknown((*sizes, *whole)):
            raise compile_error(
                f"{label} of shape {whole} cannot have the shape {tuple(sizes)}: "
                f"{_reason(sizes, whole)}"
            )
        if found is not None:
            sizes[missing[0]] = found
    return check_shape(tuple(sizes), what, MAX_RANK)


def _size(size: Any, what: str) -> Size:
    if isinstance(size, IndexConstant):
        return size.value
    if isinstance(size, IndexExpression) or open_axes((size,)):
        return size
    return as_integer(size, f"a size of {what}")


def _missing(sizes: Sequence[Size], whole: Shape) -> Size | None:
    """Return the size that makes a shape of other sizes one of as many elements."""
    count, others = _count(whole), _count(sizes)
    left = _without(_unknown(whole), _unknown(sizes))
    if left is None or len(left) > 1 or others == 0:
        return None
    if left:
        return left[0] if count == others else None
    return count // others if count % others == 0 else None


def _count(shape: Sequence[Size]) -> int:
    return math.prod(size for size in shape if is_known(size))


def _unknown(shape: Sequence[Size]) -> list[Size]:
    return [size for size in shape if not is_known(size)]


def _without(sizes: list[Size], used: list[Size]) -> list[Size] | None:
    """Return sizes that are not known without those that are used, or None if one is missing."""
    left = list(sizes)
    for size in used:
        same = next((i for i, other in enumerate(left) if _is_same(size, other)), None)
        if same is None:
            return None
        del left[same]
    return left


def _is_same(size: Size, other: Size) -> bool:
    """Return whether two sizes, of which one is not known now, are the same at every call."""
    if isinstance(size, IndexExpression) and isinstance(other, IndexExpression):
        return size.key() == other.key()
    return bool(open_axes((size,)) and open_axes((other,)))


def _groups(shape: Shape, other: Shape) -> list[Group] | None:
    """Return the smallest groups of dimensions of two shapes that have as many elements.

    A size that is not known now is a group by itself, and what is before and after it is another
    matter. None when there are no such groups.
    """
    found: list[Group] = []
    runs = [_runs(shape), _runs(other)]
    if len(runs[0]) != len(runs[1]):
        return None
    for own, others in zip(*runs, strict=True):
        is_open = [
            len(run) == 1 and not is_known(sizes[run[0]])
            for run, sizes in ((own, shape), (others, other))
        ]
        if any(is_open):
            if not all(is_open) or not _is_same(shape[own[0]], other[others[0]]):
                return None
            found.append((own, others))
            continue
        counts = [math.prod(shape[a] for a in own), math.prod(other[a] for a in others)]
        if counts[0] != counts[1]:
            return None
        found += [(own, others)] if counts[0] == 0 else _matching(own, shape, others, other)
    return found


def _runs(shape: Shape) -> list[list[int]]:
    """Return the dimensions of known size in a row, with each one between them by itself."""
    runs: list[list[int]] = [[]]
    for axis, size in enumerate(shape):
        if is_known(size):
            runs[-1].append(axis)
        else:
            runs += [[axis], []]
    return runs


def _matching(own: list[int], shape: Shape, others: list[int], other: Shape) -> Iterator[Group]:
    """Yield the smallest groups of dimensions that have as many elements, if all of them have."""
    own, others = list(own), list(others)
    while own or others:
        mine, theirs = ([own.pop(0)] if own else []), ([others.pop(0)] if others else [])
        while True:
            size, wanted = math.prod(shape[a] for a in mine), math.prod(other[a] for a in theirs)
            if size == wanted:
                break
            if size < wanted:
                mine.append(own.pop(0))
            else:
                theirs.append(others.pop(0))
        yield mine, theirs


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
