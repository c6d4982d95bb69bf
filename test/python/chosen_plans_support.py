# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans for programs of a few points: a target on which they are worth one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import saopt as sa
from harness import call
from random_programs import Program
from random_schedules import load_quickly
from saopt import _compiler
from saopt._src.build.options import Options

__all__ = ["failures_of", "plan_for_small_target"]


def plan_for_small_target(monkeypatch: Any) -> None:
    """Choose plans for vectors of 8 bytes, and for nests of any number of points."""
    build = Options.build

    def build_small(options: Options) -> Any:
        built = build(options)
        target = _compiler.TargetDescription()
        target.vector_bytes, target.vector_registers = 8, 4
        target.cores, target.cache_bytes, target.launch_points = 3, 128, 1
        built.schedule, built.target = _compiler.ScheduleMode.AUTO, target
        return built

    monkeypatch.setattr(Options, "build", build_small)


def failures_of(
    seeds: Iterable[int], make: Callable[[int], Program], engine: str = "spirv"
) -> tuple[list[str], str]:
    """Run programs with chosen plans; return what went wrong, and all that was chosen."""
    programs = {seed: make(seed) for seed in seeds}
    entries = [(program.nests, program.args, f"f{seed}") for seed, program in programs.items()]
    functions = sa.compile_many(entries, engine)
    if engine == "spirv":
        load_quickly(functions[0]._unit)
    found = []
    for (seed, program), function in zip(programs.items(), functions, strict=True):
        eager = sa.compile(program.nests, program.args, "eager")
        wanted = call(eager, *program.inputs)
        results = call(function, *program.inputs)
        for array, result, expected in zip(program.args, results, wanted, strict=True):
            if not np.array_equal(result, expected):
                found.append(f"seed {seed}: array '{array.name}' is wrong")
    return found, functions[0]._unit.module.report
