# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""New USM arrays of a shape, or of another array's shape, filled with one value or with none."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.usm import copies
from saopt._src.usm.array import USMArray
from saopt._src.usm.element_types import default_type, element_type
from saopt._src.usm.foreign import has_interface, usm_view
from saopt._src.usm.memory import check_usm_type, queue_of
from saopt._src.usm.placing import new_array
from saopt._src.usm.values import as_number, number_element

__all__ = [
    "empty",
    "empty_like",
    "full",
    "full_like",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
]


def _filled(made: USMArray, value: bool | int | float | complex) -> USMArray:
    element = number_element(value, made._type)
    if element.tobytes().strip(b"\0"):
        copies.fill(made, made._geometry, element[()])
    else:
        _runtime.clear(made.base)
    return made


def empty(
    shape: Any, *, dtype: Any = None, device: Any = None, usm_type: str = "shared"
) -> USMArray:
    """Return a new array, its elements undefined.

    Parameters
    ----------
    shape : int or tuple of int
        The size of each dimension.
    dtype : dtype, optional
        The type of the elements, ``float64`` unless given.
    device : str, SyclDevice or SyclQueue, optional
        Where to; without it, to the queue that `dpctl` keeps for the default device.
    usm_type : {"device", "shared", "host"}
        The kind of memory.

    Examples
    --------
    >>> sa.empty((2, 3), dtype=sa.float32).shape
    (2, 3)
    """
    check_usm_type(usm_type)
    elements = ScalarType.float64 if dtype is None else element_type(dtype)
    return new_array(shape, elements, queue_of(device), usm_type)


def zeros(
    shape: Any, *, dtype: Any = None, device: Any = None, usm_type: str = "shared"
) -> USMArray:
    """Return a new array, its elements zero; the parameters are those of `empty`.

    Examples
    --------
    >>> sa.zeros(3).asnumpy()
    array([0., 0., 0.])
    """
    return _filled(empty(shape, dtype=dtype, device=device, usm_type=usm_type), 0)


def ones(
    shape: Any, *, dtype: Any = None, device: Any = None, usm_type: str = "shared"
) -> USMArray:
    """Return a new array, its elements one; the parameters are those of `empty`.

    Examples
    --------
    >>> sa.ones(3, dtype=sa.int32).asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    return _filled(empty(shape, dtype=dtype, device=device, usm_type=usm_type), 1)


def full(
    shape: Any,
    fill_value: bool | int | float | complex,
    *,
    dtype: Any = None,
    device: Any = None,
    usm_type: str = "shared",
) -> USMArray:
    """Return a new array, its elements equal to a number.

    Parameters
    ----------
    shape : int or tuple of int
        The size of each dimension.
    fill_value : number
        The value of each element.
    dtype : dtype, optional
        The type of the elements; without it, that of the number: ``bool``, ``int64``, ``float64``,
        ``complex128``, or NumPy's type of a number of NumPy.
    device, usm_type
        As of `empty`.

    Raises
    ------
    TypeError
        When the number has a fraction or an imaginary part, and the type has none.
    ArgumentRangeError
        When the number is outside of the range of the type; it is an `OverflowError` and a
        `ValueError`.

    Examples
    --------
    >>> sa.full((2, 2), 7).asnumpy()
    array([[7, 7],
           [7, 7]])
    """
    number = as_number(fill_value, "fill_value")
    if dtype is None:
        typed = isinstance(fill_value, (np.generic, np.ndarray))
        dtype = fill_value.dtype if typed else default_type(number)  # type: ignore[union-attr]
    return _filled(empty(shape, dtype=dtype, device=device, usm_type=usm_type), number)


def _like(x: Any, dtype: Any, device: Any, usm_type: str | None) -> USMArray:
    if not has_interface(x):
        raise ArgumentError(f"x must be a USM array, not a {type(x).__name__}")
    like = usm_view(x)
    flags = like.flags
    order = "F" if flags.f_contiguous and not flags.c_contiguous else "C"
    if usm_type is not None:
        check_usm_type(usm_type)
    elements = like._type if dtype is None else element_type(dtype)
    queue = like.sycl_queue if device is None else queue_of(device)
    return new_array(like.shape, elements, queue, usm_type or like.usm_type, order)


def empty_like(
    x: Any, /, *, dtype: Any = None, device: Any = None, usm_type: str | None = None
) -> USMArray:
    """Return a new array of the shape of a USM array, its elements undefined.

    Parameters
    ----------
    x : USM array
        What says the shape, and whatever else is not given: the type of the elements, the queue
        and the kind of memory.
    dtype : dtype, optional
        The type of the elements.
    device : str, SyclDevice or SyclQueue, optional
        Where to.
    usm_type : {"device", "shared", "host"}, optional
        The kind of memory.

    Examples
    --------
    >>> sa.empty_like(sa.zeros((2, 3), dtype=sa.int32)).dtype
    dtype('int32')
    """
    return _like(x, dtype, device, usm_type)


def zeros_like(
    x: Any, /, *, dtype: Any = None, device: Any = None, usm_type: str | None = None
) -> USMArray:
    """Return a new array, its elements zero; the parameters are those of `empty_like`.

    Examples
    --------
    >>> sa.zeros_like(sa.ones(3)).asnumpy()
    array([0., 0., 0.])
    """
    return _filled(_like(x, dtype, device, usm_type), 0)


def ones_like(
    x: Any, /, *, dtype: Any = None, device: Any = None, usm_type: str | None = None
) -> USMArray:
    """Return a new array, its elements one; the parameters are those of `empty_like`.

    Examples
    --------
    >>> sa.ones_like(sa.zeros(3)).asnumpy()
    array([1., 1., 1.])
    """
    return _filled(_like(x, dtype, device, usm_type), 1)


def full_like(
    x: Any,
    /,
    fill_value: bool | int | float | complex,
    *,
    dtype: Any = None,
    device: Any = None,
    usm_type: str | None = None,
) -> USMArray:
    """Return a new array, its elements equal to a number, as of `full`.

    The other parameters are those of `empty_like`.

    Examples
    --------
    >>> sa.full_like(sa.zeros(3), 7).asnumpy()
    array([7., 7., 7.])
    """
    return _filled(_like(x, dtype, device, usm_type), as_number(fill_value, "fill_value"))
