# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where in the user's source something happens: the nearest frame that is not saopt's own."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import sys
from types import FrameType

from saopt._src.support.errors import CompileError, Location
from saopt._src.support.quoting import character_column, remember_end

__all__ = ["compile_error", "user_frame", "user_location"]

_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")) + os.sep


@functools.cache
def _is_internal(filename: str) -> bool:
    # The functions for `with` run in a frame of contextlib.
    return filename == contextlib.__file__ or os.path.abspath(filename).startswith(_PACKAGE)


def _is_generated(frame: FrameType) -> bool:
    """Return whether the frame runs a method that Python wrote for a class of this package."""
    return frame.f_code.co_filename == "<string>" and str(
        frame.f_globals.get("__name__")
    ).startswith("saopt._src.")


def user_frame() -> FrameType | None:
    """Return the innermost frame of the call stack that runs code outside this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (_is_internal(frame.f_code.co_filename) or _is_generated(frame)):
        frame = frame.f_back
    return frame


def user_location() -> Location | None:
    """Return the place of the expression that the user's code is evaluating."""
    frame = user_frame()
    if frame is None:
        return None
    positions = itertools.islice(frame.f_code.co_positions(), frame.f_lasti // 2, None)
    line, last_line, start, end = next(positions, (None, None, None, None))
    file = frame.f_code.co_filename
    if line is None:
        return Location(file, frame.f_lineno or 0, 0)
    if start is None:
        return Location(file, line, 0)
    column = character_column(file, line, start)
    if last_line == line and end is not None:
        remember_end(file, line, column, character_column(file, line, end))
    else:
        remember_end(file, line, column, sys.maxsize)
    return Location(file, line, column)


def compile_error(message: str) -> CompileError:
    """Return a `CompileError` located at the user's current line."""
    return CompileError(message, user_location())
