# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder: the context in which the logic of a nest runs once, over symbolic indices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from saopt._src.language import numeric
from saopt._src.language.conditions import Condition
from saopt._src.language.data_indices import (
    Assumption,
    DataIndex,
    DataIndices,
    DataLoop,
    LoopNumber,
)
from saopt._src.language.expressions import (
    Accumulate,
    Binary,
    Bound,
    Load,
    ParameterNumber,
    Store,
    Value,
)
from saopt._src.language.index_arithmetic import as_index, compute
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.language.printing import Print, shown
from saopt._src.language.recorded_arithmetic import RecordedArithmetic
from saopt._src.language.recorded_control_flow import (
    Block,
    Branch,
    ForRangeIndex,
    Loop,
    SetVariable,
    Variable,
)
from saopt._src.language.roles import Role
from saopt._src.language.scalars import Scalar
from saopt._src.language.shapes import Size, inf
from saopt._src.language.tape import is_weak
from saopt._src.language.types import ScalarType, can_cast, number_fits
from saopt._src.support.locations import compile_error, user_location
from saopt._src.support.names import identifier, unique

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array
    from saopt._src.language.elements import Elements
    from saopt._src.language.nest import Nest

__all__ = ["Recorder"]

_KINDS = ("add", "mul", "and", "or", "xor", "min", "max")


