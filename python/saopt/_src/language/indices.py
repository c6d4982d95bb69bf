# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loop indices, and the expressions of them that can stand in a subscript.

An index expression is a sum of indices and dimensions times constants, with ``//`` and ``%`` by
constants. It is no value of the logic but a recipe: it belongs to no context, can be made
anywhere, and is turned into a number (by the eager engine) or into operations (by the builder)
where it is used.
Sums are kept collected, so that an expression that a loop of Python makes is as long as what it
says, not as the way to it.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.context import current, is_active
from saopt._src.language.operators import Operators
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._compiler import AffineExpr, ModuleBuilder
    from saopt._src.language.dimensions import Dimension
    from saopt._src.language.nest import Nest

__all__ = [
    "Index",
    "IndexConstant",
    "IndexDivision",
    "IndexExpression",
    "IndexOperation",
    "IndexSum",
    "PARAMETER_OPERATIONS",
    "Term",
    "bare",
    "build_affine",
]


class IndexExpression(Operators):
    """Anything that can stand in a subscript.

    Attributes
    ----------
    bounds : tuple of int
        Two numbers between which it always is.
    size : int
        The number of operands and operations to write it out.
    depth : int
        How many divisions are within one another.
    """

    __slots__ = ()

    bounds: tuple[int, int]
    size: int
    depth: int

    def indices(self) -> Iterator[Index]:
        """Yield the loop indices in this expression."""
        raise NotImplementedError

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the run-time sizes in this expression."""
        return iter(())

    def evaluate(self, values: Mapping[Any, int]) -> int:
        """Compute the expression for given values of the indices and the dimensions."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Return what makes two expressions the same."""
        raise NotImplementedError

    def written(self) -> str:
        """Return the expression in the names of its indices and sizes."""
        raise NotImplementedError

    def __repr__(self) -> str:
        # At a breakpoint of the eager engine, with its value there.
        value = current().shown(self)
        return self.written() if value is None else f"{bare(self)} = {value}"


class Index(IndexExpression):
    """One loop index of a nest, made by the nest.

    Attributes
    ----------
    name : str
        The name of the loop, in errors and in emitted code.
    nest : Nest
        The nest whose loop this is.

    Examples
    --------
    >>> i
    i
    >>> 2 * i + 1
    (i * 2 + 1)
    >>> i < 8
    i < 8
    """

    __slots__ = ("bounds", "name", "nest", "position")

    size = 1
    depth = 0

    def __init__(self, nest: Nest, position: int, name: str) -> None:
        self.nest = nest
        self.position = position
        self.name = name
        size = nest.shape[position]
        most = size.bounds[1] if isinstance(size, IndexExpression) else int(size)
        self.bounds = (0, max(most - 1, 0))

    def indices(self) -> Iterator[Index]:
        yield self

    def evaluate(self, values: Mapping[Any, int]) -> int:
        return values[self]

    def key(self) -> tuple[Any, ...]:
        return ("index", id(self))

    def __int__(self) -> int:  # type: ignore[override]
        """Return the position at a breakpoint of the eager engine."""
        position = current().position_of(self)
        return super().__int__() if position is None else position

    def __iter__(self) -> Iterator[Index]:
        """Yield the index itself, so that ``i, = nest.get_indices()`` unpacks it."""
        if is_active():
            raise compile_error(
                f"index '{self}' is one number, which is not looped over in a logic: the nest "
                "itself is the loop; for a loop inside of a point, write sa.ForRange"
            )
        return iter((self,))

    def __len__(self) -> int:  # type: ignore[override]
        """Return 1: a single index counts as a sequence of itself."""
        return 1

    def __getitem__(self, key: object) -> Index:
        """Return the index itself at position 0; what `get_indices` returns may be one index."""
        if is_active() or key not in (0, -1):
            raise compile_error(
                f"index '{self}' is one number and has no elements: there is no position {key!r}"
            )
        return self

    def written(self) -> str:
        return self.name


