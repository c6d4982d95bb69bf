# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a function of indices is linear after all, however it is written.

``i * 8 // 4 + j`` has strides, though there is a division in it. What is linear for all indices is
a strided layout, and the compiler is told so; no engine has to find it out a second time. Two
ways lead there. Quotients are brought to one form, in which equal ones meet and cancel. What is
left is looked at over one period, after which everything repeats.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from saopt._src.language.index_arithmetic import compute, separate
from saopt._src.language.indices import (
    IndexConstant,
    IndexDivision,
    IndexExpression,
    IndexSum,
    Term,
)
from saopt._src.language.layouts.index_range import bounds_of, groups_of, period_of
from saopt._src.support.errors import CompileError

__all__ = ["linear_form"]

_MOST_ENUMERATED = 2**20
_LARGEST = 2**62


def linear_form(expression: IndexExpression, rank: int) -> tuple[tuple[int, ...], int] | None:
    """Return the strides and the offset of a function that is linear for all indices."""
    try:
        expression = _reduced(expression)
    except CompileError:  # it would grow too long, or its numbers too large
        pass
    terms, _ = separate(expression)
    strides = [0] * rank
    for variables, members in groups_of(terms):
        axes = sorted(variables)
        found = _strides_along(members, axes, rank)
        if found is None:
            return None
        for axis, stride in zip(axes, found, strict=True):
            strides[axis] = stride
    return tuple(strides), expression.evaluate(dict.fromkeys(range(rank), 0))


def _strides_along(members: list[Term], axes: list[int], rank: int) -> list[int] | None:
    """Return by how much terms grow along each index, unless that depends on where."""
    if not any(isinstance(part, IndexDivision) for part, _ in members):
        factors = {part.position: factor for part, factor in members}  # type: ignore[attr-defined]
        return [factors[axis] for axis in axes]
    whole = IndexSum(members, 0)
    periods = [period_of(whole, axis)[0] for axis in axes]
    shape = [1] * rank
    for axis, period in zip(axes, periods, strict=True):
        shape[axis] = period + 1
    bounds = bounds_of(whole, shape)
    too_many = math.prod(period + 1 for period in periods) > _MOST_ENUMERATED
    if too_many or bounds[0] < -_LARGEST or bounds[1] > _LARGEST:
        return None
    grid = np.indices([period + 1 for period in periods], dtype=np.int64, sparse=True)
    values: dict[Any, Any] = dict(zip(axes, grid, strict=True))
    found = np.asarray(whole.evaluate(values))
    strides = []
    for place in range(len(axes)):
        changes = np.diff(found, axis=place)
        if np.any(changes != changes.flat[0]):
            return None
        strides.append(int(changes.flat[0]))
    return strides


def _reduced(expression: IndexExpression) -> IndexExpression:
    """Return the same function in a form in which equal quotients are written equally."""
    if isinstance(expression, IndexDivision):
        dividend = _reduced(expression.dividend)
        quotient = _quotient(dividend, expression.divisor)
        if expression.op == "floordiv":
            return quotient
        return compute("sub", dividend, compute("mul", quotient, expression.divisor))
    if isinstance(expression, IndexSum):
        result: IndexExpression = IndexConstant(expression.constant)
        for part, factor in expression.terms:
            result = compute("add", result, compute("mul", _reduced(part), factor))
        return result
    return expression


def _quotient(dividend: IndexExpression, divisor: int) -> IndexExpression:
    """Return ``dividend // divisor`` with whole multiples of the divisor taken out."""
    terms, constant = separate(dividend)
    whole: IndexExpression = IndexConstant(constant // divisor)
    rest: list[Term] = []
    for part, factor in terms:
        whole = compute("add", whole, compute("mul", part, factor // divisor))
        if factor % divisor:
            rest.append((part, factor % divisor))
    if not rest:
        return whole
    constant %= divisor
    common = math.gcd(divisor, *(factor for _, factor in rest))
    rest = [(part, factor // common) for part, factor in rest]
    constant, divisor = constant // common, divisor // common
    # A quotient of a quotient is one by the product.
    part, factor = rest[0]
    if len(rest) == 1 and factor == 1 and isinstance(part, IndexDivision):
        numerator = compute("add", part.dividend, constant * part.divisor)
        return compute("add", whole, _quotient(numerator, part.divisor * divisor))
    total = compute("add", IndexSum(rest, 0), constant)
    return compute("add", whole, compute("floordiv", total, divisor))
