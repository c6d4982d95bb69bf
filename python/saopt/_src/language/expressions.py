# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a recorded logic consists of: values, and the statements that store them.

Every node has the place in the user's source where it came from. A value knows the recorder
that made it, so that a value that escapes from its nest is noticed where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from saopt._src.language.context import current
from saopt._src.language.indices import IndexExpression
from saopt._src.language.operators import Operators
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import Location

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array
    from saopt._src.language.shapes import Size

__all__ = [
    "Accumulate",
    "Binary",
    "Bound",
    "Cast",
    "Compare",
    "Constant",
    "Fma",
    "IndexValue",
    "Load",
    "NumberSelect",
    "ParameterNumber",
    "ParameterValue",
    "Select",
    "Statement",
    "Store",
    "Unary",
    "Value",
]


class Value(Operators):
    """A value that a recorded logic computes.

    Attributes
    ----------
    type : ScalarType
        The element type.
    operands : tuple of Value
        What it is computed from.
    location : Location or None
        Where in the user's source it is computed.
    recorder : object
        The recording that it belongs to.
    block : Block
        The part of the recording that computes it.
    """

    __slots__ = ("block", "location", "operands", "recorder", "type")

    def __init__(
        self,
        recorder: Any,
        element_type: ScalarType,
        location: Location | None,
        operands: tuple[Value, ...] = (),
        **fields: Any,
    ) -> None:
        self.recorder = recorder
        self.block = recorder.block
        self.type = element_type
        self.location = location
        self.operands = operands
        for name, value in fields.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        where = "" if self.location is None else f" at line {self.location.line}"
        return f"<recorded {self.type} value{where}>"

    # Only recorded values tell ``x op= y`` from ``x = x op y``: it may be an accumulation.

    def __iadd__(self, other: Any) -> Any:
        return in_place("add", self, other)

    def __isub__(self, other: Any) -> Any:
        return in_place("sub", self, other)

    def __imul__(self, other: Any) -> Any:
        return in_place("mul", self, other)

    def __iand__(self, other: Any) -> Any:
        return in_place("and", self, other)

    def __ior__(self, other: Any) -> Any:
        return in_place("or", self, other)


class Constant(Value):
    """A number."""

    __slots__ = ("value",)
    value: bool | int | float | complex


class IndexValue(Value):
    """An index expression used as an int64 value."""

    __slots__ = ("expression",)
    expression: IndexExpression


class Load(Value):
    """An element read; `writes` counts the writes to the array recorded before it."""

    __slots__ = ("array", "subscripts", "writes")
    array: Array
    subscripts: tuple[IndexExpression, ...]
    writes: int


class Unary(Value):
    """An operation on one value."""

    __slots__ = ("op",)
    op: str


class Binary(Value):
    """An operation on two values of the same type.

    `is_update` says that the user wrote what can become an accumulation when it is stored: an
    in-place operator, or `sa.min` or `sa.max`.
    """

    __slots__ = ("is_update", "op")
    op: str
    is_update: bool


class Compare(Value):
    """A comparison; the operands have one type and the result is a bool."""

    __slots__ = ("op",)
    op: str


class Select(Value):
    """One of two values, by a bool."""

    __slots__ = ()


class NumberSelect(Value):
    """A choice between two Python numbers, which takes the type of what it meets.

    It stays outside the tape until then; its own type is only nominal.
    """

    __slots__ = ("numbers",)
    numbers: tuple[int | float | complex, int | float | complex]


class ParameterNumber(Value):
    """A number that is computed of parameters, which takes the type of what it meets.

    Until then it stays outside the tape, as a `NumberSelect` does. `number` computes it of the
    values of the parameters.
    """

    __slots__ = ("number", "parameters")
    number: Callable[[Mapping[Any, Any]], int | float | complex]
    parameters: tuple[Any, ...]


class ParameterValue(ParameterNumber):
    """Such a number as a value of a type; `is_cast` when it is converted to that."""

    __slots__ = ("is_cast",)
    is_cast: bool


class Cast(Value):
    """A conversion to the type of this value."""

    __slots__ = ()


class Fma(Value):
    """``a * b + c`` with one rounding."""

    __slots__ = ()


class Statement:
    """Something that a recorded logic does."""

    __slots__ = ("array", "location", "subscripts", "value")

    def __init__(
        self,
        array: Array,
        subscripts: tuple[IndexExpression, ...],
        value: Value,
        location: Location | None,
    ) -> None:
        self.array = array
        self.subscripts = subscripts
        self.value = value
        self.location = location


class Bound:
    """A subscript of a view must be at least 0 and less than a size; `what` is bounded by it."""

    __slots__ = ("location", "size", "subscript", "what")

    def __init__(
        self, subscript: IndexExpression, size: Size, what: str, location: Location | None
    ) -> None:
        self.subscript = subscript
        self.size = size
        self.what = what
        self.location = location


class Store(Statement):
    """An element is written."""

    __slots__ = ()


class Accumulate(Statement):
    """A value is combined into an element; `kind` is add, mul, min, max, and, or."""

    __slots__ = ("kind",)

    def __init__(
        self,
        kind: str,
        array: Array,
        subscripts: tuple[IndexExpression, ...],
        value: Value,
        location: Location | None,
    ) -> None:
        super().__init__(array, subscripts, value, location)
        self.kind = kind


def in_place(op: str, target: Value, operand: Any) -> Any:
    """Compute ``target op operand`` for an in-place operator."""
    result = current().binary(op, target, operand)
    if isinstance(result, Binary):
        result.is_update = True
    return result
