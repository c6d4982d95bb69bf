# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two elements of an array share a place, found by looking at all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from saopt._src.language.layouts.base import Layout
from saopt._src.support.locations import compile_error

__all__ = ["collides"]

_MOST_ENUMERATED = 2**28
_AT_ONCE = 2**20


def collides(layout: Layout, shape: Sequence[int]) -> bool:
    """Return whether two elements share a place, of a layout without a domain."""
    extent = layout._extent(shape)
    assert extent is not None
    count, room = math.prod(shape), extent[1] - extent[0] + 1
    if count > room:
        return True
    if room > _MOST_ENUMERATED:
        raise compile_error(
            f"{layout} of shape {tuple(shape)} takes too much memory to find out whether two "
            f"elements share a place: at most {_MOST_ENUMERATED} places are looked at; use a "
            "smaller shape, or strides of which each steps over all that shorter ones reach"
        )
    taken = np.zeros(room, bool)
    index = np.indices(shape, dtype=np.int64, sparse=True)
    rows = max(_AT_ONCE // math.prod(shape[1:]), 1)  # offsets take more room than truths
    for first in range(0, shape[0], rows):
        part = (index[0][first : first + rows], *index[1:])
        taken[np.asarray(layout._offset(shape, part)).ravel() - extent[0]] = True
    return int(np.count_nonzero(taken)) < count
