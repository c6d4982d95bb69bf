# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The points of a nest, one after the other, and the logics that run at each of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from saopt._src.language.dimensions import Dimension
from saopt._src.language.loop_bounds import requirements_of_loops
from saopt._src.language.nest import Logic, Nest
from saopt._src.language.shapes import resolve

__all__ = ["visits"]

Values = dict[Any, int]


def visits(nest: Nest, sizes: Mapping[Dimension, int]) -> Iterator[tuple[Values, Logic]]:
    """Yield each logic that runs, in order, with the values of the indices and of `sizes`."""
    shape = resolve(nest.shape, sizes)
    empty = nest.empty_loops()
    if empty.exist:
        yield from _Imperfect(nest, shape).visits(0, dict(sizes))
        return
    logics = nest.placed_logics()
    for point in itertools.product(*map(range, shape)):
        values = {**sizes, **dict(zip(nest.indices, point, strict=True))}
        if all(condition.holds(values) for condition in nest.conditions):
            for condition, logic in logics:
                if condition is None or condition.holds(values):
                    yield values, logic


class _Imperfect:
    """A nest with logics between its loops."""

    def __init__(self, nest: Nest, shape: tuple[int, ...]) -> None:
        self._nest = nest
        self._shape = shape
        self._common, self._of_loops = requirements_of_loops(nest)
        self._logics = nest.point_logics()

    def visits(self, position: int, values: Values) -> Iterator[tuple[Values, Logic]]:
        """Yield what the loops from a position on do, where those around have `values`."""
        if position == 0 and any(r.evaluate(values) < 0 for r in self._common):
            return
        if position == len(self._shape):
            for condition, logic in self._logics:
                if condition is None or condition.holds(values):
                    yield values, logic
            return
        for logic in self._nest.boundary_logics("before", position):
            yield values, logic
        for number in range(self._shape[position]):
            inner = {**values, self._nest.indices[position]: number}
            if all(r.evaluate(inner) >= 0 for r in self._of_loops[position]):
                yield from self.visits(position + 1, inner)
        for logic in self._nest.boundary_logics("after", position):
            yield values, logic
