# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays made of what there is already: `asarray`, `from_dlpack`, `usm_array`."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError, ExchangeError
from saopt._src.usm import dlpack
from saopt._src.usm.array import USMArray
from saopt._src.usm.element_types import element_type
from saopt._src.usm.foreign import has_interface, usm_view
from saopt._src.usm.host_array import HostArray
from saopt._src.usm.host_values import host_values
from saopt._src.usm.memory import check_usm_type, queue_of
from saopt._src.usm.placing import copy_to_queue, new_array, place, upload

__all__ = ["asarray", "from_dlpack", "usm_array"]


def asarray(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Any = None,
    copy: bool | None = None,
    usm_type: str | None = None,
) -> USMArray:
    """Return an object as a USM array.

    Parameters
    ----------
    obj : object
        A USM array of any library, a NumPy array, a number, a possibly nested sequence of
        numbers, or an object with the buffer protocol or ``__dlpack__``.
    dtype : dtype, optional
        The type of the elements. Without it, arrays keep theirs, and Python numbers become
        ``bool``, ``int64``, ``float64`` or ``complex128``.
    device : str, SyclDevice or SyclQueue, optional
        Where the array is wanted. Without it, USM arrays stay on their queue, and others go to
        the queue that `dpctl` keeps for the default device. Another queue of the same context
        gets the same memory, once the work that was submitted to the array's queue is done.
    copy : bool, optional
        True for a copy in any case, False for none: what is not in USM memory is refused then.
    usm_type : {"device", "shared", "host"}, optional
        The kind of memory. Without it, USM arrays keep theirs, and others get ``shared``.

    Raises
    ------
    ArgumentError
        When a parameter is wrong, or a copy would be needed that `copy` forbids.

    Examples
    --------
    >>> x = sa.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> x.shape
    (2, 2)
    >>> x.asnumpy()
    array([[1., 2.],
           [3., 4.]])
    """
    _check_copy(copy)
    if usm_type is not None:
        check_usm_type(usm_type)
    queue = None if device is None else queue_of(device)
    elements = None if dtype is None else element_type(dtype)
    found = _find(obj, copy)
    if isinstance(found, USMArray):
        return _arranged(found, elements or found._type, queue, usm_type or found.usm_type, copy)
    if copy is False:
        raise ArgumentError(
            "the data is not in USM memory, and copy=False forbids a copy: leave copy out"
        )
    values, elements = host_values(found, elements)
    if queue is None:
        queue = obj.sycl_queue if isinstance(obj, HostArray) else queue_of(None)
    return upload(values, elements, queue, usm_type or "shared")


def _check_copy(copy: Any) -> None:
    if copy is not None and not isinstance(copy, (bool, np.bool_)):
        raise ArgumentError(f"copy is {copy!r}: use True, False or None")


def _find(obj: Any, copy: bool | None) -> Any:
    """Return the USM array that an object is; another object, or what it is on the host."""
    if isinstance(obj, (np.ndarray, np.generic, bool, int, float, complex, list, tuple)):
        return obj
    if has_interface(obj):
        return usm_view(obj)
    if hasattr(obj, "__dlpack__") and hasattr(obj, "__dlpack_device__"):
        return dlpack.import_array(obj, copy)
    return obj


def _arranged(
    array: USMArray, elements: ScalarType, queue: Any, usm_type: str, copy: bool | None
) -> USMArray:
    """Return a USM array with other properties, over the same memory if that is possible."""
    queue = array.sycl_queue if queue is None else queue
    changed = [
        what
        for what, is_changed in (
            (f"elements of type {array._type} become {elements}", elements is not array._type),
            (f"{array.usm_type} memory becomes {usm_type}", usm_type != array.usm_type),
            ("it leaves its context", queue.sycl_context != array.sycl_queue.sycl_context),
        )
        if is_changed
    ]
    if copy is False and changed:
        raise ExchangeError(f"copy=False forbids a copy, but {changed[0]}")
    if copy or changed:
        return copy_to_queue(array, elements, queue, usm_type)
    return place(array, queue)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> USMArray:
    """Return the elements of an object with ``__dlpack__`` as a USM array.

    Parameters
    ----------
    x : object
        An array of any library, in USM memory or on the host; from there it is copied.
    device : str, SyclDevice or SyclQueue, optional
        Where the array is wanted; without it, where it is, and the default device for one on
        the host.
    copy : bool, optional
        True for a copy in any case, False for none.

    Raises
    ------
    AttributeError
        When the object has no ``__dlpack__`` and ``__dlpack_device__``.
    ExchangeError
        When its memory cannot be shared; it is a `BufferError` and a `ValueError`.

    Examples
    --------
    >>> x = sa.ones(3)
    >>> y = sa.from_dlpack(x)  # the same memory
    >>> y[0] = 7
    >>> x.asnumpy()
    array([7., 1., 1.])
    """
    _check_copy(copy)
    queue = None if device is None else queue_of(device)
    found = x._view(x._geometry) if isinstance(x, USMArray) else dlpack.import_array(x, copy)
    if isinstance(found, USMArray):
        return _arranged(found, found._type, queue, found.usm_type, copy)
    values, elements = host_values(found, None)
    return upload(values, elements, queue_of(None) if queue is None else queue, "shared")


def usm_array(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Any = None,
    copy: bool | None = None,
    usm_type: str | None = None,
) -> USMArray:
    """Return a new USM array of a shape, or an object as a USM array.

    Parameters
    ----------
    obj : int, tuple of int or object
        The shape of a new array, whose elements are zero; anything else is what `asarray` takes.
    dtype, device, copy, usm_type
        As of `asarray`. A new array has elements of type ``float64`` without `dtype`.

    Examples
    --------
    >>> sa.usm_array(1024).shape
    (1024,)
    """
    if not _is_shape(obj):
        return asarray(obj, dtype=dtype, device=device, copy=copy, usm_type=usm_type)
    _check_copy(copy)
    check_usm_type("shared" if usm_type is None else usm_type)
    elements = ScalarType.float64 if dtype is None else element_type(dtype)
    made = new_array(obj, elements, queue_of(device), usm_type or "shared")
    _runtime.clear(made.base)
    return made


def _is_shape(obj: Any) -> bool:
    sizes = obj if isinstance(obj, tuple) else (obj,)
    return all(isinstance(n, (int, np.integer)) and not isinstance(n, bool) for n in sizes)
