# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arithmetic of index expressions: sums are collected, and what is too large is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from saopt._src.language.index_choices import IndexChoice, extend
from saopt._src.language.indices import (
    PARAMETER_OPERATIONS,
    IndexConstant,
    IndexDivision,
    IndexExpression,
    IndexOperation,
    IndexSum,
    Term,
)
from saopt._src.language.parameters import is_known, is_parameter
from saopt._src.support.locations import compile_error

__all__ = ["as_index", "combine", "compute", "separate", "substitute"]

_LARGEST = 2**63 - 1
_MAX_DEPTH = 32
_MAX_SIZE = 1000
_MODES = ("edge", "wrap", "reflect", "symmetric")


def as_index(value: object) -> IndexExpression | None:
    """Return `value` as an index expression, or None if it is neither that nor an integer."""
    if isinstance(value, IndexExpression):
        return value
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return IndexConstant(_checked(int(value)))
    return None


def combine(op: str, lhs: object, rhs: object) -> IndexExpression | None:
    """Return the index expression ``lhs op rhs``, or None where there is no such thing."""
    a, b = as_index(lhs), as_index(rhs)
    if a is None or b is None:
        return None
    if op in PARAMETER_OPERATIONS:
        is_of_parameters = is_known(a) and is_known(b)
        return _fitting(IndexOperation(op, a, b)) if is_of_parameters else None
    if op in ("min", "max", *_MODES):
        return _choose(op, a, b)
    if op not in ("add", "sub", "mul", "floordiv", "mod"):
        return None
    if op == "add":
        return _add(a, b, 1)
    if op == "sub":
        return _add(a, b, -1)
    if op == "mul":
        if isinstance(b, IndexConstant):
            return _scale(a, b.value)
        if isinstance(a, IndexConstant):
            return _scale(b, a.value)
    elif isinstance(b, IndexConstant):
        return _divide(op, a, b.value)
    if is_known(a) and is_known(b):
        return _fitting(IndexOperation(op, a, b))
    # A size that the call says divides; what an index is, or a parameter, does not.
    is_size = op != "mul" and next(b.indices(), None) is None and not is_parameter(b)
    return _fitting(IndexChoice(op, a, b)) if is_size else None


def compute(op: str, lhs: object, rhs: object) -> IndexExpression:
    """Return the index expression ``lhs op rhs``, which is known to exist; as `combine`."""
    result = combine(op, lhs, rhs)
    assert result is not None
    return result


def substitute(expression: IndexExpression, values: Mapping[Any, Any]) -> IndexExpression:
    """Return an expression with integers or index expressions in the place of others."""
    if isinstance(expression, (IndexChoice, IndexOperation)):
        sides = (substitute(side, values) for side in (expression.lhs, expression.rhs))
        return compute(expression.op, *sides)
    if not isinstance(expression, (IndexDivision, IndexSum)):
        found = as_index(values.get(expression, expression))
        assert found is not None
        return found
    if isinstance(expression, IndexDivision):
        return compute(expression.op, substitute(expression.dividend, values), expression.divisor)
    result: IndexExpression = IndexConstant(expression.constant)
    for part, factor in expression.terms:
        result = compute("add", result, compute("mul", substitute(part, values), factor))
    return result


def _checked(number: int) -> int:
    if not -_LARGEST <= number <= _LARGEST:
        raise compile_error(
            f"the number {_shown(number)} in an index expression has more than 64 bits: no array "
            "is that large"
        )
    return number


def _shown(number: int) -> str:
    # Python refuses to write out integers of thousands of digits.
    return str(number) if number.bit_length() <= 128 else f"of {number.bit_length()} bits"


def _fitting(expression: IndexExpression) -> IndexExpression:
    """Return a new expression, unless its values are too large or it is too long."""
    for bound in expression.bounds:
        if not -_LARGEST <= bound <= _LARGEST:
            raise compile_error(
                f"the index expression {expression} can be {_shown(bound)}, which has more than "
                "64 bits; to compute with the value of an index, which wraps around, cast it "
                "first, as in sa.cast(i, sa.int64)"
            )
    if expression.depth > _MAX_DEPTH or expression.size > _MAX_SIZE:
        raise compile_error(
            f"the index expression is too long: at most {_MAX_DEPTH} divisions within one "
            f"another, and {_MAX_SIZE} numbers and operations, are possible"
        )
    return expression


def separate(expression: IndexExpression) -> tuple[tuple[Term, ...], int]:
    """Return the terms and the constant of an expression, seen as a sum."""
    if isinstance(expression, IndexConstant):
        return (), expression.value
    if isinstance(expression, IndexSum):
        return expression.terms, expression.constant
    return ((expression, 1),), 0


def _sum(terms: Iterable[Term], constant: int) -> IndexExpression:
    """Return a sum whose terms are of different expressions, as simple as it can be."""
    kept = [(part, _checked(factor)) for part, factor in terms if factor]
    constant = _checked(constant)
    if not kept:
        return IndexConstant(constant)
    if not constant and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return _fitting(IndexSum(kept, constant))


def _add(lhs: IndexExpression, rhs: IndexExpression, sign: int) -> IndexExpression:
    terms, constant = separate(lhs)
    added, addend = separate(rhs)
    collected = {part.key(): (part, factor) for part, factor in terms}
    for part, factor in added:
        same, before = collected.get(part.key(), (part, 0))
        collected[part.key()] = (same, before + sign * factor)
    return _sum(collected.values(), constant + sign * addend)


def _scale(expression: IndexExpression, scale: int) -> IndexExpression:
    terms, constant = separate(expression)
    return _sum(((part, factor * scale) for part, factor in terms), constant * scale)


def _choose(op: str, lhs: IndexExpression, rhs: IndexExpression) -> IndexExpression:
    """Return a minimum, a maximum or an extended index, as simple as it can be."""
    if isinstance(lhs, IndexConstant) and isinstance(rhs, IndexConstant):
        if op in _MODES:
            return IndexConstant(extend(op, lhs.value, rhs.value))
        return IndexConstant((min if op == "min" else max)(lhs.value, rhs.value))
    if lhs.key() == rhs.key() and op in ("min", "max"):
        return lhs
    return _fitting(IndexChoice(op, lhs, rhs))


def _divide(op: str, lhs: IndexExpression, divisor: int) -> IndexExpression:
    """Divide by a constant; the compiler's affine expressions have positive divisors only."""
    if divisor == 0:
        raise compile_error(f"the index expression {lhs} is divided by zero")
    if divisor < 0:
        quotient = _divide(op, _scale(lhs, -1), -divisor)
        return quotient if op == "floordiv" else _scale(quotient, -1)
    if isinstance(lhs, IndexConstant):
        return IndexConstant(lhs.value // divisor if op == "floordiv" else lhs.value % divisor)
    if divisor == 1:
        return lhs if op == "floordiv" else IndexConstant(0)
    return _fitting(IndexDivision(op, lhs, divisor))
