# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules and plans whose parameters have values.

Steps with parameters in the place of loops and flags are taken here by the methods of a plan, once
it is known what these are, with all that the methods check.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter, parameters_of, value_of
from saopt._src.schedule.caches import Cache
from saopt._src.schedule.fusing import check_partial
from saopt._src.schedule.loops import Level, first_twice
from saopt._src.schedule.plan import Plan
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.steps import (
    Deferred,
    Fuse,
    Loops,
    MakeCache,
    Reorder,
    Split,
    Step,
    schedule_error,
)
from saopt._src.schedule.target import Target
from saopt._src.support.errors import CompileError, ScheduleError
from saopt._src.support.integers import as_integer

__all__ = ["resolve"]

Values = Mapping[Parameter, Any]


def resolve(scheduled: ScheduledNests, values: Values) -> ScheduledNests:
    """Return the steps of a schedule or plan that follow from the values of its parameters.

    Raises
    ------
    ScheduleError
        When a value makes a step wrong; it names the values, and is located at the step.
    """
    if not any(map(_is_open, scheduled.steps)):
        return scheduled
    plan = _ResolvedPlan(scheduled.target, values)
    fused: list[Parameter] = []
    for step in scheduled.steps:
        try:
            plan.follow(step)
        except CompileError as error:
            own = (p for value in step.arguments for p in parameters_of(value))
            with_values = ", ".join(f"{p} = {values[p]}" for p in dict.fromkeys([*own, *fused]))
            message = f"{error.message} (with {with_values})" if with_values else error.message
            raise ScheduleError(message, step.location, error.notes) from None
        # How many loops are common ones decides which loops there are.
        fused += parameters_of(step.partial) if isinstance(step, Fuse) else ()
    plan._check_parallel(())
    plan._check_complete()
    return dataclasses.replace(scheduled, steps=plan._finished())


def _is_open(step: Step) -> bool:
    is_open_fuse = isinstance(step, Fuse) and not isinstance(step.partial, int)
    return isinstance(step, Deferred) or is_open_fuse


class _ResolvedPlan(Plan):
    """Takes the steps of a plan again; the compiler checks them when the plan is written."""

    def __init__(self, target: Target | None, values: Values) -> None:
        ScheduleBase.__init__(self, (), ())
        self._target = target
        self._values = values
        self._made: dict[Cache, Cache] = {}

    def _take(self, steps: Sequence[Step], order: Sequence[Index] | None = None) -> None:
        self._steps += steps

    def follow(self, step: Step) -> None:
        """Take a step of the plan."""
        if isinstance(step, Deferred):
            self._follow_deferred(step)
            return
        if isinstance(step, Fuse):
            partial = as_integer(value_of(step.partial, self._values), "partial")
            check_partial(partial, len(step.loops) - 1)
            step = step.with_partial(partial)
            self._gone += step.gone
        elif isinstance(step, MakeCache):
            step = self._with_levels(step)
        if not isinstance(step, (Loops, Fuse)):
            self._check_loops(step.arguments, step)
        self._order = self._order_after(step)
        self._steps.append(step)

    def _follow_deferred(self, step: Deferred) -> None:
        before = {id(own) for own in self._steps}
        made = getattr(self, step.method)(**{key: self._value(value) for key, value in step.given})
        if step.cache is not None:
            self._made[step.cache] = made
        self._steps = [
            own if id(own) in before else dataclasses.replace(own, location=step.location)
            for own in self._steps
        ]

    def _value(self, value: Any) -> Any:
        """Return an argument of a step with the values of its parameters."""
        if isinstance(value, Cache):
            return self._made.get(value, value)
        if isinstance(value, (tuple, list)):
            return tuple(map(self._value, value))
        if isinstance(value, Mapping):
            pairs = [(self._value(key), self._value(entry)) for key, entry in value.items()]
            twice = first_twice(key for key, _ in pairs)
            if twice is not None:
                raise schedule_error(f"a step names the loop '{twice}' twice")
            return dict(pairs)
        found = value_of(value, self._values)
        is_single = isinstance(found, tuple) and len(found) == 1 and isinstance(found[0], Index)
        return found[0] if is_single else found

    def _with_levels(self, step: MakeCache) -> MakeCache:
        """Count levels from a loop that there is."""

        def counted(loop: Any) -> Any:
            return loop._replace(anchor=self._order[0]) if isinstance(loop, Level) else loop

        return dataclasses.replace(step, loop=counted(step.loop), trigger=counted(step.trigger))

    def _check_loops(self, value: Any, step: Step) -> None:
        """Refuse loops that there are not, as a common loop that is none."""
        if isinstance(value, (tuple, list)) and not isinstance(value, Level):
            for entry in value:
                self._check_loops(entry, step)
        elif isinstance(value, Index) and not any(value is made for made in step.made):
            self._loop(value, step.verb)

    def _order_after(self, step: Step) -> list[Index]:
        """Return the loops, outermost first, after a step."""
        order = self._order
        if isinstance(step, Loops):
            return [*order, *step.loops]
        if isinstance(step, Split):
            outer = self._loop(self._value(step.loop), "split")
            place = next(p for p, index in enumerate(order) if index is outer) + 1
            return [*order[:place], step.inner, *order[place:]]
        if isinstance(step, Reorder):
            loops = self._loops(self._value(step.loops), "reorder")
            named, places = {id(loop) for loop in loops}, iter(loops)
            return [next(places) if id(index) in named else index for index in order]
        if isinstance(step, Fuse):
            gone = {id(index) for index in step.gone}
            first = {*gone, *map(id, step.schedules)}
            place = next(p for p, index in enumerate(order) if id(index) in first)
            rest = [index for index in order[place:] if id(index) not in gone]
            return [*order[:place], *step.loops, *rest]
        return order
