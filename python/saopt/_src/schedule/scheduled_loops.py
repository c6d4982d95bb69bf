# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loops of a schedule, as users ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from saopt._src.language.indices import Index
from saopt._src.schedule.loops import LoopIndex
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.schedule.steps import Fuse, schedule_error
from saopt._src.support.locations import user_frame
from saopt._src.support.names import assigned_name, identifier, unpacked_names

__all__ = ["ScheduledLoops"]


class ScheduledLoops(ScheduleBase):
    """What a schedule tells about its loops."""

    def get_indices(self) -> Index:
        """Return the loop indices, outermost first, as a tuple; for one loop the index itself.

        Loops without a name of their own take those of the variables that the indices are
        assigned to.
        """
        frame = user_frame()
        found: Sequence[str] | None
        if len(self._order) == 1:
            name = assigned_name(frame)
            found = None if name is None else [name]
        else:
            found = unpacked_names(frame, len(self._order))
        if found is not None:
            for index, name in zip(self._order, found, strict=True):
                if isinstance(index, LoopIndex) and not index.is_named:
                    index.name, index.is_named = identifier(name), True
                    self._session.reset()
        return self._order[0] if len(self._order) == 1 else cast(Index, tuple(self._order))

    def get_index_range(self, index: Index) -> tuple[int, int | None, int]:
        """Return where a loop starts, where it ends, and by how much its index grows.

        Parameters
        ----------
        index : Index
            The loop.

        Returns
        -------
        tuple of int
            The end is None where it is known only at the call, or with the values of parameters.

        Raises
        ------
        ScheduleError
            When the schedule has no such loop, or it is the fusing one, which has no iterations.
        """
        loop = self._loop(index, "get the range of")
        if getattr(loop, "is_fusing", False):
            raise schedule_error(f"the loop '{loop}' tells nests apart, and has no range")
        if not self._session.follow(self._steps):
            return 0, None, 1
        stop, step = self._session.range(loop)
        return 0, stop, step

    def print(self) -> None:
        """Print the loops."""
        print(self)

    def get_fused_indices(self) -> tuple[Index, ...]:
        """Return the common loops of a fused schedule."""
        return self._fusion().loops[:-1]

    def get_fusing_index(self) -> Index:
        """Return the index that tells the nests of a fused schedule apart."""
        return self._fusion().loops[-1]

    def get_unfused_indices(self) -> tuple[Index, ...]:
        """Return the loops of a fused schedule that are not common ones."""
        common = self._fusion().loops
        return tuple(i for i in self._order if not any(i is other for other in common))

    def _fusion(self) -> Fuse:
        for step in reversed(self._steps):
            if isinstance(step, Fuse):
                return step
        raise schedule_error("the schedule is not a fused one: make one with sa.fuse")
