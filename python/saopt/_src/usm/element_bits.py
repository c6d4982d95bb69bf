# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bits of the elements of a USM array, as unsigned integers over the same memory.

Integers are copied and compared bit by bit: 0.0 and -0.0 differ, and a NaN equals itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.layouts.base import row_major_strides
from saopt._src.language.types import ScalarType

__all__ = ["Words", "word_type", "words_of"]


def word_type(element_type: ScalarType) -> ScalarType:
    """Return the type of the integers that the elements of a type are made of."""
    if element_type is ScalarType.bool_:  # a truth may have several bits, of which one counts
        return element_type
    return ScalarType.of(np.dtype(f"u{min(element_type.itemsize, 8)}"))


class Words:
    """One word of each element of an array.

    Parameters
    ----------
    array : object with ``__sycl_usm_array_interface__``
        The elements.
    element_type : ScalarType
        Their type.
    part : int
        Which word of an element, where it has several.
    """

    def __init__(self, array: Any, element_type: ScalarType, part: int) -> None:
        self._array = array  # keeps the memory
        word = word_type(element_type)
        count = element_type.itemsize // word.itemsize
        interface = dict(array.__sycl_usm_array_interface__)
        shape, strides = interface["shape"], interface.get("strides")
        element_strides = row_major_strides(shape) if strides is None else strides
        interface["strides"] = tuple(stride * count for stride in element_strides)
        interface["offset"] = interface.get("offset", 0) * count + part
        interface["typestr"] = word.dtype.str
        self.__sycl_usm_array_interface__ = interface


def words_of(array: Any, element_type: ScalarType) -> list[Words]:
    """Return the words of the elements of an array: one, or two of the longest type."""
    count = element_type.itemsize // word_type(element_type).itemsize
    return [Words(array, element_type, part) for part in range(count)]