class Recorder(RecordedArithmetic):
    """Records reads and writes of arrays, and with them what is an accumulation.

    An accumulation is known, not guessed: it is written with an in-place operator, or with
    `sa.min` or `sa.max` of the element itself, and nothing wrote the array in between.
    """

    checks_elements = False

    def __init__(self, nest: Nest) -> None:
        super().__init__(nest)
        self.unopened: list[Any] = []
        self.recent: Any = None
        self._left: Exception | None = None
        self._writes: Counter[Array] = Counter()
        self._bounded: dict[tuple[Any, ...], list[Block]] = {}
        self._data = DataIndices(self)

    def load(self, array: Array, subscripts: tuple[IndexExpression, ...]) -> Load:
        """Record that an element is read."""
        self.check_indices(subscripts)
        writes = self._writes[array]
        return self.node(
            Load, array.element_type, array=array, subscripts=subscripts, writes=writes
        )

    def data_index(self, value: Any, array: Elements, axis: int) -> DataIndex | None:
        """Return the subscript that a value of an integer type is; None for others."""
        if not isinstance(value, (Value, Scalar)) or is_weak(value):
            return None
        lifted = self.lift(value)
        if not lifted.type.is_integer:
            return None
        if array.may_leave_shape:
            return self._data.get_free(lifted, array)
        size = array.shape[axis]
        is_number = not isinstance(size, IndexExpression)
        limit = None if is_number and size == inf else as_index(size)
        if limit is None:
            raise compile_error(
                f"data cannot choose an element in dimension {axis} of {array.label}, whose size "
                "is left open: give the size a name, with sa.Dimension"
            )
        return self._data.get(lifted, array, axis, limit)

    def assume(
        self,
        condition: Any,
        what: str,
        unsafe: bool,
        told: Sequence[tuple[str, Any, ScalarType]] = (),
    ) -> None:
        """Record that a condition holds."""
        if isinstance(condition, Condition):
            self.check_indices(condition.expressions())
        else:
            condition = self.truth_value(condition, "sa.assume")
        self.block.append(Assumption(condition, what, unsafe, user_location(), tuple(told)))

    def print(self, values: tuple[Any, ...]) -> None:
        """Record that a line is printed."""
        texts, shown_values = [""], []
        for position, value in enumerate(values):
            texts[-1] += " " if position else ""
            lifted = self._printed(value)
            if isinstance(lifted, str):
                texts[-1] += lifted
            else:
                shown_values.append(lifted)
                texts.append("")
        self.block.append(Print(tuple(texts), tuple(shown_values), user_location()))

    def _printed(self, value: Any) -> str | Value:
        """Return what is printed as a text, or as a recorded value."""
        if isinstance(value, str):
            return value
        if numeric.is_number(value):
            return shown(value)
        if isinstance(value, Condition):
            self.check_indices(value.expressions())
            return self.truth_value(value, "sa.print")
        lifted = self.lift(value)
        if is_weak(lifted):
            return self.settle(lifted, self.weak_type(lifted, ScalarType.int64))
        return lifted

    def bound(self, subscript: IndexExpression, size: Size, what: str) -> None:
        """Record that a subscript stays below a size, unless that is plain to see."""
        is_number = not isinstance(size, IndexExpression)
        self.check_indices([subscript] if is_number else [subscript, size])
        low, high = subscript.bounds
        known = (subscript.key(), size if is_number else size.key(), what)
        # An open dimension ends with the array that is passed, which is checked by itself.
        if is_number and (size == inf or (low >= 0 and high < size)):
            return
        # What was said under a condition says nothing outside of it.
        said = self._bounded.setdefault(known, [])
        if not any(map(self.is_open, said)):
            said.append(self.block)
            self.block.append(Bound(subscript, size, what, user_location()))

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
            self.block.append(statement)
        else:
            stored = self._assignable(array.label, array.element_type, value)
            self.block.append(Store(array, subscripts, stored, user_location()))
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
            and value.block is self.block
            and value.writes == self._writes[array]
            and [s.key() for s in value.subscripts] == [s.key() for s in subscripts]
        )

    def _assignable(self, label: str, element_type: ScalarType, value: Any) -> Value:
        """Return `value` converted to the type of what it is put into, if that loses nothing."""
        value = self.lift(value)
        if is_weak(value):
            return self._assignable_number(label, element_type, value)
        if not can_cast(value.type, element_type):
            raise compile_error(
                f"a value of type {value.type} does not always fit {label}, which holds "
                f"{element_type}: {_conversion('value', value.type.is_complex, element_type)}"
            )
        return self.convert(value, element_type)

    def _assignable_number(self, label: str, element_type: ScalarType, value: Any) -> Value:
        # What a parameter is, is known later.
        is_known = not isinstance(value, ParameterNumber)
        for number in getattr(value, "numbers", (value,)) if is_known else ():
            if not number_fits(number, element_type):
                raise compile_error(
                    f"the number {number!r} has no place in {label}, which holds {element_type}: "
                    f"{_conversion(repr(number), isinstance(number, complex), element_type)}"
                )
        return self.settle(value, element_type)

    def make_scalar(self, scalar: Scalar, value: Any) -> None:
        """Record a new variable and its first value."""
        scalar.recorder = self
        scalar.held = Variable(scalar.element_type, scalar.name, self.block, user_location())
        self.block.append(scalar.held)
        self.set_scalar(scalar, value)

    def set_scalar(self, scalar: Scalar, value: Any) -> None:
        """Record that a variable is given a value."""
        variable = self.variable_of(scalar)
        given = self._assignable(f"sa.Scalar '{scalar.name}'", scalar.element_type, value)
        self.block.append(SetVariable(variable, given, user_location()))

    def for_range(
        self,
        name: str,
        start: IndexExpression,
        stop: IndexExpression,
        step: int,
        function: Callable[[Any], None],
    ) -> None:
        """Record a loop, and what is done in it once."""
        with self._counting(name, start, stop, step) as shown:
            function(shown)

    def loop(self, name: str, start: Any, stop: Any, step: int) -> Iterator[Any]:
        """Record a loop whose body the user's `for` runs once."""
        with self._counting(name, start, stop, step) as shown:
            try:
                self.recent = None
                yield shown
            except GeneratorExit:
                self._left = compile_error(
                    "a loop over sa.range is left by break or return, which cannot be recorded: "
                    "do the rest of the loop under with sa.If(…):"
                )
                raise
        self.recent = None

    def finish(self) -> None:
        """Refuse what was begun and not ended."""
        if self._left is not None:
            raise self._left
        if self.unopened:
            raise compile_error(
                "a sa.If says nothing to do: write with sa.If(condition): and a block, or "
                "sa.If(condition, function)"
            )

    @contextmanager
    def _counting(self, name: str, start: Any, stop: Any, step: int) -> Iterator[Any]:
        """Be inside of a new loop; give its index, or its number, as the user sees it."""
        if any(isinstance(bound, (Value, Scalar)) for bound in (start, stop)):
            counting = self._data_loop(name, start, stop, step)
            with self.inside(counting.body):
                counting.number = self.node(LoopNumber, ScalarType.int64, name=counting.name)
                yield counting.number
            return
        loop, shown = self._loop(name, _as_bound(start), _as_bound(stop), step)
        with self.inside(loop.body, loop.index):
            yield shown

    def _loop(
        self, name: str, start: IndexExpression, stop: IndexExpression, step: int
    ) -> tuple[Loop, Any]:
        """Record the head of a loop; return it, and its index as the user sees it."""
        self.check_indices((start, stop))
        taken = {index.name for index in (*self.nest.indices, *self._loops)}
        name = unique(identifier(name), taken)
        if step > 0:
            low, high = start.bounds[0], stop.bounds[1] - 1
            index = ForRangeIndex(self.nest, name, (low, max(low, high)))
            shown: Any = index
        else:
            # The compiler's loops count upwards: from 0, as often as there are numbers.
            distance = compute("add", compute("sub", start, stop), -step - 1)
            count = compute("floordiv", distance, -step)
            index = ForRangeIndex(self.nest, name, (0, max(0, count.bounds[1] - 1)))
            shown = compute("add", start, compute("mul", index, step))
            start, stop, step = IndexConstant(0), count, 1
        loop = Loop(index, start, stop, step, user_location())
        self.block.append(loop)
        return loop, shown

    def _data_loop(self, name: str, start: Any, stop: Any, step: int) -> DataLoop:
        """Record the head of a loop whose bounds data says."""
        if step < 0:
            raise compile_error(
                f"the step of sa.ForRange is {step}, and data says its bounds: count upwards, and "
                "compute the number that you need from that"
            )
        bounds = [self.lift(bound) for bound in (start, stop)]
        for position, bound in enumerate(bounds):
            if is_weak(bound):
                bounds[position] = self.settle(bound, ScalarType.int64)
            elif not bound.type.is_integer:
                raise compile_error(
                    f"a bound of sa.ForRange is a value of type {bound.type}: it must be of an "
                    "integer type"
                )
        wide = [self.convert(bound, ScalarType.int64) for bound in bounds]
        taken = {index.name for index in (*self.nest.indices, *self._loops)}
        loop = DataLoop(unique(identifier(name), taken), *wide, step, user_location())
        self.block.append(loop)
        return loop

    def branches(self) -> RecordedBranches:
        """Record the beginning of an `sa.If`."""
        return RecordedBranches(self)


