# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`USMArray`: a strided array over memory of `dpctl.memory`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from saopt._src import usm_memory
from saopt._src.errors import ArgumentError
from saopt._src.types import ScalarType
from saopt._src.usm_geometry import Geometry, as_integer, as_integers, dense_strides

__all__ = ["Flags", "USMArray"]

_NO_KEYWORDS: Mapping[str, Any] = MappingProxyType({})


class Flags:
    """What is known of a USM array's memory.

    Attributes
    ----------
    writeable : bool
        Whether the elements may be written through the array; it can be set.
    """

    __slots__ = ("_geometry", "_writeable")

    def __init__(self, geometry: Geometry, writeable: bool) -> None:
        self._geometry = geometry
        self._writeable = writeable

    @property
    def c_contiguous(self) -> bool:
        """Whether the elements lie without gaps, the last index fastest."""
        return self._geometry.is_dense("C")

    @property
    def f_contiguous(self) -> bool:
        """Whether the elements lie without gaps, the first index fastest."""
        return self._geometry.is_dense("F")

    @property
    def writeable(self) -> bool:
        return self._writeable

    @writeable.setter
    def writeable(self, value: bool) -> None:
        if not isinstance(value, (bool, np.bool_)):
            raise ArgumentError(f"flags.writeable must be True or False, not {value!r}")
        self._writeable = bool(value)

    def __repr__(self) -> str:
        names = ("c_contiguous", "f_contiguous", "writeable")
        return f"Flags({', '.join(f'{name}={getattr(self, name)}' for name in names)})"


