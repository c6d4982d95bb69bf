# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Caches: memory for the footprints of loops, as a plan asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.indices import Index
from saopt._src.language.layouts import Layout, any_layout, deferred, row_major, strided
from saopt._src.language.layouts.near_layout import near_layout
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import is_parameter
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.language.views import View
from saopt._src.schedule.grid import MemorySpace
from saopt._src.schedule.loops import Level
from saopt._src.schedule.schedule_base import as_number
from saopt._src.schedule.steps import MakeCache, schedule_error
from saopt._src.support.integers import as_integer, has_entries
from saopt._src.support.locations import user_location
from saopt._src.support.names import identifier
from saopt._src.support.near_names import did_you_mean

__all__ = ["Cache", "CacheRequest"]


class Cache:
    """A copy of a part of an array; made by `Plan.cache`.

    Attributes
    ----------
    array : Array
        The array.
    source : Array or Cache
        What it is copied from.
    name : str
        What emitted code calls it.
    layout : Layout
        How it lies in memory.
    element_type : ScalarType
        The type of its elements.
    index : Index or None
        The loop a run of which it holds the elements of, where that was given.
    level : int, Parameter or None
        The same by the number of loops.
    max_elements : int, Parameter or None
        The same by the number of elements.

    Examples
    --------
    >>> plan = nest.create_plan()
    >>> panel = plan.cache(B, index=k)
    >>> panel
    cache 'panel' of array 'B'
    """

    index: Index | None = None
    level: Any = None
    max_elements: Any = None

    def __init__(
        self, source: Array | Cache, name: str, layout: Layout, element_type: ScalarType
    ) -> None:
        self.source = source
        self.array: Array = source.array if isinstance(source, Cache) else source
        self.name = name
        self.layout = layout
        self.element_type = element_type

    def __repr__(self) -> str:
        return f"cache '{self.name}' of {self.array.label}"


class CacheRequest:
    """Checks what `Plan.cache` is asked for."""

    def __init__(
        self, order: Sequence[Index], nests: Sequence[Nest], caches: Sequence[Cache]
    ) -> None:
        self._order = order
        self._nests = nests
        self._caches = caches

    def check_used(self, array: Array, verb: str) -> None:
        """Refuse an array that no nest of the plan uses."""
        if not any(array is used for nest in self._nests for used in nest.arrays()):
            raise schedule_error(f"cannot {verb} {array.label}, which no nest of the plan uses")

    def promise(self, source: Any, name: str | None, at: tuple[Any, Any, Any]) -> Cache:
        """Return what stands for a cache whose step waits for the values of parameters."""
        if not isinstance(source, Cache):
            self._check_source(source)
        array = source.array if isinstance(source, Cache) else source
        cache = Cache(source, _name(name, array), row_major, source.element_type)
        cache.index, cache.level, cache.max_elements = at
        return cache

    def make(
        self,
        source: Any,
        at: tuple[Any, Any, Any],
        trigger: tuple[Any, Any],
        *,
        layout: Any,
        element_type: Any,
        thrifty: Any,
        location: Any,
        double_buffer: Any,
        double_buffer_location: Any,
        vectorize: Any,
        unsafe: bool,
        name: str | None,
        loop: Callable[[Any, str], Index],
    ) -> MakeCache:
        """Return the step that makes a cache."""
        self._check_source(source)
        array = source.array if isinstance(source, Cache) else source
        index, level, max_elements = at
        if sum(given is not None for given in at) != 1:
            raise schedule_error(
                f"the cache of {array.label} takes one of index, level and max_elements, which "
                "says what it holds"
            )
        trigger_index, trigger_level = trigger
        if trigger_index is not None and trigger_level is not None:
            raise schedule_error(
                f"the cache of {array.label} takes one of trigger_index and trigger_level"
            )
        for flag, value in (("thrifty", thrifty), ("vectorize", vectorize)):
            if value is not None and not isinstance(value, bool):
                raise schedule_error(f"{flag} of a cache is True, False or None, not {value!r}")
        if not isinstance(double_buffer, bool):
            raise schedule_error(
                f"double_buffer of a cache is True or False, not {double_buffer!r}"
            )
        if double_buffer and array.role not in (Role.INPUT, Role.CONST):
            raise schedule_error(
                f"{array.label} has the role {array.role.name}: only what is never written, an "
                "INPUT or a CONST array, can be cached with a double buffer"
            )
        if double_buffer_location is not None and not double_buffer:
            raise schedule_error(
                "double_buffer_location is given, but double_buffer is False: give "
                "double_buffer=True, too, or neither"
            )
        kept = _layout(layout)
        made = ScalarType.of(source.element_type if element_type is None else element_type)
        cache = Cache(source, _name(name, array), kept or row_major, made)
        cache.index, cache.level, cache.max_elements = at
        space = _space(location, "location")
        waits = _space(double_buffer_location, "double_buffer_location")
        if double_buffer and waits is None:
            waits = MemorySpace.PRIVATE if space is MemorySpace.LOCAL else space
        return MakeCache(
            cache,
            self._place(level, "level") if index is None else loop(index, "cache at"),
            self._place(trigger_level, "trigger_level")
            if trigger_index is None
            else loop(trigger_index, "fill a cache at"),
            None if max_elements is None else as_number(max_elements, "max_elements", 1),
            kept,
            None if element_type is None else made,
            bool(thrifty),
            space,
            double_buffer,
            waits,
            vectorize,
            unsafe,
            location=user_location(),
        )

    def _check_source(self, source: Any) -> None:
        if isinstance(source, View):
            raise schedule_error(f"cache takes a whole array, not {source.label}")
        if isinstance(source, Cache):
            if not any(source is own for own in self._caches):
                raise schedule_error(f"{source} is of another plan")
            return
        if not isinstance(source, Array):
            raise schedule_error(f"cache takes an array or a cache, not a {type(source).__name__}")
        self.check_used(source, "cache")

    def _place(self, level: Any, what: str) -> Level | None:
        if level is None:
            return None
        number = level if is_parameter(level) else as_integer(level, what)
        return Level(number, self._order[0], what)


def _name(name: str | None, array: Array) -> str:
    return identifier(name if name is not None else f"{array.name or 'array'}_cache")


def _layout(layout: Any) -> Layout | None:
    if layout is None:
        return None
    if has_entries(layout):
        return strided(tuple(as_integer(stride, "a stride of a cache") for stride in layout))
    if not isinstance(layout, Layout) or layout in (any_layout, deferred):
        raise schedule_error(
            f"the layout of a cache is one of sa.Array.Layout or sa.layout, not {layout!r}"
            + near_layout(layout)
        )
    return layout


def _space(space: Any, what: str) -> MemorySpace | None:
    if space is not None and not isinstance(space, MemorySpace):
        raise schedule_error(
            f"{what} of a cache is a member of sa.MemorySpace, as sa.MemorySpace.PRIVATE, not "
            f"{space!r}{did_you_mean(space, MemorySpace.__members__, 'sa.MemorySpace.{}')}"
        )
    return None if space is MemorySpace.NONE else space
