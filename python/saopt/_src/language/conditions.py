# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conditions on indices: comparisons of index expressions, and what ``& | ~`` makes of them.

As index expressions, they belong to no context. The compiler understands them, so that a proof
about what stands under a condition can use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from saopt._src.language import numeric
from saopt._src.language.context import is_active
from saopt._src.language.dimensions import Dimension
from saopt._src.language.index_arithmetic import as_index, compute
from saopt._src.language.indices import Index, IndexExpression, bare
from saopt._src.language.operators import Operators
from saopt._src.language.rewrites import line_to_write
from saopt._src.support.locations import compile_error

__all__ = ["Comparison", "Condition", "Junction", "combine_conditions", "compare_indices"]

_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
_OPPOSITES = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}


class Condition(Operators):
    """Something that is true at some points of a nest and false at others."""

    __slots__ = ()

    def expressions(self) -> Iterator[IndexExpression]:
        """Yield the index expressions that it compares."""
        raise NotImplementedError

    def indices(self) -> Iterator[Index]:
        """Yield the loop indices in it."""
        for expression in self.expressions():
            yield from expression.indices()

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the run-time sizes in it."""
        for expression in self.expressions():
            yield from expression.dimensions()

    def holds(self, values: Mapping[Any, int]) -> bool:
        """Return whether it is true for given values of the indices and dimensions."""
        raise NotImplementedError

    def opposite(self) -> Condition:
        """Return the condition that is true where this one is not."""
        raise NotImplementedError

    def requirements(self) -> tuple[IndexExpression, ...] | None:
        """Return expressions none of which is negative exactly where the condition is true.

        None where that takes more than one set of them.
        """
        raise NotImplementedError

    def __bool__(self) -> NoReturn:
        line = line_to_write()
        instead = "" if line is None else f". Instead of this line: {line}"
        raise compile_error(
            f"the truth of {self} is not known yet: write sa.If(condition, function) or "
            "sa.select(condition, a, b) for if, a & b, a | b and ~a for and, or and not, and "
            "(a < b) & (b < c) for a < b < c, which Python takes apart; to leave out points of a "
            f"nest, give it to nest.constrain{instead}"
        )


class Comparison(Condition):
    """A comparison of two index expressions, such as ``j <= i``."""

    __slots__ = ("lhs", "op", "rhs")

    def __init__(self, op: str, lhs: IndexExpression, rhs: IndexExpression) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs

    def expressions(self) -> Iterator[IndexExpression]:
        yield from (self.lhs, self.rhs)

    def __bool__(self) -> bool:  # type: ignore[override]
        # As objects: ``j in [i, j]``, ``order.index(j)``.
        is_of_objects = isinstance(self.lhs, Index) and isinstance(self.rhs, Index)
        if is_of_objects and self.op in ("eq", "ne") and not is_active():
            return (self.lhs is self.rhs) == (self.op == "eq")
        return super().__bool__()

    def holds(self, values: Mapping[Any, int]) -> bool:
        return bool(numeric.compare(self.op, self.lhs.evaluate(values), self.rhs.evaluate(values)))

    def opposite(self) -> Condition:
        return Comparison(_OPPOSITES[self.op], self.lhs, self.rhs)

    def requirements(self) -> tuple[IndexExpression, ...] | None:
        if self.op == "ne":
            return None
        above, below = compute("sub", self.lhs, self.rhs), compute("sub", self.rhs, self.lhs)
        return {
            "lt": (compute("sub", below, 1),),
            "le": (below,),
            "gt": (compute("sub", above, 1),),
            "ge": (above,),
            "eq": (above, below),
        }[self.op]

    def __repr__(self) -> str:
        return f"{bare(self.lhs)} {_SIGNS[self.op]} {bare(self.rhs)}"


class Junction(Condition):
    """Two conditions of which both (`and`), or at least one (`or`), must be true."""

    __slots__ = ("op", "parts")

    def __init__(self, op: str, lhs: Condition, rhs: Condition) -> None:
        self.op = op
        self.parts = (lhs, rhs)

    def expressions(self) -> Iterator[IndexExpression]:
        for part in self.parts:
            yield from part.expressions()

    def holds(self, values: Mapping[Any, int]) -> bool:
        both = all if self.op == "and" else any
        return both(part.holds(values) for part in self.parts)

    def opposite(self) -> Condition:
        lhs, rhs = self.parts
        return Junction("or" if self.op == "and" else "and", lhs.opposite(), rhs.opposite())

    def requirements(self) -> tuple[IndexExpression, ...] | None:
        lhs, rhs = (part.requirements() for part in self.parts)
        return None if self.op == "or" or lhs is None or rhs is None else (*lhs, *rhs)

    def __repr__(self) -> str:
        return f" {'&' if self.op == 'and' else '|'} ".join(f"({part})" for part in self.parts)


def compare_indices(op: str, lhs: Any, rhs: Any) -> Condition | None:
    """Return the condition ``lhs op rhs``, or None where one side is no index expression."""
    if not isinstance(lhs, IndexExpression) and not isinstance(rhs, IndexExpression):
        return None
    a, b = as_index(lhs), as_index(rhs)
    return None if a is None or b is None else Comparison(op, a, b)


def combine_conditions(op: str, *operands: Any) -> Condition | None:
    """Return the condition that `and`, `or` or `not` makes of conditions, or None of others."""
    if op not in ("and", "or", "not") or not all(isinstance(c, Condition) for c in operands):
        return None
    return operands[0].opposite() if op == "not" else Junction(op, *operands)
