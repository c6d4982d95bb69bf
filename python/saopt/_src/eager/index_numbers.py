# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers that are computed of indices alone, and so known to be no data."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["IndexNumber", "as_index_number"]


class IndexNumber(np.int64):
    """A number computed of indices and integers alone.

    A subscript that leaves its array is another error where data chose it.
    """

    def __repr__(self) -> str:
        return str(int(self))

    def __add__(self, other: Any) -> Any:
        return as_index_number(super().__add__(other), other)

    def __radd__(self, other: Any) -> Any:
        return as_index_number(super().__radd__(other), other)

    def __sub__(self, other: Any) -> Any:
        return as_index_number(super().__sub__(other), other)

    def __rsub__(self, other: Any) -> Any:
        return as_index_number(super().__rsub__(other), other)

    def __mul__(self, other: Any) -> Any:
        return as_index_number(super().__mul__(other), other)

    def __rmul__(self, other: Any) -> Any:
        return as_index_number(super().__rmul__(other), other)

    def __floordiv__(self, other: Any) -> Any:
        return as_index_number(super().__floordiv__(other), other)

    def __mod__(self, other: Any) -> Any:
        return as_index_number(super().__mod__(other), other)

    def __neg__(self) -> Any:
        return as_index_number(super().__neg__())


def as_index_number(result: Any, *operands: Any) -> Any:
    """Return a result as a number of indices, if its operands are integers or such numbers."""
    is_known = all(type(operand) in (int, IndexNumber) for operand in operands)
    return IndexNumber(result) if is_known and isinstance(result, np.int64) else result
