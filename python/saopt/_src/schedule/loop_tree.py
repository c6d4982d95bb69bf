# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loops of a schedule or plan as a tree: how each runs, how often, and what it accesses."""

from __future__ import annotations

import html
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from saopt._src.support.notebook import badge, preformatted

__all__ = ["TreeLine", "as_html", "as_text", "has_colour", "read_lines"]

_LOOP = re.compile(r"^ *for (\w+) in range\(.*\):(?:  # (\w+))?$")
_COLOURS = {"parallel": 32, "vectorize": 35, "unroll": 33}
_GRID_COLOUR = 36


@dataclass
class TreeLine:
    """A line of the printed loops.

    Attributes
    ----------
    text : str
        The line, indented, without the execution of a loop.
    loop : str or None
        The name of the loop that begins there.
    execution : str or None
        How that loop runs; None if its iterations run one after the other.
    trip_count : int or None
        Its number of iterations, where that is known.
    footprints : dict of str to int
        How many bytes of each array one run of the loop accesses at the most, where that is known.
    cache : str
        Where all of that fits, for a known target.
    """

    text: str
    loop: str | None = None
    execution: str | None = None
    trip_count: int | None = None
    footprints: dict[str, int] = field(default_factory=dict)
    cache: str = ""

    def find_cache(self, sizes: Sequence[int]) -> None:
        """Note in which cache one run of the loop finds everything; the nearest comes first."""
        needed = sum(self.footprints.values())
        fitting = [level for level, size in enumerate(sizes, 1) if needed <= size]
        if fitting:
            self.cache = f"in L{fitting[0]}"
        elif sizes:
            self.cache = "in no cache"

    @property
    def summary(self) -> str:
        """The trip count and the footprints in words."""
        parts = [] if self.trip_count is None else [f"{self.trip_count} x"]
        parts += [f"{name} {_size(size)}" for name, size in self.footprints.items()]
        return "  ".join([*parts, self.cache] if self.cache else parts)


def has_colour() -> bool:
    """Return whether the output is a terminal, and colours are welcome."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def read_lines(text: str) -> list[TreeLine]:
    """Return the lines of printed loops."""
    lines = []
    for line in text.splitlines():
        match = _LOOP.match(line)
        if match is None:
            lines.append(TreeLine(line))
        else:
            lines.append(TreeLine(line.partition("  # ")[0], match[1], match[2]))
    return lines


def as_text(lines: Sequence[TreeLine], colour: bool = False) -> str:
    """Return the tree for a terminal: loops, how they run, trip counts and footprints."""
    loops = [line for line in lines if line.loop is not None]
    width = max((len(line.text) for line in loops), default=0)
    executions = max((len(line.execution or "") for line in loops), default=0)
    result = []
    for line in lines:
        if line.loop is None:
            result.append(line.text)
            continue
        execution = f"{line.execution or '':{executions}}"
        if colour and line.execution is not None:
            execution = f"\x1b[{_COLOURS.get(line.execution, _GRID_COLOUR)}m{execution}\x1b[0m"
        result.append(f"{line.text:{width}}  {execution}  {line.summary}".rstrip())
    return "\n".join(result)


def as_html(lines: Sequence[TreeLine]) -> str:
    """Return the tree for a notebook."""
    result = []
    for line in lines:
        content = html.escape(line.text)
        if line.execution is not None:
            content += "  " + badge(line.execution)
        if line.loop is not None and line.summary:
            content += f'  <span style="opacity:0.65">{html.escape(line.summary)}</span>'
        result.append(content)
    return preformatted("\n".join(result))


def _size(size: int) -> str:
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.3g} {unit}"
        size = size / 1024  # type: ignore[assignment]
    return f"{size:.3g} GiB"
