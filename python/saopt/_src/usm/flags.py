# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The flags of USM arrays."""

from __future__ import annotations

import numpy as np

from saopt import _runtime
from saopt._src.support.errors import ArgumentError
from saopt._src.usm.geometry import Geometry

__all__ = ["Flags"]


class Flags:
    """What is known of a USM array's memory.

    Attributes
    ----------
    writeable : bool
        Whether the elements may be written through the array; it can be set.
    """

    __slots__ = ("_array",)

    def __init__(self, array: _runtime.UsmArray) -> None:
        self._array = array

    def _is_dense(self, order: str) -> bool:
        return Geometry(self._array.shape, self._array.strides, 0).is_dense(order)

    @property
    def c_contiguous(self) -> bool:
        """Whether the elements lie without gaps, the last index fastest."""
        return self._is_dense("C")

    @property
    def f_contiguous(self) -> bool:
        """Whether the elements lie without gaps, the first index fastest."""
        return self._is_dense("F")

    @property
    def writeable(self) -> bool:
        return self._array._writeable

    @writeable.setter
    def writeable(self, value: bool) -> None:
        if not isinstance(value, (bool, np.bool_)):
            raise ArgumentError(f"flags.writeable must be True or False, not {value!r}")
        self._array._writeable = bool(value)

    def __repr__(self) -> str:
        names = ("c_contiguous", "f_contiguous", "writeable")
        return f"Flags({', '.join(f'{name}={getattr(self, name)}' for name in names)})"
