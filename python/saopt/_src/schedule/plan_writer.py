# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps, as the compiler is told of them, which proves or refuses each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.arrays import Array
from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter, parameters_of, value_of
from saopt._src.schedule.grid import Grid, MemorySpace
from saopt._src.schedule.loops import Level
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.steps import Loop, Loops, MakeCache, Number, Step
from saopt._src.support.errors import CompileError, Location, ScheduleError
from saopt._src.support.names import unique

if TYPE_CHECKING:
    from saopt._compiler import ModuleBuilder, Value
    from saopt._src.build.scope import Scope
    from saopt._src.schedule.caches import Cache

__all__ = ["PlanWriter"]

_MOST_PRIVATE_BYTES = 1 << 20
"""Private memory is on the stacks of the driver's threads."""
_GPU_PRIVATE_BYTES = 4096


class PlanWriter:
    """Writes the steps of one plan."""

    def __init__(
        self,
        builder: ModuleBuilder,
        scope: Scope,
        scheduled: ScheduledNests,
        values: Mapping[Parameter, Any],
        taken: set[str],
        prefix: str,
    ) -> None:
        self.builder = builder
        self.target = scheduled.target
        self.is_broken = False
        self._scope = scope
        self._values = values
        self._prefix = prefix
        self._made: dict[Index | Cache, Value] = {}
        self._names: dict[Index, str] = {}
        self._nests: dict[Index, str] = {}
        self._taken = taken
        self._cache_names = {"cache"}
        self._work_items: list[tuple[Grid, Index]] = []
        self._local_bytes = 0
        self._unrolled: set[Index] = set()
        for step in scheduled.steps:
            if isinstance(step, Loops):
                self.name(step.loops)

    def loop_names(self, indices: Sequence[Index]) -> list[str]:
        """Return what the loops of a nest are called, unlike those of the plan's other nests."""
        return [self._names[index] for index in indices]

    def nest_name(self, step: Loops) -> str:
        """Return the name of the nest that a step brings in, one for each first loop."""
        return self._nests.setdefault(step.loops[0], f"{self._prefix}_{len(self._nests)}")

    def take(self, step: Step) -> None:
        """Tell the builder of a step; the writer `is_broken` when it is refused."""
        try:
            step.apply(self)
        except CompileError as error:
            self.is_broken = True
            used = {p for value in step.arguments for p in parameters_of(value)}
            with_values = ", ".join(f"{p} = {self._values[p]}" for p in used)
            message = f"{error.message} (with {with_values})" if used else error.message
            raise ScheduleError(message, step.location, error.notes) from None

    # What steps ask for.

    def know(self, made: Iterable[Index | Cache], values: Iterable[Value]) -> None:
        """Remember what the builder made of a step."""
        self._made.update(zip(made, values, strict=True))

    def name(self, indices: Sequence[Index]) -> list[str]:
        """Name new loops, unlike all others, and return the names."""
        for index in indices:
            self._names[index] = unique(index.name, self._taken)
        return self.loop_names(indices)

    def forget_names(self, indices: Iterable[Index]) -> None:
        """Let other loops have the names of loops that are no more."""
        self._taken -= {self._names[index] for index in indices}

    def number(self, number: Number) -> int:
        """Return the value of a number."""
        value = value_of(number, self._values)
        if not isinstance(value, int) or isinstance(value, bool):
            raise CompileError(f"a step takes whole numbers, not {value}")
        return value

    def array(self, array: Array) -> Value:
        """Return the builder's array."""
        return self._scope.array(array)  # type: ignore[no-any-return]

    def loop(self, loop: Loop) -> Value:
        """Return the builder's loop; of a level, the one that is so many from the innermost."""
        if not isinstance(loop, Level):
            return self._known_loop(loop)
        order = self.builder.plan_order(self._made[loop.anchor])
        number = value_of(loop.number, self._values)
        if not isinstance(number, int) or isinstance(number, bool):
            raise CompileError(f"{loop.what} is a whole number, not {number}")
        if not 1 <= number <= len(order):
            raise CompileError(
                f"{loop.what} is {number}, but counts loops from the innermost one: from 1 to "
                f"{len(order)}"
            )
        return order[-number]

    def order(self, loop: Index) -> list[Index]:
        """Return the loops of the schedule that a loop is part of, outermost first."""
        known = {value: made for made, value in self._made.items() if isinstance(made, Index)}
        order = self.builder.plan_order(self._made[loop])
        return [known[value] for value in order if value in known]

    def _known_loop(self, loop: Index | Parameter) -> Value:
        index = value_of(loop, self._values)
        if isinstance(index, tuple) and len(index) == 1:
            (index,) = index
        if not isinstance(index, Index) or index not in self._made:
            there = ", ".join(self._names[own] for own in self._made if own in self._names)
            raise CompileError(f"a step takes a loop of the schedule, {there}, not {index}")
        return self._made[index]

    def loops(self, loops: tuple[Index | Parameter, ...] | Parameter) -> list[Value]:
        """Return the builder's loops."""
        order = value_of(loops, self._values)
        if not isinstance(order, tuple) or not all(loop in self._made for loop in order):
            raise CompileError(f"an order is a tuple of loops of the schedule, not {order}")
        return [self.loop(loop) for loop in order]

    def unroll(self, loop: Index, location: Location | None) -> None:
        """Unroll a loop."""
        self.builder.unroll(self.loop(loop), location)
        self._unrolled.add(loop)

    def unroll_small(
        self, loops: Sequence[Index], limit: Number, location: Location | None
    ) -> None:
        """Unroll the loops that have fewer iterations."""
        for loop in loops:
            count = self.builder.trip_count(self.loop(loop))
            if count is not None and count < self.number(limit) and loop not in self._unrolled:
                self.unroll(loop, location)

    def bind(self, mapping: Mapping[Index, Grid], location: Location | None) -> None:
        """Bind loops, outer ones first, in whatever order they are written."""
        order = self.builder.plan_order(self.loop(next(iter(mapping))))
        if self.target is not None and self.target.max_work_group_size is not None:
            self.builder.limit_work_items(self.target.max_work_group_size)
        for loop in sorted(mapping, key=lambda loop: order.index(self.loop(loop))):
            self._check_work_group(loop, mapping[loop], location)
            self.builder.bind(self.loop(loop), mapping[loop].value, location)

    def _check_work_group(self, loop: Index, unit: Grid, location: Location | None) -> None:
        limit = None if self.target is None else self.target.max_work_group_size
        if unit.is_block or limit is None:
            return
        self._work_items.append((unit, loop))
        work_items = self._group_size()
        if work_items > limit:
            assert self.target is not None
            raise ScheduleError(
                f"binding '{self._names[loop]}' makes work-groups of {work_items} "
                f"work-items, but {self.target.name} has at most {limit}: split the loop into "
                "smaller tiles",
                location,
            )

    def _group_size(self) -> int:
        """Return how many work-items a group has.

        Nests with loops of their own for the same unit share the work-items; the loops of one nest
        multiply them.
        """
        sizes: dict[Grid, int] = {}
        for unit, loop in self._work_items:
            together = [
                self.builder.trip_count(self.loop(other)) or 1
                for other_unit, other in self._work_items
                if other_unit is unit
                and (other is loop or self.builder.are_together(self.loop(loop), self.loop(other)))
            ]
            sizes[unit] = max(sizes.get(unit, 1), math.prod(together))
        return math.prod(sizes.values())

    def make_cache(self, step: MakeCache) -> None:
        """Make a cache, unless the target has no room for it in local memory."""
        cache = step.cache
        source = cache.source
        made = self.builder.cache(
            self.array(source) if isinstance(source, Array) else self._made[source],
            unique(cache.name, self._cache_names),
            loop=None if step.loop is None else self.loop(step.loop),
            trigger=None if step.trigger is None else self.loop(step.trigger),
            max_elements=None if step.max_elements is None else self.number(step.max_elements),
            layout=None if step.layout is None else step.layout.build(self.builder),
            element_type=None if step.element_type is None else step.element_type.value,
            thrifty=step.thrifty,
            memory=_value(step.space),
            double_buffer=step.double_buffer,
            double_buffer_memory=_value(step.double_buffer_space),
            vectorize=bool(step.vectorize),
            unsafe=step.unsafe,
            location=step.location,
        )
        self.know([cache], [made])
        target = self.target
        if step.space is not MemorySpace.LOCAL or step.loop is None:
            return
        if target is None or target.local_memory is None:
            return
        array = self.array(cache.array)
        loop = self.loop(step.loop if step.trigger is None else step.trigger)
        elements = self.builder.group_block_size(array, loop) or 0
        copies = 2 if step.double_buffer else 1
        self._local_bytes += copies * elements * cache.element_type.itemsize
        if self._local_bytes > target.local_memory:
            raise ScheduleError(
                f"the caches in local memory need {self._local_bytes} bytes with this one, but "
                f"{target.name} has {target.local_memory}: cache at a loop further in, or with "
                "fewer elements",
                step.location,
            )

    @property
    def free_local_memory(self) -> int | None:
        """How many bytes of the target's local memory its caches leave."""
        if self.target is None or self.target.local_memory is None:
            return None
        return self.target.local_memory - self._local_bytes

    @property
    def private_memory(self) -> int | None:
        """How many bytes of private memory the temporaries of a work-item may use."""
        target = self.target
        if target is None:
            return None
        if target.category == "gpu":
            return _GPU_PRIVATE_BYTES
        if not target.cache_sizes:
            return None
        return min(target.cache_sizes[:2][-1], _MOST_PRIVATE_BYTES)


def _value(space: MemorySpace | None) -> str | None:
    return None if space is None else str(space.value)
