# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps, as the compiler is told of them, which proves or refuses each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from saopt._src.arrays import Array
from saopt._src.errors import CompileError, ScheduleError
from saopt._src.grid import Grid, MemorySpace
from saopt._src.indices import Index
from saopt._src.loops import Level, Step
from saopt._src.names import unique
from saopt._src.nest import Nest
from saopt._src.parameters import Parameter, parameters_of, value_of
from saopt._src.planned import Planned
from saopt._src.scope import Scope

__all__ = ["PlanWriter"]


class PlanWriter:
    """Writes the steps of one plan.

    Parameters
    ----------
    builder : saopt._compiler.ModuleBuilder
        What is told.
    scope : Scope
        The arrays of the function.
    planned : Planned
        The steps, or as many as are known; they say which nests there are.
    values : mapping of Parameter to int or tuple of Index
        The values of the parameters.
    taken : set of str
        What no loop can be called; the names of loops are added.
    prefix : str
        What the names of the nests begin with.
    """

    def __init__(
        self,
        builder: Any,
        scope: Scope,
        planned: Planned,
        values: Mapping[Parameter, Any],
        taken: set[str],
        prefix: str,
    ) -> None:
        self._builder = builder
        self._scope = scope
        self._values = values
        self._prefix = prefix
        self.target = planned.target
        self._handles: dict[Any, str] = {}
        self._names: dict[Index, str] = {}
        self._taken = taken
        self._cache_names = {"cache"}
        self._work_items: dict[Grid, int] = {}
        self._local_bytes = 0
        self._unrolled: set[Index] = set()
        self.is_broken = False
        for step in planned.steps:
            if step.kind == "loops":
                self._name(step.arguments["loops"])

    def loop_names(self, indices: Sequence[Index]) -> list[str]:
        """Return what the loops of a nest are called, unlike those of the plan's other nests."""
        return [self._names[index] for index in indices]

    def handle(self, thing: Any) -> str:
        """Return what the builder knows a loop or a cache by."""
        return self._handles.setdefault(thing, f"{len(self._handles)}")

    def take(self, step: Step) -> None:
        """Tell the builder of a step.

        Raises
        ------
        ScheduleError
            When it is refused; the builder is then as before, unless `is_broken`.
        """
        try:
            if step.kind == "unroll_small":
                self._unroll_small(step)
            elif step.kind == "bind":
                self._bind(step)
            else:
                self._builder.step(step.kind, self._arguments(step), step.location)
                self._check_limits(step)
        except CompileError as error:
            used = {p for value in step.arguments.values() for p in parameters_of(value)}
            with_values = ", ".join(f"{p} = {self._values[p]}" for p in used)
            message = f"{error.message} (with {with_values})" if used else error.message
            raise ScheduleError(message, step.location) from None
        if step.kind == "unroll":
            self._unrolled.add(step.arguments["loop"])

    def _name(self, indices: Iterable[Index]) -> None:
        for index in indices:
            self._names[index] = unique(index.name, self._taken)

    def _arguments(self, step: Step) -> dict[str, Any]:
        arguments = {key: self._argument(value) for key, value in step.arguments.items()}
        if step.kind == "loops":
            arguments["nest"] = self.nest_name(step)
        elif step.kind == "split":
            self._name([step.arguments["inner"]])
            arguments["name"] = self._names[step.arguments["inner"]]
        elif step.kind == "fuse":
            self._taken -= {self._names[index] for index in step.arguments["gone"]}
            self._name(step.arguments["loops"])
            arguments["names"] = self.loop_names(step.arguments["loops"])
            del arguments["gone"]
        elif step.kind == "cache":
            arguments["name"] = unique(step.arguments["name"], self._cache_names)
        return arguments

    def nest_name(self, step: Step) -> str:
        """Return the name of the nest that a step brings in, after its first loop."""
        return f"{self._prefix}_{self.handle(step.arguments['loops'][0])}"

    def _argument(self, value: Any) -> Any:
        value = value_of(value, self._values)
        if isinstance(value, float):
            raise CompileError(f"a step takes whole numbers, not {value}")
        if isinstance(value, Level):
            return self._handle_at(value)
        if isinstance(value, Array):
            return self._scope.array(value)
        if isinstance(value, tuple):
            return [self._argument(entry) for entry in value]
        if isinstance(value, (Grid, MemorySpace)):
            return value.value
        if value is None or isinstance(value, (bool, int, str, Nest)):
            return value
        return self.handle(value)  # an index or a cache

    def _handle_at(self, level: Level) -> str:
        """Return the loop that is so many loops from the innermost one."""
        order = self._builder.plan_order(self.handle(level.anchor))
        number = value_of(level.number, self._values)
        if isinstance(number, float):
            raise CompileError(f"{level.what} is a whole number, not {number}")
        if not 1 <= number <= len(order):
            raise CompileError(
                f"{level.what} is {number}, but counts loops from the innermost one: from 1 to "
                f"{len(order)}"
            )
        return str(order[-number])

    def _bind(self, step: Step) -> None:
        """Bind loops, outer ones first, in whatever order they are written."""
        mapping = {self.handle(loop): (loop, unit) for loop, unit in step.arguments["mapping"]}
        order = self._builder.plan_order(next(iter(mapping)))
        if self.target is not None and self.target.max_work_group_size is not None:
            self._builder.limit_work_items(self.target.max_work_group_size)
        for handle in order:
            if handle not in mapping:
                continue
            loop, unit = mapping[handle]
            self.is_broken = True  # unless the rest is taken as well
            self._check_work_group(step, loop, unit)
            self._builder.step("bind", {"loop": handle, "unit": unit.value}, step.location)
        self.is_broken = False

    def _check_work_group(self, step: Step, loop: Index, unit: Grid) -> None:
        limit = None if self.target is None else self.target.max_work_group_size
        if unit.is_block or limit is None:
            return
        # Nests with loops of their own for the same unit share the work-items.
        count = self._builder.trip_count(self.handle(loop)) or 1
        self._work_items[unit] = max(count, self._work_items.get(unit, 1))
        work_items = math.prod(self._work_items.values())
        if work_items > limit:
            assert self.target is not None
            raise ScheduleError(
                f"binding '{self._names[loop]}' makes work-groups of {work_items} "
                f"work-items, but {self.target.name} has at most {limit}: split the loop into "
                "smaller pieces",
                step.location,
            )

    def _check_limits(self, step: Step) -> None:
        """Refuse a cache in local memory that the target has no room for."""
        target = self.target
        if step.kind != "cache" or step.arguments["location"] is not MemorySpace.LOCAL:
            return
        if target is None or target.local_memory is None or step.arguments["loop"] is None:
            return
        array, loop = self._scope.array(step.arguments["array"]), step.arguments["loop"]
        elements = self._builder.block_size(array, self._argument(loop)) or 0
        copies = 2 if step.arguments["double_buffer"] else 1
        self._local_bytes += copies * elements * step.arguments["itemsize"]
        if self._local_bytes > target.local_memory:
            self.is_broken = True
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

    def _unroll_small(self, step: Step) -> None:
        limit = value_of(step.arguments["limit"], self._values)
        for loop in step.arguments["loops"]:
            count = self._builder.trip_count(self.handle(loop))
            if count is not None and count < limit and loop not in self._unrolled:
                self._builder.step("unroll", {"loop": self.handle(loop)}, step.location)
                self._unrolled.add(loop)
