# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of layouts that are almost right."""

from __future__ import annotations

from saopt._src.support.near_names import did_you_mean

__all__ = ["NAMES", "missing_layout", "near_layout"]

NAMES = (
    "affine",
    "any",
    "banded",
    "blocked",
    "col_major",
    "lower_triangular",
    "packed_lower_triangular",
    "packed_upper_triangular",
    "row_major",
    "strided",
    "striped",
    "toeplitz",
    "upper_triangular",
    "z_order",
)
_OTHERS = {"c": "row_major", "f": "col_major", "col": "col_major", "row": "row_major"}


def near_layout(layout: object) -> str:
    """Return the part of a message that proposes a layout for a text, or nothing."""
    if isinstance(layout, str) and layout.lower() in _OTHERS:
        return f"; did you mean sa.layout.{_OTHERS[layout.lower()]}?"
    return did_you_mean(layout, NAMES, "sa.layout.{}")


def missing_layout(name: str) -> str:
    """Return what to say about a layout that does not exist."""
    return f"there is no layout sa.layout.{name}: there are {', '.join(NAMES)}" + near_layout(name)
