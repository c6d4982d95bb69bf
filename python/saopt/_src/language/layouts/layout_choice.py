# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layout of an array, from what its declaration says."""

from __future__ import annotations

from typing import Any

from saopt._src.language.layouts.base import LARGEST_STORAGE, Layout, is_known
from saopt._src.language.layouts.near_layout import near_layout
from saopt._src.language.layouts.strided import Strided, any_layout, col_major, deferred, row_major
from saopt._src.language.roles import Role
from saopt._src.support.integers import as_entries, as_integer, has_entries
from saopt._src.support.locations import compile_error

__all__ = ["choose_layout", "known_strides"]


def choose_layout(
    layout: Any, offset: Any, role: Role, shape: tuple[Any, ...], owner: str
) -> Layout:
    """Return the layout that ``layout=`` and ``offset=`` of an array mean."""
    start = as_integer(offset, f"the offset of {owner}")
    chosen = _from_strides(layout, start, shape, owner)
    if chosen == deferred and role is not Role.CONST:
        raise compile_error(
            f"the layout of {owner} is DEFERRED, which only a CONST array can have: the memory of "
            f"an array with the role {role.name} is known to others"
        )
    if chosen == any_layout and not role.is_argument:
        raise compile_error(
            f"the layout of {owner} is sa.layout.any, which takes the strides of the array that is "
            f"passed: nothing is passed for the role {role.name}"
        )
    chosen.check(shape, owner)
    known = row_major if chosen in (any_layout, deferred) else chosen
    extent = known._extent(shape) if _are_known(shape) else None
    if extent is not None and extent[1] >= LARGEST_STORAGE:
        raise compile_error(f"{owner} of shape {shape} is larger than any memory")
    return chosen


def _from_strides(layout: Any, start: int, shape: tuple[Any, ...], owner: str) -> Layout:
    """Return the layout as an object; an offset makes a dense one a strided one."""
    if isinstance(layout, Layout):
        if not start:
            return layout
        strides = known_strides(layout, shape) if layout in (row_major, col_major) else None
        if strides is None:
            raise compile_error(
                f"{owner} has an offset of {start} and the layout {layout}: only strides, and "
                "FIRST_MAJOR and LAST_MAJOR with strides that are known, take an offset"
            )
        return Strided(strides, start)
    if has_entries(layout):
        strides = tuple(as_integer(stride, f"a stride of {owner}") for stride in as_entries(layout))
        return Strided(strides, start)
    raise compile_error(
        f"the layout of {owner} is {layout!r}: use sa.Array.Layout.FIRST_MAJOR, "
        "sa.Array.Layout.LAST_MAJOR, a tuple of strides, or a layout of sa.layout"
        + near_layout(layout)
    )


def known_strides(layout: Layout, shape: tuple[Any, ...]) -> tuple[int, ...] | None:
    """Return the strides of an array, where no size that is known only at the call is in them."""
    others = {row_major: shape[1:], col_major: shape[:-1]}.get(layout, shape)
    if not isinstance(layout, Strided) and not _are_known(others):
        return None
    return layout._strides(tuple(size if is_known(size) else 1 for size in shape))


def _are_known(shape: tuple[Any, ...]) -> bool:
    return all(map(is_known, shape))
