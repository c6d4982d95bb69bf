# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tape: the values and statements of a logic, in the order in which it made them.

A read before a write stays before it that way. Whatever an operation is given, a recorded value,
an index, a NumPy scalar or a Python number, becomes a value on the tape with the type that the
operation needs, conversions written out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from saopt._src.language import numeric
from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.conditions import Comparison, Junction
from saopt._src.language.elements import Elements
from saopt._src.language.expressions import (
    Binary,
    Cast,
    Compare,
    Constant,
    IndexValue,
    NumberSelect,
    ParameterNumber,
    ParameterValue,
    Select,
    Value,
)
from saopt._src.language.indices import IndexExpression
from saopt._src.language.parameters import is_parameter, parameters_of, value_of
from saopt._src.language.recorded_control_flow import Block, ForRangeIndex, GetVariable, Variable
from saopt._src.language.scalar_parameters import ScalarParameter
from saopt._src.language.scalars import Scalar
from saopt._src.language.types import ScalarType, number_type, promote
from saopt._src.support.locations import compile_error, user_location

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest

__all__ = ["Tape", "is_weak"]

V = TypeVar("V", bound=Value)


def is_weak(value: object) -> bool:
    """Return whether `value` has no type of its own and takes that of what it meets."""
    if isinstance(value, ParameterNumber):
        return not isinstance(value, ParameterValue)
    return numeric.is_number(value) or isinstance(value, NumberSelect)


