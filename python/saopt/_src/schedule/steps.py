# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps that schedules and plans are made of.

A step is a record: what is done, to which loops, with which numbers, and where the user wrote
it. Schedules and plans are lists of such records, which the compiler is told again whenever it
is asked about them; so a schedule can be copied, fused, and compiled with other numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

from saopt._src.language.arrays import Array
from saopt._src.language.indices import Index
from saopt._src.language.layouts import Layout
from saopt._src.language.parameters import Parameter
from saopt._src.language.types import ScalarType
from saopt._src.schedule.grid import Grid, MemorySpace
from saopt._src.schedule.loops import Level
from saopt._src.support.errors import CompileError, Location, ScheduleError
from saopt._src.support.locations import user_location

if TYPE_CHECKING:
    from saopt._src.language.nest import Nest
    from saopt._src.schedule.caches import Cache
    from saopt._src.schedule.plan_writer import PlanWriter

__all__ = [
    "Bind",
    "Deferred",
    "Fuse",
    "Loops",
    "MakeCache",
    "Pad",
    "Parallelize",
    "Nontemporal",
    "Prefetch",
    "Reorder",
    "Skew",
    "Split",
    "Step",
    "Tensorize",
    "Unroll",
    "UnrollSmall",
    "Vectorize",
    "schedule_error",
    "step_method",
]

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="Step")
Number = int | Parameter
Loop = Index | Level | Parameter


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a schedule or a plan.

    Attributes
    ----------
    verb : str
        What the step is called.
    location : Location or None
        Where the user wrote it.
    """

    verb: ClassVar[str]
    location: Location | None = field(kw_only=True)

    @property
    def arguments(self) -> list[Any]:
        """What the step is about: indices, arrays, numbers and parameters."""
        return [getattr(self, entry.name) for entry in fields(self) if entry.name != "location"]

    @property
    def made(self) -> tuple[Index, ...]:
        """The indices that the step makes."""
        return ()

    def with_indices(self: S, replaced: Mapping[Index, Index]) -> S:
        """Return the step with other indices in the place of some."""

        def swap(value: Any) -> Any:
            if isinstance(value, Index):
                return replaced.get(value, value)
            return tuple(map(swap, value)) if isinstance(value, tuple) else value

        names = [entry.name for entry in fields(self) if entry.name != "location"]
        return replace(self, **{name: swap(getattr(self, name)) for name in names})

    def apply(self, writer: PlanWriter) -> None:
        """Tell the compiler's builder of the step."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Loops(Step):
    """Brings in the loops of a nest."""

    verb = "loops"
    nest: Nest
    loops: tuple[Index, ...]

    @property
    def made(self) -> tuple[Index, ...]:
        return self.loops

    def apply(self, writer: PlanWriter) -> None:
        name = writer.nest_name(self)
        writer.know(self.loops, writer.builder.loops(name, len(self.loops), self.location))


@dataclass(frozen=True, eq=False)
class Split(Step):
    """Splits a loop into tiles of `size` iterations, which `inner` runs over."""

    verb = "split"
    loop: Loop
    size: Number
    inner: Index

    @property
    def made(self) -> tuple[Index, ...]:
        return (self.inner,)

    def apply(self, writer: PlanWriter) -> None:
        loop, size = writer.loop(self.loop), writer.number(self.size)
        (name,) = writer.name([self.inner])
        writer.know([self.inner], [writer.builder.split(loop, size, name, self.location)])


@dataclass(frozen=True, eq=False)
class Reorder(Step):
    """Gives loops another order: indices, or a parameter whose value is a tuple of them."""

    verb = "reorder"
    loops: tuple[Index | Parameter, ...] | Parameter
    unsafe: bool

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.reorder(writer.loops(self.loops), self.unsafe, self.location)


@dataclass(frozen=True, eq=False)
class Pad(Step):
    """Puts `size` iterations that do nothing before those of a loop."""

    verb = "pad"
    loop: Loop
    size: Number

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.pad(writer.loop(self.loop), writer.number(self.size), self.location)


@dataclass(frozen=True, eq=False)
class Skew(Step):
    """Adds the index `reference` to that of a loop."""

    verb = "skew"
    loop: Loop
    reference: Loop

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.skew(writer.loop(self.loop), writer.loop(self.reference), self.location)


