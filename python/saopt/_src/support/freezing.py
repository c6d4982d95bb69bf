# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of functions that keep the variables around them as they are now.

A logic is recorded when it is given to its nest. The eager engine runs the function again,
later, when the variables that it uses may have moved on, in a loop that makes several nests for
example; so it runs a copy whose variables stay as they were recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any

__all__ = ["freeze"]


def _copy(cell: CellType) -> CellType:
    try:
        return CellType(cell.cell_contents)
    except ValueError:  # assigned only later
        return cell


def freeze(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a copy of `function` with the same code over copies of its variables."""
    if not isinstance(function, FunctionType):
        return function
    closure = tuple(map(_copy, function.__closure__ or ()))
    namespace = dict(function.__globals__)
    copy = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, closure
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    return copy
