# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the constraints of a nest bound its loops, and which of its loops may be empty.

A constraint belongs to the innermost loop whose index it has. Logics before and after a loop run
for every iteration of the loops around it, so it matters whether there is a point at which they
could run.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.conditions import Comparison
from saopt._src.language.index_arithmetic import as_index, compute, separate, substitute
from saopt._src.language.indices import Index, IndexConstant, IndexExpression
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest

__all__ = ["EmptyLoops", "factor_of", "least", "loop_range", "requirements_of_loops"]


def requirements_of_loops(
    nest: Nest,
) -> tuple[list[IndexExpression], list[list[IndexExpression]]]:
    """Return the constraints without an index, and those that bound each loop.

    A constraint is an expression that is not negative where it is met.
    """
    common: list[IndexExpression] = []
    of_loops: list[list[IndexExpression]] = [[] for _ in nest.indices]
    for condition in nest.conditions:
        for requirement in condition.requirements() or ():
            positions = [index.position for index in requirement.indices()]
            (of_loops[max(positions)] if positions else common).append(requirement)
    return common, of_loops


def factor_of(requirement: IndexExpression, index: Index) -> int | None:
    """Return the factor of an index in a constraint; None where it is also in a division."""
    terms, _ = separate(requirement)
    if any(part is not index and any(i is index for i in part.indices()) for part, _ in terms):
        return None
    return next(factor for part, factor in terms if part is index)


def loop_range(
    nest: Nest, position: int, requirements: Sequence[IndexExpression]
) -> tuple[IndexExpression, IndexExpression, list[IndexExpression]]:
    """Return where a loop starts and stops, and the constraints to be tested inside of it."""
    index, size = nest.indices[position], as_index(nest.shape[position])
    assert size is not None
    start: IndexExpression | None = None
    stop: IndexExpression | None = None
    tested = []
    for requirement in requirements:
        factor = factor_of(requirement, index)
        if factor is None or (start if factor > 0 else stop) is not None:
            tested.append(requirement)
            continue
        rest = compute("sub", requirement, compute("mul", index, factor))
        quotient = compute("floordiv", rest, abs(factor))
        if factor > 0:
            start = compute("mul", quotient, -1)
        else:
            stop = compute("add", quotient, 1)
    if start is not None and start.bounds[0] < 0:
        tested.append(index)
    room = None if stop is None else least(nest, compute("sub", size, stop))
    if stop is not None and (room is None or room < 0):
        tested.append(compute("sub", compute("sub", size, 1), index))
    return (IndexConstant(0) if start is None else start), (size if stop is None else stop), tested


def least(nest: Nest, expression: IndexExpression) -> int | None:
    """Return a number that an expression of a nest's indices is never less than, if one is found.

    The constraints of the nest are not used.
    """
    terms, _ = separate(expression)
    ends = {
        part: compute("sub", nest.shape[part.position], 1) if factor < 0 else 0
        for part, factor in terms
        if isinstance(part, Index)
    }
    found = substitute(expression, ends).bounds[0]
    # A size that nothing limits makes a number that is of no use.
    return found if found > -(2**31) else None


class EmptyLoops:
    """What is known about the loops that logics run before and after.

    Attributes
    ----------
    outermost : int or None
        The position of the outermost of these loops.
    sizes : list of int
        The loops, from that one on, whose size may be zero or less.
    by_constraints : bool
        Whether constraints may leave such a loop without iterations.
    relaxed : dict or None
        By how much each constraint, named by its key, has to be relaxed so that constraints
        leave no loop empty; None where no such numbers were found.
    """

    def __init__(self, nest: Nest) -> None:
        self._nest = nest
        self._boundaries = [
            logic
            for logic in nest.logics
            if logic.predicate is not None and logic.predicate.is_boundary
        ]
        positions = [logic.predicate.index.position for logic in self._boundaries]
        self.outermost = min(positions, default=None)
        self.sizes: list[int] = []
        self.by_constraints = False
        self.relaxed: dict[tuple[Any, ...], int] | None = {}
        if self.outermost is not None:
            self._find(self.outermost)
            self._check_indices()

    @property
    def exist(self) -> bool:
        """Whether a logic may have to run before or after a loop without iterations."""
        return bool(self.sizes) or self.by_constraints

    def _find(self, outermost: int) -> None:
        _, of_loops = requirements_of_loops(self._nest)
        self._empty = set[int]()
        for position in range(outermost, len(self._nest.indices)):
            size = as_index(self._nest.shape[position])
            assert size is not None
            around = {as_index(s).key() for s in self._nest.shape[:position]}  # type: ignore[union-attr]
            if size.bounds[0] < 1 and size.key() not in around:
                self.sizes.append(position)
                self._empty.add(position)
            self._find_constraints(position, of_loops[position])

    def _find_constraints(self, position: int, requirements: list[IndexExpression]) -> None:
        """Compare each lower bound of a loop with each upper one, except for those of the box."""
        index, size = self._nest.indices[position], self._nest.shape[position]
        lower: list[tuple[IndexExpression | None, IndexExpression]] = [(None, IndexConstant(0))]
        upper: list[tuple[IndexExpression | None, IndexExpression]] = [
            (None, compute("sub", size, 1))
        ]
        for requirement in requirements:
            factor = factor_of(requirement, index)
            if factor not in (1, -1):
                self._note(position, None, None)
                continue
            rest = compute("sub", requirement, compute("mul", index, factor))
            if factor > 0:
                lower.append((requirement, compute("mul", rest, -1)))
            else:
                upper.append((requirement, rest))
        for low, start in lower:
            for high, end in upper:
                if low is not None or high is not None:
                    number = least(self._nest, compute("sub", end, start))
                    self._note(position, high if high is not None else low, number)

    def _note(self, position: int, constraint: IndexExpression | None, number: int | None) -> None:
        """Note that the least distance of two bounds is `number`."""
        if number is not None and number >= 0:
            return
        self.by_constraints = True
        self._empty.add(position)
        if number is None:
            self.relaxed = None
        elif self.relaxed is not None:
            assert constraint is not None
            key = constraint.key()
            self.relaxed[key] = max(self.relaxed.get(key, 0), -number)

    def _check_indices(self) -> None:
        """Refuse logics with the index of a loop that may have no iteration where they run."""
        for logic in self._boundaries:
            predicate = logic.predicate
            assert predicate is not None
            first = predicate.index.position
            if not any(position >= first for position in self._empty):
                continue
            for index in logic.indices():
                if any(index is inner for inner in self._nest.indices[first:]):
                    raise compile_error(
                        f"{predicate} runs also where the loop over '{predicate.index}' has no "
                        f"iterations, and the index '{index}' has no value there: use "
                        f"sa.{'first' if predicate.kind == 'before' else 'last'}, or sa.If"
                    )

    def relaxed_nest(self) -> Nest:
        """Return the nest with constraints that leave none of these loops empty."""
        assert self.relaxed is not None
        result = self._nest.snapshot()
        common, of_loops = requirements_of_loops(self._nest)
        result.conditions = []
        for requirement in itertools.chain(common, *of_loops):
            relaxed = compute("add", requirement, self.relaxed.get(requirement.key(), 0))
            result.conditions.append(Comparison("ge", relaxed, IndexConstant(0)))
        return result
