# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What schedules and plans have in common: loops, steps, and a compiler that checks them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter, is_parameter
from saopt._src.schedule.loop_tree import TreeLine, as_html, as_text, has_colour, read_lines
from saopt._src.schedule.loops import first_twice
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.session import Session
from saopt._src.schedule.steps import Loops, Step, schedule_error
from saopt._src.schedule.target import Target
from saopt._src.support.integers import as_entries, as_integer
from saopt._src.support.near_names import NearAttributes, did_you_mean

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest

__all__ = ["ScheduleBase", "as_number", "as_schedule"]


def as_number(value: Any, what: str, least: int) -> Any:
    """Return a number of a step, or a parameter, checked."""
    if is_parameter(value):
        return value
    number = as_integer(value, what)
    if number < least:
        kind = "positive" if least == 1 else f"at least {least}"
        raise schedule_error(f"{what} must be {kind}, not {number}")
    return number


def as_schedule(scheduled: ScheduledNests) -> ScheduleBase:
    """Return the schedule of nests that a function runs."""
    session = Session(scheduled.steps[: scheduled.num_proven])
    made = [index for step in scheduled.steps for index in step.made]
    order = session.order(made[-1]) if session.follow(scheduled.steps) else made
    schedule = ScheduleBase(scheduled.steps, order)
    schedule._target = scheduled.target
    schedule._session.limit(scheduled.target)
    return schedule


def _listed(indices: Iterable[Any]) -> str:
    return ", ".join(map(str, indices))


class ScheduleBase(NearAttributes):
    """Loops in an order, and the steps that led to them.

    Parameters
    ----------
    steps : sequence of Step
        The steps.
    order : sequence of Index
        The loops, outermost first.
    gone : sequence of Index
        Loops that have become part of fused ones.
    """

    def __init__(
        self, steps: Sequence[Step], order: Sequence[Index], gone: Sequence[Index] = ()
    ) -> None:
        self._steps = list(steps)
        self._order = list(order)
        self._gone = list(gone)
        self._session = Session()
        # The device of a plan.
        self._target: Target | None = None

    @property
    def nests(self) -> list[Nest]:
        """The nests that it runs, in the order in which they were written."""
        return self.scheduled_nests().nests

    def scheduled_nests(self) -> ScheduledNests:
        """Return what the compiler has to do."""
        return ScheduledNests(tuple(self._steps), num_proven=self._session.num_proven(self._steps))

    def _check_complete(self) -> None:
        """Refuse steps that wait for another one, now that there will be none."""

    def _take(self, steps: Sequence[Step], order: Sequence[Index] | None = None) -> None:
        """Keep steps, unless one of them is refused."""
        self._session.follow([*self._steps, *steps])
        self._steps += steps
        self._order = self._order if order is None else list(order)

    def _loop(self, index: Any, verb: str) -> Index:
        """Return an index of this schedule, or raise."""
        if not isinstance(index, Index):
            raise schedule_error(
                f"{verb} takes indices of the schedule, {_listed(self._order)}, not {index!r}"
                + did_you_mean(index, map(str, self._order), "the index {}, without quotes")
            )
        if any(index is own for own in self._order):
            return index
        if any(index is gone for gone in self._gone):
            raise schedule_error(
                f"cannot {verb} the loop '{index}', which has become part of a fused one: the "
                f"loops of the fused schedule are {_listed(self._order)}; get them by "
                "get_indices()"
            )
        raise schedule_error(
            f"cannot {verb} the loop '{index}', which is of another schedule: the loops of this "
            f"one are {_listed(self._order)}"
        )

    def _loop_or_parameter(self, index: Any, verb: str) -> Index | Parameter:
        """Return an index of this schedule, or a parameter whose value is one, or raise."""
        return index if isinstance(index, Parameter) else self._loop(index, verb)

    def _loops(self, indices: Any, verb: str) -> tuple[Index, ...]:
        """Return indices of this schedule, none of them twice, or raise."""
        loops = tuple(self._loop(index, verb) for index in as_entries(indices))
        if not loops:
            raise schedule_error(f"{verb} is given no index: name a loop of the schedule")
        twice = first_twice(loops)
        if twice is not None:
            raise schedule_error(f"{verb} names the loop '{twice}' twice")
        return loops

    def show(self) -> None:
        """Print the loops as a tree: how they run, how often, and what a run of each accesses.

        For a plan that was made for a target, each loop says in which of its caches all of that
        fits, counted from the nearest. Colours tell how loops run, where the output is a terminal
        and ``NO_COLOR`` is not set.
        """
        print(as_text(self._tree(), has_colour()))

    def _tree(self) -> list[TreeLine]:
        lines = read_lines(repr(self))
        if not self._session.follow(self._steps):
            return lines
        by_name = {self._session.name_of(index): index for index in self._order}
        arrays = list(dict.fromkeys(self.scheduled_nests().arrays()))
        for line in lines:
            index = by_name.get(line.loop or "")
            if index is None:
                continue
            line.trip_count = self._session.trip_count(index)
            for array in arrays:
                elements = self._session.footprint(array, index)
                if elements is not None:
                    name = self._session.name_of_array(array)
                    line.footprints[name] = elements * array.element_type.itemsize
            if self._target is not None and len(line.footprints) == len(arrays):
                line.find_cache(self._target.cache_sizes)
        return lines

    def _repr_html_(self) -> str:
        return as_html(self._tree())

    def __repr__(self) -> str:
        if self._session.follow(self._steps):
            return self._session.text(self._order[0]).rstrip("\n")
        has_logic = all(step.nest.logics for step in self._steps if isinstance(step, Loops))
        taken = ", ".join(step.verb for step in self._steps if not isinstance(step, Loops))
        return f"loops {_listed(self._order)} after {taken or 'no steps'}, " + (
            "with parameters left open" if has_logic else "of a nest that has no logic yet"
        )