class IndexConstant(IndexExpression):
    """An integer in an index expression."""

    __slots__ = ("bounds", "value")

    size = 1
    depth = 0

    def __init__(self, value: int) -> None:
        self.value = value
        self.bounds = (value, value)

    def indices(self) -> Iterator[Index]:
        return iter(())

    def evaluate(self, values: Mapping[Any, int]) -> int:
        return self.value

    def key(self) -> tuple[Any, ...]:
        return ("constant", self.value)

    def written(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return self.written()


class IndexDivision(IndexExpression):
    """The quotient (`floordiv`) or the remainder (`mod`) of a division by a positive integer."""

    __slots__ = ("bounds", "depth", "dividend", "divisor", "op", "size")

    def __init__(self, op: str, dividend: IndexExpression, divisor: int) -> None:
        self.op = op
        self.dividend = dividend
        self.divisor = divisor
        low, high = (bound // divisor for bound in dividend.bounds)
        self.bounds = (low, high) if op == "floordiv" else (0, divisor - 1)
        self.size = dividend.size + 2
        self.depth = dividend.depth + 1

    def indices(self) -> Iterator[Index]:
        return self.dividend.indices()

    def dimensions(self) -> Iterator[Dimension]:
        return self.dividend.dimensions()

    def evaluate(self, values: Mapping[Any, int]) -> int:
        dividend = self.dividend.evaluate(values)
        return dividend // self.divisor if self.op == "floordiv" else dividend % self.divisor

    def key(self) -> tuple[Any, ...]:
        return (self.op, self.dividend.key(), self.divisor)

    def written(self) -> str:
        sign = "//" if self.op == "floordiv" else "%"
        return f"({self.dividend.written()} {sign} {self.divisor})"


PARAMETER_OPERATIONS = {"div": "/", "pow": "**", "shl": "<<", "shr": ">>"}
"""The operations on parameters alone, and how they are written."""


class IndexOperation(IndexExpression):
    """A product, a quotient or a power of numbers that are known when the function is compiled."""

    __slots__ = ("depth", "lhs", "op", "rhs", "size")

    # As large as a size, of which it is made.
    bounds = (0, 2**40)

    def __init__(self, op: str, lhs: IndexExpression, rhs: IndexExpression) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs
        self.size = lhs.size + rhs.size + 1
        self.depth = max(lhs.depth, rhs.depth) + 1

    def indices(self) -> Iterator[Index]:
        return iter(())

    def dimensions(self) -> Iterator[Dimension]:
        yield from self.lhs.dimensions()
        yield from self.rhs.dimensions()

    def evaluate(self, values: Mapping[Any, int]) -> int:
        lhs, rhs = self.lhs.evaluate(values), self.rhs.evaluate(values)
        if self.op == "mul":
            return lhs * rhs
        if self.op in ("pow", "shl", "shr"):
            return self._power(lhs, rhs)
        if self.op == "div" and rhs > 0 and lhs % rhs:
            raise compile_error(
                f"{self.written()} is {lhs} / {rhs}, which is no whole number: write // for a "
                "number that is rounded down"
            )
        if rhs <= 0:
            raise compile_error(f"{self.written()} divides by {rhs}: a divisor is positive")
        return lhs % rhs if self.op == "mod" else lhs // rhs

    def _power(self, lhs: int, rhs: int) -> int:
        if rhs < 0 or rhs > 63:
            raise compile_error(f"{self.written()} has the exponent {rhs}: use one from 0 to 63")
        if self.op == "pow":
            return int(lhs**rhs)
        return lhs << rhs if self.op == "shl" else lhs >> rhs

    def key(self) -> tuple[Any, ...]:
        return (self.op, self.lhs.key(), self.rhs.key())

    def written(self) -> str:
        sign = {"mul": "*", "floordiv": "//", "mod": "%", **PARAMETER_OPERATIONS}[self.op]
        return f"({self.lhs.written()} {sign} {self.rhs.written()})"


Term = tuple[IndexExpression, int]
"""An index, a dimension or a division, and the factor before it."""


class IndexSum(IndexExpression):
    """A sum of terms and a constant; no two terms are of the same expression."""

    __slots__ = ("bounds", "constant", "depth", "size", "terms")

    def __init__(self, terms: Sequence[Term], constant: int) -> None:
        self.terms = tuple(terms)
        self.constant = constant
        ends = [sorted(factor * bound for bound in part.bounds) for part, factor in self.terms]
        self.bounds = (
            constant + sum(low for low, _ in ends),
            constant + sum(high for _, high in ends),
        )
        self.size = 2 + sum(part.size + 2 for part, _ in self.terms)
        self.depth = max(part.depth for part, _ in self.terms)

    def indices(self) -> Iterator[Index]:
        for part, _ in self.terms:
            yield from part.indices()

    def dimensions(self) -> Iterator[Dimension]:
        for part, _ in self.terms:
            yield from part.dimensions()

    def evaluate(self, values: Mapping[Any, int]) -> int:
        return self.constant + sum(factor * part.evaluate(values) for part, factor in self.terms)

    def key(self) -> tuple[Any, ...]:
        terms = frozenset((part.key(), factor) for part, factor in self.terms)
        return ("sum", terms, self.constant)

    def written(self) -> str:
        written = ""
        for part, factor in self.terms:
            term = part.written()
            term = term if abs(factor) == 1 else f"{term} * {abs(factor)}"
            written += f" {'-' if factor < 0 else '+'} {term}"
        if self.constant:
            written += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return f"({written.removeprefix(' + ').strip()})"


def bare(expression: IndexExpression) -> str:
    """Return an expression as it is written, without brackets around all of it."""
    text = expression.written()
    is_bracketed = isinstance(expression, (IndexSum, IndexDivision, IndexOperation))
    return text[1:-1] if is_bracketed else text


def build_affine(
    builder: ModuleBuilder,
    expression: IndexExpression,
    leaf: Callable[[Any], AffineExpr],
) -> AffineExpr:
    """Build an expression as one of the compiler; `leaf` returns what an index or size is."""
    if isinstance(expression, IndexConstant):
        return builder.affine_constant(expression.value)
    if isinstance(expression, IndexDivision):
        dividend = build_affine(builder, expression.dividend, leaf)
        divisor = expression.divisor
        return dividend // divisor if expression.op == "floordiv" else dividend % divisor
    if not isinstance(expression, IndexSum):
        return leaf(expression)
    parts = [build_affine(builder, part, leaf) * factor for part, factor in expression.terms]
    return functools.reduce(operator.add, parts) + expression.constant
