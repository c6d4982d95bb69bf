# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of memory for a terminal: a grid of offsets."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from saopt._src.language.layouts.base import MAX_RANK, Layout
from saopt._src.support.integers import as_shape
from saopt._src.support.locations import compile_error

__all__ = ["offset_at", "picture", "shape_to_draw", "show", "visible"]

_MOST_ROWS = 16
_MOST_COLUMNS = 16
_MOST_GRIDS = 4


def shape_to_draw(layout: Layout, shape: Any) -> tuple[int, ...]:
    """Return the given shape, or else the one that shows most of the layout; checked."""
    chosen = layout._default_shape() if shape is None else as_shape(shape, "the picture", MAX_RANK)
    if len(chosen) > 4:
        raise compile_error(
            f"the shape {chosen} has {len(chosen)} dimensions: a picture has at most 4"
        )
    layout.check(chosen, "the picture")
    layout.extent(chosen)
    return chosen


def visible(size: int, most: int) -> list[int | None]:
    """Return the indices that a picture shows; None stands for those left out."""
    if size <= most:
        return list(range(size))
    return [*range(most - 2), None, size - 1]


def offset_at(layout: Layout, shape: Sequence[int], index: Sequence[int]) -> int | None:
    """Return the offset of an element, or None where the domain has none."""
    return layout.place(shape, index) if layout.has(shape, index) else None


def _describe(layout: Layout, shape: tuple[int, ...]) -> str:
    size = layout.size(shape)
    return f"{layout}, shape {shape}: {size} element{'' if size == 1 else 's'} of storage"


def _colour(offset: int, size: int, text: str) -> str:
    """Return `text` in a colour that goes from blue to red with the offset."""
    ramp = (27, 33, 39, 43, 47, 82, 118, 154, 190, 220, 214, 208, 202, 196)
    return f"\x1b[38;5;{ramp[offset * len(ramp) // max(size, 1)]}m{text}\x1b[0m"


def _grid(
    layout: Layout,
    shape: tuple[int, ...],
    leading: tuple[int, ...],
    width: int,
    colour: bool,
) -> Iterable[str]:
    """Yield the lines of one matrix of offsets; a vector is a matrix of one row."""
    size = layout.size(shape)
    rows = visible(shape[-2], _MOST_ROWS) if len(shape) > 1 else [0]
    columns = visible(shape[-1], _MOST_COLUMNS) if shape else [0]
    for row in rows:
        cells = []
        for column in columns:
            if row is None or column is None:
                cells.append("…".rjust(width))
                continue
            index = (*leading, row, column)[-len(shape) :] if shape else ()
            offset = offset_at(layout, shape, index)
            text = ("·" if offset is None else str(offset)).rjust(width)
            cells.append(text if offset is None or not colour else _colour(offset, size, text))
        yield "  " + " ".join(cells)


def picture(layout: Layout, shape: tuple[int, ...], colour: bool = False) -> str:
    """Return the picture that `Layout.show` prints, of a shape from `shape_to_draw`."""
    lines = [_describe(layout, shape)]
    if 0 in shape:
        return lines[0]
    width = len(str(max(layout.size(shape) - 1, 0)))
    outer = shape[:-2]
    grids = list(itertools.islice(itertools.product(*map(range, outer)), _MOST_GRIDS + 1))
    for leading in grids[:_MOST_GRIDS]:
        if leading:
            lines.append(f"[{', '.join(map(str, leading))}, :, :]")
        lines.extend(_grid(layout, shape, leading, width, colour))
    if len(grids) > _MOST_GRIDS:
        lines.append(f"… and {int(np.prod(outer)) - _MOST_GRIDS} more")
    return "\n".join(lines)


def show(layout: Layout, shape: Any) -> None:
    """Print the picture, coloured where that can be seen."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    print(picture(layout, shape_to_draw(layout, shape), colour))
