# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A roofline of the workloads, as an SVG picture."""

from __future__ import annotations

import math
from html import escape
from typing import Any

WIDTH, HEIGHT, MARGIN = 900, 560, 70


def draw(data: dict[str, Any]) -> str:
    """Return the picture of what `table.as_data` made.

    The horizontal axis is the arithmetic intensity, in operations per byte of memory that must be
    read or written; the vertical axis is the speed. Both are logarithmic.
    """
    points = [
        (
            entry["flops"] / entry["traffic"],
            entry["flops"] / entry["seconds"]["saopt"]["best"],
            entry,
        )
        for entry in data["workloads"]
        if entry["flops"]
    ]
    roofs = data["limits"]["flops"]
    peak, slope = max(roofs.values()), data["limits"]["copy"]
    low_x, high_x = 0.05, 2.0 * max([x for x, _, _ in points] + [peak / slope])
    low_y, high_y = 0.5 * min([y for _, y, _ in points] + [slope * low_x]), 2.0 * peak

    def at(x: float, y: float) -> tuple[float, float]:
        across = math.log(x / low_x) / math.log(high_x / low_x)
        up = math.log(y / low_y) / math.log(high_y / low_y)
        return MARGIN + across * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)

    def line(start: tuple[float, float], end: tuple[float, float], style: str) -> str:
        (x1, y1), (x2, y2) = at(*start), at(*end)
        return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'

    ridge = peak / slope
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Roofline of the workloads</title>",
        "<style>text{font:12px sans-serif;fill:#333}.roof{stroke:#b00;stroke-width:2}"
        ".grid{stroke:#ddd}circle{fill:#06c}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}circle{fill:#6bf}}</style>",
    ]
    for power in range(math.ceil(math.log10(low_x)), math.floor(math.log10(high_x)) + 1):
        x = 10.0**power
        parts.append(line((x, low_y), (x, high_y), "grid"))
        parts.append(f'<text x="{at(x, low_y)[0]:.1f}" y="{HEIGHT - MARGIN + 18}">{x:g}</text>')
    for power in range(math.ceil(math.log10(low_y)), math.floor(math.log10(high_y)) + 1):
        y = 10.0**power
        parts.append(line((low_x, y), (high_x, y), "grid"))
        parts.append(f'<text x="8" y="{at(low_x, y)[1]:.1f}">{y / 1e9:g}</text>')
    parts.append(line((low_x, slope * low_x), (ridge, peak), "roof"))
    for name, rate in roofs.items():
        parts.append(line((rate / slope, rate), (high_x, rate), "roof"))
        left, top = at(high_x, rate)
        parts.append(
            f'<text x="{left:.1f}" y="{top - 4:.1f}" text-anchor="end">{escape(name)}</text>'
        )
    for x, y, entry in points:
        left, top = at(x, y)
        label = escape(f"{entry['name']}: {y / 1e9:.1f} GFLOP/s")
        parts.append(
            f'<circle cx="{left:.1f}" cy="{top:.1f}" r="5"><title>{label}</title></circle>'
        )
    parts.append(f'<text x="{WIDTH // 2 - 90}" y="{HEIGHT - 20}">operations per byte</text>')
    parts.append(
        f'<text x="8" y="{MARGIN - 30}">GFLOP/s; the lines are the limits of this machine: '
        "copying, and the arithmetic of each type</text>"
    )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
