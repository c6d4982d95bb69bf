# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The roles that an array can have in a function."""

from __future__ import annotations

import enum

from saopt._src.support.near_names import NamedMembers

__all__ = ["Role"]


class Role(enum.Enum, metaclass=NamedMembers):
    """What a function does with an array, and where its memory comes from.

    The value of a member is its name in the IR and in manifests.

    Examples
    --------
    >>> sa.Array(role=sa.Role.TEMP, shape=(4,), name='T')
    Array 'T': TEMP float32, shape (4,), row-major
    """

    INPUT = "input"
    """The caller's, only read."""

    INOUT = "inout"
    """The caller's, read and written."""

    INPUT_OUTPUT = "inout"
    """Another name for `INOUT`."""

    OUTPUT = "output"
    """The caller's, written before it is read; the function makes it when it is not given."""

    CONST = "const"
    """Data known at compile time, part of the function."""

    TEMP = "temp"
    """The function's own memory, zero at the start of every call."""

    @property
    def is_argument(self) -> bool:
        """Whether the caller passes the array."""
        return self in (Role.INPUT, Role.INOUT, Role.OUTPUT)

    @property
    def may_be_omitted(self) -> bool:
        """Whether the caller may leave the array out, and gets a new one."""
        return self is Role.OUTPUT

    @property
    def is_written(self) -> bool:
        """Whether the function may write the array."""
        return self in (Role.INOUT, Role.OUTPUT, Role.TEMP)
