# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of the user's source, as errors quote them: with carets below the expression."""

from __future__ import annotations

import linecache
import unicodedata

__all__ = ["character_column", "quote", "remember_end"]

# Where expressions end that begin at a file, line and column. The compiler keeps beginnings only.
_ends: dict[tuple[str, int, int], int] = {}


def character_column(file: str, line: int, offset: int) -> int:
    """Return the column of a place in a line, counted in characters from 1.

    Parameters
    ----------
    file, line : str, int
        The line, counted from 1.
    offset : int
        The place, in bytes of UTF-8, as Python tells it.
    """
    text = linecache.getline(file, line)
    if text.isascii():
        return offset + 1
    return len(text.encode()[:offset].decode(errors="ignore")) + 1


def remember_end(file: str, line: int, column: int, end: int) -> None:
    """Keep the column behind the last character of the expression that begins at a place."""
    _ends[file, line, column] = end


def quote(file: str, line: int, column: int) -> str:
    """Return the line of a place and carets below it, indented; nothing if there is no source."""
    text = linecache.getline(file, line).rstrip()
    shown = text.lstrip()
    if not shown or line < 1:
        return ""
    start = column - 1 - (len(text) - len(shown))
    if column < 1 or not 0 <= start < len(shown):
        return f"\n    {shown}"
    end = _ends.get((file, line, column), column + 1)
    length = max(1, min(end - column, len(shown) - start))
    before = "".join(_blank(letter) for letter in shown[:start])
    return f"\n    {shown}\n    {before}{'^' * length}"


def _blank(letter: str) -> str:
    """Return white space as wide as a character is in a terminal."""
    if letter == "\t":
        return letter
    if unicodedata.combining(letter):
        return ""
    return "  " if unicodedata.east_asian_width(letter) in "WF" else " "
