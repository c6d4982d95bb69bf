# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `asarray` takes from the host: numbers, sequences, buffers and NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError, ArgumentRangeError
from saopt._src.usm.element_types import default_type, element_type

__all__ = ["host_values"]


def host_values(thing: Any, elements: ScalarType | None) -> tuple[np.ndarray[Any, Any], ScalarType]:
    """Return an object of the host as values for elements, and the type of these.

    Parameters
    ----------
    thing : object
        A number, a possibly nested sequence of numbers, an object with the buffer protocol or
        anything else that NumPy takes for an array.
    elements : ScalarType or None
        The type that the caller wants; None for that of the object.

    Raises
    ------
    ArgumentError
        When it is nothing that elements can be made of.
    ArgumentRangeError
        When a number is outside of the range of the elements.
    """
    typed = _typed(thing)
    if typed is not None:
        return typed, element_type(typed.dtype.newbyteorder("=")) if elements is None else elements
    if elements is None:
        elements = _type_of_numbers(thing)
    try:
        return np.asarray(thing, dtype=elements.dtype), elements
    except OverflowError as error:
        raise ArgumentRangeError(f"a number is outside of the range of {elements}") from error


def _typed(thing: Any) -> np.ndarray[Any, Any] | None:
    """Return what knows the type of its elements itself; None for numbers and sequences."""
    if isinstance(thing, (np.ndarray, np.generic)):
        return np.asarray(thing)
    if isinstance(thing, (bool, int, float, complex, list, tuple)):
        return None
    try:
        return np.asarray(memoryview(thing))
    except (TypeError, ValueError):
        pass
    if hasattr(thing, "__array_interface__") or hasattr(thing, "__array__"):
        return np.asarray(thing)
    return None


def _type_of_numbers(thing: Any) -> ScalarType:
    found = np.asarray(thing)
    if not found.size:
        return ScalarType.float64
    # NumPy's types for integers that are too large for its default one.
    if found.dtype.kind in "uO" or (found.dtype.kind == "f" and abs(found).max() >= 2.0**63):
        return _type_of_leaves(thing)
    return element_type(found.dtype)


def _leaves(thing: Any) -> Iterable[Any]:
    if not isinstance(thing, (list, tuple, range)):
        yield thing
        return
    for entry in thing:
        yield from _leaves(entry)


def _type_of_leaves(thing: Any) -> ScalarType:
    """Return the type of the numbers in a nested sequence, one by one."""
    largest = default_type(False)
    order = [default_type(number) for number in (False, 0, 0.0, 0j)]
    for leaf in _leaves(thing):
        if isinstance(leaf, (np.generic, np.ndarray)):
            return element_type(np.asarray(thing).dtype)
        if not isinstance(leaf, (bool, int, float, complex)):
            raise ArgumentError(f"a {type(leaf).__name__} cannot be an element of a USM array")
        largest = max(largest, default_type(leaf), key=order.index)
    return largest
