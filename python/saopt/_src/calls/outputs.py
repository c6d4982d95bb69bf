# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""New arrays for the outputs that a caller leaves out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from saopt import _runtime
from saopt._src.language.arrays import Array
from saopt._src.language.types import ScalarType
from saopt._src.usm.array import USMArray
from saopt._src.usm.foreign import has_interface, usm_view
from saopt._src.usm.geometry import Geometry

__all__ = ["OutputShape", "as_caller_s", "new_numpy_array", "new_usm_array", "promoted_usm_type"]


class OutputShape(Protocol):
    """What an output needs, as the runtime's `OutputShape` says it."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...] | None: ...
    @property
    def offset(self) -> int: ...
    @property
    def storage(self) -> int: ...
    @property
    def filled(self) -> bool: ...


def _geometry(need: OutputShape) -> Geometry:
    """Return where the elements go; what has no strides is its flat storage."""
    if need.strides is None:
        return Geometry((need.storage,), (1,), 0)
    # Where there are no elements, they start nowhere.
    return Geometry(need.shape, need.strides, need.offset if 0 not in need.shape else 0)


def new_numpy_array(array: Array, need: OutputShape) -> np.ndarray[Any, Any]:
    """Return a NumPy array for `array`, its elements zero."""
    geometry, dtype = _geometry(need), array.element_type.dtype
    lowest, end = geometry.reach()
    storage = np.zeros(end - min(lowest, 0), dtype)
    first = (geometry.offset - min(lowest, 0)) * dtype.itemsize
    strides = [stride * dtype.itemsize for stride in geometry.strides]
    if not geometry.size:
        return np.zeros(geometry.shape, dtype)
    return np.ndarray(geometry.shape, dtype, storage, first, strides)


def new_usm_array(
    element_type: ScalarType, has_domain: bool, need: OutputShape, queue: Any, usm_type: str
) -> USMArray:
    """Return a USM array on a queue; what the function does not write is zero."""
    shape, strides, offset = _geometry(need)
    dtype = element_type.dtype
    keywords = {"queue": queue}
    made = USMArray(shape, dtype, usm_type, strides, offset, buffer_ctor_kwargs=keywords)
    # A function that writes every element leaves what is in the storage beside them.
    has_more = need.strides is None or has_domain
    if not need.filled or has_more:
        _runtime.clear(made.base)
    return made


def promoted_usm_type(arguments: Sequence[Any], names: Sequence[str]) -> str:
    """Return the kind of memory for results: that of the USM arguments, shared if they differ."""
    kinds = set()
    for argument, name in zip(arguments, names, strict=True):
        if has_interface(argument):
            kind = getattr(argument, "usm_type", None)
            if not isinstance(kind, str):
                kind = usm_view(argument, name).usm_type
            kinds.add(kind)
    return kinds.pop() if len(kinds) == 1 else "shared"


def as_caller_s(outputs: Sequence[Any], arguments: Sequence[Any]) -> list[Any]:
    """Return new outputs as arrays of dpnp, over the same memory, if the arguments are dpnp's.

    Parameters
    ----------
    outputs : sequence of USMArray
        The new arrays.
    arguments : sequence of object
        What the caller gave; numbers and None do not count.
    """
    dpnp = sys.modules.get("dpnp")
    given = [argument for argument in arguments if has_interface(argument)]
    if dpnp is None or not given or not all(isinstance(a, dpnp.ndarray) for a in given):
        return list(outputs)
    return [_as_dpnp(dpnp, output) for output in outputs]


def _as_dpnp(dpnp: Any, array: Any) -> Any:
    if not isinstance(array, USMArray) or array._type is ScalarType.bfloat16:
        return array  # which dpnp does not have
    shape, strides, offset = array._geometry
    in_bytes = tuple(stride * array.itemsize for stride in strides)
    return dpnp.ndarray(
        shape, dtype=array.dtype, buffer=array.base, strides=in_bytes, offset=offset
    )
