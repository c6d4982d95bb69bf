# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From values to compiled functions, in this process or in another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from saopt._src.build.compile import compile
from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.arrays import Array
from saopt._src.language.parameters import Parameter
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

__all__ = ["Candidate", "Maker", "Settings", "compile_candidate"]


@dataclass(frozen=True)
class Settings:
    """The options of `compile` that all candidates share."""

    engine: Any = "spirv"
    strict: bool = False
    skip_zeros: bool = True


@dataclass(frozen=True)
class Maker:
    """What makes a source of values.

    Attributes
    ----------
    make : Plan, Schedule or callable
        A plan whose parameters get the values, or a function that is called with them by name and
        returns a plan, or a plan and its arguments.
    args : tuple of Array
        The arguments, where `make` does not return them.
    parameters : mapping or None
        The values of the parameters that the nests are made of, where `make` is a function.
    """

    make: Any
    args: tuple[Array, ...]
    parameters: Mapping[Parameter, Any] | None = None

    def source(self, values: Mapping[Any, Any]) -> tuple[Any, tuple[Array, ...], Any]:
        """Return what `compile` takes: the source, its arguments, and values of parameters."""
        if isinstance(self.make, ScheduleBase):
            return self.make, self.args, dict(values)
        named = {_keyword(key): value for key, value in values.items()}
        made = self.make(**named)
        if self.args:
            return made, self.args, self.parameters
        if isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], (tuple, list)):
            return made[0], tuple(made[1]), None
        raise compile_error(
            "make_plan returned no arguments: give sa.tune args=(A, B), or return (plan, (A, B)) "
            "from make_plan"
        )


def _keyword(key: Any) -> str:
    name = key.name if isinstance(key, Parameter) else key
    if not isinstance(name, str):
        raise compile_error(f"{key!r} has no name, by which make_plan could be called with it")
    return name


@dataclass(frozen=True)
class Candidate:
    """A function, or why there is none."""

    function: CompiledFunction | None
    message: str = ""


def compile_candidate(maker: Maker, values: Mapping[Any, Any], settings: Settings) -> Candidate:
    """Compile the function of some values; a refusal of the compiler is a result."""
    try:
        source, args, parameters = maker.source(values)
        function = compile(
            source,
            args,
            settings.engine,
            strict=settings.strict,
            skip_zeros=settings.skip_zeros,
            schedule="none",
            name="tuned",
            parameters=parameters,
        )
    except CompileError as error:
        return Candidate(None, error.message)
    return Candidate(function)
