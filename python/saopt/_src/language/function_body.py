# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The entries of function bodies: nests, and calls of other functions.

While the body of a function under ``@sa.function`` runs, the nests that it makes and the
functions that it calls are noted, in their order.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.language.scalar_parameters import is_by_value
from saopt._src.language.shapes import Size, dimensions_of
from saopt._src.language.views import View
from saopt._src.support.errors import Location
from saopt._src.support.locations import compile_error, user_location

if TYPE_CHECKING:
    from saopt._src.build.function_source import FunctionSource

__all__ = [
    "Call",
    "Subscripts",
    "Swap",
    "abandon_loop",
    "begin_loop",
    "end_loop",
    "is_noting",
    "note",
    "noting",
    "owner_of",
    "replace",
    "to_array",
]

Subscripts = tuple[IndexExpression, ...]

_state = threading.local()


class Call:
    """A call of a function, in the body of another one."""

    __slots__ = ("callee", "location", "numbers", "passed")

    def __init__(
        self,
        callee: FunctionSource,
        passed: dict[Array, Elements],
        location: Location | None,
        numbers: dict[Dimension, IndexExpression] | None = None,
    ) -> None:
        # The sizes that are passed by themselves.
        self.numbers = numbers or {}
        self.callee = callee
        self.passed = passed
        self.location = location

    @property
    def is_plain(self) -> bool:
        """Whether whole arrays are passed, and no views, and numbers for numbers."""
        return not self.numbers and all(
            isinstance(elements, Array) and is_by_value(formal) == is_by_value(elements)
            for formal, elements in self.passed.items()
        )

    def sizes(self) -> dict[Dimension, Any]:
        """Return the size that each dimension of the callee has here; `inf` for an open one."""
        said = {
            size: given
            for formal, elements in self.passed.items()
            for size, given in zip(formal.shape, elements.shape, strict=True)
            if isinstance(size, Dimension)
        }
        return {**self.numbers, **said}

    def arrays(self) -> Iterator[Array]:
        """Yield the arrays that are passed, or whose views are."""
        for elements in self.passed.values():
            yield owner_of(elements)

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in the views that are passed."""
        for elements in self.passed.values():
            _, subscripts, bounds = to_array(elements, _zeros(elements))
            yield from dimensions_of(subscripts)
            yield from dimensions_of(tuple(size for _, size, _ in bounds))
        yield from dimensions_of(tuple(self.numbers.values()))

    def __repr__(self) -> str:
        return f"call of {self.callee.name}"


class Swap:
    """Two arrays that trade places at the end of a round."""

    __slots__ = ("first", "location", "second")

    def __init__(self, first: Array, second: Array) -> None:
        self.first = first
        self.second = second
        self.location = user_location()

    def arrays(self) -> Iterator[Array]:
        """Yield both."""
        yield from (self.first, self.second)

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in it: none."""
        return iter(())

    def __repr__(self) -> str:
        return f"swap of {self.first.label} and {self.second.label}"


def is_noting() -> bool:
    """Return whether the body of a function runs."""
    return getattr(_state, "entries", None) is not None


def owner_of(elements: Elements) -> Array:
    """Return the array that a view, or an array, has its elements in."""
    return elements.array if isinstance(elements, View) else elements  # type: ignore[return-value]


def _zeros(elements: Elements) -> tuple[IndexExpression, ...]:
    return (IndexConstant(0),) * elements.ndim


def to_array(
    elements: Elements, subscripts: Subscripts
) -> tuple[Array, Subscripts, list[tuple[IndexExpression, Size, str]]]:
    """Return the array that an element of a view is in, and its subscripts there.

    The third result says between zero and what each subscript on the way must be, and of what.
    """
    bounds: list[tuple[IndexExpression, Size, str]] = []
    while isinstance(elements, View):
        for axis, (subscript, size) in enumerate(zip(subscripts, elements.shape, strict=True)):
            bounds.append((subscript, size, f"dimension {axis} of {elements.label}"))
        subscripts, elements = elements.to_parent(subscripts), elements.parent
    assert isinstance(elements, Array)
    return elements, subscripts, bounds


def note(entry: Any) -> bool:
    """Note an entry of the body that is running; return whether there is one."""
    entries = getattr(_state, "entries", None)
    if entries is None:
        return False
    if isinstance(entry, Swap) and not getattr(_state, "loops", None):
        return False
    if entries and isinstance(entries[-1], Swap) and not isinstance(entry, Swap):
        raise compile_error(
            f"a {entry} stands after a swap: arrays trade places at the end of the loop's body"
        )
    entries.append(entry)
    return True


def begin_loop(entries: list[Any]) -> None:
    """Note entries into the list of a loop, until it ends."""
    _state.loops = [*getattr(_state, "loops", []), (_state.entries, entries)]
    _state.entries = entries


def abandon_loop(loop: Any) -> None:
    """End a loop whose body raises, and the loops in it: the function does without it."""
    loops = getattr(_state, "loops", [])
    while loops:
        outer, entries = loops[-1]
        loops = loops[:-1]
        if entries is loop.entries:
            _state.entries, _state.loops = outer, loops
            outer[:] = [entry for entry in outer if entry is not loop]
            return


def end_loop(entries: list[Any]) -> None:
    """End a loop, which must be the one that began last."""
    loops = getattr(_state, "loops", [])
    if not loops or loops[-1][1] is not entries:
        raise compile_error(
            "a loop ends that is not the innermost one: its body is a block of its own"
        )
    _state.entries, _ = loops[-1]
    _state.loops = loops[:-1]
    if not entries:
        raise compile_error(
            "the body of a loop does nothing: make a nest in it, or call a function"
        )


def replace(old: Sequence[Any], new: Any) -> None:
    """Put an entry in the place of others: nests have a schedule now, or schedules are fused."""
    entries = getattr(_state, "entries", None)
    if entries is None:
        return
    places = [place for place, entry in enumerate(entries) if any(entry is one for one in old)]
    if not places:
        raise compile_error(
            "in the body of a function, a nest runs once, by the one schedule and plan that are "
            "made of it there: this has a schedule or a plan already, or was made outside. Make "
            "the nest in the body, or sa.function(nest, args=…) outside, and call that"
        )
    if len(places) != places[-1] - places[0] + 1:
        between = next(s for s in entries[places[0] :] if not any(s is one for one in old))
        raise compile_error(
            f"in the body of a function, the nests of fused schedules follow each other: the "
            f"{between} is between them"
        )
    entries[places[0] : places[-1] + 1] = [new]


@contextmanager
def noting() -> Iterator[list[Any]]:
    """Note entries into a new list while the block runs."""
    previous, loops = getattr(_state, "entries", None), getattr(_state, "loops", [])
    entries: list[Any] = []
    _state.entries, _state.loops = entries, []
    try:
        yield entries
        if _state.loops:
            raise compile_error(
                "a loop of the body does not end: break, continue of a loop around it, and return "
                "cannot be recorded; a condition on data ends a loop with sa.loop_while"
            )
    finally:
        _state.entries, _state.loops = previous, loops
