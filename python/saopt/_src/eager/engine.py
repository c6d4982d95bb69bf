# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The eager engine: the user's own function, called for every point, over NumPy.

It is slow, and no pass of the compiler is involved: it defines what a function means, and
breakpoints in the logic work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np

from saopt._src.build.function_source import FunctionSource
from saopt._src.eager.complex_values import complex_value
from saopt._src.eager.escaped import Escaped, computed, taken
from saopt._src.eager.index_numbers import IndexNumber, as_index_number
from saopt._src.eager.memory import Memory, ViewMemory, as_text
from saopt._src.language import numeric
from saopt._src.language.allclose import tell
from saopt._src.language.arrays import Array
from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.conditions import Condition
from saopt._src.language.context import active
from saopt._src.language.data_indices import check_extended, name_of
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import Call, Swap, owner_of, to_array
from saopt._src.language.indices import Index, IndexConstant, IndexExpression
from saopt._src.language.layouts import deferred, row_major
from saopt._src.language.nest import Nest
from saopt._src.language.nest_points import visits
from saopt._src.language.parameters import is_parameter, value_of
from saopt._src.language.printing import shown
from saopt._src.language.recorded_control_flow import ForRangeIndex
from saopt._src.language.roles import Role
from saopt._src.language.rounds import RoundLoop
from saopt._src.language.scalar_parameters import ScalarParameter
from saopt._src.language.scalars import Scalar
from saopt._src.language.shapes import Size, resolve
from saopt._src.language.types import ScalarType
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.errors import (
    AllocationError,
    AssumptionError,
    CompileError,
    IndexRangeError,
)
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
    name : str
        The name of the function, for errors.
    """

    checks_elements = True

    def __init__(
        self,
        bindings: Mapping[Array, Memory | ViewMemory],
        sizes: Mapping[Dimension, int],
        written: Mapping[Array, set[int]],
        name: str,
    ) -> None:
        self._name = name
        self._bindings = bindings
        self._sizes = sizes
        self._written = written
        self._point: Mapping[Index | Dimension, int] = sizes  # type: ignore[assignment]
        self.unopened: list[Any] = []
        self.recent: Any = None
        # How many of the blocks around are not taken here: their code runs, and does nothing.
        self.idle = 0
        # Why the subscripts of the view that comes next do not fit it.
        self._unbounded: Exception | None = None

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
        if isinstance(value, ScalarParameter):
            return value[()]
        if isinstance(value, Scalar):
            return value.held
        return value

    def position_of(self, index: Any) -> int | None:
        return self._point.get(index)

    def shown(self, value: Any) -> Any:
        if isinstance(value, Scalar):
            return value.held
        if isinstance(value, Array):
            memory = self._bindings.get(value)
            return None if memory is None else as_text(memory)
        try:
            return value.evaluate(self._point)
        except (KeyError, CompileError):  # It is of another nest, or has no value here.
            return None

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
                f"layout, {array.layout}, or of the view that is passed"
            )
        return position

    def bound(self, subscript: IndexExpression, size: Size, what: str) -> None:
        index = subscript.evaluate(self._point)
        limit = size.evaluate(self._point) if isinstance(size, IndexExpression) else size
        if not 0 <= index < limit:
            self._refuse(
                compile_error(f"subscript {index} is outside {what}, whose size is {limit}")
            )

    def _bounded_element(
        self, array: Array, subscripts: tuple[IndexExpression, ...]
    ) -> tuple[int, ...]:
        """Return the position of an element that the views on the way to it have."""
        unbounded, self._unbounded = self._unbounded, None
        if unbounded is not None:
            raise unbounded
        return self._element(array, subscripts)

    def data_index(self, value: Any, array: Elements, axis: int) -> IndexConstant | None:
        value = self._number(value) if isinstance(value, Scalar) else value
        if isinstance(value, Escaped):
            self._refuse(value.error)
            value = value.number
        if not isinstance(value, np.integer) or isinstance(value, IndexNumber):
            return None
        if array.may_leave_shape:
            check_extended(ScalarType.of(value.dtype), array)
            return IndexConstant(int(value))
        size = array.shape[axis]
        limit = size.evaluate(self._point) if isinstance(size, IndexExpression) else size
        if not 0 <= value < limit:
            self._refuse(
                IndexRangeError(
                    f"function '{self._name}': index {value} of dimension {axis} of "
                    f"'{name_of(array)}' is out of range: the size is {limit}{self._place()}"
                )
            )
        return IndexConstant(int(value))

    def _refuse(self, error: Exception) -> None:
        """Note that the element whose subscripts are looked at does not exist."""
        if self._unbounded is None:
            self._unbounded = error

    def assume(
        self,
        condition: Any,
        what: str,
        unsafe: bool,
        told: Sequence[tuple[str, Any, ScalarType]] = (),
    ) -> None:
        if self.idle or unsafe or self._number(condition):
            return
        numbers = ", ".join(
            f"{name} = {tell(self._number(value), element_type)}"
            for name, value, element_type in told
        )
        wrong = f"{what}: {numbers}" if told else f"the assumption '{what}' does not hold"
        raise AssumptionError(f"function '{self._name}': {wrong}{self._place()}")

    def print(self, values: tuple[Any, ...]) -> None:
        if not self.idle:
            texts = (v if isinstance(v, str) else shown(taken(self._number(v))) for v in values)
            print(*texts)

    def _place(self) -> str:
        known = [(i.name, value) for i, value in self._point.items() if isinstance(i, Index)]
        told = ", ".join(f"{name} = {value}" for name, value in known)
        return f" (at {told})" if told else ""

    def load(self, array: Array, subscripts: tuple[IndexExpression, ...]) -> Any:
        memory = self._bindings[array]
        try:
            element = self._bounded_element(array, subscripts)
            self._check_written(array, memory, element)
        except (CompileError, IndexRangeError, AssumptionError) as error:
            # Whether it is taken is not known yet.
            return Escaped(error, numeric.cast(0, array.element_type))
        value = memory[element]
        return (
            BFloat16(value) if array.element_type is ScalarType.bfloat16 else complex_value(value)
        )

    def _check_written(
        self, array: Array, memory: Memory | ViewMemory, element: tuple[int, ...]
    ) -> None:
        if array in self._written and memory.offset(element) not in self._written[array]:
            raise compile_error(
                f"{array.label} has the role OUTPUT, and its element {element} is read before it "
                "is written: write it first, or give the array the role INOUT"
            )

    def store(self, array: Array, subscripts: tuple[IndexExpression, ...], value: Any) -> None:
        if self.idle:
            self._unbounded = None
            return
        number = taken(self._number(value))
        number = number.value if isinstance(number, BFloat16) else number
        element, memory = self._bounded_element(array, subscripts), self._bindings[array]
        memory[element] = number
        if array in self._written:
            self._written[array].add(memory.offset(element))

    def binary(self, op: str, lhs: Any, rhs: Any) -> Any:
        result = self._compute(lambda a, b: complex_value(numeric.binary(op, a, b)), lhs, rhs)
        known = [IndexNumber(0) if isinstance(x, IndexExpression) else x for x in (lhs, rhs)]
        return as_index_number(result, *known)

    def _compute(self, function: Callable[..., Any], *operands: Any) -> Any:
        return computed(function, *map(self._number, operands))

    def unary(self, op: str, operand: Any) -> Any:
        return self._compute(lambda x: complex_value(numeric.unary(op, x)), operand)

    def compare(self, op: str, lhs: Any, rhs: Any) -> Any:
        return self._compute(lambda a, b: numeric.compare(op, a, b), lhs, rhs)

    def logical(self, op: str, operands: tuple[Any, ...]) -> Any:
        return self._compute(lambda *x: numeric.logical(op, x), *operands)

    def select(self, condition: Any, if_true: Any, if_false: Any) -> Any:
        decides, *choices = map(self._number, (condition, if_true, if_false))
        if isinstance(decides, Escaped):
            return computed(numeric.select, decides, *choices)
        chosen = choices[0 if decides else 1]
        # The result has the type of both, whether the other one exists or not.
        known = [x.number if isinstance(x, Escaped) else x for x in choices]
        result = complex_value(numeric.select(decides, *known))
        return Escaped(chosen.error, result) if isinstance(chosen, Escaped) else result

    def cast(self, value: Any, element_type: ScalarType) -> Any:
        return self._compute(lambda x: complex_value(numeric.cast(x, element_type)), value)

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        return self._compute(lambda *x: complex_value(numeric.fma(*x)), a, b, c)

    def make_scalar(self, scalar: Scalar, value: Any) -> None:
        self.set_scalar(scalar, value)

    def set_scalar(self, scalar: Scalar, value: Any) -> None:
        # A variable that is made in a block that is not taken has a value there, too.
        if self.idle and scalar.held is not None:
            return
        number = self._number(value) if self.idle else taken(self._number(value))
        if isinstance(number, Escaped):
            number = number.number
        scalar.held = complex_value(numeric.cast(number, scalar.element_type))

    def for_range(
        self,
        name: str,
        start: IndexExpression,
        stop: IndexExpression,
        step: int,
        function: Callable[[Any], None],
    ) -> None:
        for index in self.loop(name, start, stop, step):
            function(index)

    def loop(
        self, name: str, start: IndexExpression, stop: IndexExpression, step: int
    ) -> Iterator[Any]:
        outer = self._point
        if self.idle:
            return
        bounds = [taken(self._number(bound)) for bound in (start, stop)]
        # What data says is no index, but a number.
        is_data = any(
            isinstance(bound, (np.integer, Scalar)) and not isinstance(bound, IndexNumber)
            for bound in (start, stop)
        )
        for value in range(*map(int, bounds), step):
            index = ForRangeIndex(None, name, (value, value))
            self._point = {**outer, index: value}
            self.recent = None
            yield np.int64(value) if is_data else index
        self._point = outer
        self.recent = None

    @contextmanager
    def taking(self, is_taken: bool) -> Iterator[None]:
        """Run a block that is taken at this point, or is not."""
        self.idle += not is_taken
        try:
            yield
        finally:
            self.idle -= not is_taken

    def branches(self) -> EagerBranches:
        return EagerBranches(self)

    def decide(self, condition: Any) -> bool:
        """Return whether a condition is true at this point."""
        if self.idle:
            return False
        decides = condition() if callable(condition) else condition
        return bool(taken(self._number(decides)))


class EagerBranches:
    """Implements `saopt._src.language.context.Branches`."""

    def __init__(self, context: EagerContext) -> None:
        self._context = context
        self._is_done = False

    def add(self, condition: Any, function: Callable[[], None]) -> None:
        if self._is_done:
            return
        self._is_done = self._context.decide(condition)
        if self._is_done:
            function()

    def end(self, function: Callable[[], None]) -> None:
        if not self._is_done and not self._context.idle:
            function()

    def enter(self, condition: Any) -> AbstractContextManager[None]:
        is_taken = not self._is_done and self._context.decide(condition)
        self._is_done |= is_taken
        return self._context.taking(is_taken)

    def enter_else(self) -> AbstractContextManager[None]:
        return self._context.taking(not self._is_done)


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
    given = dict(bindings)
    _entries(source.name, source.entries, bindings, dict(sizes), written)
    for array in arguments:
        if bindings[array] is not given[array]:
            _copy(given[array], bindings[array])


def _entries(
    name: str,
    entries: Iterable[Any],
    bindings: dict[Array, Memory | ViewMemory],
    sizes: dict[Dimension, int],
    written: Mapping[Array, set[int]],
) -> None:
    """Run entries of a body; swaps change the bindings."""
    context = EagerContext(bindings, sizes, written, name)
    for entry in entries:
        if isinstance(entry, RoundLoop):
            _loop(name, entry, bindings, sizes, written)
        elif isinstance(entry, Swap):
            first, second = entry.arrays()
            bindings[first], bindings[second] = bindings[second], bindings[first]
        elif isinstance(entry, Call):
            _call(entry, bindings, sizes, written)
        else:
            with active(context):
                for nest in entry.nests if isinstance(entry, ScheduledNests) else [entry]:
                    context.run(nest)


def _loop(
    name: str,
    loop: RoundLoop,
    bindings: dict[Array, Memory | ViewMemory],
    sizes: dict[Dimension, int],
    written: Mapping[Array, set[int]],
) -> None:
    if isinstance(loop.limit, Array):
        limit = int(bindings[loop.limit][()])
    else:
        limit = resolve((loop.limit,), sizes)[0]
    for number in range(limit):
        _entries(name, loop.entries, bindings, {**sizes, loop.index: number}, written)
        if loop.flag is None or (number + 1) % loop.every:
            continue
        array, position = loop.flag
        if bindings[array][position] == 0:
            break


def _copy(target: Memory | ViewMemory, source: Memory | ViewMemory) -> None:
    for position in np.ndindex(*target.shape):
        if target.has(position):
            target[position] = source[position]


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
    passed = {size: number.evaluate(sizes) for size, number in call.numbers.items()}
    _run(call.callee, memories, {**passed, **inner, **call.callee.parameters}, known)


def _view_memory(
    view: Elements, memory: Memory | ViewMemory, sizes: Mapping[Dimension, int]
) -> ViewMemory:
    def locate(index: Sequence[int]) -> tuple[int, ...]:
        _, subscripts, _ = to_array(view, tuple(map(IndexConstant, index)))
        return tuple(subscript.evaluate(sizes) for subscript in subscripts)

    def is_kept(index: Sequence[int]) -> bool:
        _, _, bounds = to_array(view, tuple(map(IndexConstant, index)))
        pairs = ((subscript.evaluate(sizes), size) for subscript, size, _ in bounds)
        return all(0 <= number < resolve((size,), sizes)[0] for number, size in pairs)

    return ViewMemory(memory, resolve(view.shape, sizes), locate, is_kept)
