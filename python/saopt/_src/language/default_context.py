# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The context outside every logic: numbers are computed, index expressions are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from saopt._src.language import numeric
from saopt._src.language.conditions import Condition, combine_conditions, compare_indices
from saopt._src.language.expressions import Value
from saopt._src.language.index_arithmetic import combine
from saopt._src.language.indices import IndexExpression
from saopt._src.language.scalars import Scalar
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array

__all__ = ["DefaultContext"]


def _refusal(what: str) -> CompileError:
    return compile_error(
        f"{what} can be used only in the logic of a nest, the function under @nest.iteration_logic"
    )


def _check(*operands: Any) -> None:
    for operand in operands:
        if isinstance(operand, Value):
            raise _refusal("a recorded value")
        if isinstance(operand, Scalar):
            raise _refusal("a sa.Scalar")
        if isinstance(operand, Condition):
            raise _refusal(f"the truth of {operand}")
        if isinstance(operand, IndexExpression):
            kind = "index" if any(True for _ in operand.indices()) else "dimension"
            raise _refusal(f"the value of {kind} '{operand}'")


class DefaultContext:
    """Implements `saopt._src.language.context.Context`."""

    checks_elements = False
    recent = None

    def __init__(self) -> None:
        self.unopened: list[Any] = []

    def position_of(self, index: Any) -> None:
        """Return None: an index is nowhere outside of a logic."""

    def shown(self, value: Any) -> None:
        """Return None: nothing has a value yet."""

    def load(self, array: Array, subscripts: tuple[Any, ...]) -> Any:
        raise _refusal(f"an element of {array.label}")

    def store(self, array: Array, subscripts: tuple[Any, ...], value: Any) -> None:
        raise _refusal(f"an element of {array.label}")

    def binary(self, op: str, lhs: Any, rhs: Any) -> Any:
        if isinstance(lhs, IndexExpression) or isinstance(rhs, IndexExpression):
            expression = combine(op, lhs, rhs)
            if expression is not None:
                return expression
        condition = combine_conditions(op, lhs, rhs)
        if condition is not None:
            return condition
        _check(lhs, rhs)
        return numeric.binary(op, lhs, rhs)

    def unary(self, op: str, operand: Any) -> Any:
        if op == "neg" and isinstance(operand, IndexExpression):
            return combine("mul", operand, -1)
        condition = combine_conditions(op, operand)
        if condition is not None:
            return condition
        _check(operand)
        return numeric.unary(op, operand)

    def bound(self, subscript: Any, size: Any, what: str) -> None:
        pass  # the element itself is refused

    def data_index(self, value: Any, array: Any, axis: int) -> None:
        pass  # the element itself is refused

    def assume(self, condition: Any, what: str, unsafe: bool, told: Any = ()) -> NoReturn:
        raise _refusal("sa.assume")

    def print(self, values: tuple[Any, ...]) -> NoReturn:
        raise _refusal("sa.print")

    def compare(self, op: str, lhs: Any, rhs: Any) -> Any:
        condition = compare_indices(op, lhs, rhs)
        if condition is not None:
            return condition
        _check(lhs, rhs)
        return numeric.compare(op, lhs, rhs)

    def logical(self, op: str, operands: tuple[Any, ...]) -> Any:
        condition = combine_conditions(op, *operands)
        if condition is not None:
            return condition
        _check(*operands)
        return numeric.logical(op, operands)

    def select(self, condition: Any, if_true: Any, if_false: Any) -> Any:
        _check(condition, if_true, if_false)
        return numeric.select(condition, if_true, if_false)

    def cast(self, value: Any, element_type: ScalarType) -> Any:
        _check(value)
        return numeric.cast(value, element_type)

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        _check(a, b, c)
        return numeric.fma(a, b, c)

    def branches(self) -> NoReturn:
        raise _refusal("sa.If")

    def for_range(self, name: str, start: Any, stop: Any, step: int, function: Any) -> NoReturn:
        raise _refusal("sa.ForRange")

    def loop(self, name: str, start: Any, stop: Any, step: int) -> NoReturn:
        raise _refusal("sa.range")

    def make_scalar(self, scalar: Scalar, value: Any) -> NoReturn:
        raise _refusal("a sa.Scalar")

    def set_scalar(self, scalar: Scalar, value: Any) -> NoReturn:
        raise _refusal("a sa.Scalar")