@dataclass(frozen=True, eq=False)
class Fuse(Step):
    """Makes the first loops, `gone`, of schedules common ones, and the fusing loop after them."""

    verb = "fuse"
    schedules: tuple[Index, ...]
    """A loop of each schedule."""
    partial: Number
    loops: tuple[Index, ...]
    gone: tuple[Index, ...]
    unsafe: bool

    @property
    def made(self) -> tuple[Index, ...]:
        return self.loops

    def with_partial(self, partial: int) -> Fuse:
        """Return the step with the value of its parameter: fewer of its loops are common ones."""
        most = len(self.loops) - 1
        gone = (loop for place, loop in enumerate(self.gone) if place % most < partial)
        loops = (*self.loops[:partial], self.loops[-1])
        return replace(self, partial=partial, loops=loops, gone=tuple(gone))

    def apply(self, writer: PlanWriter) -> None:
        schedules = writer.loops(self.schedules)
        writer.forget_names(self.gone)
        names = writer.name(self.loops)
        fuse, partial = writer.builder.fuse, writer.number(self.partial)
        writer.know(self.loops, fuse(schedules, partial, names, self.unsafe, self.location))


@dataclass(frozen=True, eq=False)
class Unroll(Step):
    """Unrolls a loop."""

    verb = "unroll"
    loop: Index

    def apply(self, writer: PlanWriter) -> None:
        writer.unroll(self.loop, self.location)


@dataclass(frozen=True, eq=False)
class UnrollSmall(Step):
    """Unrolls those of some loops that have fewer than `limit` iterations."""

    verb = "unroll_small"
    loops: tuple[Index, ...]
    limit: Number

    def apply(self, writer: PlanWriter) -> None:
        writer.unroll_small(self.loops, self.limit, self.location)


@dataclass(frozen=True, eq=False)
class Vectorize(Step):
    """Vectorizes a loop."""

    verb = "vectorize"
    loop: Index
    unsafe: bool

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.vectorize(writer.loop(self.loop), self.unsafe, self.location)


@dataclass(frozen=True, eq=False)
class Parallelize(Step):
    """Runs the iterations of loops in at most `max_threads` work-items."""

    verb = "parallelize"
    loops: tuple[Index, ...]
    max_threads: Number | None
    policy: str
    unsafe: bool

    def apply(self, writer: PlanWriter) -> None:
        threads = None if self.max_threads is None else writer.number(self.max_threads)
        loops = writer.loops(self.loops)
        writer.builder.parallelize(loops, threads, self.policy, self.unsafe, self.location)


@dataclass(frozen=True, eq=False)
class Bind(Step):
    """Binds loops to the grid."""

    verb = "bind"
    mapping: tuple[tuple[Index, Grid], ...]

    def apply(self, writer: PlanWriter) -> None:
        writer.bind(dict(self.mapping), self.location)


@dataclass(frozen=True, eq=False)
class Tensorize(Step):
    """Computes the product of matrices of three loops in registers."""

    verb = "tensorize"
    loops: tuple[Index, Index, Index]

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.tensorize(*writer.loops(self.loops), self.location)


@dataclass(frozen=True, eq=False)
class Prefetch(Step):
    """Prefetches what a loop reads of an array `distance` iterations later."""

    verb = "prefetch"
    array: Array
    loop: Index
    distance: Number

    def apply(self, writer: PlanWriter) -> None:
        array, loop = writer.array(self.array), writer.loop(self.loop)
        writer.builder.prefetch(array, loop, writer.number(self.distance), self.location)


@dataclass(frozen=True, eq=False)
class Nontemporal(Step):
    """Writes an array past the caches of the device."""

    verb = "nontemporal"
    array: Array

    def apply(self, writer: PlanWriter) -> None:
        writer.builder.nontemporal(writer.array(self.array), self.location)


@dataclass(frozen=True, eq=False)
class MakeCache(Step):
    """Makes a cache; see `Plan.cache`. What is None is left to the compiler."""

    verb = "cache"
    cache: Cache
    loop: Loop | None
    trigger: Loop | None
    max_elements: Number | None
    layout: Layout | None
    element_type: ScalarType | None
    thrifty: bool
    space: MemorySpace | None
    double_buffer: bool
    double_buffer_space: MemorySpace | None
    vectorize: bool | None
    unsafe: bool

    @property
    def is_local(self) -> bool:
        """Whether it uses the memory of work-groups."""
        return MemorySpace.LOCAL in (self.space, self.double_buffer_space)

    def apply(self, writer: PlanWriter) -> None:
        writer.make_cache(self)


@dataclass(frozen=True, eq=False)
class Deferred(Step):
    """A step of a plan with parameters in the place of loops or flags.

    It is taken when they have values (`resolve`), by the method of the plan that it names.
    """

    method: str
    given: tuple[tuple[str, Any], ...]
    """The arguments of the method."""
    cache: Cache | None = None
    """What stands for the cache that it makes, in later steps."""

    @property
    def verb(self) -> str:  # type: ignore[override]
        return self.method.removeprefix("_")

    @property
    def arguments(self) -> list[Any]:
        return [value for _, value in self.given]


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
            raise ScheduleError(error.message, error.location, error.notes) from None

    return wrapped
