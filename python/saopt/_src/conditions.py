# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conditions on the indices of a nest: comparisons of index expressions, outside of a logic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from saopt._src import numeric
from saopt._src.affine import as_index, compute
from saopt._src.indices import Index, IndexExpression, bare
from saopt._src.locations import compile_error

__all__ = ["Condition", "compare_indices"]

_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


class Condition:
    """A comparison of two index expressions, such as ``j <= i``; for `Nest.constrain`.

    Attributes
    ----------
    op : str
        The comparison: lt, le, gt, ge, eq, ne.
    lhs, rhs : IndexExpression
        What is compared.
    """

    __slots__ = ("lhs", "op", "rhs")

    __array_ufunc__ = None

    def __init__(self, op: str, lhs: IndexExpression, rhs: IndexExpression) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs

    def indices(self) -> Iterator[Index]:
        """Yield the loop indices in it."""
        yield from self.lhs.indices()
        yield from self.rhs.indices()

    def holds(self, values: Mapping[Index, int]) -> bool:
        """Return whether it is true for given values of the indices."""
        return bool(numeric.compare(self.op, self.lhs.evaluate(values), self.rhs.evaluate(values)))

    def requirements(self) -> tuple[IndexExpression, ...]:
        """Return expressions none of which is negative where the condition is true.

        Raises
        ------
        CompileError
            When that cannot be said, of ``!=``.
        """
        if self.op == "ne":
            raise compile_error(
                f"{self} cannot constrain a nest: use <, <=, >, >= or ==, of which each leaves one "
                "piece of the space"
            )
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

    def __bool__(self) -> NoReturn:
        raise compile_error(
            f"the truth of {self} is not known yet: give it to nest.constrain, once for each "
            "comparison (and not a < b < c, which Python takes apart), or compare in the logic"
        )


def compare_indices(op: str, lhs: Any, rhs: Any) -> Condition | None:
    """Return the condition ``lhs op rhs``, or None where one side is no index expression."""
    a, b = as_index(lhs), as_index(rhs)
    return None if a is None or b is None else Condition(op, a, b)
