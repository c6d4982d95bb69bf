# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of an open dimension the loops of a function need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from saopt._src.build.function_source import BodyEntry
from saopt._src.language.arrays import Array
from saopt._src.language.conditions import Condition
from saopt._src.language.dimensions import Dimension
from saopt._src.language.expressions import Load, Statement
from saopt._src.language.nest import Nest
from saopt._src.language.nest_points import visits
from saopt._src.language.recorded_control_flow import Block, Branch, Loop
from saopt._src.language.shapes import resolve
from saopt._src.schedule.scheduled_nests import ScheduledNests

__all__ = ["needed_size"]


def needed_size(
    entries: Iterable[BodyEntry], array: Array, axis: int, sizes: Mapping[Dimension, int]
) -> int:
    """Return how large a dimension of an array has to be for the loops to stay within.

    Every point of the loops is looked at.

    Parameters
    ----------
    entries : iterable of Nest, ScheduledNests and Call
        The loops, and the calls of functions that have more.
    array : Array
        The array.
    axis : int
        The dimension, whose size is not known from elsewhere.
    sizes : mapping of Dimension to int
        The run-time sizes.

    Raises
    ------
    KeyError
        When a size that is needed for it is missing.
    """
    return max((_entry_reach(entry, array, axis, sizes) for entry in entries), default=0)


def _entry_reach(entry: BodyEntry, array: Array, axis: int, sizes: Mapping[Dimension, int]) -> int:
    if isinstance(entry, Nest):
        return _reach(entry, array, axis, sizes)
    if isinstance(entry, ScheduledNests):
        return needed_size(entry.nests, array, axis, sizes)
    inner = {
        dimension: resolve((size,), sizes)[0]
        for dimension, size in entry.sizes().items()
        if not isinstance(size, float)  # an open one
    } | dict(entry.callee.parameters)
    formals = [formal for formal, given in entry.passed.items() if given is array]
    reaches = [needed_size(entry.callee.entries, formal, axis, inner) for formal in formals]
    return max(reaches, default=0)


def _reach(nest: Nest, array: Array, axis: int, sizes: Mapping[Dimension, int]) -> int:
    nodes = [node for logic in nest.logics for node in logic.tape.nodes]
    has_predicates = any(logic.predicate is not None for logic in nest.logics)
    if has_predicates or any(isinstance(node, (Branch, Loop)) for node in nodes):
        return _reach_inside(nest, array, axis, sizes)
    subscripts = [
        node.subscripts[axis]
        for node in nodes
        if isinstance(node, (Load, Statement)) and node.array is array
    ]
    shape = tuple(max(size, 0) for size in resolve(nest.shape, sizes))
    if not subscripts or 0 in shape:
        return 0
    grid = np.indices(shape, dtype=np.int64, sparse=True)
    values = {**sizes, **dict(zip(nest.indices, grid, strict=True))}
    runs = np.ones((1,) * len(shape), np.bool_)
    for condition in nest.conditions:
        for requirement in condition.requirements() or ():
            runs = runs & (np.asarray(requirement.evaluate(values)) >= 0)  # type: ignore[arg-type]
    largest = -1
    for subscript in subscripts:
        reached = np.asarray(subscript.evaluate(values))  # type: ignore[arg-type]
        largest = max(largest, int(np.where(runs, reached, -1).max()))
    return largest + 1


def _reach_inside(nest: Nest, array: Array, axis: int, sizes: Mapping[Dimension, int]) -> int:
    """Return the same for a logic with loops and branches, one point after the other."""
    reached = 0

    def visit(block: Block, values: dict[Any, int]) -> None:
        nonlocal reached
        for node in block:
            if isinstance(node, (Load, Statement)) and node.array is array:
                reached = max(reached, node.subscripts[axis].evaluate(values) + 1)
            elif isinstance(node, Loop):
                start, stop = node.start.evaluate(values), node.stop.evaluate(values)
                for value in range(start, stop, node.step):
                    visit(node.body, {**values, node.index: value})
            elif isinstance(node, Branch):
                # What depends on data may happen.
                known = isinstance(node.condition, Condition)
                holds = known and node.condition.holds(values)
                if holds or not known:
                    visit(node.then, values)
                if not holds:
                    visit(node.otherwise, values)

    for values, logic in visits(nest, sizes):
        visit(logic.tape.nodes, values)
    return reached
