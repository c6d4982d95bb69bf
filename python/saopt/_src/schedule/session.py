# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What checks the steps of a schedule when they are taken: a compiler that has its nests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saopt._src.indices import Index
from saopt._src.locations import user_frame
from saopt._src.loops import Step
from saopt._src.plan_writer import PlanWriter
from saopt._src.planned import Planned, unresolved
from saopt._src.target import Target

__all__ = ["Session"]


class Session:
    """What the compiler makes of a schedule while it is written."""

    def __init__(self) -> None:
        self._target: Target | None = None
        self._taken: list[Step] = []
        self._writer: PlanWriter | None = None
        self._builder: Any = None

    def reset(self) -> None:
        """Start anew the next time, since something was renamed."""
        self._writer = None

    def limit(self, target: Target | None) -> None:
        """Check the steps from now on, those of a plan, against the limits of a device."""
        self._target = target
        if self._writer is not None:
            self._writer.target = target

    def follow(self, steps: Sequence[Step]) -> bool:
        """Take those of `steps` that were not taken yet.

        Returns
        -------
        bool
            Whether all of them could be checked: those after a parameter cannot.

        Raises
        ------
        ScheduleError
            When one is refused.
        """
        is_continued = len(self._taken) <= len(steps) and all(
            a is b for a, b in zip(self._taken, steps, strict=False)
        )
        if self._writer is None or self._writer.is_broken or not is_continued:
            if unresolved([step for step in steps if step.kind == "loops"], {}) is not None:
                return False
            self._start(steps)
        assert self._writer is not None
        for step in steps[len(self._taken) :]:
            if unresolved([step], {}) is not None:
                return False
            self._writer.take(step)
            self._taken.append(step)
        return True

    def _start(self, steps: Sequence[Step]) -> None:
        from saopt import _compiler
        from saopt._src.build import FunctionBuilder
        from saopt._src.source import session_source

        planned = Planned(tuple(steps), self._target)
        source = session_source(planned, user_frame())
        builder = _compiler.ModuleBuilder()
        function = FunctionBuilder(builder, {}, source)
        scope = function.begin(source.name, private=False)
        self._builder, self._writer = builder, function.begin_plan(planned, {}, scope)
        self._taken = []

    def text(self, index: Index) -> str:
        """Return the schedule that a loop is part of, as pseudo-code."""
        assert self._writer is not None
        return str(self._builder.plan_text(self._writer.handle(index)))

    def trip_count(self, index: Index) -> int | None:
        """Return how many iterations a loop has, where that is known."""
        assert self._writer is not None
        count = self._builder.trip_count(self._writer.handle(index))
        return None if count is None else int(count)
