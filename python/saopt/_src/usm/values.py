# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers and arrays on the host, as they become elements of a USM array.

Python numbers take the type of the elements if their kind (bool, integer, real, complex) has a
place there; values that have a type already are converted as NumPy's ``same_kind`` allows it.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError, ArgumentRangeError

__all__ = ["as_number", "number_element", "values_for"]

_KINDS = "biufc"


def _kind(element_type: ScalarType) -> str:
    return "f" if element_type is ScalarType.bfloat16 else element_type.dtype.kind


def _rank(kind: str) -> int:
    """Return where a kind stands: what has a place in a kind is not behind it."""
    return {"b": 0, "i": 1, "u": 1, "O": 1, "f": 2, "c": 3}.get(kind, 4)


def _refuse(what: str, element_type: ScalarType) -> TypeError:
    return TypeError(
        f"Cannot cast {what} to {element_type}, which does not hold it: convert it first"
    )


def as_number(value: Any, what: str) -> bool | int | float | complex:
    """Return a Python number for one that may also be NumPy's; errors call it `what`.

    Raises
    ------
    ArgumentError
        When it is no number.
    """
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
        value = value.item()
    if not isinstance(value, (bool, int, float, complex)):
        raise ArgumentError(f"{what} must be a number, not {value!r}")
    return value


def number_element(
    number: bool | int | float | complex, element_type: ScalarType
) -> np.ndarray[Any, Any]:
    """Return a number as one element.

    Raises
    ------
    TypeError
        When it is of a kind that has no place in the type, such as a fraction in an integer.
    ArgumentRangeError
        When it is outside of the range of the type.
    """
    kind = np.min_scalar_type(number).kind
    ranks = _rank(kind), _rank(_kind(element_type))
    if ranks[0] > max(ranks[1], 1):  # 0 and 1 are no worse than False and True
        raise _refuse(repr(number), element_type)
    if not _in_range(number, element_type):
        raise ArgumentRangeError(
            f"{number!r} is outside of the range of {element_type}: give a wider dtype"
        )
    return np.asarray(number).astype(element_type.dtype)


def _in_range(number: bool | int | float | complex, element_type: ScalarType) -> bool:
    if element_type.is_integer or element_type is ScalarType.bool_:
        lowest, highest = element_type.limits
        return lowest <= number <= highest  # type: ignore[operator]
    parts = (number.real, number.imag)
    largest = element_type.part.largest
    return all(
        part != part or abs(part) in (0, float("inf")) or abs(part) <= largest for part in parts
    )


def _check_cast(dtype: np.dtype[Any], element_type: ScalarType) -> None:
    """Check that NumPy would convert elements of `dtype` unless something is sure to be lost."""
    source = np.dtype(np.float16) if dtype == ScalarType.bfloat16.dtype else dtype
    target = element_type.dtype
    if element_type is ScalarType.bfloat16:
        target = np.dtype(np.float16)
    if not np.can_cast(source, target, "same_kind"):
        raise _refuse(f"elements of type {dtype}", element_type)


def values_for(element_type: ScalarType, shape: tuple[int, ...], values: Any) -> Any:
    """Return values to assign to elements of a type, an array that broadcasts to their shape.

    Raises
    ------
    TypeError
        When they are of a kind that has no place in the type.
    ArgumentRangeError
        When a Python number is outside of the range of the type.
    ArgumentError
        When their shape does not broadcast.
    """
    if isinstance(values, (bool, int, float, complex)) and not isinstance(values, np.generic):
        return number_element(values, element_type)
    if hasattr(values, "dtype"):
        elements = np.asarray(values)
        _check_cast(elements.dtype, element_type)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # becomes infinite
            elements = elements.astype(element_type.dtype, copy=False)
    else:
        elements = _untyped(values, element_type)
    while elements.ndim > len(shape) and elements.shape[0] == 1:
        elements = elements[0]
    try:
        return np.broadcast_to(elements, shape)
    except ValueError:
        raise ArgumentError(
            f"values of shape {elements.shape} do not broadcast to elements of shape {shape}"
        ) from None


def _untyped(values: Any, element_type: ScalarType) -> np.ndarray[Any, Any]:
    """Return a sequence of Python numbers as elements."""
    found = np.asarray(values)
    kind = found.dtype.kind
    if kind not in _KINDS + "O":
        raise _refuse(f"elements of type {found.dtype}", element_type)
    if found.size and _rank(kind) > _rank(_kind(element_type)):
        raise _refuse(f"elements of type {found.dtype}", element_type)
    try:
        return np.asarray(values, dtype=element_type.dtype)
    except OverflowError as error:
        raise ArgumentRangeError(f"a number is outside of the range of {element_type}") from error
