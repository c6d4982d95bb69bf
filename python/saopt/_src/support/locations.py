# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where in the user's source something happens: the nearest frame that is not saopt's own."""

from __future__ import annotations

import functools
import itertools
import os
import sys
from types import FrameType

from saopt._src.support.errors import CompileError, Location

__all__ = ["compile_error", "user_frame", "user_location"]

_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")) + os.sep


@functools.cache
def _is_internal(filename: str) -> bool:
    return os.path.abspath(filename).startswith(_PACKAGE)


def user_frame() -> FrameType | None:
    """Return the innermost frame of the call stack that runs code outside this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_internal(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def user_location() -> Location | None:
    """Return the place of the expression that the user's code is evaluating."""
    frame = user_frame()
    if frame is None:
        return None
    positions = itertools.islice(frame.f_code.co_positions(), frame.f_lasti // 2, None)
    line, _, column, _ = next(positions, (None, None, None, None))
    if line is None:
        return Location(frame.f_code.co_filename, frame.f_lineno or 0, 0)
    return Location(frame.f_code.co_filename, line, 0 if column is None else column + 1)


def compile_error(message: str) -> CompileError:
    """Return a `CompileError` located at the user's current line."""
    return CompileError(message, user_location())