class Tape:
    """The recording of one nest's logic."""

    def __init__(self, nest: Nest) -> None:
        self.nest = nest
        self.nodes = Block("the logic")
        self._open = [self.nodes]
        self._loops: list[ForRangeIndex] = []

    @property
    def block(self) -> Block:
        return self._open[-1]

    def is_open(self, block: Block) -> bool:
        """Return whether what `block` made exists here."""
        return any(block is other for other in self._open)

    @contextmanager
    def inside(self, block: Block, index: ForRangeIndex | None = None) -> Iterator[None]:
        """Record into `block`, the inside of a loop over `index` if there is one."""
        loops = [] if index is None else [index]
        self._open.append(block)
        self._loops += loops
        try:
            yield
        finally:
            self._open.pop()
            del self._loops[len(self._loops) - len(loops) :]

    def node(
        self,
        kind: type[V],
        element_type: ScalarType,
        operands: Sequence[Value] = (),
        **fields: Any,
    ) -> V:
        """Record a value, located at the user's current line."""
        value = kind(self, element_type, user_location(), tuple(operands), **fields)
        self.block.append(value)
        return value

    def constant(self, value: Any, element_type: ScalarType) -> Constant:
        """Record a number that is known to fit `element_type`."""
        python_type: type = float if element_type.is_float else int
        python_type = complex if element_type.is_complex else python_type
        python_type = bool if element_type is ScalarType.bool_ else python_type
        return self.node(Constant, element_type, value=python_type(value))

    def check_indices(self, expressions: Iterable[IndexExpression]) -> None:
        """Refuse index expressions with the indices of another nest."""
        for expression in expressions:
            for index in expression.indices():
                if index.nest is not self.nest:
                    own = ", ".join(str(i) for i in self.nest.indices)
                    if index.nest is None:
                        raise compile_error(
                            f"index '{index}' is of a schedule; the indices of this nest are {own}"
                        )
                    raise compile_error(
                        f"index '{index}' belongs to another nest, of shape "
                        f"{index.nest.shape}; the indices of this nest are {own}"
                    )
                if isinstance(index, ForRangeIndex) and not any(index is i for i in self._loops):
                    raise compile_error(
                        f"index '{index}' of sa.ForRange is used outside of its loop"
                    )

    def lift(self, value: Any) -> Any:
        """Return `value` as a recorded value, or as it is when it is weak."""
        if isinstance(value, ScalarParameter):
            value = value[()]
        if isinstance(value, Value):
            if value.recorder is not self:
                raise compile_error(
                    "this value was recorded in the logic of another nest: keep it in a TEMP "
                    "array to use it here"
                )
            self._check_open(value.block, "this value was computed")
            return value
        if isinstance(value, Scalar):
            variable = self.variable_of(value)
            return self.node(GetVariable, variable.type, variable=variable)
        if numeric.is_number(value):
            return value
        if is_parameter(value):
            return self.parameter_number(
                lambda values: value_of(value, values), parameters_of(value)
            )
        if isinstance(value, IndexExpression):
            self.check_indices([value])
            return self.node(IndexValue, ScalarType.int64, expression=value)
        if isinstance(value, BFloat16):
            return self.constant(float(value), ScalarType.bfloat16)
        if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
            return self.constant(value.item(), ScalarType.of(value.dtype))
        if isinstance(value, Comparison):
            compared, _ = self.together((value.lhs, value.rhs))
            return self.node(Compare, ScalarType.bool_, compared, op=value.op)
        if isinstance(value, Junction):
            parts = [self.lift(part) for part in value.parts]
            return self.node(Binary, ScalarType.bool_, parts, op=value.op, is_update=False)
        if isinstance(value, Elements):
            raise compile_error(
                f"{value.label} as a whole cannot be computed with: name one element, as in "
                f"{value.example}"
            )
        raise compile_error(
            f"a {type(value).__name__} cannot be computed with in the logic of a nest: use "
            "elements of arrays, indices and numbers; put tables of numbers into a CONST array"
        )

    def _check_open(self, block: Block, what: str) -> None:
        if not self.is_open(block):
            raise compile_error(
                f"{what} inside of {block.what}, and is not known outside of it: keep what is "
                "needed later in a sa.Scalar that is made before"
            )

    def variable_of(self, scalar: Scalar) -> Variable:
        """Return the variable behind a `Scalar` of this logic."""
        variable = scalar.held
        if not isinstance(variable, Variable) or scalar.recorder is not self:
            raise compile_error(
                "this sa.Scalar was made in the logic of another nest, or in another function of "
                "this one: keep what is needed there in a TEMP array"
            )
        self._check_open(variable.block, "this sa.Scalar was made")
        return variable

    def parameter_number(self, number: Any, parameters: Iterable[Any]) -> ParameterNumber:
        """Return a number that is known with the values of parameters."""
        fields = {"number": number, "parameters": tuple(parameters)}
        return ParameterNumber(self, ScalarType.int64, user_location(), **fields)

    def with_numbers(self, function: Callable[..., Any], *operands: Any) -> ParameterNumber | None:
        """Return what `function` computes of parameters and numbers, where all operands are."""
        lifted = [
            self.lift(operand) if isinstance(operand, (IndexExpression, Value)) else operand
            for operand in operands
        ]
        known = [part for part in lifted if isinstance(part, ParameterNumber) and is_weak(part)]
        if not known or len(known) + sum(map(numeric.is_number, lifted)) < len(lifted):
            return None

        def number(values: Any) -> Any:
            return function(*(x if numeric.is_number(x) else x.number(values) for x in lifted))

        return self.parameter_number(number, (p for part in known for p in part.parameters))

    def convert(self, value: Value, element_type: ScalarType) -> Value:
        """Return `value` converted to `element_type`."""
        if value.type is element_type:
            return value
        return self.node(Cast, element_type, (value,))

    def settle(self, weak: Any, element_type: ScalarType) -> Value:
        """Return something weak as a value of `element_type`, which it is known to fit."""
        if isinstance(weak, ParameterNumber):
            fields = {"number": weak.number, "parameters": weak.parameters, "is_cast": False}
            return self.node(ParameterValue, element_type, **fields)
        if not isinstance(weak, NumberSelect):
            return self.constant(weak, element_type)
        choices = [self.constant(number, element_type) for number in weak.numbers]
        return self.node(Select, element_type, (*weak.operands, *choices))

    def weak_type(self, weak: Any, met: ScalarType) -> ScalarType:
        """Return the type that something weak takes where it meets a value of type `met`."""
        if isinstance(weak, ParameterNumber):
            return number_type(1, met)
        numbers = weak.numbers if isinstance(weak, NumberSelect) else (weak,)
        return functools.reduce(promote, (number_type(number, met) for number in numbers))

    def together(self, operands: Iterable[Any]) -> tuple[list[Value], ScalarType]:
        """Return operands converted to the type in which they are computed, and that type."""
        lifted = [self.lift(operand) for operand in operands]
        strong = [value.type for value in lifted if not is_weak(value)]
        if not strong and any(isinstance(value, ParameterNumber) for value in lifted):
            fractions = any(isinstance(value, float) for value in lifted)
            strong = [ScalarType.float64 if fractions else ScalarType.int64]
        if not strong:
            raise self.untyped()
        met = functools.reduce(promote, strong)
        weak = (self.weak_type(value, met) for value in lifted if is_weak(value))
        common = functools.reduce(promote, weak, met)
        values = [
            self.settle(value, common) if is_weak(value) else self.convert(value, common)
            for value in lifted
        ]
        return values, common

    def untyped(self) -> Exception:
        """Return the error for an operation none of whose operands has a type."""
        return compile_error(
            "a choice between two Python numbers has no type until it meets a value: give it "
            "one, as in sa.cast(sa.select(condition, 1, 0), sa.float32)"
        )
