# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index expressions that are no sums: minima, maxima, extended indices, and divisions by sizes.

They stand in subscripts, where the compiler knows what they can be, and are values as other
index expressions are. Bounds of loops, sizes and constraints are sums, and cannot have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from saopt._src.language.dimensions import Dimension
from saopt._src.language.indices import (
    Index,
    IndexDivision,
    IndexExpression,
    IndexSum,
)

__all__ = ["IndexChoice", "extend", "is_affine"]

_CALLED = {"min": "sa.min", "max": "sa.max"}
_SIGNS = {"floordiv": "//", "mod": "%"}


class IndexChoice(IndexExpression):
    """A minimum or maximum of two index expressions, a quotient or remainder of them, or an index
    extended outside of a size.

    Attributes
    ----------
    op : str
        `min`, `max`, `floordiv`, `mod`, or a mode: `edge`, `wrap`, `reflect`, `symmetric`.
    lhs, rhs : IndexExpression
        What it is made of; the divisor and the size are on the right.
    """

    __slots__ = ("bounds", "depth", "lhs", "op", "rhs", "size")

    def __init__(self, op: str, lhs: IndexExpression, rhs: IndexExpression) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs
        (low, high), (least, most) = lhs.bounds, rhs.bounds
        if op == "min":
            self.bounds = (min(low, least), min(high, most))
        elif op == "max":
            self.bounds = (max(low, least), max(high, most))
        elif op == "floordiv":
            self.bounds = (min(low, 0), max(high, 0))
        else:
            self.bounds = (0, max(most - 1, 0))
        self.size = lhs.size + rhs.size + 1
        self.depth = max(lhs.depth, rhs.depth) + 1

    def indices(self) -> Iterator[Index]:
        yield from self.lhs.indices()
        yield from self.rhs.indices()

    def dimensions(self) -> Iterator[Dimension]:
        yield from self.lhs.dimensions()
        yield from self.rhs.dimensions()

    def evaluate(self, values: Mapping[Any, int]) -> int:
        lhs, rhs = self.lhs.evaluate(values), self.rhs.evaluate(values)
        if self.op in ("min", "max"):
            return min(lhs, rhs) if self.op == "min" else max(lhs, rhs)
        if self.op in _SIGNS:
            # As for all integers here, nothing is divided by zero.
            if rhs == 0:
                return 0
            return lhs // rhs if self.op == "floordiv" else lhs % rhs
        return extend(self.op, lhs, rhs)

    def key(self) -> tuple[Any, ...]:
        return (self.op, self.lhs.key(), self.rhs.key())

    def written(self) -> str:
        if self.op in _SIGNS:
            return f"({self.lhs.written()} {_SIGNS[self.op]} {self.rhs.written()})"
        called = _CALLED.get(self.op, self.op)
        return f"{called}({_bare(self.lhs)}, {_bare(self.rhs)})"


def _bare(expression: IndexExpression) -> str:
    text = expression.written()
    return text[1:-1] if isinstance(expression, (IndexSum, IndexDivision)) else text


def extend(mode: str, index: int, size: int) -> int:
    """Return the element with which an array of a size goes on at an index outside of it."""
    if size <= 0:
        return 0
    if mode == "edge":
        return max(0, min(index, size - 1))
    if mode == "wrap":
        return index % size
    if mode == "symmetric":
        there = index % (2 * size)
        return min(there, 2 * size - 1 - there)
    period = max(2 * (size - 1), 1)
    there = index % period
    return min(there, period - there)


def is_affine(expression: IndexExpression) -> bool:
    """Return whether an expression is a sum of indices, sizes, and their divisions by integers."""
    if isinstance(expression, IndexChoice):
        return False
    if isinstance(expression, IndexDivision):
        return is_affine(expression.dividend)
    if isinstance(expression, IndexSum):
        return all(is_affine(part) for part, _ in expression.terms)
    return True
