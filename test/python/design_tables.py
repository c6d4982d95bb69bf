# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/design.md: the rooms of the tree and the arrows between them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/design.md"


def read_arrows(heading: str) -> dict[str, list[str]]:
    """Return the first and the last column of the table of a section, by row.

    Raises ValueError for a section without a table, and for a row without a name.
    """
    _, found, section = PAGE.read_text().partition(f"\n## {heading}\n")
    rows = re.findall(r"^\|(.*)\|$", section.split("\n## ")[0], re.MULTILINE)[2:]
    if not found or not rows:
        raise ValueError(f"{PAGE.name} has no table in a section '{heading}'")
    arrows = {}
    for row in rows:
        first, _, last = row.split("|")
        (name,) = re.findall(r"`([^`]+)`", first)
        arrows[name] = re.findall(r"`([^`]+)`", last)
    return arrows
