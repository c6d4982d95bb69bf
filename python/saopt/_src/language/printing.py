# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.print`: lines that the points of a nest print, for debugging."""

from __future__ import annotations

from typing import Any

import numpy as np

from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.context import current
from saopt._src.language.expressions import Value
from saopt._src.support.errors import Location
from saopt._src.support.locations import compile_error

__all__ = ["Print", "print", "shown"]

_MOST_VALUES = 16


class Print:
    """A line: texts, and the values between them."""

    __slots__ = ("location", "texts", "values")

    def __init__(
        self, texts: tuple[str, ...], values: tuple[Value, ...], location: Location | None
    ) -> None:
        self.texts = texts
        self.values = values
        self.location = location


def print(*values: Any) -> None:  # the name that users write: sa.print
    """Print a line at each point of a nest, for debugging.

    Parameters
    ----------
    *values : str, or anything that the logic computes with
        What the line consists of, with a space between two: at most 16 values.

    Notes
    -----
    On a device the lines are noted, and printed when the call, or the work of a `call_async`,
    has ended: in order where points run one after the other, and in any order where they run
    at the same time. A call has room for 65,536 words of 32 bits; a line takes one, and two for
    each value, four for a complex one. What does not fit is counted.

    Examples
    --------
    >>> loud = sa.Nest(shape=(2,))
    >>> p = loud.get_indices()
    >>> @loud.iteration_logic
    ... def _():
    ...     sa.print("row", p, "begins with", A[p, 0])
    ...     C[p, 0] = A[p, 0]
    >>> shout = sa.compile(loud, args=(A, C), engine="eager")
    >>> shout(np.ones((16, 8), np.float32), np.zeros((16, 32), np.float32))
    row 0 begins with 1.0
    row 1 begins with 1.0
    """
    for value in values:
        if isinstance(value, str):
            _check_text(value)
    if sum(not isinstance(value, str) for value in values) > _MOST_VALUES:
        raise compile_error(f"sa.print shows at most {_MOST_VALUES} values in a line")
    current().print(values)


def _check_text(text: str) -> None:
    if "\0" in text:
        raise compile_error("sa.print cannot show a text with a NUL character")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise compile_error(f"sa.print cannot show {text!a}: {error.reason}") from None


def shown(value: Any) -> str:
    """Return a value as devices print it."""
    if isinstance(value, (BFloat16, np.float16)):
        value = np.float32(value.value if isinstance(value, BFloat16) else value)
    if isinstance(value, (complex, np.complexfloating)):
        real, imag = shown(value.real), shown(value.imag)
        return f"({real}{'' if imag.startswith('-') else '+'}{imag}j)"
    return str(value)
