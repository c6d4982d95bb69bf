# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The roles that an array can have in a function."""

from __future__ import annotations

import enum

__all__ = ["Role"]


class Role(enum.Enum):
    """What a function does with an array, and where its memory comes from.

    The value of a member is its name in the IR and in manifests.
    """

    INPUT = "input"
    """The caller's, only read."""

    INOUT = "inout"
    """The caller's, read and written."""

    INPUT_OUTPUT = "inout"
    """Another name for `INOUT`."""

    CONST = "const"
    """Data known at compile time, part of the function."""

    TEMP = "temp"
    """The function's own memory, zero at the start of every call."""

    @property
    def is_argument(self) -> bool:
        """Whether the caller passes the array."""
        return self in (Role.INPUT, Role.INOUT)
