# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which bytes the elements of an array occupy, and whether two arrays share one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Footprint", "may_overlap"]

# A search that needs more than this is given up; real arrays need a handful of steps.
_SEARCH_BUDGET = 2**15


@dataclass(frozen=True)
class Footprint:
    """Elements at an address, which need not be memory of this process.

    Attributes
    ----------
    pointer : int
        The address of the element with all indices zero.
    elements : numpy.ndarray
        An array of the same shape, strides and type, wherever it is.
    """

    pointer: int
    elements: np.ndarray[Any, Any]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {
            "version": 3,
            "data": (self.pointer, True),
            "shape": self.elements.shape,
            "strides": self.elements.strides,
            "typestr": f"|V{self.elements.itemsize}",
        }


def may_overlap(lhs: Footprint, rhs: Footprint) -> bool:
    """Return False when two arrays share no byte; nothing is read.

    The answer is exact, unless that takes too long to find; then it is True.
    """
    if not lhs.elements.size or not rhs.elements.size:
        return False
    try:
        return np.shares_memory(np.asarray(lhs), np.asarray(rhs), max_work=_SEARCH_BUDGET)
    except np.exceptions.TooHardError:
        return True
