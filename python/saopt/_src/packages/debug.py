# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Mode.DEBUG`: functions that compare themselves with what they are without their schedules."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any

from saopt._src.build.function import Function, function
from saopt._src.build.function_source import BodyEntry, FunctionSource, make_entries
from saopt._src.language.allclose import add_check
from saopt._src.language.arrays import Array
from saopt._src.language.function_body import Call
from saopt._src.language.nest import Nest
from saopt._src.language.roles import Role
from saopt._src.language.rounds import RoundLoop
from saopt._src.language.scalar_parameters import SizeParameter
from saopt._src.language.shapes import open_axes
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.errors import ScheduleError
from saopt._src.support.locations import compile_error

__all__ = ["with_check"]


def with_check(source: FunctionSource, tolerance: float) -> FunctionSource:
    """Return a function that computes twice, with and without schedules, and compares.

    It has the same name and arguments. What it does without schedules goes to temporaries; then
    it does all of it with schedules, and compares each array that it writes.
    """
    written = [array for array in source.arguments if array.role.is_written]
    for array in written:
        if open_axes(array.shape):
            raise compile_error(
                f"function '{source.name}' cannot be checked in Mode.DEBUG: {array.label}, which "
                "it writes, has an open size; give it a dimension of sa.create_dimensions"
            )
    scheduled, plain = Function(_named(source, "scheduled")), Function(_unscheduled(source))

    def body() -> None:
        expected = {array: _temporary(array, source.names[array]) for array in written}
        for array, copy in expected.items():
            if array.role is Role.INOUT:
                _add_copy(array, copy)
        plain(*(_argument(expected.get(array, array)) for array in source.arguments))
        scheduled(*map(_argument, source.arguments))
        for array, copy in expected.items():
            what = (
                f"array '{source.names[array]}' differs by more than {tolerance:g} from what the "
                "function computes without its schedules"
            )
            add_check(array, copy, tolerance, what, ("scheduled", "unscheduled"))

    made: FunctionSource = function(args=source.arguments, name=source.name)(body).source
    return dataclasses.replace(made, location=source.location)


def _named(source: FunctionSource, suffix: str) -> FunctionSource:
    return dataclasses.replace(source, name=f"{source.name}_{suffix}")


def _unscheduled(source: FunctionSource) -> FunctionSource:
    entries = tuple(part for entry in source.entries for part in _plain(entry))
    return dataclasses.replace(_named(source, "unscheduled"), entries=entries, tuned=None)


def _plain(entry: BodyEntry) -> list[BodyEntry]:
    """Return the parts of a function without the steps of schedules."""
    if isinstance(entry, ScheduledNests):
        return [part for nest in entry.nests for part in _plain(nest)]
    if isinstance(entry, Nest):
        return _as_written(entry)
    if isinstance(entry, Call):
        callee = _unscheduled(entry.callee)
        return [Call(callee, entry.passed, entry.location, entry.numbers)]
    if isinstance(entry, RoundLoop):
        loop = entry.with_entries(lambda inner: inner)
        loop.entries = [part for inner in entry.entries for part in _plain(inner)]
        return [loop]
    return [entry]


def _as_written(nest: Nest) -> list[BodyEntry]:
    """Return a nest with a plan that changes no order, so that the compiler chooses none."""
    plan = nest.create_plan()
    # Where iterations of the outermost loop depend on each other, they run one after another.
    with contextlib.suppress(ScheduleError):
        plan.parallelize(nest.indices[0])
    return list(make_entries(plan))


def _argument(elements: Array) -> Any:
    return elements.dimension if isinstance(elements, SizeParameter) else elements


def _temporary(array: Array, name: str) -> Array:
    return Array(
        role=Role.TEMP,
        element_type=array.element_type,
        shape=array.shape,
        name=f"{name}_unscheduled",
    )


def _add_copy(array: Array, copy: Array) -> None:
    nest = Nest(shape=array.shape or (1,))
    indices = nest.indices if array.shape else ()

    def assign() -> None:
        copy[indices] = array[indices]

    nest.iteration_logic(assign)
