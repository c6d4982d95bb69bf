# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on recorded values: which types they take, and what they leave on the tape."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from saopt._src.language import numeric
from saopt._src.language.complex_refusals import (
    check_cast,
    check_complex,
    check_order,
    power_refusal,
)
from saopt._src.language.conditions import combine_conditions, compare_indices
from saopt._src.language.expressions import (
    Binary,
    Compare,
    Fma,
    NumberSelect,
    ParameterNumber,
    ParameterValue,
    Select,
    Unary,
    Value,
)
from saopt._src.language.index_arithmetic import combine
from saopt._src.language.indices import IndexExpression
from saopt._src.language.tape import Tape, is_weak
from saopt._src.language.types import ScalarType, float_type
from saopt._src.support.locations import compile_error

__all__ = ["RecordedArithmetic"]

_BOOL = ScalarType.bool_
_SYMBOLS = dict(
    zip(
        "add sub mul div floordiv mod pow and or xor shl shr neg not".split(),
        "+ - * / // % ** & | ^ << >> - ~".split(),
        strict=True,
    )
)
_ON_FLOATS = ("atan2", "copysign", "hypot", "nextafter")
_COUNTS = ("popcount", "clz")
_BITWISE = (*_COUNTS, "and", "or", "xor", "shl", "shr", "not")
# What an operation on truth values is; those missing here and below it are refused.
_ON_BOOL = {"add": "or", "mul": "and", "max": "or", "min": "and"}
_REFUSED_ON_BOOL = ("sub", "floordiv", "mod", "pow", "shl", "shr", "neg", "remainder")
_COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


