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
from saopt._src.language.shapes import Size, dimensions_of
from saopt._src.language.views import View
from saopt._src.support.errors import Location
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.build.function_source import FunctionSource

__all__ = ["Call", "Subscripts", "note", "noting", "owner_of", "replace", "to_array"]

Subscripts = tuple[IndexExpression, ...]

_state = threading.local()


class Call:
    """A call of a function, in the body of another one."""

    __slots__ = ("callee", "location", "passed")

    def __init__(
        self, callee: FunctionSource, passed: dict[Array, Elements], location: Location | None
    ) -> None:
        self.callee = callee
        self.passed = passed
        self.location = location

    @property
    def is_plain(self) -> bool:
        """Whether whole arrays are passed, and no views."""
        return all(isinstance(elements, Array) for elements in self.passed.values())

    def sizes(self) -> dict[Dimension, Any]:
        """Return the size that each dimension of the callee has here; `inf` for an open one."""
        return {
            size: given
            for formal, elements in self.passed.items()
            for size, given in zip(formal.shape, elements.shape, strict=True)
            if isinstance(size, Dimension)
        }

    def arrays(self) -> Iterator[Array]:
        """Yield the arrays that are passed, or whose views are."""
        for elements in self.passed.values():
            yield owner_of(elements)

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in the views that are passed."""
        for elements in self.passed.values():
            yield from dimensions_of(to_array(elements, _zeros(elements))[1])

    def __repr__(self) -> str:
        return f"call of {self.callee.name}"


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
    if entries is not None:
        entries.append(entry)
    return entries is not None


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
    previous, entries = getattr(_state, "entries", None), []
    _state.entries = entries
    try:
        yield entries
    finally:
        _state.entries = previous
