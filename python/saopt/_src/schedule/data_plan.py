# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of plans about memory: caches and prefetches."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter, parameters_of
from saopt._src.schedule.accera_refusals import refuse_keywords
from saopt._src.schedule.caches import Cache, CacheRequest
from saopt._src.schedule.grid import AUTO
from saopt._src.schedule.schedule_base import ScheduleBase, as_number
from saopt._src.schedule.steps import (
    Bind,
    Deferred,
    MakeCache,
    Nontemporal,
    Parallelize,
    Prefetch,
    Step,
    Tensorize,
    Vectorize,
    schedule_error,
    step_method,
)
from saopt._src.schedule.target import Target
from saopt._src.support.errors import ScheduleError
from saopt._src.support.locations import user_frame, user_location
from saopt._src.support.names import assigned_name

__all__ = ["DataPlan"]


_CACHE_BYTES = 32 << 10
"""What the nearest cache of a device holds, where no target says it."""


class DataPlan(ScheduleBase):
    """What a plan says about arrays."""

    _target: Target | None

    @step_method
    def cache(
        self,
        source: Array | Cache,
        index: Index | Parameter | None = None,
        trigger_index: Index | Parameter | None = None,
        layout: Any = None,
        level: int | Parameter | None = None,
        trigger_level: int | Parameter | None = None,
        max_elements: int | Parameter | None = None,
        element_type: Any = None,
        strategy: Any = None,
        thrifty: bool | Parameter | None = None,
        location: Any = None,
        double_buffer: bool | Parameter = False,
        double_buffer_location: Any = None,
        vectorize: bool | Parameter | None = None,
    ) -> Cache:
        """Keep what loops touch of an array in a copy.

        Parameters of `create_parameters` may stand for all that is said of it, and `AUTO` for what
        is left to the compiler: as `index`, the copy holds what fits into the nearest cache.

        Parameters
        ----------
        source : Array or Cache
            What is copied: an array, or a larger copy of it.
        index : Index, optional
            The copy holds what one run of this loop touches. One of `index`, `level` and
            `max_elements` is given.
        level : int, optional
            The same by the number of loops from the innermost one: 1 for that itself.
        max_elements : int or Parameter, optional
            The same by the outermost loop of which a run touches no more elements.
        trigger_index : Index, optional
            The loop before which the copy is filled, outside of `index` or the same.
        trigger_level : int, optional
            The same by the number of loops.
        layout : Layout, optional
            How the copy lies in memory; row-major by default.
        element_type : ScalarType, optional
            The type of its elements.
        thrifty : bool, optional
            Copy only where the copy would lie differently than the source.
        location : MemorySpace, optional
            The kind of memory that it lies in.
        double_buffer : bool
            Fetch the next copy while this one is used; for what is only read.
        double_buffer_location : MemorySpace, optional
            Where the next one waits.
        vectorize : bool, optional
            Whether the copying is vectorized; by default where the plan vectorizes a loop.
        strategy : None
            Accera's word for how work-items share the copying, which they do evenly.

        Returns
        -------
        Cache
            The copy, which can be the source of a smaller one.

        Raises
        ------
        ScheduleError
            When it is refused; then nothing has changed.
        """
        refuse_keywords("cache", strategy=strategy)
        return self._cache(
            source,
            assigned_name(user_frame()),
            (index, level, max_elements),
            (trigger_index, trigger_level),
            layout=layout,
            element_type=element_type,
            thrifty=thrifty,
            location=location,
            double_buffer=double_buffer,
            double_buffer_location=double_buffer_location,
            vectorize=vectorize,
            unsafe=False,
        )

    @step_method
    def unsafe_cache(self, source: Array | Cache, *arguments: Any, **keywords: Any) -> Cache:
        """Keep a copy whose elements may be rounded to a narrower `element_type`; see `cache`.

        What the loops read and write changes as the type rounds it, or cuts integers off. The other
        rules of a cache hold.
        """
        given = inspect.signature(type(self).cache).bind(self, source, *arguments, **keywords)
        given.apply_defaults()
        values = dict(given.arguments)
        refuse_keywords("cache", strategy=values.pop("strategy"))
        del values["self"], values["source"]
        at = tuple(values.pop(key) for key in ("index", "level", "max_elements"))
        trigger = tuple(values.pop(key) for key in ("trigger_index", "trigger_level"))
        name = assigned_name(user_frame())
        return self._cache(source, name, at, trigger, unsafe=True, **values)

    def _cache(
        self,
        source: Any,
        name: str | None,
        at: tuple[Any, Any, Any],
        trigger: tuple[Any, Any],
        **given: Any,
    ) -> Cache:
        at, trigger, given = self._chosen(source, at, trigger, given)
        request = CacheRequest(self._order, self.nests, self._caches())
        if any(source is step.cache for step in self._steps if isinstance(step, Deferred)) or (
            next(parameters_of((at[0], trigger[0], given)), None) is not None
        ):
            kept = request.promise(source, name, at)
            deferred = {"source": source, "name": name, "at": at, "trigger": trigger, **given}
            step = Deferred("_cache", tuple(deferred.items()), kept, location=user_location())
            self._take([step])
            return kept
        step = request.make(source, at, trigger, name=name, loop=self._loop, **given)
        self._check_parallel([step])
        self._take([step])
        return step.cache

    def _chosen(
        self, source: Any, at: tuple[Any, Any, Any], trigger: tuple[Any, Any], given: dict[str, Any]
    ) -> tuple[tuple[Any, Any, Any], tuple[Any, Any], dict[str, Any]]:
        """Return the arguments of a cache with a choice in the place of `AUTO`."""
        if any(place is AUTO for place in at) and isinstance(source, (Array, Cache)):
            caches = () if self._target is None else self._target.cache_sizes
            size = (caches or (_CACHE_BYTES,))[0] // source.element_type.itemsize
            if sum(place is not None for place in at) == 1:
                at = (None, None, max(size, 1))
        outer, level = (None if place is AUTO else place for place in trigger)
        free = {key: None if value is AUTO else value for key, value in given.items()}
        if given["double_buffer"] is AUTO:
            free["double_buffer"] = False
        return at, (outer, level), free

    @step_method
    def prefetch(
        self, source: Array, index: Index | Parameter, distance: int | Parameter = 1
    ) -> None:
        """Ask for the elements of an array that later iterations read.

        Parameters
        ----------
        source : Array
            The array.
        index : Index or Parameter
            The loop.
        distance : int or Parameter
            How many iterations later.

        Raises
        ------
        ScheduleError
            When nothing in the loop reads the array, or it is malformed.
        """
        if not isinstance(source, Array):
            raise schedule_error(f"prefetch takes an array, not a {type(source).__name__}")
        CacheRequest(self._order, self.nests, ()).check_used(source, "prefetch")
        if self._defer("prefetch", index, source=source, index=index, distance=distance):
            return
        loop = self._loop(index, "prefetch")
        number = as_number(distance, "the distance of prefetch", 1)
        self._take([Prefetch(source, loop, number, location=user_location())])

    @step_method
    def nontemporal(self, array: Array) -> None:
        """Write an array past the caches of the device.

        Vectors of neighbouring elements go to memory without first reading the lines that they
        replace. This pays for arrays that are larger than the caches, and that nothing reads soon.

        Parameters
        ----------
        array : Array
            The array, which the nests store to.

        Raises
        ------
        ScheduleError
            When the nests do not store to the array.

        Examples
        --------
        >>> clear = sa.Nest(shape=(16, 32))
        >>> p, q = clear.get_indices()
        >>> @clear.iteration_logic
        ... def _():
        ...     C[p, q] = 0
        >>> past = clear.create_plan()
        >>> past.nontemporal(C)
        """
        if not isinstance(array, Array):
            raise schedule_error(f"nontemporal takes an array, not a {type(array).__name__}")
        CacheRequest(self._order, self.nests, ()).check_used(array, "write")
        self._take([Nontemporal(array, location=user_location())])

    def _defer(self, verb: str, places: Any, **given: Any) -> bool:
        """Keep a step until the parameters in the place of its loops or flags have values.

        Returns
        -------
        bool
            False when there are none, and the step is to be taken.
        """
        if next(parameters_of(places), None) is None:
            return False
        self._take([Deferred(verb, tuple(given.items()), location=user_location())])
        return True

    def _is_open(self) -> bool:
        """Whether some of the steps wait for the values of parameters."""
        return any(isinstance(step, Deferred) for step in self._steps)

    def _check_complete(self) -> None:
        """Refuse caches in local memory, which groups share, where there are no groups."""
        if self._is_open():
            return
        is_bound = any(
            not unit.is_block
            for step in self._steps
            if isinstance(step, Bind)
            for _, unit in step.mapping
        )
        for step in () if is_bound else self._steps:
            if isinstance(step, MakeCache) and step.is_local:
                raise ScheduleError(
                    f"{step.cache} is in local memory, which the work-items of a "
                    "group share, but the plan binds no loop to work-items: bind one to "
                    "sa.Grid.THREAD_X, or use another location",
                    step.location,
                )

    def _check_parallel(self, steps: Sequence[Step]) -> None:
        """Refuse caches in local memory beside parallel loops: these are never bound."""
        together = [*self._steps, *steps]
        caches = [step for step in together if isinstance(step, MakeCache)]
        local = next((step for step in caches if step.is_local), None)
        parallel = next((step for step in together if isinstance(step, Parallelize)), None)
        if len(self.nests) == 1 and local is not None and parallel is not None:
            raise schedule_error(
                f"{local.cache} is in local memory, which the work-items of a group "
                f"share, but '{parallel.loops[0]}' is parallel, where groups have one "
                "work-item: bind loops to a grid instead, or use another location"
            )

    def _finished(self) -> tuple[Step, ...]:
        """Return the steps, with what caches leave to the rest of the plan."""
        if self._is_open():
            return tuple(self._steps)
        is_vectorized = any(isinstance(step, (Vectorize, Tensorize)) for step in self._steps)
        return tuple(
            replace(step, vectorize=is_vectorized)
            if isinstance(step, MakeCache) and step.vectorize is None
            else step
            for step in self._steps
        )

    def _caches(self) -> list[Cache]:
        return [step.cache for step in self._steps if isinstance(step, MakeCache)]
