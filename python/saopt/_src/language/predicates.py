# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicates: at which iterations of a loop a logic runs.

They speak of the loops of a nest. A constraint of the nest belongs to the innermost loop whose
index it has, and bounds that loop; so every loop has a first and a last iteration.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from saopt._src.language.conditions import Comparison, Condition, Junction
from saopt._src.language.index_arithmetic import compute
from saopt._src.language.indices import Index, IndexConstant, IndexExpression
from saopt._src.language.loop_bounds import factor_of, requirements_of_loops
from saopt._src.language.recorded_control_flow import ForRangeIndex
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest

__all__ = ["Predicate", "after", "before", "end_boundary", "first", "in_order", "last"]


class Predicate(NamedTuple):
    """When a logic runs: at the first or the last iteration of a loop, before or after it."""

    kind: str
    index: Index

    def __str__(self) -> str:
        return f"sa.{self.kind}({self.index})"

    @property
    def is_boundary(self) -> bool:
        """Whether the logic belongs to the loops around the index, and not to its iterations."""
        return self.kind in ("before", "after")

    @property
    def order(self) -> tuple[int, int]:
        """Where the logic stands among those of a point: before all others, or after them."""
        position = self.index.position
        return {"before": (-1, position), "after": (1, -position)}.get(self.kind, (0, 0))

    def condition(self, nest: Nest) -> Condition:
        """Return the condition on the indices of `nest` that it means.

        Where it is before or after a loop, no loop from that one on may be empty.
        """
        bounds = _Bounds(nest, self)
        position = self.index.position
        if self.kind == "first":
            return bounds.first(position)
        if self.kind in ("last", "end_boundary"):
            return bounds.last(position)
        end = bounds.first if self.kind == "before" else bounds.last
        inside = range(position, len(nest.indices))
        return functools.reduce(functools.partial(Junction, "and"), map(end, inside))


class _Bounds:
    """The loops of a nest, as its constraints bound them."""

    def __init__(self, nest: Nest, predicate: Predicate) -> None:
        self._nest = nest
        self._predicate = predicate
        _, self._requirements = requirements_of_loops(nest)

    def first(self, position: int) -> Condition:
        index = self._nest.indices[position]
        at_start = Comparison("eq", index, IndexConstant(0))
        return self._end(at_start, position, lambda factor: factor > 0, "sub")

    def last(self, position: int) -> Condition:
        index, size = self._nest.indices[position], self._nest.shape[position]
        at_end = Comparison("eq", index, compute("sub", size, 1))
        return self._end(at_end, position, lambda factor: factor < 0, "add")

    def _end(
        self, box: Condition, position: int, bounds: Callable[[int], bool], op: str
    ) -> Condition:
        """Return where the next iteration, in one direction, is outside of the loop."""
        index, result = self._nest.indices[position], box
        for requirement in self._requirements[position]:
            factor = self._factor(requirement, index)
            if bounds(factor):
                beyond = compute(op, requirement, factor)
                result = Junction("or", result, Comparison("lt", beyond, IndexConstant(0)))
        return result

    def _factor(self, requirement: IndexExpression, index: Index) -> int:
        factor = factor_of(requirement, index)
        if factor is None:
            raise self._refusal(index)
        return factor

    def _refusal(self, index: Index) -> CompileError:
        return compile_error(
            f"{self._predicate} cannot be found in the {self._nest}: what constrains '{index}' "
            "does not say which iteration that is; use sa.If with a condition of your own"
        )


def _predicate(kind: str, index: Any) -> Predicate:
    if not isinstance(index, Index) or isinstance(index, ForRangeIndex):
        raise compile_error(
            f"sa.{kind} takes an index of a nest, as nest.get_indices() returns them, not {index!r}"
        )
    return Predicate(kind, index)


def first(index: Index) -> Predicate:
    """Run a logic only at the first iteration of a loop.

    Examples
    --------
    >>> @nest.iteration_logic(predicate=sa.first(k))
    ... def _():
    ...     C[i, j] = 0
    """
    return _predicate("first", index)


def last(index: Index) -> Predicate:
    """Run a logic only at the last iteration of a loop.

    Examples
    --------
    >>> @nest.iteration_logic(predicate=sa.last(k))
    ... def _():
    ...     C[i, j] = C[i, j] / 8
    """
    return _predicate("last", index)


def end_boundary(index: Index) -> Predicate:
    """Run a logic only in the last block of a loop; unless it is split, at its last iteration.

    Examples
    --------
    >>> sa.end_boundary(j).kind
    'end_boundary'
    """
    return _predicate("end_boundary", index)


def before(index: Index) -> Predicate:
    """Run a logic once before a loop, for each iteration of the loops around it.

    It runs also where the loop itself has no iterations. Where the loop has some, it runs before
    their logics.

    Examples
    --------
    >>> n = sa.Nest(shape=(16, 32))
    >>> r, c = n.get_indices()
    >>> S = sa.Array(role=sa.Role.OUTPUT, shape=(16,), name='S')
    >>> @n.iteration_logic(predicate=sa.before(c))
    ... def _():
    ...     S[r] = 0
    >>> n
    Nest over r < 16, c < 32: sa.before(c): S[r] = …
    """
    return _predicate("before", index)


def after(index: Index) -> Predicate:
    """Run a logic once after a loop, for each iteration of the loops around it.

    It runs also where the loop itself has no iterations. Where the loop has some, it runs after
    their logics.

    Examples
    --------
    >>> n = sa.Nest(shape=(16, 32))
    >>> r, c = n.get_indices()
    >>> S = sa.Array(role=sa.Role.INOUT, shape=(16,), name='S')
    >>> @n.iteration_logic(predicate=sa.after(c))
    ... def _():
    ...     S[r] = sa.sqrt(S[r])
    >>> n
    Nest over r < 16, c < 32: sa.after(c): S[r] = …
    """
    return _predicate("after", index)


def in_order(predicates: Iterable[Predicate | None]) -> Sequence[int]:
    """Return the positions of logics with these predicates in the order in which they run."""
    orders = [(0, 0) if predicate is None else predicate.order for predicate in predicates]
    return sorted(range(len(orders)), key=orders.__getitem__)
