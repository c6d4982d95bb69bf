# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of the order in which the loops of a product reach the elements of its matrices.

The loops are read from the text that a schedule prints. A loop belongs to the index that its name
begins with: ``j``, ``jj`` and ``jjj`` are loops over the columns.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

LOOP = re.compile(r"for (\w+) in range\((?:\d+, )?(\d+)(?:, (\d+))?\)")
CELLS = 48
CELL = 4
SHADES = 16
MATRICES = {"A": "ik", "B": "kj", "C": "ij"}


class Loop(NamedTuple):
    """One loop: the index that it belongs to, and the trip count and increment in its units."""

    index: str
    trips: int
    increment: int


def read_loops(text: str) -> list[Loop]:
    """Return the loops of a printed schedule or plan, from the outermost one."""
    loops = []
    for name, stop, increment in LOOP.findall(text):
        step = int(increment or 1)
        loops.append(Loop(name[0], -(-int(stop) // step), step))
    return loops


def reach(loops: list[Loop], position: dict[str, int]) -> int:
    """Return when the loops first reach the point at ``position``; indices it lacks are zero."""
    remaining = dict(position)
    time = 0
    for loop in loops:
        iteration, remaining[loop.index] = divmod(remaining.get(loop.index, 0), loop.increment)
        time = time * loop.trips + iteration
    return time


def shade_elements(loops: list[Loop], indices: str) -> list[list[int]]:
    """Return a shade, 0 for the earliest, of each of the first elements of a matrix, by rows."""
    times = [
        [reach(loops, {indices[0]: row, indices[1]: column}) for column in range(CELLS)]
        for row in range(CELLS)
    ]
    ranks = {time: rank for rank, time in enumerate(sorted({t for row in times for t in row}))}
    return [[SHADES * ranks[time] // len(ranks) for time in row] for row in times]


def runs(shades: list[int]) -> list[tuple[int, int, int]]:
    """Return the start, length and shade of each run of equal shades."""
    result, start = [], 0
    for shade, run in itertools.groupby(shades):
        length = len(list(run))
        result.append((start, length, shade))
        start += length
    return result


def draw_product(text: str) -> str:
    """Return an SVG of the first elements of A, B and C, dark where they are reached early."""
    loops = read_loops(text)
    width, gap = CELLS * CELL, 24
    parts = []
    for number, (name, indices) in enumerate(MATRICES.items()):
        left = number * (width + gap)
        for row, shades in enumerate(shade_elements(loops, indices)):
            for start, length, shade in runs(shades):
                parts.append(
                    f'<rect x="{left + start * CELL}" y="{16 + row * CELL}" '
                    f'width="{length * CELL}" height="{CELL}" '
                    f'fill="hsl(210 70% {25 + 65 * shade // (SHADES - 1)}%)"/>'
                )
        label = f"{name}[{indices[0]}, {indices[1]}]"
        parts.append(f'<text x="{left}" y="11" font-size="12">{label}</text>')
    total, height = 3 * width + 2 * gap, 16 + width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}" '
        f'width="{total}" height="{height}" role="img" '
        'shape-rendering="crispEdges" font-family="monospace">'
        f"<title>The first {CELLS} x {CELLS} elements of A, B and C: the darker, the earlier the "
        f"loops reach them</title>{''.join(parts)}</svg>"
    )
