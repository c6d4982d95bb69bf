# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Subscripts that data chooses, loops whose bounds data says, and what is assumed about data."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

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
    "FreeIndex",
    "LoopNumber",
    "assume",
    "check_extended",
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


class FreeIndex(Value):
    """A value as an index that may be anything: a subscript of what goes on without an end."""

    __slots__ = ("array",)
    array: str


class DataIndex(IndexExpression):
    """A subscript that data chooses: a value that is checked or may be anything, in an index
    expression.
    """

    __slots__ = ("bounds", "check", "source")

    size = 1
    depth = 0

    def __init__(
        self, check: CheckedIndex | FreeIndex, source: Value, bounds: tuple[int, int]
    ) -> None:
        self.check = check
        self.bounds = bounds
        # The value lives as long as its number stands for it.
        self.source = source

    def indices(self) -> Iterator[Index]:
        return iter(())

    def evaluate(self, values: Mapping[Any, int]) -> int:
        raise compile_error(
            f"a subscript of '{self.check.array}' that data chooses is not known before the "
            "function runs"
        )

    def key(self) -> tuple[Any, ...]:
        return ("data", id(self.check))

    def written(self) -> str:
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
    for name in ("dividend", "lhs", "rhs"):
        part = getattr(expression, name, None)
        if part is not None:
            yield from data_values(part)


def check_extended(element_type: ScalarType, array: Elements) -> None:
    """Refuse subscripts of what goes on without an end that no index can hold."""
    if element_type is ScalarType.uint64:
        raise compile_error(
            f"a subscript of {array.label}, which is extended, is of type uint64, whose values "
            "may be larger than an index: cast it, as in sa.cast(x, sa.int64)"
        )


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
        known, index = self._find((id(value), name, axis, limit.key()))
        if index is not None:
            return index
        is_unsigned = value.type is ScalarType.uint64
        wide = tape.convert(value, ScalarType.int64)
        fields = {"array": name, "axis": axis, "limit": limit, "is_unsigned": is_unsigned}
        check = tape.node(CheckedIndex, ScalarType.int64, (wide,), **fields)
        index = DataIndex(check, value, (0, max(limit.bounds[1] - 1, 0)))
        known.append(index)
        return index

    def get_free(self, value: Value, array: Elements) -> DataIndex:
        """Return the subscript that a value is, of what goes on without an end."""
        check_extended(value.type, array)
        known, index = self._find((id(value),))
        if index is not None:
            return index
        tape = self._tape
        wide = tape.convert(value, ScalarType.int64)
        free = tape.node(FreeIndex, ScalarType.int64, (wide,), array=name_of(array))
        info = np.iinfo(value.type.dtype)
        index = DataIndex(free, value, (int(info.min), int(info.max)))
        known.append(index)
        return index

    def _find(self, key: tuple[Any, ...]) -> tuple[list[DataIndex], DataIndex | None]:
        """Return all the subscripts that are known by a key, and the one that is at hand."""
        known = self._known.setdefault(key, [])
        return known, next(
            (index for index in known if self._tape.is_open(index.check.block)), None
        )


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
    >>> n = sa.create_dimensions()
    >>> index = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(n,))
    >>> table = sa.Array(role=sa.Role.INPUT, shape=(n,))
    >>> result = sa.Array(role=sa.Role.OUTPUT, shape=(n,))
    >>> gather = sa.Nest(shape=(n,))
    >>> r = gather.get_indices()
    >>> @gather.iteration_logic
    ... def _():
    ...     x = index[r]
    ...     sa.assume(0 <= x, x < n)
    ...     result[r] = table[x]  # which needs no check
    >>> gather
    Nest over r < n: result[r] = …
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
