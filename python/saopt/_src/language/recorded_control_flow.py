# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The structure of a recorded logic: branches, loops and variables around its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from saopt._src.language.expressions import Value
from saopt._src.language.indices import Index, IndexExpression
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import Location

if TYPE_CHECKING:
    from saopt._src.language.conditions import Condition
    from saopt._src.language.nest import Nest

__all__ = [
    "Block",
    "Branch",
    "ForRangeIndex",
    "GetVariable",
    "Loop",
    "SetVariable",
    "Variable",
    "walk",
]


class Block(list[Any]):
    """What is recorded in a row: values, statements, bounds, branches, loops and variables."""

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


class Branch:
    """Runs one of two blocks."""

    __slots__ = ("condition", "location", "otherwise", "then")

    def __init__(self, condition: Condition | Value, location: Location | None) -> None:
        self.condition = condition
        self.then = Block("sa.If")
        self.otherwise = Block("the Else of sa.If")
        self.location = location


class ForRangeIndex(Index):
    """The index of a loop in a logic."""

    __slots__ = ()

    def __init__(self, nest: Nest | None, name: str, bounds: tuple[int, int]) -> None:
        self.nest = nest  # type: ignore[assignment]
        self.position = -1
        self.name = name
        self.bounds = bounds


class Loop:
    """Runs a block for each value of an index."""

    __slots__ = ("body", "index", "location", "start", "step", "stop")

    def __init__(
        self,
        index: ForRangeIndex,
        start: IndexExpression,
        stop: IndexExpression,
        step: int,
        location: Location | None,
    ) -> None:
        self.index = index
        self.start = start
        self.stop = stop
        self.step = step
        self.body = Block("sa.ForRange")
        self.location = location


class Variable:
    """A variable of a logic; on the tape where it is made."""

    __slots__ = ("block", "location", "name", "type")

    def __init__(
        self, element_type: ScalarType, name: str, block: Block, location: Location | None
    ) -> None:
        self.type = element_type
        self.name = name
        self.block = block
        self.location = location


class SetVariable:
    """A variable is given a value."""

    __slots__ = ("location", "value", "variable")

    def __init__(self, variable: Variable, value: Value, location: Location | None) -> None:
        self.variable = variable
        self.value = value
        self.location = location


class GetVariable(Value):
    """What a variable holds at this point of the logic."""

    __slots__ = ("variable",)
    variable: Variable


def walk(block: Block) -> Iterator[Any]:
    """Yield what a block holds, and what the branches and loops in it hold, in order."""
    for node in block:
        yield node
        if isinstance(node, Branch):
            yield from walk(node.then)
            yield from walk(node.otherwise)
        elif hasattr(node, "body"):
            yield from walk(node.body)
