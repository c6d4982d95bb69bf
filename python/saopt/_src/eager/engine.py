# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The eager engine: the user's own function, called for every point, over NumPy.

It is slow, and no pass of the compiler is involved: it defines what a function means, and
breakpoints in the logic work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from saopt._src.build.function_source import FunctionSource
from saopt._src.eager.complex_values import complex_value
from saopt._src.eager.memory import Memory, ViewMemory
from saopt._src.language import numeric
from saopt._src.language.arrays import Array
from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.conditions import Condition
from saopt._src.language.context import active
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import Call, owner_of, to_array
from saopt._src.language.indices import Index, IndexConstant, IndexExpression
from saopt._src.language.layouts import deferred, row_major
from saopt._src.language.nest import Nest
from saopt._src.language.nest_points import visits
from saopt._src.language.parameters import is_parameter, value_of
from saopt._src.language.recorded_control_flow import ForRangeIndex
from saopt._src.language.roles import Role
from saopt._src.language.scalars import Scalar
from saopt._src.language.shapes import Size, resolve
from saopt._src.language.types import ScalarType
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.errors import AllocationError
from saopt._src.support.locations import compile_error

__all__ = ["EagerContext", "run"]


class EagerContext:
    """Implements `saopt._src.language.context.Context` by computing.

    Parameters
    ----------
    bindings : mapping of Array to Memory or ViewMemory
        The memory of each array.
    sizes : mapping of Dimension to int
        The run-time sizes.
    written : mapping of Array to set of int
        For each output, the offsets of its elements that have been written.
    """

    def __init__(
        self,
        bindings: Mapping[Array, Memory | ViewMemory],
        sizes: Mapping[Dimension, int],
        written: Mapping[Array, set[int]],
    ) -> None:
        self._bindings = bindings
        self._sizes = sizes
        self._written = written
        self._point: Mapping[Index | Dimension, int] = sizes  # type: ignore[assignment]

    def run(self, nest: Nest) -> None:
        """Run the logic of `nest` at each of its points, the last index fastest."""
        for point, logic in visits(nest, self._sizes):
            self._point = point
            logic.function()

    def _number(self, value: Any) -> Any:
        """Return an index expression as the int64 it is at this point, a condition as a bool."""
        if is_parameter(value):
            return value_of(value, self._point)
        if isinstance(value, IndexExpression):
            return np.int64(value.evaluate(self._point))
        if isinstance(value, Condition):
            return np.bool_(value.holds(self._point))
        if isinstance(value, Scalar):
            return value.held
        return value

    def _element(self, array: Array, subscripts: tuple[IndexExpression, ...]) -> tuple[int, ...]:
        position = tuple(subscript.evaluate(self._point) for subscript in subscripts)
        memory = self._bindings[array]
        for axis, (index, size) in enumerate(zip(position, memory.shape, strict=True)):
            if not 0 <= index < size:
                raise compile_error(
                    f"subscript {index} is outside dimension {axis} of {array.label}, whose "
                    f"shape is {memory.shape}"
                )
        if not memory.has(position):
            raise compile_error(
                f"{array.label} has no element {position}: it is outside of the domain of its "
                f"layout, {array.layout}"
            )
        return position

    def bound(self, subscript: IndexExpression, size: Size, what: str) -> None:
        index = subscript.evaluate(self._point)
        limit = size.evaluate(self._point) if isinstance(size, IndexExpression) else size
        if not 0 <= index < limit:
            raise compile_error(f"subscript {index} is outside {what}, whose size is {limit}")

    def load(self, array: Array, subscripts: tuple[IndexExpression, ...]) -> Any:
        element, memory = self._element(array, subscripts), self._bindings[array]
        if array in self._written and memory.offset(element) not in self._written[array]:
            raise compile_error(
                f"{array.label} has the role OUTPUT, and its element {element} is read before it "
                "is written: write it first, or give the array the role INOUT"
            )
        value = memory[element]
        return (
            BFloat16(value) if array.element_type is ScalarType.bfloat16 else complex_value(value)
        )

    def store(self, array: Array, subscripts: tuple[IndexExpression, ...], value: Any) -> None:
        number = self._number(value)
        number = number.value if isinstance(number, BFloat16) else number
        element, memory = self._element(array, subscripts), self._bindings[array]
        memory[element] = number
        if array in self._written:
            self._written[array].add(memory.offset(element))

    def binary(self, op: str, lhs: Any, rhs: Any) -> Any:
        return complex_value(numeric.binary(op, self._number(lhs), self._number(rhs)))

    def unary(self, op: str, operand: Any) -> Any:
        return complex_value(numeric.unary(op, self._number(operand)))

    def compare(self, op: str, lhs: Any, rhs: Any) -> Any:
        return numeric.compare(op, self._number(lhs), self._number(rhs))

    def logical(self, op: str, operands: tuple[Any, ...]) -> Any:
        return numeric.logical(op, tuple(map(self._number, operands)))

    def select(self, condition: Any, if_true: Any, if_false: Any) -> Any:
        operands = map(self._number, (condition, if_true, if_false))
        return complex_value(numeric.select(*operands))

    def cast(self, value: Any, element_type: ScalarType) -> Any:
        return complex_value(numeric.cast(self._number(value), element_type))

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        return complex_value(numeric.fma(*map(self._number, (a, b, c))))

    def make_scalar(self, scalar: Scalar, value: Any) -> None:
        self.set_scalar(scalar, value)

    def set_scalar(self, scalar: Scalar, value: Any) -> None:
        scalar.held = complex_value(numeric.cast(self._number(value), scalar.element_type))

    def for_range(
        self,
        name: str,
        start: IndexExpression,
        stop: IndexExpression,
        step: int,
        function: Callable[[Any], None],
    ) -> None:
        outer = self._point
        for value in range(start.evaluate(outer), stop.evaluate(outer), step):
            index = ForRangeIndex(None, name, (value, value))
            self._point = {**outer, index: value}
            function(index)
        self._point = outer

    def branches(self) -> EagerBranches:
        return EagerBranches(self._number)


