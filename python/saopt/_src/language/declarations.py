# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `Array` is declared with: mistakes that are common, and what is left to be found."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language import layouts, roles
from saopt._src.language.shapes import open_axes
from saopt._src.language.types import ScalarType, can_cast
from saopt._src.support.integers import has_entries
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

__all__ = ["BY_SHAPE", "check_convertible", "check_declaration", "default_layout"]


class _ByShape:
    def __repr__(self) -> str:
        return "Layout.FIRST_MAJOR"


BY_SHAPE: Any = _ByShape()
"""The layout of a declaration that says none: see `default_layout`."""


def check_declaration(label: str, role: Any, data: Any, dtype: Any, order: Any) -> None:
    """Refuse a declaration that is written like an array of NumPy.

    Parameters
    ----------
    label : str
        What errors call the array.
    role, data, dtype, order
        What the declaration says.

    Raises
    ------
    CompileError
        When it does not begin with a role, or has words of NumPy.
    """
    if not isinstance(role, roles.Role):
        if has_entries(role) or isinstance(role, (int, np.integer)):
            raise compile_error(
                f"the role of {label} is {role!r}, which looks like a shape: write "
                f"sa.Array(role=sa.Role.INPUT, element_type={_type_text(data)}, shape={role!r}); "
                "for memory with elements, use sa.zeros or sa.empty"
            )
        raise compile_error(
            f"the role of {label} is {role!r}: use sa.Role.INPUT, INOUT, OUTPUT, CONST or TEMP"
            + did_you_mean(role, roles.Role.__members__, "sa.Role.{}")
        )
    if dtype is not None:
        raise compile_error(
            f"{label} has no dtype: write element_type={_type_text(dtype)}, which takes types of "
            "NumPy too"
        )
    if order is not None:
        raise compile_error(
            f"{label} has no order: write layout=sa.Array.Layout.FIRST_MAJOR for 'C', and "
            "layout=sa.Array.Layout.LAST_MAJOR for 'F'"
        )


def _type_text(given: Any) -> str:
    found = None
    if isinstance(given, (str, type, np.dtype, ScalarType)):
        try:
            found = given if isinstance(given, ScalarType) else ScalarType.find(np.dtype(given))
        except TypeError:
            found = None
    return f"sa.{(found or ScalarType.float32).name}"


def check_convertible(
    content: np.ndarray[Any, Any], found: ScalarType, wanted: ScalarType, label: str
) -> None:
    """Refuse data that its conversion to another type would not only round.

    Raises
    ------
    CompileError
        When an integer type does not hold a value, or complex values would become real ones.
    """
    if can_cast(found, wanted):
        return
    if found.is_complex and not wanted.is_complex:
        raise compile_error(
            f"the data of {label} is {found} and does not fit {wanted}: pass data.real or data.imag"
        )
    if not (wanted.is_integer or wanted is ScalarType.bool_) or not content.size:
        return
    lowest, highest = wanted.limits
    values = content.astype(np.float64) if found is ScalarType.bfloat16 else content
    if values.dtype.kind == "f":
        inside = (values >= float(lowest)) & (values < float(highest + 1))
        inside &= values == np.trunc(values)
    else:
        inside = (values >= lowest) & (values <= highest)
    outside = ~inside
    if outside.any():
        value = values[outside].flat[0]
        raise compile_error(
            f"the data of {label} has the value {value}, which {wanted} does not hold: convert it "
            f"as it is meant, as in numpy.asarray(data).astype('{wanted}')"
        )


def default_layout(shape: tuple[Any, ...]) -> layouts.Layout:
    """Return the layout of an array that is declared without one: its open dimension is major."""
    is_last = len(shape) > 1 and open_axes(shape) == [len(shape) - 1]
    return layouts.col_major if is_last else layouts.row_major
