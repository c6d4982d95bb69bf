# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arrays of a function, as the compiler is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.layouts import Layout
from saopt._src.language.roles import Role
from saopt._src.language.scalar_parameters import SizeParameter, is_by_value

if TYPE_CHECKING:
    from saopt._compiler import Layout as BuiltLayout
    from saopt._compiler import ModuleBuilder

__all__ = ["build_array", "build_internal", "build_parameter", "built_shape"]


def build_parameter(
    builder: ModuleBuilder, array: Any, name: str, sizes: Mapping[Dimension, Any]
) -> tuple[Any, ...]:
    """Return an array or a size of a signature, as `ModuleBuilder.begin_function` takes it."""
    if isinstance(array, (Dimension, SizeParameter)):
        return (name, "index")
    if is_by_value(array):
        return (name, array.element_type.value)
    return build_array(builder, array, name, sizes)


def build_array(
    builder: ModuleBuilder, array: Array, name: str, sizes: Mapping[Dimension, Any]
) -> tuple[Any, ...]:
    """Return the same of an array that is in memory."""
    shape = built_shape(array, sizes)
    return (name, array.role.value, array.element_type.value, shape, _layout(builder, array))


def built_shape(array: Array, sizes: Mapping[Dimension, Any]) -> list[int | str | None]:
    """Return the sizes as the compiler reads them: numbers, names, and None for open ones."""
    return [
        sizes[size] if isinstance(size, Dimension) else size if isinstance(size, int) else None
        for size in array.shape
    ]


def _layout(builder: ModuleBuilder, array: Array) -> BuiltLayout | None:
    """Return the layout for the compiler; row-major is what it takes without one."""
    return None if array.layout == Layout.FIRST_MAJOR else array.layout.build(builder)


def build_internal(builder: Any, array: Array, name: str, shape: list[Any]) -> Any:
    """Build an array that is the function's own."""
    element_type = array.element_type.value
    if array.role is Role.CONST:
        assert array.data is not None
        # As bytes: not every element type has a buffer format.
        content = array.data.reshape(-1).view(np.uint8)
        return builder.constant_array(
            name, element_type, array.shape, content, array.location, _layout(builder, array)
        )
    return builder.temporary(name, element_type, shape, array.location, _layout(builder, array))
