# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Subscripts that data chooses, loops whose bounds data says, and what is assumed about data."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from saopt._src.language.conditions import Condition
from saopt._src.language.context import current
from saopt._src.language.expressions import Value
from saopt._src.language.indices import Index, IndexExpression
from saopt._src.language.recorded_control_flow import Block
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import Location
from saopt._src.support.locations import compile_error, user_location

if TYPE_CHECKING:
    from saopt._src.language.elements import Elements
    from saopt._src.language.tape import Tape

__all__ = [
    "Assumption",
    "CheckedIndex",
    "DataIndex",
    "DataIndices",
    "DataLoop",
    "LoopNumber",
    "assume",
    "data_values",
    "name_of",
]


class CheckedIndex(Value):
    """A value that is at least zero and less than a size, or an error of the call.

    `array` and `axis` say in the error what it is a subscript of.
    """

    __slots__ = ("array", "axis", "is_unsigned", "limit")
    array: str
    axis: int
    limit: IndexExpression
    is_unsigned: bool


class DataIndex(IndexExpression):
    """A subscript that data chooses: a checked value, in an index expression."""

    __slots__ = ("bounds", "check", "source")

    size = 1
    depth = 0

    def __init__(self, check: CheckedIndex) -> None:
        self.check = check
        self.bounds = (0, max(check.limit.bounds[1] - 1, 0))

    def indices(self) -> Iterator[Index]:
        return iter(())

    def evaluate(self, values: Mapping[Any, int]) -> int:
        raise compile_error(
            f"a subscript of '{self.check.array}' that data chooses is not known before the "
            "function runs"
        )

    def key(self) -> tuple[Any, ...]:
        return ("data", id(self.check))

    def __repr__(self) -> str:
        return "…"


class LoopNumber(Value):
    """The number of an iteration of a loop whose bounds data says."""

    __slots__ = ("name",)
    name: str


class DataLoop:
    """Runs a block for each number of a range that data says."""

    __slots__ = ("body", "location", "name", "number", "start", "step", "stop")

    def __init__(
        self, name: str, start: Value, stop: Value, step: int, location: Location | None
    ) -> None:
        self.name = name
        self.start = start
        self.stop = stop
        self.step = step
        self.body = Block("sa.ForRange")
        self.number: LoopNumber | None = None
        self.location = location


class Assumption:
    """A fact about what follows in its block.

    Errors tell `what`, and the numbers in `told`, which are triples of a name, a value and its
    type; with such numbers `what` is what is wrong, and not what holds.
    """

    __slots__ = ("condition", "is_unsafe", "location", "told", "what")

    def __init__(
        self,
        condition: Condition | Value,
        what: str,
        is_unsafe: bool,
        location: Location | None,
        told: tuple[tuple[str, Value, ScalarType], ...] = (),
    ) -> None:
        self.condition = condition
        self.told = told
        self.what = what
        self.is_unsafe = is_unsafe
        self.location = location


def data_values(expression: IndexExpression) -> Iterator[Value]:
    """Yield the checked values in an index expression."""
    if isinstance(expression, DataIndex):
        yield expression.check
    for part, _ in getattr(expression, "terms", ()):
        yield from data_values(part)
    dividend = getattr(expression, "dividend", None)
    if dividend is not None:
        yield from data_values(dividend)


def name_of(array: Elements) -> str:
    """Return what errors on the device call an array or a view."""
    return array.name or getattr(getattr(array, "array", None), "name", None) or "an array"


class DataIndices:
    """What a recorder notes about data that chooses elements; one for each recorder."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape
        self._known: dict[tuple[Any, ...], list[DataIndex]] = {}

    def get(self, value: Value, array: Elements, axis: int, limit: IndexExpression) -> DataIndex:
        """Return the subscript that a value of an integer type is, checked once where it can be."""
        tape = self._tape
        name = name_of(array)
        key = (id(value), name, axis, limit.key())
        known = self._known.setdefault(key, [])
        for index in known:
            if tape.is_open(index.check.block):
                return index
        is_unsigned = value.type is ScalarType.uint64
        wide = tape.convert(value, ScalarType.int64)
        fields = {"array": name, "axis": axis, "limit": limit, "is_unsigned": is_unsigned}
        check = tape.node(CheckedIndex, ScalarType.int64, (wide,), **fields)
        index = DataIndex(check)
        # The value lives as long as its number stands for it.
        index.source = value
        known.append(index)
        return index


def assume(*conditions: Any, unsafe: bool = False) -> None:
    """State facts about what follows in the logic, which proofs may use.

    Parameters
    ----------
    *conditions : conditions or bool values
        Comparisons of indices, sizes and integers that are read, such as ``0 <= x``. They are
        known about these values, not about other reads of the same element.
    unsafe : bool
        Whether the facts are taken for granted. Otherwise each is checked on the device: where
        it does not hold, what follows in the logic does not run, and the call raises an
        `AssumptionError`. An unsafe one that does not hold makes the behavior undefined.

    Examples
    --------
    >>> x = index[i]
    >>> sa.assume(0 <= x, x < n)
    >>> B[i] = A[x]  # which needs no check
    """
    if not conditions:
        raise compile_error("sa.assume takes the conditions that hold")
    location = user_location()
    for condition in conditions:
        current().assume(condition, _text(condition, location), unsafe)


def _text(condition: Any, location: Location | None) -> str:
    """Return what errors call an assumption: the condition, or the line that states it."""
    if isinstance(condition, Condition):
        return str(condition)
    line = "" if location is None else linecache.getline(location.file, location.line).strip()
    return line or "sa.assume(…)"
