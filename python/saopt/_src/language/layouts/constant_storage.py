# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The storage of an array whose elements are known."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.layouts.base import Layout
from saopt._src.language.layouts.strided import deferred, row_major
from saopt._src.support.locations import compile_error

__all__ = ["storage_of"]


def storage_of(data: np.ndarray[Any, Any], layout: Layout, owner: str) -> np.ndarray[Any, Any]:
    """Return the flat storage that holds `data`, zero where no element is."""
    elements = np.ascontiguousarray(data).reshape(-1)
    if layout in (row_major, deferred):
        return elements
    places = layout.offsets(data.shape).reshape(-1)
    outside = np.flatnonzero((places < 0) & (elements != 0))
    if outside.size:
        index, value = _position(outside[0], data.shape), elements[outside[0]]
        raise compile_error(
            f"the data of {owner} is {value} at {index}, which is outside of the domain of "
            f"{layout}: there it must be zero"
        )
    storage = np.zeros(layout.size(data.shape), data.dtype)
    inside = np.flatnonzero(places >= 0)
    storage[places[inside]] = elements[inside]
    # Bit by bit, for what is no number differs from itself.
    bytes_of_each = (inside.size, data.dtype.itemsize)
    held = storage[places[inside]].view(np.uint8).reshape(bytes_of_each)
    given = elements[inside].view(np.uint8).reshape(bytes_of_each)
    differs = inside[np.any(held != given, axis=1)]
    if differs.size:
        index, value = _position(differs[0], data.shape), elements[differs[0]]
        raise compile_error(
            f"the data of {owner} differs where {layout} has one element for several indices: at "
            f"{index} it is {value}, and elsewhere {storage[places[differs[0]]]}"
        )
    return storage


def _position(number: Any, shape: tuple[int, ...]) -> list[int]:
    """Return the index vector of an element that is given by its number in row-major order."""
    return [int(i) for i in np.unravel_index(number, shape)]