class RecordedBranches:
    """Implements `context.Branches`: each condition is in the Else of the one before."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._outer = recorder.block
        self._first: Branch | None = None
        self._last: Branch | None = None

    def add(self, condition: Any, function: Callable[[], None]) -> None:
        with self.enter(condition):
            function()

    def enter(self, condition: Any) -> AbstractContextManager[None]:
        recorder, last = self._recorder, self._last
        if last is None:
            self._first = self._last = self._branch(condition)
        else:
            self._adopt("ElseIf", last)
            with recorder.inside(last.otherwise):
                self._last = self._branch(condition)
        assert self._last is not None
        return self._inside(self._last.then)

    def end(self, function: Callable[[], None]) -> None:
        with self.enter_else():
            function()

    def enter_else(self) -> AbstractContextManager[None]:
        assert self._last is not None
        self._adopt("Else", self._last)
        return self._inside(self._last.otherwise)

    def _branch(self, condition: Any) -> Branch:
        recorder = self._recorder
        if callable(condition):
            condition = condition()
        if isinstance(condition, Condition):
            recorder.check_indices(condition.expressions())
        else:
            condition = recorder.truth_value(condition, "sa.If")
        branch = Branch(condition, user_location())
        recorder.block.append(branch)
        return branch

    def _inside(self, block: Block) -> Any:
        return self._recorder.inside(block)

    def _adopt(self, what: str, last: Branch) -> None:
        """Move what the condition of an ElseIf is computed from to where it is needed."""
        outer = self._outer
        position = next((n for n, node in enumerate(outer) if node is self._first), None)
        following = [] if position is None else outer[position + 1 :]
        is_here = position is not None and self._recorder.block is outer
        if not is_here or not all(isinstance(node, (Value, Bound)) for node in following):
            raise compile_error(
                f"{what} does not follow its sa.If: something else is done in between"
            )
        for node in following:
            if isinstance(node, Value):
                node.block = last.otherwise
        del outer[position + 1 :]
        last.otherwise.extend(following)


def _as_bound(bound: Any) -> IndexExpression:
    index = as_index(bound)
    assert index is not None
    return index


def _conversion(value: str, is_complex: bool, element_type: ScalarType) -> str:
    """Return how to write a value that is put into what holds another type."""
    if is_complex and not element_type.is_complex:
        return f"take a part of it, as in sa.real({value}), sa.imag({value}) or sa.abs({value})"
    return f"convert it, as in sa.cast({value}, sa.{element_type.name})"
