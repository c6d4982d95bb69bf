# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data that is written down as Python numbers, which have no type of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.layouts.base import MAX_RANK
from saopt._src.language.numeric import is_number
from saopt._src.language.types import ScalarType, number_fits
from saopt._src.support.locations import compile_error

__all__ = ["are_literals", "literals"]


def are_literals(data: Any, depth: int = MAX_RANK) -> bool:
    """Return whether data is a Python number, or lists of nothing else."""
    if isinstance(data, (list, tuple)):
        return depth > 0 and all(are_literals(entry, depth - 1) for entry in data)
    return is_number(data) or isinstance(data, range)


def literals(data: Any, element_type: ScalarType, owner: str) -> np.ndarray[Any, Any]:
    """Return Python numbers as elements of a type, which they take as they do in a logic."""
    try:
        numbers = np.array(data, dtype=object)
    except ValueError as error:
        raise compile_error(f"the data of {owner} is no array: {error}") from None
    for index, number in np.ndenumerate(numbers):
        if not is_number(number):
            raise compile_error(f"the data of {owner} is no array: its lists differ in length")
        if not number_fits(number, element_type):
            place = f" at {list(index)}" if index else ""
            raise compile_error(
                f"the data of {owner} has the number {number!r}{place}, which does not fit "
                f"{element_type}"
            )
    return numbers.astype(element_type.dtype)
