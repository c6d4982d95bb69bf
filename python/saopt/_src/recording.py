# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder: the context in which the logic of a nest runs once, over symbolic indices."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from saopt._src.arithmetic import RecordedArithmetic
from saopt._src.expressions import Accumulate, Binary, Bound, Load, Store, Value
from saopt._src.indices import IndexExpression
from saopt._src.locations import compile_error, user_location
from saopt._src.roles import Role
from saopt._src.shapes import Size, inf
from saopt._src.tape import is_weak
from saopt._src.types import can_cast, number_fits

if TYPE_CHECKING:
    from saopt._src.arrays import Array
    from saopt._src.nest import Nest

__all__ = ["Recorder"]

_KINDS = ("add", "mul", "and", "or", "min", "max")


class Recorder(RecordedArithmetic):
    """Records reads and writes of arrays, and with them what is an accumulation.

    An accumulation is known, not guessed: it is written with an in-place operator, or with
    `sa.min` or `sa.max` of the element itself, and nothing wrote the array in between.
    """

    def __init__(self, nest: Nest) -> None:
        super().__init__(nest)
        self._writes: Counter[Array] = Counter()
        self._bounded: set[tuple[Any, ...]] = set()

    def load(self, array: Array, subscripts: tuple[IndexExpression, ...]) -> Load:
        """Record that an element is read."""
        self.check_indices(subscripts)
        writes = self._writes[array]
        return self.node(
            Load, array.element_type, array=array, subscripts=subscripts, writes=writes
        )

    def bound(self, subscript: IndexExpression, size: Size, what: str) -> None:
        """Record that a subscript stays below a size, unless that is plain to see."""
        is_number = not isinstance(size, IndexExpression)
        self.check_indices([subscript] if is_number else [subscript, size])
        low, high = subscript.bounds
        known = (subscript.key(), size if is_number else size.key(), what)
        # An open dimension ends with the array that is passed, which is checked by itself.
        if is_number and (size == inf or (low >= 0 and high < size)):
            return
        if known not in self._bounded:
            self._bounded.add(known)
            self.nodes.append(Bound(subscript, size, what, user_location()))

    def store(self, array: Array, subscripts: tuple[IndexExpression, ...], value: Any) -> None:
        """Record that an element is written or accumulated into."""
        if not array.role.is_written:
            raise compile_error(
                f"{array.label} has the role {array.role.name} and cannot be written: give it "
                f"the role {'INOUT' if array.role is Role.INPUT else 'TEMP'}"
            )
        self.check_indices(subscripts)
        update = self._accumulation(array, subscripts, value)
        if update is not None:
            kind, operand = update
            statement = Accumulate(kind, array, subscripts, operand, user_location())
            self.nodes.append(statement)
        else:
            stored = self._assignable(array, value)
            self.nodes.append(Store(array, subscripts, stored, user_location()))
        self._writes[array] += 1

    def _accumulation(
        self, array: Array, subscripts: tuple[IndexExpression, ...], value: Any
    ) -> tuple[str, Value] | None:
        """Return what `value` accumulates into the element, if that is what it does."""
        if not isinstance(value, Binary) or not value.is_update or value.recorder is not self:
            return None
        lhs, rhs = value.operands
        if self._is_element(lhs, array, subscripts):
            if value.op == "sub":
                return "add", self.unary("neg", rhs)
            return (value.op, rhs) if value.op in _KINDS else None
        if value.op in ("min", "max") and self._is_element(rhs, array, subscripts):
            return value.op, lhs
        return None

    def _is_element(
        self, value: Value, array: Array, subscripts: tuple[IndexExpression, ...]
    ) -> bool:
        """Return whether `value` is what the element holds at this point of the logic."""
        return (
            isinstance(value, Load)
            and value.array is array
            and value.writes == self._writes[array]
            and [s.key() for s in value.subscripts] == [s.key() for s in subscripts]
        )

    def _assignable(self, array: Array, value: Any) -> Value:
        """Return `value` converted to the type of the array, where that loses nothing."""
        value = self.lift(value)
        if is_weak(value):
            return self._assignable_number(array, value)
        if not can_cast(value.type, array.element_type):
            raise compile_error(
                f"a value of type {value.type} does not always fit {array.label}, which holds "
                f"{array.element_type}: convert it, as in "
                f"sa.cast(value, sa.{array.element_type.name})"
            )
        return self.convert(value, array.element_type)

    def _assignable_number(self, array: Array, value: Any) -> Value:
        element_type = array.element_type
        numbers = getattr(value, "numbers", (value,))
        for number in numbers:
            if not number_fits(number, element_type):
                raise compile_error(
                    f"the number {number!r} has no place in {array.label}, which holds "
                    f"{element_type}: convert it, as in "
                    f"sa.cast({number!r}, sa.{element_type.name})"
                )
        return self.settle(value, element_type)
