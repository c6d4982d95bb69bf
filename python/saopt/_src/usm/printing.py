# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a USM array prints; of a large one, only what is shown is copied to the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from saopt._src.usm.array import USMArray

__all__ = ["elements_to_print"]

_PREFIX = "USMArray("


def elements_to_print(array: USMArray) -> str:
    """Return the elements as NumPy prints them, with its options."""
    if array.size == 0:  # NumPy has no arrays whose other sizes are too large.
        return "[]"
    options = np.get_printoptions()
    threshold = options["threshold"]
    if array.size <= threshold:
        return np.array2string(array.asnumpy(), separator=", ", prefix=_PREFIX)
    edge = options["edgeitems"]
    return np.array2string(
        _edges(array, 0, edge), separator=", ", prefix=_PREFIX, threshold=0, edgeitems=edge
    )


def _edges(array: USMArray, axis: int, edge: int) -> np.ndarray[Any, Any]:
    """Return the elements at the edges, and one more in each dimension, so that it is shown."""
    while axis < array.ndim and array.shape[axis] <= 2 * edge:
        axis += 1
    if axis == array.ndim:
        return array.asnumpy()
    before = (slice(None),) * axis
    begin = _edges(array[(*before, slice(edge + 1))], axis + 1, edge)
    end = _edges(array[(*before, slice(array.shape[axis] - edge, None))], axis + 1, edge)
    return np.concatenate([begin, end], axis)
