# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loops of schedules, as users hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from saopt._src.language.indices import Index

__all__ = ["Level", "LoopIndex", "first_twice", "inner_name"]


class LoopIndex(Index):
    """The index of a loop that a schedule made: the inner loop of a split, or a fused one.

    It stands in the steps of schedules and plans, and not in the logic of a nest, which knows
    the indices of the nest alone.

    Attributes
    ----------
    is_fusing : bool
        Whether it tells the nests of a fused schedule apart, and has no iterations of its own.
    is_named : bool
        Whether it has the name of a variable.
    """

    __slots__ = ("is_fusing", "is_named")

    def __init__(self, name: str, is_named: bool = False, is_fusing: bool = False) -> None:
        self.nest = None  # type: ignore[assignment]
        self.position = 0
        self.name = name
        self.bounds = (0, 2**40)
        self.is_named = is_named
        self.is_fusing = is_fusing


class Level(NamedTuple):
    """A loop that is said by its place."""

    number: Any
    anchor: Index
    what: str


def inner_name(name: str) -> str:
    """Return what the inner loop of a split is called when nobody says it: ``i`` has ``ii``."""
    return name + name[0] if len(set(name)) == 1 else f"{name}_inner"


def first_twice(indices: Iterable[Index]) -> Index | None:
    """Return the first index that is there twice."""
    seen: set[int] = set()
    for index in indices:
        if id(index) in seen:
            return index
        seen.add(id(index))
    return None
