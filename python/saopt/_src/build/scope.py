# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the arrays and the sizes of a function stand for where it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import Subscripts, owner_of, to_array
from saopt._src.language.index_arithmetic import as_index, substitute
from saopt._src.language.indices import IndexExpression
from saopt._src.support.locations import compile_error

__all__ = ["ByValue", "Scope"]


@dataclass(frozen=True)
class ByValue:
    """The value of an argument that is a number, and no array of the compiler."""

    value: Any


class Scope:
    """What arrays and sizes stand for: in the function that is built, or in one in its place."""

    def __init__(
        self,
        values: dict[Array, Any],
        sizes: Mapping[Dimension, Any] = MappingProxyType({}),
        passed: Mapping[Array, Elements] = MappingProxyType({}),
        outer: Scope | None = None,
    ) -> None:
        self.values = values
        self._sizes = sizes
        self._passed = passed
        self._outer = outer

    def localize(self, expression: IndexExpression) -> IndexExpression:
        """Return an expression in the dimensions of the function that is built."""
        here = substitute(expression, self._sizes) if self._sizes else expression
        return here if self._outer is None else self._outer.localize(here)

    def evaluate(self, number: Callable[[Mapping[Any, Any]], Any]) -> Any:
        """Return a number that is computed of the values of parameters."""
        return number(self._sizes)

    def locate(self, array: Array, subscripts: Subscripts) -> tuple[Any, Subscripts, list[Any]]:
        """Return the array that an access goes to, its subscripts there, and their bounds."""
        if array in self.values:
            return self.values[array], tuple(map(self.localize, subscripts)), []
        assert self._outer is not None
        here = tuple(substitute(subscript, self._sizes) for subscript in subscripts)
        owner, there, bounds = to_array(self._passed[array], here)
        localize = self._outer.localize
        own = [(localize(s), _size(localize, size), what) for s, size, what in bounds]
        value, found, outer = self._outer.locate(owner, there)
        return value, found, [*own, *outer]

    def array(self, array: Array) -> Any:
        """Return the array that accesses to an array, or to what it is a view of, go to."""
        if array in self.values:
            found = self.values[array]
            if isinstance(found, ByValue):
                raise compile_error(
                    f"{array.label} is passed as a number, and has no memory: it cannot be cached"
                )
            return found
        assert self._outer is not None
        return self._outer.array(owner_of(self._passed[array]))

    def passed(self, array: Any) -> Any:
        """Return what a call passes for an array of this function: the array, or its number."""
        found = self.values[array]
        return found.value if isinstance(found, ByValue) else found


def _size(localize: Callable[[IndexExpression], IndexExpression], size: Any) -> IndexExpression:
    expression = as_index(size)
    assert expression is not None
    return localize(expression)
