# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of `dpctl.memory` for USM arrays: made, and looked at from the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from saopt._src.errors import ArgumentError
from saopt._src.usm_geometry import Geometry

__all__ = ["allocate", "host_copy", "is_memory", "memory_of", "write_back"]

_KEYWORDS = ("queue", "alignment", "copy")


def is_memory(thing: object) -> bool:
    """Return whether `thing` is memory of `dpctl.memory`."""
    import dpctl.memory  # type: ignore[import-untyped]

    return isinstance(thing, dpctl.memory._memory._Memory)


class _Described:
    """An array whose elements are described by a type that `dpctl.memory` knows."""

    def __init__(self, array: Any, typestr: str) -> None:
        self._array = array  # keeps the memory
        self.__sycl_usm_array_interface__ = {
            **array.__sycl_usm_array_interface__,
            "typestr": typestr,
        }


def memory_of(array: Any) -> Any:
    """Return the memory of any USM array; `dpctl.memory` itself has not heard of bfloat16."""
    import dpctl.memory

    is_bfloat16 = array.__sycl_usm_array_interface__["typestr"][1:] == "V2"
    return dpctl.memory.as_usm_memory(_Described(array, "<u2") if is_bfloat16 else array)


def allocate(usm_type: str, nbytes: int, keywords: Mapping[str, Any]) -> Any:
    """Return new memory, its content undefined; no bytes take one, which devices can give.

    Parameters
    ----------
    usm_type : {"device", "shared", "host"}
        The kind of memory.
    nbytes : int
        Its size.
    keywords : mapping
        What else the constructor of `dpctl.memory` takes.

    Raises
    ------
    ArgumentError
        When there is no such kind, or a keyword is none of the constructor's.
    """
    import dpctl.memory

    kinds = {
        "device": dpctl.memory.MemoryUSMDevice,
        "shared": dpctl.memory.MemoryUSMShared,
        "host": dpctl.memory.MemoryUSMHost,
    }
    if usm_type not in kinds:
        raise ArgumentError(
            f"buffer is {usm_type!r}: use 'device', 'shared' or 'host' for new memory, an object "
            "of dpctl.memory, or a USMArray"
        )
    unknown = [name for name in keywords if name not in _KEYWORDS]
    if unknown:
        raise ArgumentError(
            f"buffer_ctor_kwargs has {unknown[0]!r}: the keywords are {', '.join(_KEYWORDS)}"
        )
    return kinds[usm_type](max(nbytes, 1), **keywords)


class _Window:
    """Bytes within memory, described for dpctl by the interface of USM arrays."""

    def __init__(self, memory: Any, begin: int, end: int) -> None:
        self.memory = memory
        self.__sycl_usm_array_interface__ = {
            "version": 1,
            "data": (memory._pointer + begin, False),
            "shape": (end - begin,),
            "strides": None,
            "typestr": "|u1",
            "offset": 0,
            "syclobj": memory.sycl_queue,
        }


def _window(memory: Any, geometry: Geometry, itemsize: int) -> Any:
    import dpctl.memory

    begin, end = (position * itemsize for position in geometry.reach())
    return dpctl.memory.as_usm_memory(_Window(memory, begin, end))


def host_copy(memory: Any, geometry: Geometry, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Return the elements as they are after all work on the memory's queue.

    The copy has the strides of the array, and keeps what is between the elements.
    """
    if not geometry.size:
        return np.empty(geometry.shape, dtype)
    memory.sycl_queue.wait()
    content = np.frombuffer(_window(memory, geometry, dtype.itemsize).copy_to_host(), np.uint8)
    first = (geometry.offset - geometry.reach()[0]) * dtype.itemsize
    strides = [stride * dtype.itemsize for stride in geometry.strides]
    return np.ndarray(geometry.shape, dtype, content, first, strides)


def write_back(memory: Any, geometry: Geometry, copy: np.ndarray[Any, Any]) -> None:
    """Write back what `host_copy` returned, and the caller changed."""
    if geometry.size:
        assert isinstance(copy.base, np.ndarray)
        _window(memory, geometry, copy.itemsize).copy_from_host(copy.base)
