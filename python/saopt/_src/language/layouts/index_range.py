# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exact range of an index expression over a box of indices, however large the box.

Every index expression is linear up to something periodic: moved by the *period* of an index, it
changes by a fixed number. Its smallest and largest values are therefore within one period of the
ends of each index, and nothing between has to be looked at. Terms that have no index in common
do not interact, and are looked at one group at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from saopt._src.language.index_arithmetic import separate
from saopt._src.language.indices import (
    IndexConstant,
    IndexDivision,
    IndexExpression,
    IndexSum,
    Term,
    bare,
)
from saopt._src.support.locations import compile_error

__all__ = ["bounds_of", "groups_of", "period_of", "range_of"]

_MOST_ENUMERATED = 2**26
_AT_ONCE = 2**20
_LARGEST = 2**62


def _variables(expression: IndexExpression) -> frozenset[int]:
    """Return the positions of the indices that occur."""
    if isinstance(expression, IndexDivision):
        return _variables(expression.dividend)
    if isinstance(expression, IndexSum):
        return frozenset().union(*(_variables(part) for part, _ in expression.terms))
    return frozenset() if isinstance(expression, IndexConstant) else {expression.position}


def period_of(expression: IndexExpression, axis: int) -> tuple[int, int]:
    """Return how far to move along an index so that only a fixed number is added, and which."""
    if isinstance(expression, IndexDivision):
        period, change = period_of(expression.dividend, axis)
        repeat = expression.divisor // math.gcd(change, expression.divisor)
        change = change * repeat // expression.divisor if expression.op == "floordiv" else 0
        return period * repeat, change
    if isinstance(expression, IndexSum):
        moves = [(*period_of(part, axis), factor) for part, factor in expression.terms]
        period = math.lcm(*(move[0] for move in moves))
        return period, sum(period // p * change * factor for p, change, factor in moves)
    is_it = not isinstance(expression, IndexConstant) and expression.position == axis
    return 1, int(is_it)


def bounds_of(expression: IndexExpression, shape: Sequence[int]) -> tuple[int, int]:
    """Return numbers that the expression, and every part of it, stays between."""
    if isinstance(expression, IndexConstant):
        return expression.value, expression.value
    if isinstance(expression, IndexDivision):
        low, high = bounds_of(expression.dividend, shape)
        return min(low, 0), max(high, expression.divisor)
    if isinstance(expression, IndexSum):
        ends = [
            sorted(factor * bound for bound in bounds_of(part, shape))
            for part, factor in expression.terms
        ]
        low = sum(min(low, 0) for low, _ in ends) - abs(expression.constant)
        high = sum(max(high, 0) for _, high in ends) + abs(expression.constant)
        return low, high
    return 0, shape[expression.position]


def groups_of(terms: Iterable[Term]) -> list[tuple[frozenset[int], list[Term]]]:
    """Return the terms in groups that have no index in common."""
    groups: list[tuple[frozenset[int], list[Term]]] = []
    for term in terms:
        variables, members = _variables(term[0]), [term]
        apart = []
        for others, found in groups:
            if others & variables:
                variables, members = others | variables, found + members
            else:
                apart.append((others, found))
        groups = [*apart, (variables, members)]
    return groups


def _candidates(period: int, size: int) -> np.ndarray[Any, Any]:
    """Return the values of an index among which the extremes are."""
    if size <= 2 * period:
        return np.arange(size, dtype=np.int64)
    ends = np.arange(period, dtype=np.int64)
    return np.concatenate([ends, size - period + ends])


def _enumerate(part: IndexSum, axes: list[int], shape: Sequence[int]) -> tuple[int, int] | None:
    """Return the range of an expression of the indices `axes`, or None if that takes too long."""
    periods = [period_of(part, axis)[0] for axis in axes]
    counts = [min(2 * p, shape[axis]) for p, axis in zip(periods, axes, strict=True)]
    if math.prod(counts) > _MOST_ENUMERATED:
        return None
    values: dict[int, Any] = {}
    for place, (axis, period) in enumerate(zip(axes, periods, strict=True)):
        along = [1] * len(axes)
        along[place] = -1
        values[axis] = _candidates(period, shape[axis]).reshape(along)
    first = values[axes[0]]
    rows = max(_AT_ONCE // math.prod(counts[1:]), 1)
    ends = []
    for row in range(0, len(first), rows):
        found = part.evaluate({**values, axes[0]: first[row : row + rows]})  # type: ignore[dict-item]
        ends += [int(np.min(found)), int(np.max(found))]
    return min(ends), max(ends)


def _find_quotient(part: IndexExpression, shape: Sequence[int]) -> tuple[int, int] | None:
    """Return the range of a division that follows from that of its dividend."""
    if not isinstance(part, IndexDivision):
        return None
    dividend = _find(part.dividend, shape)
    if isinstance(dividend, IndexExpression):
        return None
    low, high = (bound // part.divisor for bound in dividend)
    if part.op == "floordiv":
        return low, high
    return (dividend[0] % part.divisor, dividend[1] % part.divisor) if low == high else None


def _find(expression: IndexExpression, shape: Sequence[int]) -> tuple[int, int] | IndexExpression:
    """Return the range of an expression, or the part of it that takes too long."""
    terms, constant = separate(expression)
    low = high = constant
    for variables, members in groups_of(terms):
        sum_of_members = IndexSum(members, 0)
        found = _enumerate(sum_of_members, sorted(variables), shape)
        if found is None and len(members) == 1:
            (part, factor) = members[0]
            ends = _find_quotient(part, shape)
            found = None if ends is None else tuple(sorted(end * factor for end in ends))
        if found is None:
            return sum_of_members
        low, high = low + found[0], high + found[1]
    return low, high


def range_of(expression: IndexExpression, shape: tuple[int, ...], owner: str) -> tuple[int, int]:
    """Return the smallest and the largest value of an expression over a box of indices."""
    low, high = bounds_of(expression, shape)
    if low < -_LARGEST or high > _LARGEST:
        raise compile_error(f"{owner} of shape {shape} has offsets of more than 64 bits")
    found = _find(expression, shape)
    if isinstance(found, IndexExpression):
        raise compile_error(
            f"{owner} of shape {shape} has too many different values of {bare(found)} to find the "
            "smallest and the largest: use smaller divisors, or fewer indices in one division"
        )
    return found
