# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions, choices and logic on the values in a nest's logic."""

from __future__ import annotations

from typing import Any

from saopt._src.language.context import current
from saopt._src.language.types import ScalarType

__all__ = ["cast", "logical_and", "logical_not", "logical_or", "select"]


def cast(value: Any, element_type: Any) -> Any:
    """Convert a value.

    Parameters
    ----------
    value : value, index or number
        What to convert.
    element_type : ScalarType or dtype
        The type of the result. Integers wrap, floats become integers by dropping the fraction,
        and everything but zero is true.

    Returns
    -------
    value

    Examples
    --------
    >>> sa.cast(2.7, sa.int32)
    np.int32(2)
    """
    return current().cast(value, ScalarType.of(element_type))


def select(condition: Any, if_true: Any, if_false: Any) -> Any:
    """Choose one of two values, as an ``if`` does in Python.

    Parameters
    ----------
    condition : bool value
        What decides, for example a comparison.
    if_true, if_false : value, index or number
        Both are computed; they promote to one type. Two Python numbers take the type of what
        the result meets.

    Returns
    -------
    value

    Examples
    --------
    >>> sa.select(False, 1, 2)
    2
    """
    return current().select(condition, if_true, if_false)


def logical_and(a: Any, b: Any) -> Any:
    """Return whether both values are true, that is, not zero.

    Examples
    --------
    >>> sa.logical_and(True, False)
    np.False_
    """
    return current().logical("and", (a, b))


def logical_or(a: Any, b: Any) -> Any:
    """Return whether one of two values is true, that is, not zero.

    Examples
    --------
    >>> sa.logical_or(True, False)
    np.True_
    """
    return current().logical("or", (a, b))


def logical_not(a: Any) -> Any:
    """Return whether a value is false, that is, zero.

    Examples
    --------
    >>> sa.logical_not(True)
    np.False_
    """
    return current().logical("not", (a,))
