# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: in which order the points of nests run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from saopt._src.language.function_body import replace
from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter
from saopt._src.schedule.loops import LoopIndex, inner_name
from saopt._src.schedule.schedule_base import as_number
from saopt._src.schedule.scheduled_loops import ScheduledLoops
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.session import Session
from saopt._src.schedule.steps import (
    Loops,
    Pad,
    Reorder,
    Skew,
    Split,
    Step,
    UnrollSmall,
    schedule_error,
    step_method,
)
from saopt._src.schedule.target import Target
from saopt._src.support.errors import ScheduleError
from saopt._src.support.integers import as_entries
from saopt._src.support.locations import user_frame, user_location
from saopt._src.support.name_advice import steps_elsewhere
from saopt._src.support.names import assigned_name, identifier, unpacked_names

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest
    from saopt._src.schedule.plan import Plan

__all__ = ["Schedule"]


class Schedule(ScheduledLoops):
    """The order in which the points of a nest run, or of several that were fused.

    Made by `Nest.create_schedule` and `fuse`. Its steps change which loops there are, and their
    order; each is proven not to change a result when it is taken, or refused. Printing the
    schedule shows the loops.

    Examples
    --------
    >>> schedule = nest.create_schedule()
    >>> ii, jj = schedule.tile({i: 8, j: 16})
    >>> schedule.reorder(i, j, ii, jj)
    """

    _elsewhere: ClassVar[Mapping[str, str]] = steps_elsewhere("schedule")

    def __init__(
        self, steps: Sequence[Step], order: Sequence[Index], gone: Sequence[Index] = ()
    ) -> None:
        super().__init__(steps, order, gone)
        self._small: list[UnrollSmall] = []
        self._has_plan = False

    @staticmethod
    def of_nest(nest: Nest) -> Schedule:
        """Return the schedule that runs a nest as it is written."""
        loops = Loops(nest, tuple(nest.indices), location=user_location())
        return Schedule([loops], nest.indices)

    @step_method
    def split(self, index: Index | Parameter, size: int | Parameter) -> LoopIndex:
        """Split a loop into tiles.

        Parameters
        ----------
        index : Index or Parameter
            The loop, which then goes from tile to tile.
        size : int or Parameter
            How many iterations a tile has. The last one is shorter where it does not divide the
            loop.

        Returns
        -------
        LoopIndex
            The loop over the iterations of a tile, right inside of the other.

        Raises
        ------
        ScheduleError
            When it is refused; then nothing has changed.
        """
        self._check_open()
        loop = self._loop_or_parameter(index, "split")
        count = as_number(size, f"the size of the tiles of '{loop}'", 1)
        inner = self._inner(loop, assigned_name(user_frame()))
        self._take(
            [Split(loop, count, inner, location=user_location())],
            self._with_inner(self._order, loop, inner),
        )
        return inner

    @step_method
    def tile(self, shape: Mapping[Any, int | Parameter]) -> LoopIndex | tuple[LoopIndex, ...]:
        """Split several loops.

        Parameters
        ----------
        shape : dict of Index to int or Parameter
            The loops, or parameters for them, and how many iterations a tile of each has.

        Returns
        -------
        tuple of LoopIndex
            The new loops, each right inside of its outer one; for one loop, the index itself.

        Raises
        ------
        ScheduleError
            When it is refused; then nothing has changed.
        """
        self._check_open()
        if not isinstance(shape, Mapping):
            raise schedule_error(
                "tile takes a dictionary of indices and sizes, as in tile({i: 8, j: 16}), not a "
                f"{type(shape).__name__}"
            )
        if not shape:
            raise schedule_error("tile is given no index: name one, as in tile({i: 8})")
        loops = [self._loop_or_parameter(index, "tile") for index in shape]
        frame = user_frame()
        names: Sequence[str | None] | None = unpacked_names(frame, len(loops))
        if names is None:
            names = [assigned_name(frame) if len(loops) == 1 else None] * len(loops)
        order, steps, made = self._order, [], []
        for loop, size, name in zip(loops, shape.values(), names, strict=True):
            count = as_number(size, f"the size of the tiles of '{loop}'", 1)
            inner = self._inner(loop, name)
            order = self._with_inner(order, loop, inner)
            steps.append(Split(loop, count, inner, location=user_location()))
            made.append(inner)
        self._take(steps, order)
        return made[0] if len(made) == 1 else tuple(made)

    @step_method
    def reorder(self, *indices: Any, order: Any = None) -> None:
        """Give loops another order.

        Parameters
        ----------
        *indices : Index, or one tuple of Index, or a Parameter
            The loops in their new order, outermost first. Loops that are not named stay where
            they are; the others share their places.
        order : tuple of Index, or a Parameter, optional
            The same by name.

        Raises
        ------
        ScheduleError
            When it would change a result, or is malformed; then nothing has changed.
        """
        self._reorder(_given_order(indices, order), unsafe=False)

    @step_method
    def unsafe_reorder(self, *indices: Any, order: Any = None) -> None:
        """Give loops another order, and promise that no result changes; see `reorder`."""
        self._reorder(_given_order(indices, order), unsafe=True)

    def _reorder(self, order: tuple[Any, ...], unsafe: bool) -> None:
        self._check_open()
        if len(order) == 1 and isinstance(order[0], Parameter):
            # Which order it is, and whether it is one, is known with its value.
            self._take([Reorder(order[0], unsafe, location=user_location())], self._order)
            return
        entries = as_entries(order[0] if len(order) == 1 else order)
        if any(isinstance(entry, Parameter) for entry in entries):
            named = tuple(self._loop_or_parameter(entry, "reorder") for entry in entries)
            self._take([Reorder(named, unsafe, location=user_location())], self._order)
            return
        loops = self._loops(entries, "reorder")
        places = iter(loops)
        named = set(loops)
        new = [next(places) if index in named else index for index in self._order]
        self._take([Reorder(loops, unsafe, location=user_location())], new)

    @step_method
    def pad(self, index: Index | Parameter, size: int | Parameter) -> None:
        """Put iterations that do nothing before those of a loop.

        Parameters
        ----------
        index : Index or Parameter
            The loop; tiles of a loop that has been split are padded as well.
        size : int or Parameter
            How many.

        Raises
        ------
        ScheduleError
            When it is refused; then nothing has changed.
        """
        self._check_open()
        loop = self._loop_or_parameter(index, "pad")
        count = as_number(size, f"the padding of '{loop}'", 0)
        self._take([Pad(loop, count, location=user_location())], self._order)

    @step_method
    def skew(
        self,
        index: Index | Parameter,
        reference_index: Index | Parameter,
        unroll_loops_smaller_than: int | Parameter | None = None,
    ) -> None:
        """Make a loop run over the sum of two indices, so that diagonals share an iteration.

        Parameters
        ----------
        index : Index or Parameter
            The loop.
        reference_index : Index or Parameter
            The loop whose index is added.
        unroll_loops_smaller_than : int or Parameter, optional
            Unroll those of the two that have fewer iterations, once the plan is made.

        Raises
        ------
        ScheduleError
            When it would change a result, or is malformed; then nothing has changed.
        """
        self._check_open()
        loop = self._loop_or_parameter(index, "skew")
        reference = self._loop_or_parameter(reference_index, "skew")
        if loop is reference:
            raise schedule_error(f"skew is given the loop '{loop}' twice: name two different loops")
        small: list[UnrollSmall] = []
        if unroll_loops_smaller_than is not None:
            limit = as_number(unroll_loops_smaller_than, "unroll_loops_smaller_than", 0)
            small.append(UnrollSmall((loop, reference), limit, location=user_location()))
        self._take([Skew(loop, reference, location=user_location())], self._order)
        self._small += small

    def is_valid_loop_order(self, *order: Any) -> bool:
        """Return whether `reorder` would take this order; nothing is changed."""
        copy = Schedule(self._steps, self._order)
        copy._session = Session(
            self._session.proven if self._session.num_proven(self._steps) else ()
        )
        try:
            copy._reorder(order, unsafe=False)
        except ScheduleError:
            return False
        return True

    def create_plan(self, target: Target | None = None) -> Plan:
        """Return a plan, which says how the loops run; the schedule is fixed from then on.

        Parameters
        ----------
        target : Target, optional
            The device whose limits the plan has to keep.

        Raises
        ------
        ScheduleError
            When `target` is none.
        """
        from saopt._src.schedule.plan import Plan

        if target is not None and not isinstance(target, Target):
            raise schedule_error(
                f"{target!r} is no target: give a sa.Target, as in create_plan(sa.Target.HOST)"
                + (f" or create_plan(sa.Target({target!r}))" if isinstance(target, str) else "")
            )
        plan = Plan(self, target)
        self._has_plan = True
        replace([self], plan)
        return plan

    def scheduled_nests(self) -> ScheduledNests:
        """Return what the compiler has to do, with what follows from `skew`."""
        there = set(self._order)
        small = [step for step in self._small if there.issuperset(step.loops)]
        steps = (*self._steps, *small)
        return ScheduledNests(steps, num_proven=self._session.num_proven(steps))

    def _check_open(self) -> None:
        if self._has_plan:
            raise schedule_error(
                "the schedule has a plan, which counts on its loops: take this step before "
                "create_plan()"
            )

    def _inner(self, loop: Index | Parameter, name: str | None) -> LoopIndex:
        if name is not None:
            return LoopIndex(identifier(name), is_named=True)
        taken = {index.name for index in self._order}
        made = inner_name(loop.name or "inner")
        while made in taken:
            made = inner_name(made)
        return LoopIndex(made)

    @staticmethod
    def _with_inner(order: Sequence[Index], outer: Index | Parameter, inner: Index) -> list[Index]:
        # Inside of which loop it is may be known with the value of a parameter only.
        last = len(order) - 1
        position = next((p for p, index in enumerate(order) if index is outer), last)
        return [*order[: position + 1], inner, *order[position + 1 :]]


def _given_order(indices: tuple[Any, ...], order: Any) -> tuple[Any, ...]:
    if order is not None and indices:
        raise schedule_error("reorder is given an order twice: by position and by name")
    return indices if order is None else (order,)
