# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays in DLPack: given away, and taken from others.

DLPack says the device of a tensor, and nothing of its context: it is the default one of the
device's platform. It says nothing of queues either, so work is waited for on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dpctl  # type: ignore[import-untyped]
import numpy as np

from saopt import _runtime
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ExchangeError
from saopt._src.usm import copies
from saopt._src.usm import memory as usm_memory
from saopt._src.usm.geometry import Geometry, dense_strides

if TYPE_CHECKING:
    from saopt._src.usm.array import USMArray

__all__ = ["device_of", "export", "import_array"]

_CPU = 1
_ONE_API = 14


def _root(queue: Any) -> Any:
    return queue.sycl_device.get_unpartitioned_parent_device()


def device_of(array: USMArray) -> tuple[int, int]:
    """Return DLPack's name of the device of an array; of a part of a device, the whole."""
    return _ONE_API, _root(array.sycl_queue).get_device_id()


def _synchronize(array: USMArray, stream: Any) -> None:
    if stream is None or isinstance(stream, dpctl.SyclQueue):
        if stream is None or stream != array.sycl_queue:
            _runtime.wait_for(array.sycl_queue)
    elif isinstance(stream, bool) or stream != -1:
        raise TypeError(f"stream is {stream!r}: use a dpctl.SyclQueue, None, or -1 for no waiting")


def _is_versioned(max_version: Any) -> bool:
    if max_version is None:
        return False
    try:
        major, _ = max_version
        return bool(major >= 1)
    except (TypeError, ValueError):
        raise TypeError(f"max_version is {max_version!r}: use a pair of integers") from None


