# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The one family of exceptions that everything in saopt raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from saopt._src.support.quoting import quote

__all__ = [
    "AllocationError",
    "ArgumentCountError",
    "ArgumentError",
    "ArgumentRangeError",
    "ArgumentTypeError",
    "CompileError",
    "Error",
    "ExchangeError",
    "ExecutionPlacementError",
    "InternalError",
    "Location",
    "Note",
    "ScheduleError",
]


class Location(NamedTuple):
    """A place in the user's source.

    Attributes
    ----------
    file : str
        The path of the file, as Python knows it.
    line : int
        The line, counted from 1.
    column : int
        The column, counted from 1 in characters; 0 when it is not known.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Note(NamedTuple):
    """Something that an error refers to.

    Attributes
    ----------
    message : str
        What is there.
    location : Location or None
        Where it is in the user's source, when that is known.
    """

    message: str
    location: Location | None

    def __str__(self) -> str:
        if self.location is None:
            return f"note: {self.message}"
        return f"{self.location}: note: {self.message}{quote(*self.location)}"


class Error(Exception):
    """Base of every exception that saopt raises on purpose."""


class CompileError(Error, ValueError):
    """A function cannot be compiled as it is written; it is a `ValueError`, too.

    Its text begins with the place in the user's source, where that is known, and ends with the
    line there, and carets below the expression.

    Parameters
    ----------
    message : str
        What is wrong and what to do about it.
    location : Location or tuple, optional
        Where in the user's source the mistake is.
    notes : sequence of Note
        What the message refers to.

    Attributes
    ----------
    message : str
        The message without the location.
    location : Location or None
        Where in the user's source the mistake is, when that is known.
    notes : tuple of Note
        What the message refers to, such as the two accesses that a step would exchange.
        Tracebacks show them.
    """

    def __init__(
        self,
        message: str,
        location: Location | tuple[str, int, int] | None = None,
        notes: Sequence[Note] = (),
    ) -> None:
        self.message = message
        self.location = None if location is None else Location(*location)
        self.notes = tuple(
            Note(text, None if where is None else Location(*where)) for text, where in notes
        )
        super().__init__(message, self.location, self.notes)
        for note in self.notes:
            self.add_note(str(note))

    def __str__(self) -> str:
        if self.location is None:
            return self.message
        return f"{self.location}: {self.message}{quote(*self.location)}"


class ScheduleError(CompileError):
    """A step of a schedule is malformed, or would change the result."""


class ArgumentError(Error, ValueError):
    """An argument does not fit: what a function was compiled for, or the memory of an array."""


class ArgumentCountError(ArgumentError, TypeError):
    """A call has too many or too few arguments."""


class ArgumentRangeError(ArgumentError, OverflowError):
    """A number is outside of the range of the elements that it is for."""


class ArgumentTypeError(ArgumentError, TypeError):
    """A number is of a kind that the elements that it is for do not have."""


class AllocationError(ArgumentError, MemoryError):
    """There is not enough memory for an array."""


class ExchangeError(ArgumentError, BufferError):
    """The memory of an array cannot be shared with another library."""


class ExecutionPlacementError(ArgumentError):
    """The arguments live on queues or in contexts that do not fit together."""


class IndexRangeError(Error, IndexError):
    """An index that data chose is outside of its array."""


class AssumptionError(Error):
    """Something that the logic states with `assume` does not hold."""


class InternalError(Error):
    """The compiler fails, and not because of the program; the process goes on.

    Parameters
    ----------
    message : str
        What failed, and how to report it.
    reproducer : str, optional
        A file that reproduces the error.

    Attributes
    ----------
    reproducer : str or None
        A file that reproduces the error, for ``saopt --run-reproducer FILE``; None if it
        could not be written.
    """

    def __init__(self, message: str, reproducer: str | None = None) -> None:
        self.reproducer = reproducer
        super().__init__(message, reproducer)

    def __str__(self) -> str:
        return str(self.args[0])


# Tracebacks show the names that users write.
for _class in (
    Error,
    CompileError,
    ScheduleError,
    ArgumentError,
    ArgumentCountError,
    ArgumentRangeError,
    ArgumentTypeError,
    AllocationError,
    ExchangeError,
    ExecutionPlacementError,
    IndexRangeError,
    AssumptionError,
    InternalError,
):
    _class.__module__ = "saopt"
