# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of plans that say where the data lies that loops touch."""

from __future__ import annotations

from typing import Any

from saopt._src.arrays import Array
from saopt._src.caches import Cache, CacheRequest
from saopt._src.indices import Index
from saopt._src.locations import user_frame, user_location
from saopt._src.loops import Step, schedule_error, step_method
from saopt._src.names import assigned_name
from saopt._src.parameters import Parameter
from saopt._src.stepped import Stepped, as_number

__all__ = ["DataPlan"]


class DataPlan(Stepped):
    """What a plan says about arrays."""

    @step_method
    def cache(
        self,
        source: Array | Cache,
        index: Index | None = None,
        level: int | None = None,
        max_elements: int | Parameter | None = None,
        trigger_index: Index | None = None,
        trigger_level: int | None = None,
        layout: Any = None,
        element_type: Any = None,
        thrifty: bool | None = None,
        location: Any = None,
        double_buffer: bool = False,
        double_buffer_location: Any = None,
        vectorize: bool | None = None,
    ) -> Cache:
        """Keep what loops touch of an array in a copy.

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

        Returns
        -------
        Cache
            The copy, which can be the source of a smaller one.

        Raises
        ------
        ScheduleError
            When it is refused; then nothing has changed.
        """
        request = CacheRequest(self._order, self.nests, self._caches())
        cache, arguments = request.make(
            source,
            (index, level, max_elements),
            (trigger_index, trigger_level),
            layout=layout,
            element_type=element_type,
            thrifty=thrifty,
            location=location,
            double_buffer=double_buffer,
            double_buffer_location=double_buffer_location,
            vectorize=vectorize,
            name=assigned_name(user_frame()),
            loop=self._loop,
        )
        self._take([Step("cache", arguments, user_location())])
        return cache

    @step_method
    def prefetch(self, source: Array, index: Index, distance: int | Parameter = 1) -> None:
        """Ask for the elements of an array that later iterations read.

        Parameters
        ----------
        source : Array
            The array.
        index : Index
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
        arguments = {
            "array": source,
            "loop": self._loop(index, "prefetch"),
            "distance": as_number(distance, "the distance of prefetch", 1),
        }
        self._take([Step("prefetch", arguments, user_location())])

    def _finished(self) -> tuple[Step, ...]:
        """Return the steps, with what caches leave to the rest of the plan."""
        is_vectorized = any(step.kind in ("vectorize", "tensorize") for step in self._steps)
        return tuple(
            Step(step.kind, {**step.arguments, "vectorize": is_vectorized}, step.location)
            if step.kind == "cache" and step.arguments["vectorize"] is None
            else step
            for step in self._steps
        )

    def _caches(self) -> list[Cache]:
        return [step.arguments["cache"] for step in self._steps if step.kind == "cache"]
