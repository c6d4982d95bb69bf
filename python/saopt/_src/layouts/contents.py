# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The storage of an array whose elements are known."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.layouts.base import Layout
from saopt._src.layouts.strided import deferred, row_major
from saopt._src.locations import compile_error

__all__ = ["storage_of"]


def storage_of(data: np.ndarray[Any, Any], layout: Layout, owner: str) -> np.ndarray[Any, Any]:
    """Return the flat storage that holds `data`, zero where no element is.

    Parameters
    ----------
    data : numpy.ndarray
        The elements, in the shape of the array.
    layout : Layout
        The layout of the storage.
    owner : str
        What errors call the array.

    Raises
    ------
    CompileError
        When there is something else than zero outside of the domain, or when elements that share
        a place differ.
    """
    if layout in (row_major, deferred):
        return np.ascontiguousarray(data).reshape(-1)
    places = layout.offsets(data.shape)
    outside = places < 0
    if np.any(data[outside] != 0):
        index = np.argwhere(outside & (data != 0))[0].tolist()
        raise compile_error(
            f"the data of {owner} is {data[tuple(index)]} at {index}, which is outside of the "
            f"domain of {layout}: there it must be zero"
        )
    storage = np.zeros(layout.size(data.shape), data.dtype)
    inside = ~outside
    storage[places[inside]] = data[inside]
    held = np.where(outside, np.zeros((), data.dtype), storage[np.where(outside, 0, places)])
    differs = np.ascontiguousarray(held).view(np.uint8) != np.where(
        outside, np.zeros((), data.dtype), data
    ).view(np.uint8)
    if storage.size and differs.any():
        flat = int(np.argwhere(differs.reshape(data.size, -1).any(axis=1))[0, 0])
        index = [int(i) for i in np.unravel_index(flat, data.shape)]
        raise compile_error(
            f"the data of {owner} differs where {layout} has one element for several indices: at "
            f"{index} it is {data[tuple(index)]}, and elsewhere {held[tuple(index)]}"
        )
    return storage
