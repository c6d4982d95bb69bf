# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests with the steps of their schedule or plan, as a part of a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import Parameter, parameters_of
from saopt._src.schedule.steps import Loops, Step
from saopt._src.schedule.target import Target
from saopt._src.support.locations import compile_error

__all__ = ["ScheduledNests", "unresolved", "unresolved_of_nest"]


@dataclass(frozen=True)
class ScheduledNests:
    """Nests, and the steps of the schedule or the plan by which they run.

    Attributes
    ----------
    steps : tuple of Step
        The steps, of which the first bring in the nests.
    target : Target or None
        The device whose limits the plan has to keep.
    num_proven : int
        How many of the first steps were proven when they were taken.
    """

    steps: tuple[Step, ...]
    target: Target | None = None
    num_proven: int = 0

    @property
    def nests(self) -> list[Nest]:
        """The nests, in the order in which they were written."""
        return [step.nest for step in self.steps if isinstance(step, Loops)]

    def snapshot(self) -> ScheduledNests:
        """Return the same with the nests as they are now."""
        steps = (
            replace(step, nest=step.nest.snapshot()) if isinstance(step, Loops) else step
            for step in self.steps
        )
        return replace(self, steps=tuple(steps))

    def arrays(self) -> Iterator[Array]:
        """Yield the arrays that the nests read and write, each as often as they do."""
        for nest in self.nests:
            yield from nest.arrays()

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in the nests, each as often as it is there."""
        for nest in self.nests:
            yield from nest.dimensions()

    def __repr__(self) -> str:
        return ", then ".join(map(str, self.nests))


def unresolved_of_nest(nest: Nest, values: Mapping[Parameter, Any]) -> Parameter | None:
    """Return a parameter of a nest, or of an array in it, that has no value."""
    found = [d for d in nest.dimensions() if isinstance(d, Parameter)]
    found += [p for array in nest.arrays() for p in parameters_of(array.shape)]
    for parameter in found:
        value = values.get(parameter, 0)
        if not isinstance(value, int) or isinstance(value, bool):
            raise compile_error(
                f"{parameter.label} is {values[parameter]}, but stands where a whole number is "
                "needed, as in a shape or a subscript"
            )
    found += [parameter for node in nest.parameter_values() for parameter in node.parameters]
    return next((parameter for parameter in found if parameter not in values), None)


def unresolved(steps: Iterable[Step], values: Mapping[Parameter, Any]) -> Parameter | None:
    """Return a parameter of steps, or of their nests, that has no value."""
    for step in steps:
        for argument in step.arguments:
            for parameter in parameters_of(argument):
                if parameter not in values:
                    return parameter
        if isinstance(step, Loops):
            missing = unresolved_of_nest(step.nest, values)
            if missing is not None:
                return missing
    return None
