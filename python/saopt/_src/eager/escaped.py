# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a read outside of an array gives: a value that may be left, and must not be taken.

``sa.select(i > 0, A[i - 1], 0)`` reads before it chooses. The value carries the error through
arithmetic, and raises it where it is stored or decides something. A number stands for it in the
arithmetic, so that the types of results are right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.operators import Operators
from saopt._src.language.types import ScalarType

__all__ = ["Escaped", "computed", "taken"]


class Escaped(Operators):
    """A value that does not exist."""

    __slots__ = ("error", "number")

    def __init__(self, error: Exception, number: Any) -> None:
        self.error = error
        self.number = number

    @property
    def dtype(self) -> ScalarType:
        """The type that the value would have."""
        is_short = isinstance(self.number, BFloat16)
        return ScalarType.bfloat16 if is_short else ScalarType.of(np.asarray(self.number).dtype)

    def __bool__(self) -> Any:
        raise self.error

    def __repr__(self) -> str:
        return f"<no value: {self.error}>"


def taken(value: Any) -> Any:
    """Return a value that is stored or decides something."""
    if isinstance(value, Escaped):
        raise value.error
    return value


def computed(function: Callable[..., Any], *operands: Any) -> Any:
    """Return what `function` computes; of a value that does not exist, another such."""
    error = next((x.error for x in operands if isinstance(x, Escaped)), None)
    if error is None:
        return function(*operands)
    result = function(*(x.number if isinstance(x, Escaped) else x for x in operands))
    return Escaped(error, result)
