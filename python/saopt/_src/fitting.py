# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the elements that a caller passes fit an array: the rules of the device engines.

Elements are passed in the shape of the array with its strides, or as its flat storage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from saopt._src.arrays import Array
from saopt._src.errors import ArgumentError
from saopt._src.layouts import any_layout, row_major
from saopt._src.layouts.base import is_known, row_major_strides
from saopt._src.layouts.strided import Strided
from saopt._src.memory import Memory, window
from saopt._src.shapes import open_axes

__all__ = ["fit", "is_storage_only", "raw_storage", "storage_size", "without_rest"]

Elements = np.ndarray[Any, Any]
Shape = tuple[int, ...]
Refusal = Callable[[str], ArgumentError]


def fit(
    array: Array, elements: Elements, shape: Shape, refusal: Refusal, is_storage: bool = False
) -> Memory:
    """Return the memory of an array that elements are passed for.

    Parameters
    ----------
    array : Array
        The array.
    elements : numpy.ndarray
        What is passed, in the type of the array.
    shape : tuple of int
        The shape of the array.
    refusal : callable
        Makes the error from what is wrong.
    is_storage : bool
        Whether the elements are known to be storage, since they come without a shape.

    Raises
    ------
    ArgumentError
        When the elements do not fit.
    """
    _check_steps(elements, refusal)
    if is_storage or elements.ndim != len(shape) or _is_storage(array, elements, shape):
        return _fit_storage(array, elements, shape, refusal)
    if elements.shape != shape:
        flat = f" or {_storage(array, shape)}" if _is_ambiguous(array, shape) else ""
        raise refusal(f"shape is {elements.shape}, expected {shape}{flat}")
    if array.layout == any_layout:
        return _fit_open(array, elements, shape, refusal)
    return _fit_strided(array, elements, shape, refusal)


def _check_steps(elements: Elements, refusal: Refusal) -> None:
    """Refuse elements that lie as no elements of a USM array can, such as fields of records."""
    for size, stride in zip(elements.shape, elements.strides, strict=True):
        if size > 1 and stride % elements.itemsize:
            raise refusal(
                f"strides are {elements.strides} bytes, which are not multiples of an element's "
                f"{elements.itemsize} bytes: copy it, as in numpy.ascontiguousarray(array)"
            )


def raw_storage(array: Array, content: Elements, shape: Shape, refusal: Refusal) -> Elements:
    """Return the bytes of raw memory as the storage of an array."""
    expected = storage_size(array, shape) * array.element_type.itemsize
    rest = content.nbytes - expected
    if rest < 0 or (rest > 0 and not open_axes(array.shape)):
        raise refusal(f"memory has {content.nbytes} bytes, expected {expected}")
    return content[:expected].view(array.element_type.dtype)


def without_rest(array: Array, elements: Elements, shape: Shape) -> Elements:
    """Return the elements without what is left over of the storage of an open dimension."""
    is_flat = elements.ndim == 1 and (len(shape) > 1 or is_storage_only(array))
    return (
        elements[: storage_size(array, shape)] if open_axes(array.shape) and is_flat else elements
    )


def _extent(array: Array, shape: Shape) -> tuple[int, int] | None:
    """Return the smallest and the largest offset; open strides count as dense."""
    return (row_major if array.layout == any_layout else array.layout)._extent(shape)


def storage_size(array: Array, shape: Shape) -> int:
    """Return the number of elements of the flat storage of an array with this shape."""
    extent = _extent(array, shape)
    return 0 if extent is None else extent[1] + 1


def is_storage_only(array: Array) -> bool:
    """Return whether an array is passed as its flat storage, and never with its shape."""
    sample = tuple(size if is_known(size) else 1 for size in array.shape)
    return array.layout != any_layout and array.layout._strides(sample) is None


def _storage(array: Array, shape: Shape) -> str:
    size = storage_size(array, shape)
    return f"flat storage of {size} element{'' if size == 1 else 's'}"


def _is_ambiguous(array: Array, shape: Shape) -> bool:
    """Return whether one dimension may be both, the elements and their storage."""
    if len(shape) != 1 or array.layout == any_layout:
        return False
    first = _extent(array, shape) or (0, 0)
    return array.layout._strides(shape) != (1,) or first[0] != 0


def _is_storage(array: Array, elements: Elements, shape: Shape) -> bool:
    """Return whether one dimension is meant as the storage, and not as the elements."""
    if is_storage_only(array):
        return True
    dense = elements.strides == (elements.itemsize,)
    return _is_ambiguous(array, shape) and dense and elements.size == storage_size(array, shape)


def _fit_storage(array: Array, elements: Elements, shape: Shape, refusal: Refusal) -> Memory:
    found, size = elements.shape, storage_size(array, shape)
    if (_extent(array, shape) or (0, 0))[0] < 0:
        raise refusal("its layout cannot be passed as flat storage")
    if found == (size,):
        if size > 1 and elements.strides != (elements.itemsize,):
            strides = tuple(stride // elements.itemsize for stride in elements.strides)
            raise refusal(f"strides are {strides}, but flat storage is dense")
        layout = row_major if array.layout == any_layout else array.layout
        return Memory(layout, shape, elements)
    if not is_storage_only(array):
        raise refusal(
            f"rank is {elements.ndim}, expected {len(shape)}: shape is {found}, expected {shape} "
            f"or {_storage(array, shape)}"
        )
    if elements.ndim != 1:
        raise refusal(
            f"rank is {elements.ndim}, but an array of this layout is only taken as its flat "
            "storage, one-dimensional, as sa.pack makes it"
        )
    raise refusal(f"shape is {found}, expected {_storage(array, shape)}, as sa.pack makes it")


def _fit_strided(array: Array, elements: Elements, shape: Shape, refusal: Refusal) -> Memory:
    # For sizes that are known only now, the layout may not be able to have storage.
    expected = array.layout._strides(shape)
    assert expected is not None
    found = [stride // elements.itemsize for stride in elements.strides]
    if 0 in shape:
        return Memory(array.layout, shape, window(elements))
    # The stride of a dimension matters where more than one element lies along it.
    for size, stride, wanted in zip(shape, found, expected, strict=True):
        if size > 1 and stride != wanted:
            raise refusal(
                f"strides are {tuple(found)}, expected {expected}: pass a copy with these, or "
                "declare the array with layout=sa.layout.any"
            )
    start = array.layout._offset(shape, (0,) * len(shape))
    first = Strided(expected, start)._reach(shape)[0]
    return Memory(array.layout, shape, window(elements), first)


def _fit_open(array: Array, elements: Elements, shape: Shape, refusal: Refusal) -> Memory:
    """Take the strides as they are."""
    pairs = zip(shape, elements.strides, row_major_strides(shape), strict=True)
    strides = tuple(dense if n == 1 else s // elements.itemsize for n, s, dense in pairs)
    lowest = Strided(strides, 0)._reach(shape)[0] if elements.size else 0
    layout = Strided(strides, -lowest)
    if array.role.is_written and not layout.is_injective(shape):
        raise refusal(
            f"strides {strides} lead to the same element twice, but the function writes to this "
            "array"
        )
    return Memory(layout, shape, window(elements))
