# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans: how the loops of a schedule run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter
from saopt._src.schedule.accera_refusals import refuse_keywords
from saopt._src.schedule.data_plan import DataPlan
from saopt._src.schedule.grid import AUTO, Grid
from saopt._src.schedule.schedule import Schedule
from saopt._src.schedule.schedule_base import as_number
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.steps import (
    Bind,
    Parallelize,
    Step,
    Tensorize,
    Unroll,
    Vectorize,
    schedule_error,
    step_method,
)
from saopt._src.schedule.target import Target
from saopt._src.support.integers import as_entries
from saopt._src.support.locations import user_location
from saopt._src.support.name_advice import steps_elsewhere
from saopt._src.support.near_names import did_you_mean

__all__ = ["Plan"]

_POLICIES = ("static", "dynamic")


class Plan(DataPlan):
    """How the loops of a schedule run.

    Made by `Schedule.create_plan`. A plan never changes a result, but for the rounding of sums:
    each of its steps is proven when it is taken, or refused. Printing the plan shows the loops.

    Examples
    --------
    >>> schedule = nest.create_schedule()
    >>> ii, jj = schedule.tile({i: 4, j: 16})
    >>> schedule.reorder(i, j, k, ii, jj)
    >>> plan = schedule.create_plan()
    >>> plan.cache(B, index=k)
    cache 'B_cache' of array 'B'
    >>> plan.vectorize(jj)
    >>> plan.parallelize(i)
    >>> plan
    for i in range(0, 16, 4):  # parallel
      for j in range(0, 32, 16):
        # B_cache = cache of B at k
        for k in range(8):
          for ii in range(4):
            for jj in range(16):  # vectorize
              C[i + ii, j + jj] += A[i + ii, k] * B_cache[k, j + jj]
    """

    _elsewhere: ClassVar[Mapping[str, str]] = steps_elsewhere("plan")

    def __init__(self, schedule: Schedule, target: Target | None) -> None:
        super().__init__(schedule.scheduled_nests().steps, schedule._order, schedule._gone)
        self._target = target
        # The compiler that has followed the schedule so far goes on with the plan.
        self._session, schedule._session = schedule._session, self._session
        self._session.limit(target)
        self._session.follow(self._steps)

    @property
    def target(self) -> Target:
        """The device that the plan is for; the host's where none was given."""
        return Target.HOST if self._target is None else self._target

    @step_method
    def vectorize(self, index: Index | Parameter) -> None:
        """Run the iterations of a loop in the lanes of vectors.

        Of two such loops around the same nest, the outer one is unrolled: its iterations become the
        rows of a block of vector registers.

        Raises
        ------
        ScheduleError
            When they depend on each other, other than by sums, or their number is not known.
        """
        self._vectorize(index, unsafe=False)

    def _vectorize(self, index: Index, unsafe: bool) -> None:
        if self._defer("unsafe_vectorize" if unsafe else "vectorize", index, index=index):
            return
        loop = self._loop(index, "vectorize")
        self._take([Vectorize(loop, unsafe=unsafe, location=user_location())])

    @step_method
    def unsafe_vectorize(self, index: Index | Parameter) -> None:
        """Vectorize a loop, and promise that its iterations do not depend on each other."""
        self._vectorize(index, unsafe=True)

    @step_method
    def unroll(self, index: Index | Parameter) -> None:
        """Write the iterations of a loop one after the other.

        Raises
        ------
        ScheduleError
            When there are more than 1024, or their number is not known, or when the unrolled loops
            make more than 4096 copies of the body together.
        """
        if not self._defer("unroll", index, index=index):
            self._take([Unroll(self._loop(index, "unroll"), location=user_location())])

    @step_method
    def kernelize(self, unroll_indices: Any, vectorize_indices: Any = None) -> None:
        """Unroll some loops, and vectorize others.

        Parameters
        ----------
        unroll_indices : Index, sequence of Index, or Parameter
            The loops to unroll.
        vectorize_indices : Index, sequence of Index, or Parameter, optional
            The loops to vectorize: the innermost one, and of others the iterations become the
            rows of a block of vector registers.

        Raises
        ------
        ScheduleError
            When one of them is refused; then nothing has changed.
        """
        given = {"unroll_indices": unroll_indices, "vectorize_indices": vectorize_indices}
        if self._defer("kernelize", given, **given):
            return
        where = user_location()
        steps: list[Step] = [
            Unroll(loop, location=where) for loop in self._loops(unroll_indices, "kernelize")
        ]
        if vectorize_indices is not None:
            places = {id(loop): place for place, loop in enumerate(self._order)}
            loops = self._loops(vectorize_indices, "kernelize")
            # Lanes before rows, whose iterations may depend on each other.
            steps += [
                Vectorize(loop, unsafe=False, location=where)
                for loop in sorted(loops, key=lambda loop: places[id(loop)], reverse=True)
            ]
        self._take(steps)

    @step_method
    def parallelize(
        self,
        indices: Any,
        pin: Any = None,
        policy: str = "static",
        max_threads: int | Parameter | None = None,
    ) -> None:
        """Run the iterations of loops at the same time.

        Parameters
        ----------
        indices : Index, sequence of Index, or Parameter
            The loops, which follow each other; several are collapsed into one.
        max_threads : int or Parameter, optional
            At most so many work-items share the iterations.
        policy : {"static", "dynamic"}
            How they do: each takes consecutive iterations, or every n-th one.
        pin : None
            Accera's word for chosen cores, which SYCL does not have.

        Raises
        ------
        ScheduleError
            When iterations depend on each other, other than by sums, or it is malformed.
        """
        refuse_keywords("parallelize", pin=pin)
        self._parallelize(indices, max_threads, policy, unsafe=False)

    @step_method
    def unsafe_parallelize(
        self,
        indices: Any,
        pin: Any = None,
        policy: str = "static",
        max_threads: int | Parameter | None = None,
    ) -> None:
        """Parallelize loops, and promise that their iterations do not depend on each other."""
        refuse_keywords("parallelize", pin=pin)
        self._parallelize(indices, max_threads, policy, unsafe=True)

    def _parallelize(self, indices: Any, max_threads: Any, policy: Any, unsafe: bool) -> None:
        verb = "unsafe_parallelize" if unsafe else "parallelize"
        if self._defer(verb, indices, indices=indices, policy=policy, max_threads=max_threads):
            return
        loops = self._loops(indices, "parallelize")
        max_threads = None if max_threads is AUTO else max_threads
        threads = None if max_threads is None else as_number(max_threads, "max_threads", 1)
        if policy not in _POLICIES:
            known = " or ".join(map(repr, _POLICIES))
            near = did_you_mean(policy, _POLICIES)
            raise schedule_error(f"the policy of parallelize is {known}, not {policy!r}{near}")
        step = Parallelize(loops, threads, policy, unsafe, location=user_location())
        self._check_parallel([step])
        self._take([step])

    @step_method
    def bind(self, mapping: Any, grid: Any = None) -> None:
        """Make the iterations of loops the groups and work-items of a grid.

        Parameters
        ----------
        mapping : dict of Index, or tuple of Index, to Grid
            The loops, and what each is bound to; or the loops alone. Several loops on one unit
            count as one with all their iterations. Parameters may stand for loops and units.
        grid : Grid or sequence of Grid, optional
            What they are bound to, where `mapping` is the loops alone.

        Raises
        ------
        ScheduleError
            When iterations depend on each other, when a group would have more work-items than
            the target can run, or when it is malformed; then nothing has changed.
        """
        if self._defer("bind", (mapping, grid), mapping=mapping, grid=grid):
            return
        if not isinstance(mapping, Mapping):
            loops, units = as_entries(mapping), () if grid is None else as_entries(grid)
            if len(loops) != len(units):
                raise schedule_error(
                    f"bind is given {len(loops)} loops and {len(units)} parts of the grid: give a "
                    "dictionary, as in bind({i: sa.Grid.BLOCK_X})"
                )
            pairs = list(zip(loops, units, strict=True))
        elif grid is not None:
            raise schedule_error("bind takes a dictionary, or loops and parts of the grid")
        else:
            pairs = list(mapping.items())
        flat = [(loop, unit) for loops, unit in pairs for loop in as_entries(loops)]
        self._loops(tuple(loop for loop, _ in flat), "bind")
        for index, unit in flat:
            if not isinstance(unit, Grid):
                raise schedule_error(
                    f"'{index}' is bound to a member of sa.Grid, as sa.Grid.BLOCK_X, not to "
                    f"{unit!r}{did_you_mean(unit, Grid.__members__, 'sa.Grid.{}')}"
                )
        self._take([Bind(tuple(flat), location=user_location())])

    @step_method
    def tensorize(
        self,
        indices: Sequence[Index],
        mma_shape: Any = None,
        use_static_offsets: Any = None,
        num_total_passes: Any = None,
        num_fused_passes: Any = None,
        scheduling_policy: Any = None,
    ) -> None:
        """Compute a product of small matrices in registers.

        Parameters
        ----------
        indices : sequence of three Index
            The loops over rows, columns and the sum, which are the innermost ones. Where the
            device has no unit for it, rows are unrolled and columns become vectors.
        mma_shape, use_static_offsets, num_total_passes, num_fused_passes, scheduling_policy : None
            Accera's words for what the sizes and the order of the loops say here.

        Raises
        ------
        ScheduleError
            When the nest is no product of matrices, or it is malformed.
        """
        refuse_keywords(
            "tensorize",
            mma_shape=mma_shape,
            use_static_offsets=use_static_offsets,
            num_total_passes=num_total_passes,
            num_fused_passes=num_fused_passes,
            scheduling_policy=scheduling_policy,
        )
        if self._defer("tensorize", indices, indices=indices):
            return
        loops = self._loops(indices, "tensorize")
        if len(loops) != 3:
            raise schedule_error(
                f"tensorize takes the three loops over rows, columns and the sum, not {len(loops)}"
            )
        self._take([Tensorize((loops[0], loops[1], loops[2]), location=user_location())])

    def scheduled_nests(self) -> ScheduledNests:
        """Return what the compiler has to do."""
        num_proven = self._session.num_proven(self._steps)
        return ScheduledNests(self._finished(), self._target, num_proven)