def export(array: USMArray, stream: Any, max_version: Any, dl_device: Any, copy: Any) -> Any:
    """Return a capsule, as `USMArray.__dlpack__` describes it.

    Raises
    ------
    ExchangeError
        When the array cannot be had on that device, or not without the copy that is forbidden.
    """
    versioned = _is_versioned(max_version)
    own = device_of(array)
    try:
        target = own if dl_device is None else (int(dl_device[0]), int(dl_device[1]))
    except (TypeError, ValueError, LookupError):
        raise TypeError(f"dl_device is {dl_device!r}: use a pair of integers") from None
    _synchronize(array, stream)
    if target == own:
        exported, copied = _in_default_context(array, copy)
        address = exported.base._pointer + exported._offset * exported.itemsize
        strides, writeable = exported.strides, exported._writeable
    elif target[0] == _CPU:
        exported, copied = _on_host(array, copy)
        address = exported.__array_interface__["data"][0]
        strides = tuple(stride // exported.itemsize for stride in exported.strides)
        writeable = exported.flags.writeable
    else:
        raise ExchangeError(
            f"an array on device {own} of DLPack is not to be had on device {target}: ask for "
            f"{own} or for the host, ({_CPU}, 0)"
        )
    if not writeable and not versioned:
        raise ExchangeError(
            "the array is read-only, which DLPack can say since version 1: ask for max_version "
            "(1, 0)"
        )
    lowest = Geometry(array.shape, strides, 0).reach()[0] * array.itemsize
    return _runtime.export_dlpack(
        exported,
        address + lowest,
        -lowest,
        array._element_type,
        array.shape,
        strides,
        *target,
        not writeable,
        copied,
        versioned,
    )


def _in_default_context(array: USMArray, copy: bool | None) -> tuple[USMArray, bool]:
    """Return the array, or a copy where the device's default context is another one."""
    from saopt._src.usm.placing import copy_to_queue

    root = _root(array.sycl_queue)
    is_default = array.sycl_queue.sycl_context == root.sycl_platform.default_context
    if is_default and not copy:
        return array, False
    if copy is False:
        raise ExchangeError(
            "DLPack knows only the default context of a device, the array is in another one, and "
            "copy=False forbids a copy"
        )
    queue = array.sycl_queue if is_default else usm_memory.queue_of(root)
    return copy_to_queue(array, array._type, queue, array.usm_type), True


def _on_host(array: USMArray, copy: bool | None) -> tuple[np.ndarray[Any, Any], bool]:
    """Return the elements where the host reads them, in place if it can."""
    view = None if copy else copies.host_view(array, array._geometry)
    if view is not None:
        return view, False
    if copy is False:
        raise ExchangeError("the host cannot read device memory, and copy=False forbids a copy")
    return array.asnumpy(), True


def import_array(thing: Any, copy: bool | None) -> USMArray | np.ndarray[Any, Any]:
    """Return the array in an object with ``__dlpack__``; a NumPy array for one on the host.

    Raises
    ------
    AttributeError
        When the object has nothing to do with DLPack.
    ExchangeError
        When it is on a device without USM memory, or must not be copied and is on the host.
    """
    kind, _ = thing.__dlpack_device__()
    if kind == _CPU:
        if copy is False:
            raise ExchangeError("the array is not in USM memory, and copy=False forbids a copy")
        return _import_host(thing)
    if kind != _ONE_API:
        raise ExchangeError(
            f"the array is on a device of type {int(kind)} of DLPack: copy it to the host, or to "
            f"one of type {_ONE_API}, first"
        )
    return _import_usm(thing, copy)


class _HostTensor:
    """Elements on the host that a tensor of DLPack owns, for NumPy."""

    def __init__(self, owner: Any, interface: dict[str, Any]) -> None:
        self.owner = owner
        self.__array_interface__ = interface


def _import_host(thing: Any) -> np.ndarray[Any, Any]:
    """Return the elements of a tensor on the host, which NumPy need not have a type for."""
    owner, address, name, shape, strides, device, read_only = _tensor_in(_capsule_of(thing, None))
    if device[0] != _CPU:
        raise ExchangeError(f"the capsule is of a device of type {device[0]}, not {_CPU}")
    elements = ScalarType(name)
    dtype = elements.dtype
    if 0 in shape:
        return np.empty(shape, dtype)
    word = np.dtype("u2") if elements is ScalarType.bfloat16 else dtype
    interface = {
        "version": 3,
        "data": (address, read_only),
        "typestr": word.str,
        "shape": shape,
        "strides": None if strides is None else tuple(n * dtype.itemsize for n in strides),
    }
    try:
        return np.asarray(_HostTensor(owner, interface)).view(dtype)
    except (TypeError, ValueError) as error:
        raise ExchangeError(f"the tensor on the host cannot be read: {error}") from error


def _capsule_of(thing: Any, copy: bool | None) -> Any:
    """Return a capsule; what others refuse in words of their own is an `ExchangeError`."""
    try:
        try:
            return thing.__dlpack__(max_version=(1, 0), copy=copy)
        except TypeError:  # older than these parameters
            return thing.__dlpack__()
    except ExchangeError:
        raise
    except (BufferError, RuntimeError, ValueError) as error:
        raise ExchangeError(
            f"a {type(thing).__name__} cannot be shared through DLPack: {error}"
        ) from error


def _tensor_in(capsule: Any) -> Any:
    try:
        return _runtime.import_dlpack(capsule)
    except ExchangeError:
        raise
    except BufferError as error:
        raise ExchangeError(str(error)) from None


def _import_usm(thing: Any, copy: bool | None) -> USMArray:
    from saopt._src.usm.foreign import array_at
    from saopt._src.usm.placing import place

    queue = getattr(thing, "sycl_queue", None)
    if not isinstance(queue, dpctl.SyclQueue):
        queue = None
    else:
        _runtime.wait_for(queue)
    capsule = _capsule_of(thing, False if copy is False else None)
    owner, address, name, shape, strides, device, read_only = _tensor_in(capsule)
    if device[0] != _ONE_API:
        raise ExchangeError(f"the capsule is of a device of type {device[0]}, not {_ONE_API}")
    geometry = Geometry(shape, dense_strides(shape, "C") if strides is None else strides, 0)
    default = usm_memory.queue_of(dpctl.SyclDevice(str(device[1])))
    kept = owner if geometry.size else thing
    array = array_at(kept, address, ScalarType(name), geometry, default, read_only)
    is_same = queue is not None and queue.sycl_context == default.sycl_context
    return place(array, queue) if is_same else array
