# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of an open dimension the loops of a function need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
from saopt._src.expressions import Load, Statement
from saopt._src.nest import Nest
from saopt._src.shapes import resolve

__all__ = ["needed_size"]


def needed_size(
    nests: Iterable[Nest], array: Array, axis: int, sizes: Mapping[Dimension, int]
) -> int:
    """Return how large a dimension of an array has to be for the loops to stay within.

    Every point of the nests is looked at.

    Parameters
    ----------
    nests : iterable of Nest
        The loops.
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
    return max((_reach(nest, array, axis, sizes) for nest in nests), default=0)


def _reach(nest: Nest, array: Array, axis: int, sizes: Mapping[Dimension, int]) -> int:
    nodes = [node for logic in nest.logics for node in logic.tape.nodes]
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
        for requirement in condition.requirements():
            runs = runs & (np.asarray(requirement.evaluate(values)) >= 0)  # type: ignore[arg-type]
    largest = -1
    for subscript in subscripts:
        reached = np.asarray(subscript.evaluate(values))  # type: ignore[arg-type]
        largest = max(largest, int(np.where(runs, reached, -1).max()))
    return largest + 1
