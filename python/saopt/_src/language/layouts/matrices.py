# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts of matrices with a structure: triangles, bands, constant diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.layouts.base import LARGEST_STORAGE, Layout, is_known
from saopt._src.language.layouts.strided import row_major
from saopt._src.support.integers import as_integer
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._compiler import Layout as BuiltLayout
    from saopt._compiler import ModuleBuilder

__all__ = [
    "banded",
    "lower_triangular",
    "packed_lower_triangular",
    "packed_upper_triangular",
    "toeplitz",
    "upper_triangular",
]


class _Matrix(Layout):
    """A layout of two dimensions."""

    __slots__ = ()

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        return None if len(shape) == 2 else "it needs a shape of 2 dimensions"


class _Triangle(_Matrix):
    """A layout of square matrices, of which one half exists."""

    __slots__ = ("diagonal", "is_lower")

    has_domain = True

    diagonal: bool
    is_lower: bool

    def __init__(self, is_lower: bool, diagonal: bool = True) -> None:
        object.__setattr__(self, "is_lower", is_lower)
        object.__setattr__(self, "diagonal", diagonal)

    def _key(self) -> tuple[Any, ...]:
        return (self.is_lower, self.diagonal)

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        square = len(shape) == 2 and (
            shape[0] == shape[1] if all(map(is_known, shape)) else shape[0] is shape[1]
        )
        return None if square else "it needs a square shape of 2 dimensions"

    def _domain(self, index: Sequence[Any]) -> tuple[Any, ...]:
        i, j = index
        below = i - j if self.is_lower else j - i
        return (below if self.diagonal else below - 1,)

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        n, gap = shape[0], 0 if self.diagonal else 1
        if n <= gap:
            return None
        first, last = (gap, 0), (n - 1, n - 1 - gap)
        if not self.is_lower:
            first, last = first[::-1], last[::-1]
        return int(self._offset(shape, first)), int(self._offset(shape, last))

    def _default_shape(self) -> tuple[int, ...]:
        return (5, 5)

    def _side(self) -> str:
        return "lower" if self.is_lower else "upper"


class Triangular(_Triangle):
    """Row-major, of which the elements on one side of the diagonal exist."""

    __slots__ = ()

    def __call__(self, diagonal: bool = True) -> Layout:
        """Return the layout with or without the diagonal."""
        if not isinstance(diagonal, bool):
            raise compile_error(f"diagonal= is True or False, not {diagonal!r}")
        return Triangular(self.is_lower, diagonal)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        if self.is_lower:
            return builder.lower_triangular_layout(not self.diagonal)
        return builder.upper_triangular_layout(not self.diagonal)

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        return row_major._offset(shape, index)

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...] | None:
        return row_major._strides(shape)

    def __repr__(self) -> str:
        return f"sa.layout.{self._side()}_triangular{'' if self.diagonal else '(diagonal=False)'}"


class PackedTriangular(_Triangle):
    """The rows of a triangle one after the other, without the other half."""

    __slots__ = ()

    def __call__(self) -> Layout:
        return self

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        if self.is_lower:
            return builder.packed_lower_triangular_layout()
        return builder.packed_upper_triangular_layout()

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        i, j = index
        if self.is_lower:
            return i * (i + 1) // 2 + j
        return i * (2 * shape[1] - i - 1) // 2 + j

    def __repr__(self) -> str:
        return f"sa.layout.packed_{self._side()}_triangular"


class Banded(_Matrix):
    """The elements near the diagonal, ``lower + upper + 1`` for each row."""

    __slots__ = ("lower", "upper")

    has_domain = True

    lower: int
    upper: int

    def __init__(self, lower: int, upper: int) -> None:
        object.__setattr__(self, "lower", lower)
        object.__setattr__(self, "upper", upper)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.banded_layout(self.lower, self.upper)

    def _key(self) -> tuple[Any, ...]:
        return (self.lower, self.upper)

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        i, j = index
        return i * (self.lower + self.upper) + j + self.lower

    def _domain(self, index: Sequence[Any]) -> tuple[Any, ...]:
        i, j = index
        return (j - i + self.lower, i - j + self.upper)

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        rows, columns = shape
        if not rows or not columns:
            return None
        i = min(rows - 1, columns - 1 + self.lower)
        j = min(columns - 1, i + self.upper)
        return self.lower, int(self._offset(shape, (i, j)))

    def _default_shape(self) -> tuple[int, ...]:
        size = min(self.lower + self.upper + 4, 12)
        return (size, size)

    def __repr__(self) -> str:
        return f"sa.layout.banded({self.lower}, {self.upper})"


class Toeplitz(_Matrix):
    """A matrix whose diagonals are constant: each is one element, from the lower left on."""

    __slots__ = ()

    def __call__(self) -> Layout:
        return self

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        return builder.toeplitz_layout()

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        i, j = index
        return j - i + shape[0] - 1

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        rows, columns = shape
        return (0, rows + columns - 2) if rows and columns else None

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...] | None:
        return (-1, 1)

    def _is_injective(self, shape: Sequence[int]) -> bool:
        return min(shape) == 1

    def __repr__(self) -> str:
        return "sa.layout.toeplitz"


lower_triangular = Triangular(is_lower=True)
upper_triangular = Triangular(is_lower=False)
packed_lower_triangular = PackedTriangular(is_lower=True)
packed_upper_triangular = PackedTriangular(is_lower=False)
toeplitz = Toeplitz()


def banded(lower: int, upper: int) -> Layout:
    """Return the compact layout of a band matrix.

    Parameters
    ----------
    lower, upper : int
        How many diagonals there are below and above the main one.

    Examples
    --------
    >>> sa.layout.banded(1, 1).show()  # a tridiagonal matrix
    """
    widths = [as_integer(width, "the width of a band") for width in (lower, upper)]
    if min(widths) < 0:
        raise compile_error(f"a band has no negative width: lower is {lower} and upper {upper}")
    if sum(widths) >= LARGEST_STORAGE:
        raise compile_error(f"a band of {lower} and {upper} diagonals is larger than any memory")
    return Banded(*widths)
