# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which bytes the elements of an array occupy, by the rule of the device engines."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Footprint", "may_overlap"]


class Footprint(NamedTuple):
    """Elements at multiples of a step from the first address on.

    Attributes
    ----------
    begin, end : int
        The addresses of the first byte, and of the one after the last; equal for no elements.
    element_size : int
        The number of bytes of an element.
    step : int
        The greatest common divisor of the strides in bytes; 0 for a single element.
    """

    begin: int
    end: int
    element_size: int
    step: int

    @classmethod
    def of(cls, elements: np.ndarray[Any, Any], pointer: int) -> Footprint:
        """Return the footprint of `elements`, the first of which is at `pointer`."""
        if not elements.size:
            return cls(pointer, pointer, elements.itemsize, 0)
        pairs = zip(elements.shape, elements.strides, strict=True)
        reaches = [((size - 1) * stride, stride) for size, stride in pairs if size > 1]
        return cls(
            pointer + sum(min(reach, 0) for reach, _ in reaches),
            pointer + sum(max(reach, 0) for reach, _ in reaches) + elements.itemsize,
            elements.itemsize,
            math.gcd(*(stride for _, stride in reaches)),
        )


def may_overlap(lhs: Footprint, rhs: Footprint) -> bool:
    """Return False when two arrays share no byte.

    True may be said of arrays that only seem to overlap, but not of disjoint slices with a
    common step, such as the even and the odd columns of a matrix.
    """
    if lhs.begin == lhs.end or rhs.begin == rhs.end:
        return False
    if lhs.begin > rhs.begin:
        lhs, rhs = rhs, lhs
    if lhs.end <= rhs.begin:
        return False
    # All elements of both lie at fixed places modulo the common step.
    step = math.gcd(lhs.step, rhs.step)
    if step == 0:
        return True
    distance = (rhs.begin - lhs.begin) % step
    return distance < lhs.element_size or distance + rhs.element_size > step
