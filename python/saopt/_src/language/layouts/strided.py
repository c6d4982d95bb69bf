# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts with a stride for each dimension, and the two that are not known yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from saopt._src.language.layouts.base import Layout, is_known, row_major_strides
from saopt._src.language.layouts.collisions import collides
from saopt._src.support.integers import as_entries, as_integer
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._compiler import Layout as BuiltLayout
    from saopt._compiler import ModuleBuilder

__all__ = ["Strided", "any_layout", "col_major", "deferred", "row_major", "strided"]


class RowMajor(Layout):
    """Dense, the last index runs fastest, as in C."""

    __slots__ = ()

    def __call__(self) -> Layout:
        return self

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.row_major_layout()

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        offset = 0
        for size, i in zip(shape, index, strict=True):
            offset = offset * size + i
        return offset

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...]:
        return row_major_strides(shape)

    def describe(self) -> str:
        return "row-major"

    def __repr__(self) -> str:
        return "sa.layout.row_major"


class ColMajor(Layout):
    """Dense, the first index runs fastest, as in Fortran."""

    __slots__ = ()

    def __call__(self) -> Layout:
        return self

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.col_major_layout()

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        return row_major._offset(shape[::-1], index[::-1])

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...]:
        return row_major_strides(shape[::-1])[::-1]

    def describe(self) -> str:
        return "column-major"

    def __repr__(self) -> str:
        return "sa.layout.col_major"


class Strided(Layout):
    """An element is at ``offset + sum(index * strides)``.

    Strides may be negative, zero, and leave gaps.
    """

    __slots__ = ("constant", "element_strides")

    constant: int
    element_strides: tuple[int, ...]

    def __init__(self, strides: tuple[int, ...], offset: int) -> None:
        object.__setattr__(self, "element_strides", strides)
        object.__setattr__(self, "constant", offset)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.strided_layout(self.element_strides, self.constant)

    def _key(self) -> tuple[Any, ...]:
        return (self.element_strides, self.constant)

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        if len(self.element_strides) != len(shape):
            return f"it has {len(self.element_strides)} strides, and needs as many dimensions"
        if any(is_known(size) and size == 0 for size in shape):
            return None
        if any(
            stride < 0 and not is_known(size)
            for size, stride in zip(shape, self.element_strides, strict=True)
        ):
            return (
                f"it has strides {self.element_strides}, and where a dimension of run-time size "
                "with a negative stride starts is not known"
            )
        # A size that is not known yet has at least one element to say something about.
        lowest = self._reach([size if is_known(size) else 1 for size in shape])[0]
        if lowest < 0:
            return (
                f"it reaches {-lowest} elements before its storage: with strides "
                f"{self.element_strides} the offset must be at least {self.constant - lowest}"
            )
        return None

    def _reach(self, shape: Sequence[int]) -> tuple[int, int]:
        ends = [
            (size - 1) * stride for size, stride in zip(shape, self.element_strides, strict=True)
        ]
        return (
            self.constant + sum(min(end, 0) for end in ends),
            self.constant + sum(max(end, 0) for end in ends),
        )

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        offset = self.constant
        for i, stride in zip(index, self.element_strides, strict=True):
            offset = offset + i * stride
        return offset

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        return None if 0 in shape else self._reach(shape)

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...]:
        return self.element_strides

    def _is_injective(self, shape: Sequence[int]) -> bool:
        # Where a stride is longer than everything that smaller strides reach, nothing is met again.
        reach = 0
        for stride, size in sorted(
            (abs(stride), size)
            for stride, size in zip(self.element_strides, shape, strict=True)
            if size > 1
        ):
            if stride == 0:
                return False
            if stride <= reach:
                return not collides(self, shape)
            reach += stride * (size - 1)
        return True

    def _default_shape(self) -> tuple[int, ...]:
        shape, room = [], self.constant
        for stride in self.element_strides:
            # Backwards there are as many elements as there is room for.
            shape.append(4 if stride >= 0 else max(min(4, room // -stride + 1), 1))
            room += min(stride, 0) * (shape[-1] - 1)
        return tuple(shape)

    def describe(self) -> str:
        return f"strides {self.element_strides}" + (
            f", offset {self.constant}" if self.constant else ""
        )

    def __repr__(self) -> str:
        offset = f", offset={self.constant}" if self.constant else ""
        return f"sa.layout.strided({self.element_strides}{offset})"


class _Unknown(Layout):
    """A layout whose offsets are not known here."""

    __slots__ = ()

    _when: str

    def __call__(self) -> Layout:
        return self

    def _refuse(self) -> NoReturn:
        raise compile_error(f"the offsets of {self} are known only {self._when}")

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> NoReturn:
        self._refuse()

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        if 0 in shape:
            return None
        self._refuse()

    def _default_shape(self) -> tuple[int, ...]:
        self._refuse()

    def _is_injective(self, shape: Sequence[int]) -> bool:
        self._refuse()


class OpenStrides(_Unknown):
    """The strides of the array that is passed, whatever they are."""

    __slots__ = ()

    _when = "at the call, from the array that is passed"

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.any_layout()

    def describe(self) -> str:
        return "any strides"

    def __repr__(self) -> str:
        return "sa.layout.any"


class Deferred(_Unknown):
    """The compiler chooses, for a CONST array."""

    __slots__ = ()

    _when = "to the compiler, which chooses them"

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.deferred_layout()

    def describe(self) -> str:
        return "deferred layout"

    def __repr__(self) -> str:
        return "sa.Array.Layout.DEFERRED"


row_major = RowMajor()
col_major = ColMajor()
any_layout = OpenStrides()
deferred = Deferred()

Layout.FIRST_MAJOR = row_major
Layout.LAST_MAJOR = col_major
Layout.DEFERRED = deferred


def strided(strides: Any, offset: int = 0) -> Layout:
    """Return the layout with a stride for each dimension.

    Parameters
    ----------
    strides : tuple of int
        The distance of neighbours in each dimension, in elements: positive, negative or zero.
    offset : int
        Where the element with all indices zero lives.

    Examples
    --------
    >>> sa.layout.strided((8, 1)).show((3, 5))  # rows of 5 elements, 8 apart
    """
    element_strides = tuple(as_integer(stride, "a stride") for stride in as_entries(strides))
    return Strided(element_strides, as_integer(offset, "the offset of a layout"))
