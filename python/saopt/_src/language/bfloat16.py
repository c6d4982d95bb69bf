# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A single bfloat16 number, as the eager engine computes with it.

NumPy's scalars follow the promotion rules of the package by themselves. The bfloat16 scalars of
`ml_dtypes` do not (times a Python float they become `float32`), so the eager engine wraps them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.operators import Operators
from saopt._src.language.types import ScalarType

__all__ = ["BFloat16"]


class BFloat16(Operators):
    """One bfloat16 number."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = ScalarType.bfloat16.dtype.type(value)

    @property
    def float32(self) -> np.float32:
        """The same number as a `float32`."""
        return np.float32(self.value)

    def __repr__(self) -> str:
        return f"bfloat16({float(self.value):g})"

    def __bool__(self) -> bool:  # type: ignore[override]
        return bool(self.value)

    def __int__(self) -> int:  # type: ignore[override]
        return int(self.value)

    def __float__(self) -> float:  # type: ignore[override]
        return float(self.value)
