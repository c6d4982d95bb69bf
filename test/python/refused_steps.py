# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules and plans that steps go wrong with, and the test that each of these is refused.

A test file makes one `Refusals`, registers functions that each take one wrong step, and what the
error must say, and ends with ``test_refused = refused.tests()``.
"""

import inspect
from types import SimpleNamespace

import pytest
import saopt as sa
from full_messages import check_message
from schedule_programs import (
    producer_and_consumer,
    product,
    relaxation,
    row_sums,
    shifting,
)


class Refusals:
    """The wrong steps of one test file."""

    def __init__(self):
        self._mistakes = []

    def __call__(self, *words):
        """Register a function with one wrong step, and what its error must say."""

        def register(step):
            assert step.__name__ not in {param.id for param in self._mistakes}
            self._mistakes.append(pytest.param(step, words, id=step.__name__))
            return step

        return register

    def __len__(self):
        return len(self._mistakes)

    def tests(self):
        """Return the test function of the file: every wrong step is refused."""

        @pytest.mark.parametrize(("step", "words"), self._mistakes)
        def test(step, words):
            check_refused(step, words)

        return test


def surroundings():
    """Return schedules and plans, and their loops, for a step to go wrong with."""
    mm, relax, shift, sums = product(), relaxation(), shifting(), row_sums()
    pair, apart = producer_and_consumer(), producer_and_consumer(shift=1)
    made = SimpleNamespace(
        A=mm.A,
        B=mm.B,
        C=mm.C,
        i=mm.i,
        j=mm.j,
        k=mm.k,
        mm=mm.nest.create_schedule(),
        relax=relax.nest.create_schedule(),
        t=relax.t,
        x=relax.x,
        shift=shift.nest.create_schedule(),
        a=shift.i,
        b=shift.j,
        sums=sums.nest.create_schedule(),
        S=sums.S,
        r=sums.i,
        c=sums.j,
        first=pair.nests[0].create_schedule(),
        second=pair.nests[1].create_schedule(),
        fused=sa.fuse(*(nest.create_schedule() for nest in pair.nests)),
        early=apart.nests[0].create_schedule(),
        late=apart.nests[1].create_schedule(),
        T=pair.T,
        p=pair.p,
        tiled=product().nest.create_schedule(),
        planned=product().nest.create_schedule(),
    )
    made.I, made.J, made.f = made.fused.get_indices()
    halves = [nest.create_schedule() for nest in producer_and_consumer().nests]
    made.partly = sa.fuse(halves, partial=1)
    (made.row,) = made.partly.get_fused_indices()
    made.column = made.partly.get_unfused_indices()[1]
    made.long = row_sums(2, 20000).nest.create_schedule()
    made.long_i, made.long_j = made.long.get_indices()
    made.long.split(made.long_i, 2**48)
    made.ti, made.tj, made.tk = made.tiled.get_indices()
    made.ii, made.jj = made.tiled.tile({made.ti: 4, made.tj: 4})
    made.pi = made.planned.get_indices()[0]
    made.planned.create_plan()
    made.plan = made.mm.create_plan()
    made.relax_plan = made.relax.create_plan()
    made.relax = relaxation().nest.create_schedule()
    made.t, made.x = made.relax.get_indices()
    made.rt, made.rx = made.relax_plan._order
    made.mm = mm.nest.create_schedule()
    made.fused_plan = sa.fuse(made.first, made.second).create_plan()
    made.fi, made.fj, made.ff = made.fused_plan._order
    made.relaxed = relaxation().nest.create_schedule()
    made.inner = made.relaxed.split(made.relaxed.get_indices()[1], 4)
    made.middle = made.relaxed.split(made.relaxed.get_indices()[1], 2)
    made.mixed_i, made.mixed = mixed_sums()
    rows, columns = sa.create_dimensions()
    open_sums = row_sums(rows, columns)
    made.open_plan = open_sums.nest.create_plan()
    made.oi, made.oj = open_sums.i, open_sums.j
    large = row_sums(3000, 5000)
    made.large_plan = large.nest.create_plan()
    made.li, made.lj, made.LA = large.i, large.j, large.A
    return made


def mixed_sums():
    """Return a plan of a loop that sums into one row of an array, and uses another one."""
    G = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(2, 9), name="G")
    nest = sa.Nest(shape=(9, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        G[0, j] += sa.cast(i, sa.int32)
        G[1, i] = sa.cast(j, sa.int32)

    return i, nest.create_plan()


def check_refused(step, words):
    """Check what a wrong step says, where, and that it leaves no trace."""
    made = surroundings()
    arguments = {name: getattr(made, name) for name in inspect.signature(step).parameters}
    things = [a for a in arguments.values() if isinstance(a, (sa.Schedule, sa.Plan))]
    before = [(repr(thing), list(thing._steps), list(thing._order)) for thing in things]
    with pytest.raises(sa.ScheduleError) as caught:
        step(**arguments)
    assert isinstance(caught.value, sa.CompileError)
    for word in words:
        assert word in str(caught.value)
    check_message(f"steps: {step.__name__}", caught.value)
    file, line, column = caught.value.location
    assert file == inspect.getsourcefile(step)
    first = inspect.getsourcelines(step)[1]
    assert first < line <= first + 5
    assert column > 0
    after = [(repr(thing), list(thing._steps), list(thing._order)) for thing in things]
    assert [text for text, *_ in before] == [text for text, *_ in after]
    for (_, steps, order), (_, new_steps, new_order) in zip(before, after, strict=True):
        assert all(a is b for a, b in zip(steps, new_steps, strict=True))
        assert all(a is b for a, b in zip(order, new_order, strict=True))
