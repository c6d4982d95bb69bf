# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the logic of a nest is being run for: to be recorded, or to be computed.

The same Python function serves both. While it runs, a context is active in its thread, and
arrays, indices and the functions of the package hand their work to it: a recorder notes the
operation, the eager engine computes it.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array
    from saopt._src.language.elements import Elements
    from saopt._src.language.scalars import Scalar
    from saopt._src.language.types import ScalarType

__all__ = ["Branches", "Context", "active", "current", "is_active"]


class Context(Protocol):
    """What can be done in the logic of a nest.

    Attributes
    ----------
    checks_elements : bool
        Whether each element is looked at when it is read or written, so that a subscript need
        not be inside of the shape before that.
    unopened : list of If
        Those without a function whose block has not begun.
    recent : If or None
        The one whose block has ended last, with which an Else goes on.
    """

    checks_elements: bool
    unopened: list[Any]
    recent: Any

    def load(self, array: Array, subscripts: tuple[Any, ...]) -> Any:
        """Read an element."""

    def store(self, array: Array, subscripts: tuple[Any, ...], value: Any) -> None:
        """Write an element."""

    def bound(self, subscript: Any, size: Any, what: str) -> None:
        """Make sure that a subscript is at least 0 and less than a size; errors say `what`."""

    def position_of(self, index: Any) -> int | None:
        """Return where an index is now; None while a logic is recorded, and outside of one."""

    def shown(self, value: Any) -> Any:
        """Return what a value is at a breakpoint; None while a logic is recorded, and outside."""

    def data_index(self, value: Any, array: Elements, axis: int) -> Any:
        """Return the subscript that a value read or computed is; None for anything else."""

    def assume(
        self,
        condition: Any,
        what: str,
        unsafe: bool,
        told: Sequence[tuple[str, Any, ScalarType]] = (),
    ) -> None:
        """State that a condition holds; errors say `what`, and numbers with their names."""

    def print(self, values: tuple[Any, ...]) -> None:
        """Print texts and values, in a line."""

    def binary(self, op: str, lhs: Any, rhs: Any) -> Any:
        """Compute with two values; the operations have the names of `ModuleBuilder`."""

    def unary(self, op: str, operand: Any) -> Any:
        """Compute with one value."""

    def compare(self, op: str, lhs: Any, rhs: Any) -> Any:
        """Compare two values."""

    def logical(self, op: str, operands: tuple[Any, ...]) -> Any:
        """Combine truth values: `and`, `or`, `not`."""

    def select(self, condition: Any, if_true: Any, if_false: Any) -> Any:
        """Choose one of two values."""

    def cast(self, value: Any, element_type: ScalarType) -> Any:
        """Convert a value."""

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """Compute ``a * b + c`` with one rounding."""

    def branches(self) -> Branches:
        """Begin an `sa.If`."""

    def for_range(self, name: str, start: Any, stop: Any, step: int, function: Any) -> None:
        """Call a function for each index of a range."""

    def loop(self, name: str, start: Any, stop: Any, step: int) -> Iterator[Any]:
        """Yield the indices of a range, to the body of a `for`."""

    def make_scalar(self, scalar: Scalar, value: Any) -> None:
        """Give a new `sa.Scalar` its place and its first value."""

    def set_scalar(self, scalar: Scalar, value: Any) -> None:
        """Give an `sa.Scalar` another value."""


class Branches(Protocol):
    """An `sa.If` that is being written."""

    def add(self, condition: Any, function: Callable[[], None]) -> None:
        """Do something where `condition` is true and those before are not."""

    def end(self, function: Callable[[], None]) -> None:
        """Do something everywhere else."""

    def enter(self, condition: Any) -> AbstractContextManager[None]:
        """Return the block of what is done as with `add`."""

    def enter_else(self) -> AbstractContextManager[None]:
        """Return the block of what is done everywhere else."""


_state = threading.local()


@functools.cache
def _default() -> Context:
    # Imported late: it uses modules that import this one.
    from saopt._src.language.default_context import DefaultContext

    return DefaultContext()


def is_active() -> bool:
    """Return whether a logic is running in this thread."""
    return getattr(_state, "context", None) is not None


def current() -> Context:
    """Return the context of the logic that is running in this thread.

    While none is, numbers are computed and index expressions made.
    """
    return getattr(_state, "context", None) or _default()


@contextmanager
def active(context: Context) -> Iterator[None]:
    """Make `context` the current one while the block runs."""
    previous = getattr(_state, "context", None)
    _state.context = context
    try:
        yield
    finally:
        _state.context = previous
