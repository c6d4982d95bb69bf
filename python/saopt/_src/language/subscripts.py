# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What may stand between the brackets after an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from saopt._src.language.context import current
from saopt._src.language.expressions import Value
from saopt._src.language.index_arithmetic import as_index
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.language.elements import Elements
    from saopt._src.language.shapes import Size

__all__ = ["normalize"]


def normalize(array: Elements, key: Any) -> tuple[IndexExpression, ...]:
    """Return the subscripts ``array[key]`` as index expressions, one for each dimension."""
    subscripts = key if isinstance(key, tuple) else (key,)
    if len(subscripts) != len(array.shape):
        raise compile_error(
            f"{array.label} has {_count(len(array.shape), 'dimension')} and "
            f"{_count(len(subscripts), 'subscript')}; give one for each dimension, as in "
            f"{array.example}"
        )
    return tuple(_subscript(array, axis, entry) for axis, entry in enumerate(subscripts))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _subscript(array: Elements, axis: int, entry: Any) -> IndexExpression:
    subscript = current().data_index(entry, array, axis)
    if subscript is not None:
        return subscript
    subscript = as_index(entry)
    if subscript is None:
        raise _refusal(array, entry)
    is_checked = not array.may_leave_shape and not current().checks_elements
    if (
        is_checked
        and isinstance(subscript, IndexConstant)
        and not _may_be(subscript.value, array.shape[axis])
    ):
        raise compile_error(
            f"subscript {subscript.value} is outside dimension {axis} of {array.label}, "
            f"whose shape is {array.shape}"
        )
    return subscript


def _may_be(index: int, size: Size) -> bool:
    """Return whether a subscript can be inside a dimension, whose size need not be known yet."""
    return index >= 0 and (isinstance(size, IndexExpression) or index < size)


def _refusal(array: Elements, entry: Any) -> CompileError:
    if isinstance(entry, Value):
        advice = (
            f"a computed value of type {entry.type} cannot be a subscript of {array.label}: "
            "subscripts are loop indices, and values of integer types; to round one, say "
            "sa.cast(sa.floor(x), sa.int64)"
        )
    elif isinstance(entry, slice):
        advice = (
            f"a slice cannot be a subscript of {array.label}: the nest visits one element at a "
            "time, so add a dimension to its shape and use that index"
        )
    elif isinstance(entry, (bool, np.bool_)):
        advice = f"a bool cannot be a subscript of {array.label}: use 0 or 1"
    elif isinstance(entry, (float, np.floating)):
        advice = f"the float {entry} cannot be a subscript of {array.label}: use an integer"
    elif entry is None or entry is Ellipsis:
        advice = f"{entry} cannot be a subscript of {array.label}: name each dimension's index"
    else:
        advice = (
            f"a {type(entry).__name__} cannot be a subscript of {array.label}: "
            "use loop indices and integers"
        )
    return compile_error(advice)
