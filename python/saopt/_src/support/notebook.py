# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pieces of HTML for notebooks. Colours are translucent, so that they suit light and dark pages."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

__all__ = ["badge", "beginning_of", "details", "preformatted", "table"]

_HUES = {
    "parallel": 140,
    "vectorize": 265,
    "unroll": 30,
    "tensorize": 330,
    "block_x": 195,
    "block_y": 195,
    "block_z": 195,
    "thread_x": 215,
    "thread_y": 215,
    "thread_z": 215,
    "subgroup": 235,
}


_MOST_LINES = 120


def badge(text: str, kind: str | None = None) -> str:
    """Return text on a coloured ground; `kind` chooses the colour, by default `text`."""
    hue = _HUES.get(kind or text)
    ground = "rgba(128, 128, 128, 0.18)" if hue is None else f"hsla({hue}, 70%, 50%, 0.28)"
    return (
        f'<span style="background:{ground};border-radius:0.25em;padding:0 0.35em">'
        f"{html.escape(text)}</span>"
    )


def table(rows: Iterable[Sequence[str]], heading: Sequence[str] = ()) -> str:
    """Return a table of cells that are HTML already."""
    style = "text-align:left;padding:0.1em 0.8em;vertical-align:top"
    parts = []
    if heading:
        parts.append("".join(f'<th style="{style}">{html.escape(cell)}</th>' for cell in heading))
    parts += ["".join(f'<td style="{style}">{cell}</td>' for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in parts) + "</table>"


def beginning_of(text: str) -> str:
    """Return the first lines of a text, and how many more there are: notebooks keep all outputs."""
    lines = text.splitlines()
    if len(lines) <= _MOST_LINES:
        return text
    return "\n".join([*lines[:_MOST_LINES], f"… and {len(lines) - _MOST_LINES} more lines"])


def preformatted(content: str) -> str:
    """Return HTML in which white space counts."""
    return f'<pre style="line-height:1.35;margin:0.3em 0">{content}</pre>'


def details(summary: str, content: str) -> str:
    """Return text that a click opens, over content that is HTML already."""
    return f"<details><summary>{html.escape(summary)}</summary>{content}</details>"
