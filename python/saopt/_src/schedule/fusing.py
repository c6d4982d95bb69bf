# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fusing: one schedule of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from saopt._src.language.function_body import replace
from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter, is_parameter
from saopt._src.schedule.loops import LoopIndex
from saopt._src.schedule.schedule import Schedule
from saopt._src.schedule.steps import Fuse, Loops, schedule_error, step_method
from saopt._src.support.integers import as_integer
from saopt._src.support.locations import user_location

__all__ = ["check_partial", "fuse", "unsafe_fuse"]


@step_method
def fuse(schedules: Any, *more: Schedule, partial: int | Parameter | None = None) -> Schedule:
    """Make one schedule of several, whose first loops become common ones.

    Parameters
    ----------
    schedules : iterable of Schedule, or Schedule
        The schedules, in the order in which their nests run; or the first of them.
    *more : Schedule
        The others, where the first one is given by itself.
    partial : int or Parameter, optional
        How many loops become common ones, from the outermost on; by default as many as all the
        schedules have. With a parameter, `get_indices` names all the loops that there may be.

    Returns
    -------
    Schedule
        Its loops are the common ones, then the fusing index, which tells the schedules apart and
        has no iterations, then the rest of the loops of each schedule. The given schedules stay
        as they are.

    Raises
    ------
    ScheduleError
        When it would change a result, or is malformed. ``partial=0`` is always possible: the
        nests then run one after the other.

    Examples
    --------
    >>> activation = sa.Nest(shape=(16, 32))
    >>> p, q = activation.get_indices()
    >>> @activation.iteration_logic
    ... def _():
    ...     C[p, q] = sa.max(C[p, q], 0)
    >>> schedules = nest.create_schedule(), activation.create_schedule()
    >>> schedule = sa.fuse(schedules, partial=2)
    >>> r, c, f, depth = schedule.get_indices()
    >>> schedule
    for r in range(16):
      for c in range(32):
        # f = 0
        for k in range(8):
          C[r, c] += A[r, k] * B[k, c]
        # f = 1
        C[r, c] = max(C[r, c], 0.0)
    """
    return _fuse(schedules, more, partial, unsafe=False)


@step_method
def unsafe_fuse(
    schedules: Any, *more: Schedule, partial: int | Parameter | None = None
) -> Schedule:
    """Make one schedule of several, and promise that no result changes; see `fuse`.

    Examples
    --------
    >>> twice = sa.Nest(shape=(16, 32))
    >>> p, q = twice.get_indices()
    >>> @twice.iteration_logic
    ... def _():
    ...     C[p, q] *= 2
    >>> sa.unsafe_fuse(nest.create_schedule(), twice.create_schedule(), partial=2)
    for i in range(16):
      for j in range(32):
        # f = 0
        for k in range(8):
          C[i, j] += A[i, k] * B[k, j]
        # f = 1
        C[i, j] *= 2.0
    """
    return _fuse(schedules, more, partial, unsafe=True)


def _fuse(schedules: Any, more: Sequence[Schedule], partial: Any, unsafe: bool) -> Schedule:
    is_one = isinstance(schedules, Schedule) or not isinstance(schedules, Iterable)
    given = [schedules, *more] if is_one else [*schedules, *more]
    for position, schedule in enumerate(given):
        if not isinstance(schedule, Schedule):
            raise schedule_error(
                f"fuse takes schedules, as nest.create_schedule() makes them, not a "
                f"{type(schedule).__name__}"
            )
        if any(schedule is other for other in given[:position]):
            raise schedule_error(
                "fuse is given a schedule twice: make another one of its nest to run that again"
            )
    if len(given) < 2:
        raise schedule_error(
            f"fuse takes at least two schedules, not {len(given)}: write sa.fuse(first, second)"
        )
    least = min(len(schedule._order) for schedule in given)
    wanted: Any
    if is_parameter(partial):
        # As many common loops as there may be: with the value it is known which of them there are.
        count, wanted = least, partial
    else:
        count = wanted = _common(given) if partial is None else as_integer(partial, "partial")
        check_partial(count, least)
    copies = _distinct(given)
    common = [LoopIndex(index.name) for index in copies[0]._order[:count]]
    loops = (*common, LoopIndex("f", is_fusing=True))
    gone = tuple(index for copy in copies for index in copy._order[:count])
    step = Fuse(
        tuple(copy._order[0] for copy in copies),
        wanted,
        loops,
        gone,
        unsafe,
        location=user_location(),
    )
    kept = 0 if is_parameter(partial) else count
    rest = [index for copy in copies for index in copy._order[kept:]]
    steps = [step for copy in copies for step in copy._steps]
    # The nests stand before all the other steps, as the plan that they are about does.
    steps.sort(key=lambda step: not isinstance(step, Loops))
    before = [index for schedule in given for index in schedule._gone]
    gone_now = () if is_parameter(partial) else gone
    fused = Schedule([*steps, step], [*loops, *rest], [*gone_now, *before])
    fused._small = [small for copy in copies for small in copy._small]
    fused._session.follow(fused._steps)
    replace(given, fused)
    return fused


def check_partial(count: int, least: int) -> None:
    """Refuse a number of common loops; the shortest of the schedules has `least`."""
    if count < 0:
        raise schedule_error(f"partial is a number of loops, not {count}")
    if count > least:
        raise schedule_error(
            f"partial is {count}, but one of the schedules has {least} loops: at most {least} can "
            "become common ones"
        )


def _common(schedules: Sequence[Schedule]) -> int:
    """Return how many loops all the schedules have before they tell nests apart."""
    counts = []
    for schedule in schedules:
        fusing = [getattr(index, "is_fusing", False) for index in schedule._order]
        counts.append(fusing.index(True) if True in fusing else len(fusing))
    return min(counts)


def _distinct(schedules: Sequence[Schedule]) -> list[Schedule]:
    """Return the schedules, those of one nest with indices of their own."""
    taken: set[Index] = set()
    result = []
    for schedule in schedules:
        made = [index for step in schedule._steps for index in step.made]
        replaced = {
            index: LoopIndex(index.name, True, getattr(index, "is_fusing", False))
            for index in made
            if index in taken
        }
        if replaced:
            steps = [step.with_indices(replaced) for step in schedule._steps]
            copy = Schedule(steps, [replaced.get(i, i) for i in schedule._order])
            copy._small = [step.with_indices(replaced) for step in schedule._small]
            schedule = copy
        taken.update(made)
        result.append(schedule)
    return result