class USMArray:
    """A strided array whose elements are in USM memory.

    Like the constructor of `numpy.ndarray`, this one is for those who know their memory.

    Parameters
    ----------
    shape : tuple of int
        The size of each dimension; an integer for one dimension.
    dtype : dtype
        The type of the elements: a ScalarType, a string such as ``"f4"``, or a NumPy type.
    buffer : {"device", "shared", "host"} or memory or USMArray
        The kind of new memory to make, or the memory, of `dpctl.memory` or of another array,
        that the elements are in.
    strides : tuple of int, optional
        The distance of neighbours in each dimension, in elements.
    offset : int
        Where in the memory the element with all indices zero is, in elements. New memory for
        negative strides has the offset that they need.
    order : {"C", "F"}
        The order of the elements when there are no strides: the last or the first index fastest.
    buffer_ctor_kwargs : mapping
        What the constructor of new memory is given: ``queue``, ``alignment``, ``copy``.

    Raises
    ------
    ArgumentError
        When an element would be outside of the memory, or a parameter is wrong; it is a
        `ValueError`.

    Examples
    --------
    >>> a = USMArray((2, 3), dtype="u2", buffer="device")
    >>> a.strides, a.nbytes, a.usm_type
    ((3, 1), 12, 'device')
    """

    # NumPy must neither compute with the elements nor take the array for a sequence of them.
    __array_ufunc__ = None

    def __init__(
        self,
        shape: Any,
        dtype: Any = "|f8",
        buffer: Any = "device",
        strides: Any = None,
        offset: int = 0,
        order: str = "C",
        buffer_ctor_kwargs: Mapping[str, Any] = _NO_KEYWORDS,
    ) -> None:
        self._dtype = _element_dtype(dtype)
        geometry = _geometry(shape, strides, offset, order)
        if isinstance(buffer, str):
            lowest = geometry.reach()[0]
            if not geometry.offset and lowest < 0:
                geometry = geometry._replace(offset=-lowest)
            geometry.check(max(geometry.reach()[1], 0))
            nbytes = geometry.reach()[1] * self._dtype.itemsize
            memory = usm_memory.allocate(buffer, nbytes, buffer_ctor_kwargs)
        else:
            memory = _existing_memory(buffer, buffer_ctor_kwargs)
        geometry.check(memory.nbytes // self._dtype.itemsize)
        writeable = buffer.flags.writeable if isinstance(buffer, USMArray) else True
        self._adopt(memory, geometry, writeable)

    def _adopt(self, memory: Any, geometry: Geometry, writeable: bool) -> None:
        self._memory = memory
        self._geometry = geometry
        self._flags = Flags(geometry, writeable)

    def _view(self, geometry: Geometry) -> USMArray:
        view = object.__new__(type(self))
        view._dtype = self._dtype
        view._adopt(self._memory, geometry, self._flags.writeable)
        return view

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return self._dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._geometry.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
        return self._geometry.shape

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._geometry.size

    @property
    def strides(self) -> tuple[int, ...]:
        """The distance of neighbours in each dimension, in elements."""
        return self._geometry.strides

    @property
    def itemsize(self) -> int:
        """The number of bytes of one element."""
        return self._dtype.itemsize

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements, without the gaps between them."""
        return self.size * self.itemsize

    @property
    def flags(self) -> Flags:
        """What is known of the memory: contiguous or not, writeable or not."""
        return self._flags

    @property
    def T(self) -> USMArray:  # noqa: N802 - the name that everyone uses
        """The same elements with the order of the dimensions reversed."""
        return self._view(self._geometry.transposed())

    @property
    def usm_data(self) -> Any:
        """The memory, an object of `dpctl.memory`."""
        return self._memory

    base = usm_data

    @property
    def sycl_queue(self) -> Any:
        """The queue of the memory."""
        return self._memory.sycl_queue

    queue = sycl_queue

    @property
    def usm_type(self) -> str:
        """The kind of the memory: ``device``, ``shared`` or ``host``."""
        return str(self._memory.get_usm_type())

    @property
    def device(self) -> Any:
        """The device of the memory."""
        return self._memory.sycl_device

    @property
    def __sycl_usm_array_interface__(self) -> dict[str, Any]:
        return {
            "version": 1,
            "data": (self._memory._pointer, not self._flags.writeable),
            "shape": self.shape,
            "strides": self.strides,
            "offset": self._geometry.offset,
            "typestr": self._dtype.str,
            "syclobj": self.sycl_queue,
        }

    def asnumpy(self) -> np.ndarray[Any, Any]:
        """Return a copy of the elements on the host, after all work on the queue."""
        copy = usm_memory.host_copy(self._memory, self._geometry, self._dtype)
        return np.array(copy, order="F" if self.flags.f_contiguous else "C")

    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise TypeError("a USMArray is not copied to the host unasked: call its method asnumpy()")

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array of shape () has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[USMArray]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, key: Any) -> USMArray:
        """Return a view: integers, slices, ``...`` and None are possible."""
        return self._view(self._geometry.select(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        """Copy a number or an array into elements; its shape must broadcast to theirs."""
        if not self._flags.writeable:
            raise ArgumentError("the array is read-only: its flags.writeable is False")
        geometry = self._geometry.select(key)
        source = value.asnumpy() if isinstance(value, USMArray) else value
        copy = usm_memory.host_copy(self._memory, geometry, self._dtype)
        np.copyto(copy, source, casting="same_kind")
        usm_memory.write_back(self._memory, geometry, copy)

    def __repr__(self) -> str:
        elements = np.array2string(self.asnumpy(), separator=", ", prefix="USMArray(")
        return f"USMArray({elements}, dtype={self._dtype.name}, usm_type={self.usm_type!r})"


def _element_dtype(given: Any) -> np.dtype[Any]:
    """Return the dtype of elements; strings mean what NumPy takes them for, where it does."""
    try:
        dtype = np.dtype(given)
    except (TypeError, ValueError):
        known = ScalarType.find(given)
        dtype = np.dtype(object) if known is None else known.dtype
    if dtype.str[1:] == "V2" and dtype.names is None:  # how interfaces describe bfloat16
        return ScalarType.bfloat16.dtype
    if dtype.kind not in "biufc" or not dtype.isnative or dtype.char in "gG":
        raise ArgumentError(
            f"{given!r} cannot be the type of a USM array's elements: use an integer, "
            "floating-point or complex type in the machine's byte order"
        )
    return dtype


def _geometry(shape: Any, strides: Any, offset: Any, order: Any) -> Geometry:
    sizes = as_integers(shape, "the shape")
    if any(size < 0 for size in sizes):
        raise ArgumentError(f"the shape {sizes} has a negative size")
    if order not in ("C", "F"):
        raise ArgumentError(f"order is {order!r}: use 'C' or 'F'")
    steps = dense_strides(sizes, order) if strides is None else as_integers(strides, "strides")
    if len(steps) != len(sizes):
        raise ArgumentError(f"strides {steps} are not one for each dimension of shape {sizes}")
    return Geometry(sizes, steps, as_integer(offset, "the offset"))


def _existing_memory(buffer: Any, keywords: Mapping[str, Any]) -> Any:
    memory = buffer.usm_data if isinstance(buffer, USMArray) else buffer
    if not usm_memory.is_memory(memory):
        raise ArgumentError(
            f"buffer is a {type(buffer).__name__}: use 'device', 'shared' or 'host' for new "
            "memory, an object of dpctl.memory, or a USMArray"
        )
    if keywords:
        raise ArgumentError("buffer_ctor_kwargs is for new memory, and buffer is memory already")
    return memory