class EagerBranches:
    """Implements `saopt._src.language.context.Branches`."""

    def __init__(self, number: Callable[[Any], Any]) -> None:
        self._number = number
        self._is_done = False

    def add(self, condition: Any, function: Callable[[], None]) -> None:
        if self._is_done:
            return
        decides = condition() if callable(condition) else condition
        self._is_done = bool(self._number(decides))
        if self._is_done:
            function()

    def end(self, function: Callable[[], None]) -> None:
        if not self._is_done:
            function()


def run(
    source: FunctionSource,
    arguments: Mapping[Array, Memory | ViewMemory],
    sizes: Mapping[Dimension, int],
) -> None:
    """Run a function.

    Parameters
    ----------
    source : FunctionSource
        The function.
    arguments : mapping of Array to Memory
        The memory of its arguments.
    sizes : mapping of Dimension to int
        The run-time sizes.
    """
    outputs = [array for array in arguments if array.role is Role.OUTPUT]
    with np.errstate(all="ignore"):
        _run(source, arguments, sizes, {array: set() for array in outputs})


def _zeros(source: FunctionSource, array: Array, size: int) -> np.ndarray[Any, Any]:
    """Return the storage of a temporary."""
    try:
        return np.zeros(size, array.element_type.dtype)
    except (MemoryError, ValueError):  # ValueError for more than can be addressed.
        raise AllocationError(
            f"function '{source.name}': the host has no memory for temporary "
            f"'{source.names[array]}' of {size * array.element_type.itemsize} bytes"
        ) from None


def _run(
    source: FunctionSource,
    arguments: Mapping[Array, Memory | ViewMemory],
    sizes: Mapping[Dimension, int],
    written: Mapping[Array, set[int]],
) -> None:
    bindings = dict(arguments)
    for array in source.internal:
        # What the compiler chooses, nobody can tell here.
        layout = row_major if array.layout == deferred else array.layout
        shape = resolve(array.shape, sizes)
        if array.role is Role.CONST:
            storage = array.storage
        else:
            storage = _zeros(source, array, layout.size(shape))
        bindings[array] = Memory(layout, shape, storage)
    context = EagerContext(bindings, sizes, written)
    for entry in source.entries:
        if isinstance(entry, Call):
            _call(entry, bindings, sizes, written)
            continue
        with active(context):
            for nest in entry.nests if isinstance(entry, ScheduledNests) else [entry]:
                context.run(nest)


def _call(
    call: Call,
    bindings: Mapping[Array, Memory | ViewMemory],
    sizes: Mapping[Dimension, int],
    written: Mapping[Array, set[int]],
) -> None:
    memories: dict[Array, Memory | ViewMemory] = {}
    known: dict[Array, set[int]] = {}
    for formal, given in call.passed.items():
        owner = owner_of(given)
        memories[formal] = bindings[owner]
        if given is not owner:
            memories[formal] = _view_memory(given, bindings[owner], sizes)
        if owner in written:
            known[formal] = written[owner]
    inner = {
        dimension: found
        for formal, memory in memories.items()
        for dimension, found in zip(formal.shape, memory.shape, strict=True)
        if isinstance(dimension, Dimension)
    }
    _run(call.callee, memories, {**inner, **call.callee.parameters}, known)


def _view_memory(
    view: Elements, memory: Memory | ViewMemory, sizes: Mapping[Dimension, int]
) -> ViewMemory:
    def locate(index: Sequence[int]) -> tuple[int, ...]:
        _, subscripts, _ = to_array(view, tuple(map(IndexConstant, index)))
        return tuple(subscript.evaluate(sizes) for subscript in subscripts)

    return ViewMemory(memory, resolve(view.shape, sizes), locate)
