# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of memory for a notebook: cells coloured by offset, and the path through them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from saopt._src.language.layouts.base import Layout
from saopt._src.language.layouts.picture import offset_at, shape_to_draw, visible

__all__ = ["draw"]

_CELL = 34
_GAP = 22
_TITLE = 26
_MOST_CELLS = 16
_MOST_PANELS = 4
# Selectors name the picture, since a notebook applies styles to the whole page.
_STYLE = "".join(
    # Its own ground: cells are light, and the page may be dark.
    f"svg.saopt-layout{rule}"
    for rule in (
        "{background:#fff;border-radius:4px}",
        " text{font:11px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#222}",
        " .title{font:13px sans-serif;text-anchor:start}",
        " .hole{fill:none;stroke:#ccc;stroke-dasharray:2 2}",
        " .path{fill:none;stroke:#000;stroke-opacity:.35;stroke-width:1.5}",
    )
)


def _panels(shape: Sequence[int]) -> Iterator[tuple[float, float, tuple[int, ...]]]:
    """Yield where each matrix of the picture begins, and its leading indices."""
    rows = len(visible(shape[-2], _MOST_CELLS)) if len(shape) > 1 else 1
    outer = [visible(size, _MOST_PANELS) for size in shape[:-2]]
    columns = len(visible(shape[-1], _MOST_CELLS)) if shape else 1
    for position in itertools.product(*(range(len(panel)) for panel in outer)):
        leading = tuple(panel[p] for panel, p in zip(outer, position, strict=True))
        if None in leading:
            continue
        across = position[-1] if position else 0
        down = position[-2] if len(position) > 1 else 0
        x = 10 + across * (columns * _CELL + _GAP)
        y = _TITLE + 10 + down * (rows * _CELL + _GAP)
        yield x, y, leading  # type: ignore[misc]


def _cells(shape: Sequence[int]) -> Iterator[tuple[float, float, tuple[int, ...] | None]]:
    """Yield the centre of each cell, and its index vector; None where some are left out."""
    rows = visible(shape[-2], _MOST_CELLS) if len(shape) > 1 else [0]
    columns = visible(shape[-1], _MOST_CELLS) if shape else [0]
    for x, y, leading in _panels(shape):
        for (down, row), (across, column) in itertools.product(enumerate(rows), enumerate(columns)):
            centre = (x + (across + 0.5) * _CELL, y + (down + 0.5) * _CELL)
            if row is None or column is None:
                yield *centre, None
            else:
                yield *centre, (*leading, row, column)[-len(shape) :] if shape else ()


def _cell(x: float, y: float, offset: int, size: int) -> str:
    hue = 220 - 220 * offset // max(size - 1, 1)
    left, top = x - _CELL / 2, y - _CELL / 2
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{_CELL}" height="{_CELL}" '
        f'fill="hsl({hue},70%,82%)" stroke="#fff"/><text x="{x:g}" y="{y:g}">{offset}</text>'
    )


def _hole(x: float, y: float, text: str) -> str:
    left, top = x - _CELL / 2 + 2, y - _CELL / 2 + 2
    return (
        f'<rect class="hole" x="{left:g}" y="{top:g}" width="{_CELL - 4}" height="{_CELL - 4}"/>'
        f'<text x="{x:g}" y="{y:g}">{text}</text>'
    )


def draw(layout: Layout, shape: Any) -> str:
    """Return the picture of a layout as an SVG document."""
    sizes = shape_to_draw(layout, shape)
    storage = layout.size(sizes)
    drawn: list[str] = []
    path: dict[int, tuple[float, float]] = {}
    right, bottom = 0.0, float(_TITLE)
    for x, y, index in _cells(sizes) if 0 not in sizes else ():
        right, bottom = max(right, x), max(bottom, y)
        offset = None if index is None else offset_at(layout, sizes, index)
        if offset is None:
            drawn.append(_hole(x, y, "…" if index is None else ""))
        else:
            drawn.append(_cell(x, y, offset, storage))
            path.setdefault(offset, (x, y))
    points = " ".join(f"{x:g},{y:g}" for _, (x, y) in sorted(path.items()))
    title = escape(f"{layout}, shape {sizes}: {storage} of storage")
    width, height = max(right + _CELL / 2 + 10, 7.2 * len(title)), bottom + _CELL / 2 + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="saopt-layout" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}"><style>{_STYLE}</style>'
        f'<text class="title" x="10" y="{_TITLE / 2:g}">{title}</text>{"".join(drawn)}'
        f'<polyline class="path" points="{points}"/></svg>'
    )
