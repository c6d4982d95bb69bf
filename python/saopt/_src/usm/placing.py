# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays on a queue of the caller's choice: new, handed over, or copied."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.usm import copies
from saopt._src.usm.array import USMArray

__all__ = ["copy_to_queue", "new_array", "place", "upload"]


def new_array(
    shape: Any, elements: ScalarType, queue: Any, usm_type: str, order: str = "C"
) -> USMArray:
    """Return a new dense array, its elements undefined."""
    keywords = {"queue": queue}
    return USMArray(shape, elements, usm_type, order=order, buffer_ctor_kwargs=keywords)


def upload(
    values: np.ndarray[Any, Any], elements: ScalarType, queue: Any, usm_type: str
) -> USMArray:
    """Return a new array with values of the host, in their order if that is Fortran's."""
    flags = values.flags
    order = "F" if flags.f_contiguous and not flags.c_contiguous else "C"
    made = new_array(values.shape, elements, queue, usm_type, order)
    copies.write(made, made._geometry, values.astype(elements.dtype, copy=False))
    return made


def copy_to_queue(array: USMArray, elements: ScalarType, queue: Any, usm_type: str) -> USMArray:
    """Return a dense copy, which may be written."""
    return upload(array.asnumpy(), elements, queue, usm_type)


def place(array: USMArray, queue: Any) -> USMArray:
    """Return an array on a queue.

    On another queue of the same context it is an array over the same memory, after the work that
    was submitted to the array's queue so far. In another context it is a copy.
    """
    if array.sycl_queue == queue:
        return array
    if array.sycl_queue.sycl_context != queue.sycl_context:
        return copy_to_queue(array, array._type, queue, array.usm_type)
    _runtime.wait_for(array.sycl_queue)
    memory = _runtime.hand_over(array.base, queue)
    return array._over(memory, array._type, array._geometry, array._writeable)
