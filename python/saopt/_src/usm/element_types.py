# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types of the elements of USM arrays, as people name them."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.support.near_names import did_you_mean

__all__ = ["default_type", "element_type"]


def element_type(given: Any) -> ScalarType:
    """Return the element type that a ``dtype`` parameter means.

    Strings mean what NumPy takes them for, where it does: ``"i8"`` has eight bytes.

    Raises
    ------
    ArgumentError
        When USM arrays have no such elements.
    """
    if isinstance(given, ScalarType):
        return given
    try:
        dtype = None if given is None else np.dtype(given)
    except (TypeError, ValueError):
        dtype = None
    if dtype is None:
        found = ScalarType.find(given)
    elif dtype.str[1:] == "V2" and dtype.names is None and dtype.isnative:
        found = ScalarType.bfloat16  # which interfaces describe as two bytes
    else:
        found = ScalarType.find(dtype)
    if found is None:
        raise ArgumentError(
            f"{given!r} cannot be the type of a USM array's elements: use an integer, "
            "floating-point or complex type in the machine's byte order, or bool"
            + did_you_mean(given, (member.name for member in ScalarType))
        )
    return found


def default_type(number: bool | int | float | complex) -> ScalarType:
    """Return the type of the elements that are made of a Python number."""
    if isinstance(number, bool):
        return ScalarType.bool_
    if isinstance(number, int):
        return ScalarType.int64
    return ScalarType.float64 if isinstance(number, float) else ScalarType.complex128
