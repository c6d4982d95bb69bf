# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What checks the steps of a schedule when they are taken: a compiler that has its nests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.indices import Index
from saopt._src.language.nest import Nest
from saopt._src.schedule.plan_writer import PlanWriter
from saopt._src.schedule.scheduled_nests import ScheduledNests, unresolved
from saopt._src.schedule.steps import Loops, Step
from saopt._src.schedule.target import Target
from saopt._src.support.locations import user_frame

__all__ = ["Session"]

# The compiler's footprint of a dimension that nothing bounds.
_UNBOUNDED = 2**62


class Session:
    """What the compiler makes of a schedule while it is written.

    Parameters
    ----------
    proven : sequence of Step
        Steps that another session has proven, one after the other.
    """

    def __init__(self, proven: Sequence[Step] = ()) -> None:
        self._proven = list(proven)
        self._target: Target | None = None
        self._taken: list[Step] = []
        self._writer: PlanWriter | None = None
        self._builder: Any = None
        self._versions: dict[Nest, int] = {}
        self._names: Mapping[Array, str] = {}

    @property
    def proven(self) -> tuple[Step, ...]:
        """The steps that were proven, one after the other."""
        return tuple(self._proven)

    def num_proven(self, steps: Sequence[Step]) -> int:
        """Return how many of the first of `steps` were proven, for what their nests do now."""
        self._forget_changed(steps)
        count = 0
        for step, proven in zip(steps, self._proven, strict=False):
            if step is not proven:
                break
            count += 1
        return count

    def reset(self) -> None:
        """Start anew the next time, since something was renamed."""
        self._writer = None

    def limit(self, target: Target | None) -> None:
        """Check the steps from now on, those of a plan, against the limits of a device."""
        self._target = target
        if self._writer is not None:
            self._writer.target = target

    def _forget_changed(self, steps: Sequence[Step]) -> None:
        """Forget what was proven before a nest was given other logic or constraints."""
        versions = {step.nest: step.nest.version for step in steps if isinstance(step, Loops)}
        if any(self._versions.get(nest, version) != version for nest, version in versions.items()):
            self._proven.clear()
            self._writer = None
        self._versions.update(versions)

    def follow(self, steps: Sequence[Step]) -> bool:
        """Take those of `steps` that were not taken yet.

        Returns
        -------
        bool
            False when that cannot be done yet: a parameter has no value, or a nest no logic.
        """
        self._forget_changed(steps)
        if not all(step.nest.logics for step in steps if isinstance(step, Loops)):
            return False
        is_continued = len(self._taken) <= len(steps) and all(
            a is b for a, b in zip(self._taken, steps, strict=False)
        )
        if self._writer is None or self._writer.is_broken or not is_continued:
            if unresolved([step for step in steps if isinstance(step, Loops)], {}) is not None:
                return False
            self._start(steps)
        assert self._writer is not None
        num_proven = self.num_proven(steps)
        for step in steps[len(self._taken) :]:
            if unresolved([step], {}) is not None:
                return False
            is_proven = len(self._taken) < num_proven
            self._builder.set_proven(is_proven)
            self._writer.take(step)
            if not is_proven:
                del self._proven[len(self._taken) :]
                self._proven.append(step)
            self._taken.append(step)
        return True

    def _start(self, steps: Sequence[Step]) -> None:
        from saopt import _compiler
        from saopt._src.build.function_source import session_source
        from saopt._src.build.module_builder import FunctionBuilder

        scheduled = ScheduledNests(tuple(steps), self._target)
        source = session_source(scheduled, user_frame())
        self._names = source.names
        builder = _compiler.ModuleBuilder()
        function = FunctionBuilder(builder, {}, source)
        scope = function.begin(source.name, private=False)
        self._builder, self._writer = builder, function.begin_plan(scheduled, {}, scope)
        self._taken = []

    def order(self, index: Index) -> list[Index]:
        """Return the loops of the schedule that a loop is part of, outermost first."""
        assert self._writer is not None
        return self._writer.order(index)

    def name_of(self, index: Index) -> str:
        """Return what a loop is called where it is printed, unlike all others."""
        assert self._writer is not None
        return self._writer.loop_names([index])[0]

    def name_of_array(self, array: Array) -> str:
        """Return what an array is called where it is printed, unlike all others."""
        return self._names[array]

    def text(self, index: Index) -> str:
        """Return the schedule that a loop is part of, as pseudo-code."""
        assert self._writer is not None
        return str(self._builder.plan_text(self._writer.loop(index)))

    def trip_count(self, index: Index) -> int | None:
        """Return how many iterations a loop has, where that is known."""
        assert self._writer is not None
        count: int | None = self._builder.trip_count(self._writer.loop(index))
        return count

    def range(self, index: Index) -> tuple[int | None, int]:
        """Return where a loop ends, where that is known, and its increment."""
        assert self._writer is not None
        stop, step = self._builder.loop_range(self._writer.loop(index))
        return stop, step

    def footprint(self, array: Array, index: Index) -> int | None:
        """Return how many elements of an array a run of a loop accesses, where that is known."""
        assert self._writer is not None
        elements: int | None = self._builder.block_size(
            self._writer.array(array), self._writer.loop(index)
        )
        return None if elements is None or elements >= _UNBOUNDED else elements
