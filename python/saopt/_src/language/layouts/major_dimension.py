# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The major dimension of a layout: the one whose size no offset depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saopt._src.language.layouts.affine import Affine
from saopt._src.language.layouts.base import Layout
from saopt._src.language.layouts.matrices import Banded, Toeplitz
from saopt._src.language.layouts.strided import Strided, any_layout, col_major, row_major
from saopt._src.language.layouts.tiles import Blocked, Striped
from saopt._src.language.shapes import open_axes
from saopt._src.support.locations import compile_error

__all__ = ["check_open"]


def _major_axes(layout: Layout, rank: int) -> Sequence[int]:
    """Return the dimensions that may be left open, one at a time."""
    if layout in (row_major, any_layout) or isinstance(layout, (Banded, Blocked)):
        return range(rank)[:1]
    if layout == col_major or isinstance(layout, (Toeplitz, Striped)):
        return range(rank)[-1:]
    strides = layout._strides((1,) * rank) if isinstance(layout, (Strided, Affine)) else None
    if not strides:
        return ()
    largest = max(map(abs, strides))
    return [axis for axis, stride in enumerate(strides) if abs(stride) == largest]


def check_open(layout: Layout, shape: Sequence[Any], owner: str) -> None:
    """Check that only the major dimension of an array is left open."""
    found = open_axes(tuple(shape))
    possible = _major_axes(layout, len(shape))
    if not found or (len(found) == 1 and found[0] in possible):
        return
    shown = f"the shape {tuple(shape)} of {owner}"
    if not possible:
        raise compile_error(f"{shown} has sa.inf, but {layout} needs to know every size")
    wrong = next(axis for axis in found if axis not in possible[:1])
    raise compile_error(
        f"{shown} leaves dimension {wrong} open with sa.inf: only the major dimension can be, "
        f"which is dimension {' or '.join(map(str, possible))} of {layout}"
    )
