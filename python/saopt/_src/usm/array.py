# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`USMArray`: a strided array over memory of `dpctl.memory`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.usm import copies
from saopt._src.usm import memory as usm_memory
from saopt._src.usm.device import Device
from saopt._src.usm.element_types import element_type
from saopt._src.usm.flags import Flags
from saopt._src.usm.geometry import Geometry, as_integer, as_integers, dense_strides
from saopt._src.usm.printing import elements_to_print
from saopt._src.usm.refused_arithmetic import RefusedArithmetic
from saopt._src.usm.values import values_for

__all__ = ["USMArray"]

_NO_KEYWORDS: Mapping[str, Any] = MappingProxyType({})


class USMArray(RefusedArithmetic, _runtime.UsmArray):
    """A strided array whose elements are in USM memory.

    Like the constructor of `numpy.ndarray`, this one is for those who know their memory; others
    use `asarray`, `zeros` and their like.

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
    >>> a = sa.USMArray((2, 3), dtype="u2", buffer="device")
    >>> a.strides, a.nbytes, a.usm_type
    ((3, 1), 12, 'device')
    """

    __slots__ = ("__weakref__",)

    def __new__(
        cls,
        shape: Any,
        dtype: Any = "|f8",
        buffer: Any = "device",
        strides: Any = None,
        offset: int = 0,
        order: str = "C",
        buffer_ctor_kwargs: Mapping[str, Any] = _NO_KEYWORDS,
    ) -> USMArray:
        elements = element_type(dtype)
        geometry = _geometry(shape, strides, offset, order)
        writeable = True
        if isinstance(buffer, str):
            lowest = geometry.reach()[0]
            if not geometry.offset and lowest < 0:
                geometry = geometry._replace(offset=-lowest)
            nbytes = geometry.reach()[1] * elements.itemsize
            memory = usm_memory.allocate(buffer, nbytes, buffer_ctor_kwargs)
        else:
            memory = _existing_memory(buffer, buffer_ctor_kwargs)
            if isinstance(buffer, _runtime.UsmArray):
                writeable = buffer._writeable
        return cls._over(memory, elements, geometry, writeable)

    @classmethod
    def _over(
        cls, memory: Any, elements: ScalarType, geometry: Geometry, writeable: bool
    ) -> USMArray:
        """Return the array of those elements in that memory, once they are known to be there."""
        return _runtime.UsmArray.__new__(  # type: ignore[return-value]
            cls, memory, elements.value, *geometry, writeable
        )

    @property
    def _geometry(self) -> Geometry:
        return Geometry(self.shape, self.strides, self._offset)

    @property
    def _type(self) -> ScalarType:
        return ScalarType(self._element_type)

    def _view(self, geometry: Geometry) -> USMArray:
        return self._over(self.base, self._type, geometry, self._writeable)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return self._type.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._geometry.size

    @property
    def itemsize(self) -> int:
        """The number of bytes of one element."""
        return self._type.itemsize

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements, without the gaps between them."""
        return self.size * self.itemsize

    @property
    def flags(self) -> Flags:
        """What is known of the memory: contiguous or not, writeable or not."""
        return Flags(self)

    @property
    def T(self) -> USMArray:  # noqa: N802 - the name that everyone uses
        """The same elements with the order of the dimensions reversed."""
        return self._view(self._geometry.transposed())

    @property
    def sycl_queue(self) -> Any:
        """The queue of the memory."""
        return self.base.sycl_queue

    queue = sycl_queue

    @property
    def usm_type(self) -> str:
        """The kind of the memory: ``device``, ``shared`` or ``host``."""
        return str(self.base.get_usm_type())

    @property
    def device(self) -> Any:
        """The device of the queue: a `dpctl.SyclDevice` that has the queue as `sycl_queue`."""
        return Device(self.base.sycl_queue)

    @property
    def __sycl_usm_array_interface__(self) -> dict[str, Any]:
        return {
            "version": 1,
            "data": (self.base._pointer, not self._writeable),
            "shape": self.shape,
            "strides": self.strides,
            "offset": self._offset,
            "typestr": self.dtype.str,
            "syclobj": self.sycl_queue,
        }

    def asnumpy(self) -> np.ndarray[Any, Any]:
        """Return a copy of the elements on the host, after all work on the queue."""
        return copies.read(self, self._geometry)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        """Return a copy on the host for ``numpy.array``, which asks for one."""
        if not copy:
            raise TypeError(
                "a USMArray is not copied to the host unasked: write numpy.array(array) or "
                "array.asnumpy()"
            )
        copied = self.asnumpy()
        return copied if dtype is None else copied.astype(dtype, copy=False)

    def __copy__(self) -> NoReturn:
        raise TypeError("cannot copy a USMArray this way: use asarray(…, copy=True)")

    def __deepcopy__(self, memo: Any) -> NoReturn:
        self.__copy__()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot pickle 'USMArray': pickle what its method asnumpy() returns")

    def to_device(self, device: Any, /, *, stream: Any = None) -> USMArray:
        """Return the elements on another device or queue.

        They are the same elements if that has the same context, after the work that was submitted
        to the queue so far, and a copy otherwise.

        Parameters
        ----------
        device : str, SyclDevice or SyclQueue
            Where to; for a filter string or a device the queue that `dpctl` keeps for it.
        stream : SyclQueue, optional
            A queue whose work comes first as well.
        """
        from saopt._src.usm.placing import place

        if stream is not None:
            _runtime.wait_for(stream)
        return place(self, usm_memory.queue_of(device))

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the kind of the device in DLPack, 14 for SYCL, and its number."""
        from saopt._src.usm import dlpack

        return dlpack.device_of(self)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Return a capsule of DLPack, as the standard of array libraries describes it.

        All work that was submitted to the queue is done when it returns, unless `stream` is that
        queue or -1.
        """
        from saopt._src.usm import dlpack

        return dlpack.export(self, stream, max_version, dl_device, copy)

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
        if not self._writeable:
            raise ArgumentError("the array is read-only: its flags.writeable is False")
        geometry = self._geometry.select(key)
        from saopt._src.usm.foreign import has_interface, usm_view

        if has_interface(value):
            value = usm_view(value).asnumpy()
        copies.write(self, geometry, values_for(self._type, geometry.shape, value))

    def _item(self) -> Any:
        if self.size != 1:
            raise TypeError(f"an array of shape {self.shape} is not one number")
        return self.asnumpy().item()

    def __bool__(self) -> bool:
        return bool(self._item())

    def __int__(self) -> int:
        return int(self._item())

    def __float__(self) -> float:
        return float(self._item())

    def __complex__(self) -> complex:
        return complex(self._item())

    def __index__(self) -> int:
        if self.shape or not self._type.is_integer:
            raise TypeError("only an integer of shape () can be an index")
        return int(self._item())

    def __repr__(self) -> str:
        shown = elements_to_print(self)
        return f"USMArray({shown}, dtype={self.dtype.name}, usm_type={self.usm_type!r})"


def _geometry(shape: Any, strides: Any, offset: Any, order: Any) -> Geometry:
    sizes = as_integers(shape, "the shape")
    if any(size < 0 for size in sizes):
        raise ArgumentError(f"the shape {sizes} has a negative size")
    if order not in ("C", "F"):
        raise ArgumentError(f"order is {order!r}: use 'C' or 'F'")
    element_strides = (
        dense_strides(sizes, order) if strides is None else as_integers(strides, "strides")
    )
    if len(element_strides) != len(sizes):
        raise ArgumentError(
            f"strides {element_strides} are not one for each dimension of shape {sizes}"
        )
    return Geometry(sizes, element_strides, as_integer(offset, "the offset"))


def _existing_memory(buffer: Any, keywords: Mapping[str, Any]) -> Any:
    memory = buffer.base if isinstance(buffer, _runtime.UsmArray) else buffer
    if not usm_memory.is_memory(memory):
        raise ArgumentError(
            f"buffer is a {type(buffer).__name__}: use 'device', 'shared' or 'host' for new "
            "memory, an object of dpctl.memory, or a USMArray"
        )
    if keywords:
        raise ArgumentError("buffer_ctor_kwargs is for new memory, and buffer is memory already")
    return memory
