# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loop indices, and the expressions of them that can stand in a subscript.

An index expression is a sum of indices times constants, with ``//`` and ``%`` by constants. It
is no value of the logic but a recipe: it belongs to no context, can be made anywhere, and is
turned into a number (by the eager engine) or into operations (by the builder) where it is used.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from saopt._src.locations import compile_error
from saopt._src.operators import Operators

if TYPE_CHECKING:
    from saopt._src.nest import Nest

__all__ = [
    "Index",
    "IndexConstant",
    "IndexExpression",
    "IndexOperation",
    "as_index",
    "combine",
]

_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
}
_SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%"}


class IndexExpression(Operators):
    """Anything that can stand in a subscript."""

    __slots__ = ()

    def indices(self) -> Iterator[Index]:
        """Yield the loop indices in this expression."""
        raise NotImplementedError

    def evaluate(self, values: Mapping[Index, int]) -> int:
        """Compute the expression for given values of the indices."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Return what makes two expressions the same."""
        raise NotImplementedError


class Index(IndexExpression):
    """One loop index of a nest, made by the nest.

    Attributes
    ----------
    name : str
        The name of the loop, in errors and in emitted code.
    nest : Nest
        The nest whose loop this is.
    """

    __slots__ = ("name", "nest", "position")

    def __init__(self, nest: Nest, position: int, name: str) -> None:
        self.nest = nest
        self.position = position
        self.name = name

    def indices(self) -> Iterator[Index]:
        yield self

    def evaluate(self, values: Mapping[Index, int]) -> int:
        return values[self]

    def key(self) -> tuple[Any, ...]:
        return ("index", id(self))

    def __repr__(self) -> str:
        return self.name


class IndexConstant(IndexExpression):
    """An integer in an index expression."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    def indices(self) -> Iterator[Index]:
        return iter(())

    def evaluate(self, values: Mapping[Index, int]) -> int:
        return self.value

    def key(self) -> tuple[Any, ...]:
        return ("constant", self.value)

    def __repr__(self) -> str:
        return str(self.value)


class IndexOperation(IndexExpression):
    """An operation of two index expressions: `add`, `sub`, `mul`, `floordiv` or `mod`."""

    __slots__ = ("lhs", "op", "rhs")

    def __init__(self, op: str, lhs: IndexExpression, rhs: IndexExpression) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs

    def indices(self) -> Iterator[Index]:
        yield from self.lhs.indices()
        yield from self.rhs.indices()

    def evaluate(self, values: Mapping[Index, int]) -> int:
        return _OPERATORS[self.op](self.lhs.evaluate(values), self.rhs.evaluate(values))

    def key(self) -> tuple[Any, ...]:
        return (self.op, self.lhs.key(), self.rhs.key())

    def __repr__(self) -> str:
        return f"({self.lhs} {_SYMBOLS[self.op]} {self.rhs})"


def as_index(value: object) -> IndexExpression | None:
    """Return `value` as an index expression, or None if it is neither that nor an integer."""
    if isinstance(value, IndexExpression):
        return value
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return IndexConstant(int(value))
    return None


def combine(op: str, lhs: object, rhs: object) -> IndexExpression | None:
    """Return the index expression ``lhs op rhs``, or None where there is no such thing."""
    a, b = as_index(lhs), as_index(rhs)
    if a is None or b is None or op not in _OPERATORS:
        return None
    constants = isinstance(a, IndexConstant), isinstance(b, IndexConstant)
    if op == "mul" and not any(constants):
        return None
    if op in ("floordiv", "mod"):
        return _divide(op, a, b) if isinstance(b, IndexConstant) else None
    if all(constants):
        return IndexConstant(_OPERATORS[op](a.evaluate({}), b.evaluate({})))
    return IndexOperation(op, a, b)


def _divide(op: str, lhs: IndexExpression, rhs: IndexConstant) -> IndexExpression:
    """Divide by a constant; the compiler's affine expressions have positive divisors only."""
    if rhs.value == 0:
        raise compile_error(f"the index expression {lhs} is divided by zero")
    if rhs.value > 0:
        return IndexOperation(op, lhs, rhs)
    minus_one, divisor = IndexConstant(-1), IndexConstant(-rhs.value)
    quotient = IndexOperation(op, IndexOperation("mul", lhs, minus_one), divisor)
    return quotient if op == "floordiv" else IndexOperation("mul", quotient, minus_one)
