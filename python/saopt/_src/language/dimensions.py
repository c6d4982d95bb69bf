# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions: sizes that have a name now, and a value when the function is called.

A dimension stands in the shapes of arrays and nests and in index expressions. Nobody passes it:
the arrays of a call say what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, overload

import numpy as np

from saopt._src.language.indices import Index, IndexExpression
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.names import assigned_name, is_identifier, name_in, result_names

__all__ = ["Dimension", "create_dimensions", "name_dimensions"]

_MOST_AT_ONCE = 1000


class Dimension(IndexExpression):
    """A size that is known when the function is called.

    Parameters
    ----------
    name : str, optional
        The name in errors and in emitted code; by default that of the variable.
    role : Role, optional
        With `OUTPUT` it is a number that the logic writes, with ``set``, and the call returns.

    Raises
    ------
    CompileError
        When the name is not an identifier.

    Examples
    --------
    >>> M = sa.Dimension()
    >>> A = sa.Array(role=sa.Role.INPUT, shape=(M, 16))
    >>> sa.Nest(shape=(M - 1, 16)).shape
    ((M - 1), 16)
    """

    __slots__ = ("name",)

    size = 1
    depth = 0
    # No array is longer, and a product with a reasonable number still has 64 bits.
    bounds = (0, 2**40)

    def __new__(cls, name: str | None = None, *_: Any, role: Any = None) -> Any:
        if cls is not Dimension or role is None:
            return super().__new__(cls)
        from saopt._src.language.roles import Role
        from saopt._src.language.scalar_parameters import ScalarParameter
        from saopt._src.language.types import ScalarType

        if role is Role.INPUT:
            return super().__new__(cls)
        return ScalarParameter(role, ScalarType.int64, name)

    def __init__(self, name: str | None = None, *, role: Any = None) -> None:
        self.name = assigned_name(user_frame()) if name is None else _checked_name(name)

    def indices(self) -> Iterator[Index]:
        return iter(())

    def dimensions(self) -> Iterator[Dimension]:
        yield self

    def evaluate(self, values: Mapping[Any, int]) -> int:
        return values[self]

    def key(self) -> tuple[Any, ...]:
        return ("dimension", id(self))

    @property
    def label(self) -> str:
        """What errors call the dimension."""
        return "a dimension without a name" if self.name is None else f"dimension '{self.name}'"

    def written(self) -> str:
        return self.name or "dimension"


def _checked_name(name: Any) -> str:
    if not isinstance(name, str) or not is_identifier(name):
        raise compile_error(
            f"{name!r} cannot be the name of a dimension: it must be an identifier of letters, "
            "digits and underscores"
        )
    return name


@overload
def create_dimensions() -> Any: ...
@overload
def create_dimensions(*what: str | int) -> tuple[Dimension, ...]: ...
def create_dimensions(*what: Any) -> Any:
    """Return dimensions, as many as the result is unpacked into.

    Parameters
    ----------
    *what : str or int, optional
        The names of the dimensions, or how many there are; then the result is a tuple. It is
        for where the names of the variables cannot be seen.

    Returns
    -------
    Dimension or tuple of Dimension
        One dimension where the result is assigned to one variable.

    Raises
    ------
    CompileError
        When it cannot be seen how many there are.

    Examples
    --------
    >>> M, N = sa.create_dimensions()
    >>> K = sa.create_dimensions()
    >>> sizes = sa.create_dimensions(3)
    >>> rows, columns = sa.create_dimensions("M", "N")
    >>> rows, columns
    (M, N)
    """
    if not what:
        names = result_names(user_frame())
        if not names:
            raise compile_error(
                "sa.create_dimensions() cannot see how many dimensions are wanted: unpack its "
                "result, as in M, N = sa.create_dimensions(), or say how many, as in "
                "sa.create_dimensions(2)"
            )
        return _named(names) if isinstance(names, str) else tuple(map(_named, names))
    if all(isinstance(name, str) for name in what):
        return tuple(Dimension(name) for name in what)
    count = what[0]
    is_count = isinstance(count, (int, np.integer)) and not isinstance(count, bool)
    if len(what) > 1 or not is_count or not 1 <= count <= _MOST_AT_ONCE:
        shown = ", ".join(map(repr, what))
        raise compile_error(
            f"sa.create_dimensions({shown}) makes no sense: give names, or one number from 1 to "
            f"{_MOST_AT_ONCE}"
        )
    return tuple(map(_named, result_names(user_frame(), int(count))))


def _named(name: str | None) -> Dimension:
    """Return a dimension with the name of a variable, which need not be one of C++."""
    dimension = Dimension("unnamed")
    dimension.name = name
    return dimension


def name_dimensions(variables: Mapping[str, Any]) -> None:
    """Name the dimensions without a name after the variables that hold them."""
    for held in list(variables.values()):
        if isinstance(held, Dimension) and held.name is None:
            held.name = name_in(variables, held)