class RecordedArithmetic(Tape):
    """The operations of `saopt._src.language.context.Context` that compute, recorded."""

    def position_of(self, index: Any) -> None:
        """Return None: nobody knows yet where an index is."""

    def shown(self, value: Any) -> None:
        """Return None: nothing has a value yet."""

    def binary(self, op: str, lhs: Any, rhs: Any) -> Any:
        """Record an operation on two values, or combine two index expressions into one."""
        if numeric.is_number(lhs) and numeric.is_number(rhs):
            return numeric.binary(op, lhs, rhs)
        if isinstance(lhs, IndexExpression) or isinstance(rhs, IndexExpression):
            expression = combine(op, lhs, rhs)
            if expression is not None:
                return expression
        condition = combine_conditions(op, lhs, rhs)
        if condition is not None:
            return condition
        known = self.with_numbers(functools.partial(numeric.binary, op), lhs, rhs)
        if known is not None:
            return known
        if op == "pow" and numeric.is_number(rhs):
            power = self._number_power(self.lift(lhs), rhs)
            if power is not None:
                return power
        operands, common = self.together((lhs, rhs))
        self._check(op, common)
        if op == "pow" and common.is_integer:
            raise compile_error(
                "an integer to the power of a value that is not a Python number cannot be "
                "computed: cast it first, as in sa.cast(value, sa.float64) ** n, or write "
                "1 << n for a power of two"
            )
        if op == "pow" and common.is_complex:
            raise power_refusal(common)
        if op == "div" and not (common.is_float or common.is_complex):
            common = ScalarType.float64
        if op in _ON_FLOATS:
            common = float_type(common)
        if op == "nextafter" and common is ScalarType.bfloat16:
            raise compile_error(
                "sa.nextafter has no meaning for bfloat16, which NumPy does not have: cast the "
                "value first, as in sa.cast(value, sa.float32)"
            )
        if common is _BOOL:
            op = _ON_BOOL.get(op, op)
        operands = [self.convert(value, common) for value in operands]
        return self.node(Binary, common, operands, op=op, is_update=op in ("min", "max"))

    def _check(self, op: str, element_type: ScalarType) -> None:
        """Refuse an operation that has no meaning for values of a type."""
        name = _SYMBOLS.get(op, f"sa.{op}")
        check_complex(op, name, element_type)
        if element_type.is_float and op in _BITWISE:
            raise compile_error(
                f"{name} works on the bits of integers and not on {element_type}: cast the "
                "value first, as in sa.cast(value, sa.int32)"
            )
        if element_type is _BOOL and op in _REFUSED_ON_BOOL:
            raise compile_error(
                f"{name} has no meaning for bool values: use & | ^ and sa.logical_not, or cast "
                "them first, as in sa.cast(value, sa.int32)"
            )

    def _number_power(self, base: Any, exponent: int | float | complex) -> Any:
        """Record a power by multiplications, where that is exact."""
        if is_weak(base):
            raise self.untyped()
        self._check("pow", base.type)
        if base.type.is_float:
            if exponent not in (-1, 0, 1, 2):
                return None
            if exponent == -1:
                return self.binary("div", 1.0, base)
        elif not isinstance(exponent, int):
            return None
        elif exponent < 0 and base.type.is_complex:
            return None
        elif exponent < 0:
            raise compile_error(
                f"a value of type {base.type} to the power of {exponent} is a fraction: cast it "
                "first, as in sa.cast(value, sa.float64)"
            )
        if not exponent:
            return self.constant(1, base.type)
        return numeric.power(base, int(exponent), functools.partial(self.binary, "mul"))

    def unary(self, op: str, operand: Any) -> Any:
        """Record an operation on one value."""
        if numeric.is_number(operand):
            return numeric.unary(op, operand)
        if op == "neg" and isinstance(operand, IndexExpression):
            return combine("mul", operand, -1)
        condition = combine_conditions(op, operand)
        if condition is not None:
            return condition
        known = self.with_numbers(functools.partial(numeric.unary, op), operand)
        if known is not None:
            return known
        value = self.lift(operand)
        if is_weak(value):
            raise self.untyped()
        self._check(op, value.type)
        if op in ("real", "imag", "conj") and not value.type.is_complex:
            return self.constant(0, value.type) if op == "imag" else value
        if op in _COUNTS:
            counted = ScalarType.uint8 if value.type is _BOOL else value.type
            return self.node(Unary, ScalarType.uint8, (self.convert(value, counted),), op=op)
        if op in ("neg", "not", "conj"):
            return self.node(Unary, value.type, (value,), op=op)
        if op in ("abs", "real", "imag") and value.type.is_complex:
            return self.node(Unary, value.type.part, (value,), op=op)
        if op == "abs" and not value.type.is_signed:
            return value
        if op in ("ceil", "floor", "round", "trunc") and not value.type.is_float:
            return value
        result_type = value.type if op == "abs" else float_type(value.type)
        return self.node(Unary, result_type, (self.convert(value, result_type),), op=op)

    def compare(self, op: str, lhs: Any, rhs: Any) -> Any:
        """Record a comparison."""
        if numeric.is_number(lhs) and numeric.is_number(rhs):
            return numeric.compare(op, lhs, rhs)
        condition = compare_indices(op, lhs, rhs)
        if condition is not None:
            return condition
        lhs, rhs = self.lift(lhs), self.lift(rhs)
        operands, common = self.together((lhs, rhs))
        if common.is_complex and op in _COMPARISONS:
            check_order(_COMPARISONS[op], common)
        # No type holds all of int64 and uint64; NumPy nevertheless compares them exactly.
        if common.is_float and not any(is_weak(x) or x.type.is_float for x in (lhs, rhs)):
            if lhs.type.is_signed:
                return self._compare_signs(op, lhs, rhs)
            return self._compare_signs(_MIRRORED[op], rhs, lhs)
        return self.node(Compare, _BOOL, operands, op=op)

    def _compare_signs(self, op: str, signed: Value, unsigned: Value) -> Any:
        """Record the comparison of a signed integer with a uint64."""
        negative = self.compare("lt", signed, 0)
        magnitude = self.convert(signed, ScalarType.uint64)
        operands = (magnitude, self.convert(unsigned, ScalarType.uint64))
        result = self.node(Compare, _BOOL, operands, op=op)
        if op in ("lt", "le", "ne"):
            return self.binary("or", negative, result)
        return self.binary("and", self.unary("not", negative), result)

    def logical(self, op: str, operands: tuple[Any, ...]) -> Any:
        """Record an operation on the truth of values."""
        if all(map(numeric.is_number, operands)):
            return numeric.logical(op, operands)
        condition = combine_conditions(op, *operands)
        if condition is not None:
            return condition
        truths = [self._truth(self.lift(operand)) for operand in operands]
        if op == "not":
            return self.unary("not", truths[0])
        return self.binary(op, truths[0], truths[1])

    def _truth(self, value: Any) -> Any:
        if numeric.is_number(value):
            return self.constant(bool(value), _BOOL)
        if isinstance(value, NumberSelect):
            raise self.untyped()
        return value if value.type is _BOOL else self.compare("ne", value, 0)

    def select(self, condition: Any, if_true: Any, if_false: Any) -> Any:
        """Record a choice between two values."""
        choices = (if_true, if_false)
        if isinstance(condition, (bool, np.bool_)):
            if all(map(numeric.is_number, choices)):
                return numeric.select(condition, *choices)
            values, _ = self.together(choices)
            return values[0] if condition else values[1]
        condition = self.truth_value(condition, "sa.select")
        if all(map(numeric.is_number, choices)):
            if not all(isinstance(choice, bool) for choice in choices):
                return self._number_select(condition, choices)
            choices = (np.bool_(if_true), np.bool_(if_false))
        values, common = self.together(choices)
        return self.node(Select, common, (condition, *values))

    def _number_select(self, condition: Value, choices: tuple[Any, Any]) -> NumberSelect:
        number = numeric.widest(choices)
        nominal = ScalarType.of(number)
        numbers = tuple(number(choice) for choice in choices)
        return NumberSelect(self, nominal, condition.location, (condition,), numbers=numbers)

    def truth_value(self, condition: Any, owner: str) -> Value:
        """Return a condition as a recorded bool; errors call what it decides `owner`."""
        if isinstance(condition, bool):
            return self.constant(condition, _BOOL)
        value = self.lift(condition)
        if is_weak(value) or value.type is not _BOOL:
            found = value.type if isinstance(value, Value) else type(value).__name__
            raise compile_error(
                f"the condition of {owner} must be a bool, not {found}: compare it with "
                "something, as in value != 0"
            )
        return value

    def cast(self, value: Any, element_type: ScalarType) -> Any:
        """Record a conversion."""
        if numeric.is_number(value):
            return numeric.cast(value, element_type)
        value = self.lift(value)
        if isinstance(value, NumberSelect):
            choices = [self.lift(numeric.cast(n, element_type)) for n in value.numbers]
            return self.node(Select, element_type, (*value.operands, *choices))
        if isinstance(value, ParameterNumber) and is_weak(value):
            fields = {"number": value.number, "parameters": value.parameters, "is_cast": True}
            return self.node(ParameterValue, element_type, **fields)
        check_cast(value.type, element_type)
        return self.convert(value, element_type)

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """Record ``a * b + c`` with one rounding."""
        if all(map(numeric.is_number, (a, b, c))):
            return numeric.fma(a, b, c)
        operands, common = self.together((a, b, c))
        check_complex("fma", "sa.fma", common)
        if not common.is_float:
            return self.binary("add", self.binary("mul", *operands[:2]), operands[2])
        return self.node(Fma, common, operands)
