# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a layout is: the function from a shape and an index vector to a place in memory.

The formulas are written plainly, and know nothing of the compiler: they say what a layout means,
and the eager engine runs on them. The same formula serves integers, NumPy arrays of indices, and
index expressions.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from saopt._src.support.errors import CompileError
from saopt._src.support.integers import as_entries, as_integer, as_shape
from saopt._src.support.locations import compile_error
from saopt._src.support.notebook import preformatted

if TYPE_CHECKING:
    from saopt._compiler import Layout as BuiltLayout
    from saopt._compiler import ModuleBuilder

__all__ = ["LARGEST_STORAGE", "MAX_RANK", "Layout", "is_known", "row_major_strides"]

MAX_RANK = 16
LARGEST_STORAGE = 2**60


def is_known(size: Any) -> bool:
    """Return whether a size is known now, and not only when the function is called."""
    return isinstance(size, int)


def row_major_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a dense array whose last index runs fastest."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


class Layout:
    """How the elements of an array lie in memory; the layouts are in `saopt.layout`.

    A layout maps the index vector of an element to its offset, its place in the storage of the
    array, counted in elements. Some layouts have elements only in a part of the shape, their
    domain: a triangle, or a band. Layouts are compared by value.

    Examples
    --------
    >>> sa.layout.blocked((2, 2)).offset_of((4, 4), (1, 2))
    6
    >>> sa.layout.packed_lower_triangular.size((4, 4))
    10
    """

    FIRST_MAJOR: ClassVar[Layout]
    """The last index runs fastest, as in C; the same as `saopt.layout.row_major`."""

    LAST_MAJOR: ClassVar[Layout]
    """The first index runs fastest, as in Fortran; the same as `saopt.layout.col_major`."""

    DEFERRED: ClassVar[Layout]
    """The compiler chooses; for CONST arrays only."""

    __slots__ = ()

    has_domain: ClassVar[bool] = False
    """Whether there are elements only in a part of the shape."""

    # What each layout says of itself.

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        """Return the layout as an attribute of the IR."""
        raise NotImplementedError

    def _key(self) -> tuple[Any, ...]:
        """Return what makes two layouts of one class the same."""
        return ()

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        """Return why no array of this shape can have the layout; sizes may be unknown."""
        return None

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        """Return the offset of an element that is known to exist."""
        raise NotImplementedError

    def _domain(self, index: Sequence[Any]) -> tuple[Any, ...]:
        """Return expressions none of which is negative where there is an element."""
        return ()

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        """Return the smallest and the largest offset, or None when there is no element.

        Right as it is for layouts whose offsets never decrease with an index.
        """
        if 0 in shape:
            return None
        return (
            self._offset(shape, (0,) * len(shape)),
            self._offset(shape, tuple(size - 1 for size in shape)),
        )

    def _default_shape(self) -> tuple[int, ...]:
        """Return the shape of which a picture says most."""
        return (4, 6)

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...] | None:
        """Return the strides of a descriptor of the array's shape, where it takes one."""
        return None

    def _is_injective(self, shape: Sequence[int]) -> bool:
        return True

    # What can be asked of it.

    def check(self, shape: Sequence[Any], owner: str = "an array") -> None:
        """Refuse a shape that the layout cannot hold.

        Raises
        ------
        CompileError
            When it cannot; `owner` is what the error calls the array.
        """
        from saopt._src.language.shapes import array_shape

        sizes = array_shape(shape, owner, MAX_RANK)
        reason = self._misfit(sizes)
        if reason is not None:
            shown = f"({', '.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})"
            raise compile_error(
                f"{self} cannot be the layout of {owner} of shape {shown}: {reason}"
            )

    def _checked(self, shape: Any) -> tuple[int, ...]:
        sizes = as_shape(shape, "an array", MAX_RANK)
        self.check(sizes)
        return sizes

    def _checked_index(self, sizes: tuple[int, ...], index: Any) -> tuple[int, ...]:
        found = tuple(as_integer(entry, "an index") for entry in as_entries(index))
        if len(found) != len(sizes):
            raise compile_error(
                f"the index {found} has {len(found)} numbers, and the shape {sizes} has "
                f"{len(sizes)} dimensions"
            )
        return found

    def has(self, shape: Sequence[int], index: Sequence[int]) -> bool:
        """Return whether there is an element, of a shape and an index that fit the layout."""
        return _inside(shape, index) and self.in_domain(index)

    def in_domain(self, index: Sequence[int]) -> bool:
        """Return whether an index vector is in the domain, whatever the shape."""
        return all(expression >= 0 for expression in self._domain(index))

    def place(self, shape: Sequence[int], index: Sequence[int]) -> int:
        """Return the offset of an element that is known to exist."""
        return int(self._offset(shape, index))

    def offset_of(self, shape: Any, index: Any) -> int:
        """Return where in the storage an element lives.

        Parameters
        ----------
        shape : tuple of int
            The shape of the array.
        index : tuple of int
            The index vector of the element.

        Raises
        ------
        CompileError
            When the layout cannot hold the shape, or there is no such element.
        """
        sizes = self._checked(shape)
        found = self._checked_index(sizes, index)
        if not self.has(sizes, found):
            raise compile_error(
                f"{self} of shape {sizes} has no element {found}: it is outside of the "
                + ("domain" if _inside(sizes, found) else "shape")
            )
        return self.place(sizes, found)

    def contains(self, shape: Any, index: Any) -> bool:
        """Return whether the array has an element with this index vector."""
        sizes = self._checked(shape)
        return self.has(sizes, self._checked_index(sizes, index))

    def extent(self, shape: Any) -> tuple[int, int] | None:
        """Return the smallest and the largest offset, or None when there is no element."""
        sizes = self._checked(shape)
        found = self._extent(sizes)
        if found is not None and found[1] >= 2**63 - 1:
            raise compile_error(f"{self} of shape {sizes} has offsets of more than 64 bits")
        return found

    def size(self, shape: Any) -> int:
        """Return the number of elements of storage: the largest offset plus one.

        Raises
        ------
        CompileError
            When the layout cannot hold the shape.
        """
        extent = self.extent(shape)
        return 0 if extent is None else extent[1] + 1

    def strides(self, shape: Any) -> tuple[int, ...] | None:
        """Return the distance of neighbours in each dimension, in elements.

        None when an array of this layout is no strided array, and is passed as storage only.
        """
        return self._strides(self._checked(shape))

    def start(self, shape: Any) -> int:
        """Return the offset that the formula has for the element with all indices zero."""
        sizes = self._checked(shape)
        return int(self._offset(sizes, (0,) * len(sizes)))

    def is_injective(self, shape: Any) -> bool:
        """Return whether no two elements of an array share a place in memory."""
        sizes = self._checked(shape)
        return 0 in sizes or self._is_injective(sizes)

    def offsets(self, shape: Any) -> np.ndarray[Any, Any]:
        """Return the offset of every element; -1 where the domain has none.

        Raises
        ------
        CompileError
            When the layout cannot hold the shape, or there is no memory for so many numbers.
        """
        sizes = self._checked(shape)
        try:
            return self._offsets(sizes)
        except (MemoryError, ValueError):
            raise compile_error(
                f"there is no memory for the offsets of all elements of {self} of shape {sizes}"
            ) from None

    def _offsets(self, sizes: tuple[int, ...]) -> np.ndarray[Any, Any]:
        index = np.indices(sizes, dtype=np.int64, sparse=True)
        found = np.broadcast_to(np.asarray(self._offset(sizes, index), np.int64), sizes)
        for expression in self._domain(index):
            found = np.where(expression >= 0, found, -1)
        return found

    # How it looks.

    def show(self, shape: Any = None) -> None:
        """Print a picture of the memory: the offset of each element at its place.

        Parameters
        ----------
        shape : tuple of int, optional
            The shape of the array; by default a small one that shows the idea.
        """
        from saopt._src.language.layouts.picture import show

        show(self, shape)

    def svg(self, shape: Any = None) -> str:
        """Return a picture of the memory as SVG: offsets, and the path that memory takes."""
        from saopt._src.language.layouts.svg import draw

        return draw(self, shape)

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except CompileError:  # there is nothing to draw without a shape
            return None

    def _repr_html_(self) -> str:
        return self._repr_svg_() or preformatted(html.escape(repr(self)))

    def describe(self) -> str:
        """Return the layout in words, for a person."""
        return repr(self).removeprefix("sa.layout.")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __reduce__(self) -> tuple[Any, ...]:
        slots = (slot for kind in type(self).__mro__ for slot in getattr(kind, "__slots__", ()))
        return _restored, (type(self), {slot: getattr(self, slot) for slot in slots})

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{self!r} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} cannot be changed")


def _inside(shape: Sequence[int], index: Sequence[int]) -> bool:
    return all(0 <= i < n for i, n in zip(index, shape, strict=True))


def _restored(kind: type[Layout], fields: dict[str, Any]) -> Layout:
    """Return a layout from its fields, for copies and pickles."""
    made = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
