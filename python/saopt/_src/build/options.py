# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a compilation may do, and for which device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from saopt._src.schedule.target import Target
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

__all__ = ["Options", "ScheduleMode"]

ScheduleMode = Literal["auto", "none"]


@dataclass(frozen=True)
class Options:
    """The options of `saopt.compile`, for the compiler.

    Attributes
    ----------
    strict : bool
        Forbid whatever changes a floating-point result.
    skip_zeros : bool
        Leave out what has no effect where constants are zero.
    schedule : {"auto", "none"}
        Whether nests without a plan get one from the compiler.
    portable : bool
        Whether plans are chosen for any CPU, as the compiler describes it, and not for the device
        that SYCL chooses on this computer.
    on_pass : callable, optional
        Called after each pass with its flag, the name of the function that it ran on, and the
        program.
    target : Target, optional
        The device that plans are chosen for; by default the one that SYCL chooses.
    """

    strict: bool
    skip_zeros: bool
    schedule: ScheduleMode
    on_pass: Callable[[str, str, str], None] | None = None
    portable: bool = False
    target: Target | None = None

    def __post_init__(self) -> None:
        """Refuse schedules and targets that do not exist."""
        if not isinstance(self.schedule, str) or self.schedule not in get_args(ScheduleMode):
            raise compile_error(
                f"there is no schedule {self.schedule!r}: 'auto' lets the compiler choose plans, "
                f"'none' does not{did_you_mean(self.schedule, get_args(ScheduleMode))}"
            )
        if self.target is not None and not isinstance(self.target, Target):
            raise compile_error(
                f"{self.target!r} is no target: give a sa.Target, as in target=sa.Target.HOST"
            )

    def build(self) -> Any:
        """Return the options of the compiler, a `saopt._compiler.CompileOptions`."""
        from saopt import _compiler

        options = _compiler.CompileOptions()
        options.strict = self.strict
        options.skip_zeros = self.skip_zeros
        if self.on_pass is not None:
            options.set_on_pass(self.on_pass)
        given = self.target
        if given is None and self.schedule == "auto" and not self.portable:
            given = Target.host_if_any()
        # Plans are chosen for CPUs; without a device, for the compiler's own description.
        if self.schedule == "none" or (given is not None and given.category != "cpu"):
            options.schedule = _compiler.ScheduleMode.NONE
        elif given is not None:
            options.target = _describe(given)
        return options


def _describe(given: Target) -> Any:
    """Return what the compiler knows of a CPU."""
    from saopt import _compiler

    target = _compiler.TargetDescription()
    target.vector_bytes = given.vector_bytes
    target.vector_registers = given.vector_registers
    target.cores = given.num_cores or target.cores
    if given.cache_sizes:
        target.cache_bytes = given.cache_sizes[:2][-1]
    return target
