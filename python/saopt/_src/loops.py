# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loops of schedules, as users hold them, and the steps that schedules and plans are made of.

A step is a record: what is done, to which loops, with which numbers, and where the user wrote
it. Schedules and plans are lists of such records, which the compiler is told again whenever it
is asked about them; so a schedule can be copied, fused, and compiled with other numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from saopt._src.errors import CompileError, Location, ScheduleError
from saopt._src.indices import Index
from saopt._src.locations import user_location

if TYPE_CHECKING:
    from saopt._src.nest import Nest

__all__ = [
    "Level",
    "LoopIndex",
    "Step",
    "first_twice",
    "inner_name",
    "loops_step",
    "schedule_error",
    "step_method",
]

P = ParamSpec("P")
R = TypeVar("R")


class LoopIndex(Index):
    """The index of a loop that a schedule made: the inner loop of a split, or a fused one.

    It stands in the steps of schedules and plans, and not in the logic of a nest, which knows
    the indices of the nest alone.

    Attributes
    ----------
    is_fusing : bool
        Whether it tells the nests of a fused schedule apart, and has no iterations of its own.
    is_named : bool
        Whether it has the name of a variable.
    """

    __slots__ = ("is_fusing", "is_named")

    def __init__(self, name: str, is_named: bool = False, is_fusing: bool = False) -> None:
        self.nest = None  # type: ignore[assignment]
        self.position = 0
        self.name = name
        self.bounds = (0, 2**40)
        self.is_named = is_named
        self.is_fusing = is_fusing


class Level(NamedTuple):
    """A loop that is said by its place.

    Attributes
    ----------
    number : int or Parameter
        Counted from the innermost loop, which is 1.
    anchor : Index
        Any loop of the same schedule.
    what : str
        What errors call it.
    """

    number: Any
    anchor: Index
    what: str


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a schedule or a plan.

    Attributes
    ----------
    kind : str
        The name of the step, as the compiler's builder knows it.
    arguments : mapping of str to object
        Indices, arrays, caches, numbers and parameters, by the names that the builder has.
    location : Location or None
        Where the user wrote it.
    """

    kind: str
    arguments: Mapping[str, Any]
    location: Location | None

    def with_indices(self, replaced: Mapping[Index, Index]) -> Step:
        """Return the step with other indices in the place of some."""

        def swap(value: Any) -> Any:
            if isinstance(value, Index):
                return replaced.get(value, value)
            if isinstance(value, tuple):
                return tuple(map(swap, value))
            return value

        return replace(self, arguments={key: swap(v) for key, v in self.arguments.items()})


def loops_step(nest: Nest) -> Step:
    """Return the step that brings in the loops of a nest."""
    return Step("loops", {"nest": nest, "loops": nest.indices}, user_location())


def inner_name(name: str) -> str:
    """Return what the inner loop of a split is called when nobody says it: ``i`` has ``ii``."""
    return name + name[0] if len(set(name)) == 1 else f"{name}_inner"


def schedule_error(message: str) -> ScheduleError:
    """Return a `ScheduleError` located at the user's current line."""
    return ScheduleError(message, user_location())


def step_method(method: Callable[P, R]) -> Callable[P, R]:
    """Make whatever a step refuses a `ScheduleError`; a decorator."""

    @functools.wraps(method)
    def wrapped(*arguments: P.args, **keywords: P.kwargs) -> R:
        try:
            return method(*arguments, **keywords)
        except ScheduleError:
            raise
        except CompileError as error:
            raise ScheduleError(error.message, error.location) from None

    return wrapped


def first_twice(indices: Iterable[Index]) -> Index | None:
    """Return the first index that is there twice."""
    seen: set[int] = set()
    for index in indices:
        if id(index) in seen:
            return index
        seen.add(id(index))
    return None
