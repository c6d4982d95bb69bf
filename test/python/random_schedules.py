# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random schedules and plans of random programs, compared with eager runs of the plain nests.

Steps that are refused are skipped: what is left claims to change no result. All functions of a
batch are compiled into one module. For longer runs, and to see one again:

    python test/python/random_schedules.py --count 20000 --first 1000 --quick
    python test/python/random_schedules.py --show 1234

With `--stages`, fused nests have loops of their own over the work-items of common groups. With
`--quick` the device's compiler, which takes most of the time, leaves the kernels as they are.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import saopt as sa
from harness import call
from random_programs import Program, make_program
from saopt import _runtime

SCHEDULES_OF_A_PROGRAM = 8
"""How many schedules share one program, and one eager run of it."""

# All steps are taken on one line, by which errors about them are known.
STEP_LINE = 1 + next(
    number
    for number, line in enumerate(Path(__file__).read_text().splitlines())
    if line.endswith("# the step")
)

LAYOUTS = [
    None,
    sa.layout.row_major,
    sa.layout.col_major,
    sa.layout.blocked((2, 2)),
    sa.layout.striped(2),
]


class Chooser:
    """Takes random steps, and counts those that were taken and refused."""

    def __init__(self, seed: int, program: Program) -> None:
        self.choose = random.Random(seed * 7919 + 1)
        self.program = program
        self.taken: collections.Counter[str] = collections.Counter()
        self.refused: collections.Counter[str] = collections.Counter()
        self.locations: list[Any] = []
        """Where caches may be: local memory is there once loops are bound to work-items."""

    def attempt(self, name: str, step: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Take a step; return None when it is refused."""
        try:
            made = [step(*arguments, **more)]  # the step
        except sa.ScheduleError:
            self.refused[name] += 1
            return None
        self.taken[name] += 1
        return made[0]

    def source(self) -> list[Any]:
        """Return the nests of the program, planned."""
        schedules = [nest.create_schedule() for nest in self.program.nests]
        if len(schedules) > 1 and self.choose.random() < 0.4:
            return [self.plan(schedule) for schedule in self.tile_alike(schedules)]
        for schedule in schedules:
            if self.choose.random() < 0.3:
                self.schedule_step(schedule)
        if len(schedules) > 1 and self.choose.random() < 0.8:
            most = min(len(schedule._order) for schedule in schedules)
            partial = self.choose.randint(0, most)
            fused = self.attempt("fuse", sa.fuse, schedules, partial=partial)
            schedules = schedules if fused is None else [fused]
        return [self.plan(schedule) for schedule in schedules]

    def stages(self) -> list[Any]:
        """Return the nests of the program under common groups, where that can be."""
        nests = list(self.program.nests)
        fused = self.tile_alike([nest.create_schedule() for nest in nests])
        if len(nests) == 1 or len(fused) > 1:
            return nests
        plan = fused[0].create_plan()
        common = len(fused[0].get_fused_indices())
        groups = [sa.Grid.BLOCK_X, sa.Grid.BLOCK_Y, sa.Grid.BLOCK_Z]
        order = list(plan._order)
        # Those that are not bound run the nests again and again.
        bound = self.choose.randint(max(common - 2, 1), common)
        self.attempt("bind", plan.bind, dict(zip(order[:bound], groups, strict=False)))
        self.taken["repeat"] += bound < common and self.taken["bind"]
        units = [sa.Grid.THREAD_X, sa.Grid.THREAD_X, sa.Grid.THREAD_Y]
        for index in order[common:] if self.taken["bind"] else ():
            if self.choose.random() < 0.8:
                self.attempt("bind stages", plan.bind, {index: self.choose.choice(units)})
        if not self.taken["bind stages"]:
            return nests
        self.locations = [None, sa.MemorySpace.PRIVATE, sa.MemorySpace.LOCAL]
        for _ in range(self.choose.randint(0, 3)):
            self.plan_step(plan)
        return [plan]

    def tile_alike(self, schedules: list[Any]) -> list[Any]:
        """Return the schedules with tiles of one size, under common loops over the tiles."""
        sizes = [self.choose.randint(1, 4) for _ in range(2)]
        for schedule in schedules:
            outer = list(schedule._order)[: len(sizes)]
            inner = self.attempt("tile", schedule.tile, dict(zip(outer, sizes, strict=False)))
            if inner is not None:
                inner = inner if isinstance(inner, tuple) else (inner,)
                self.attempt("reorder", schedule.reorder, (*outer, *inner))
        partial = self.choose.choice([1, 2, 2, 2, 3])
        fused = self.attempt("fuse", sa.fuse, schedules, partial=partial)
        return schedules if fused is None else [fused]

    def plan(self, schedule: Any) -> Any:
        for _ in range(self.choose.randint(0, 5)):
            self.schedule_step(schedule)
        if self.choose.random() < 0.2:
            return schedule
        plan = schedule.create_plan()
        self.locations = [None, sa.MemorySpace.PRIVATE, sa.MemorySpace.GLOBAL]
        taken = self.taken["bind"]
        for _ in range(self.choose.randint(0, 4)):
            self.plan_step(plan)
            if self.taken["bind"] > taken:
                self.locations = [None, *sa.MemorySpace]
        return plan

    def schedule_step(self, schedule: Any) -> None:
        order = list(schedule._order)
        index = self.choose.choice(order)
        kind = self.choose.choice(["split", "split", "split", "reorder", "reorder", "pad", "skew"])
        if kind == "split":
            size = self.choose.choice([1, 2, 2, 3, 4, 4, 5, 8])
            if len(order) < 8:
                self.attempt("split", schedule.split, index, size)
        elif kind == "reorder":
            count = self.choose.randint(2, max(2, len(order)))
            chosen = self.choose.sample(order, min(count, len(order)))
            self.attempt("reorder", schedule.reorder, chosen)
        elif kind == "pad":
            self.attempt("pad", schedule.pad, index, self.choose.randint(0, 3))
        else:
            limit = self.choose.choice([None, None, 3])
            self.attempt("skew", schedule.skew, index, self.choose.choice(order), limit)

    def plan_step(self, plan: Any) -> None:
        order = list(plan._order)
        index = self.choose.choice(order)
        kind = self.choose.choice(
            ["unroll", "vectorize", "parallelize", "parallelize", "cache", "cache"]
            + ["kernelize", "prefetch", "tensorize", "bind"]
        )
        if kind in ("unroll", "vectorize"):
            self.attempt(kind, getattr(plan, kind), index)
        elif kind == "parallelize":
            first = self.choose.randrange(len(order))
            chosen = order[first : first + self.choose.randint(1, 3)]
            threads = self.choose.choice([None, None, 1, 2, 5])
            policy = self.choose.choice(["static", "dynamic"])
            self.attempt(kind, plan.parallelize, chosen, threads, policy)
        elif kind == "kernelize":
            rest = self.choose.sample(order, min(len(order), 2))
            self.attempt(kind, plan.kernelize, rest[0], rest[1:] or None)
        elif kind == "prefetch":
            array = self.choose.choice(self.program.arrays)
            self.attempt(kind, plan.prefetch, array, index, self.choose.randint(1, 3))
        elif kind == "tensorize":
            self.attempt(kind, plan.tensorize, self.choose.sample(order[-3:], len(order[-3:])))
        elif kind == "bind":
            units = [sa.Grid.BLOCK_X, sa.Grid.THREAD_X]
            count = self.choose.randint(1, 2)
            mapping = dict(zip(order, units[-count:], strict=False))
            self.attempt(kind, plan.bind, mapping)
        else:
            self.cache(plan, order)

    def cache(self, plan: Any, order: list[Any]) -> None:
        choose = self.choose
        sources = self.program.arrays + plan._caches()
        place: dict[str, Any] = choose.choice(
            [
                {"index": choose.choice(order)},
                {"level": choose.randint(1, len(order))},
                {"max_elements": choose.choice([1, 4, 16, 100])},
            ]
        )
        if choose.random() < 0.3:
            place["trigger_index"] = choose.choice(order)
        self.attempt(
            "cache",
            plan.cache,
            choose.choice(sources),
            **place,
            layout=choose.choice(LAYOUTS),
            element_type=choose.choice([None, None, None, sa.int64]),
            thrifty=choose.choice([None, None, True]),
            location=choose.choice(self.locations),
            double_buffer=choose.random() < 0.2,
            vectorize=choose.choice([None, True, False]),
        )


def called(source: list[Any], program: Program) -> Any:
    """Return a function that calls one with this source."""
    inner = sa.function(tuple(source), args=program.args, name="inner")

    @sa.function(args=program.args)
    def outer(*arrays: Any) -> None:
        inner(*arrays)

    return outer


def load_quickly(unit: Any) -> None:
    """Give a unit a device program that the device's compiler does not optimize."""
    module = unit.module
    vars(unit)["spirv_program"] = _runtime.Program(module.spirv, "spirv", True, module.constants)


class Batch:
    """Programs of some seeds, each with several schedules, compiled together."""

    def __init__(
        self,
        seeds: Iterable[int],
        engine: str = "spirv",
        stages: bool = False,
        quick: bool = False,
    ) -> None:
        self.engine = engine
        self.quick = quick
        self.entries: list[tuple[int, list[Any]]] = []
        self.programs: dict[int, Program] = {}
        self.taken: collections.Counter[str] = collections.Counter()
        self.refused: collections.Counter[str] = collections.Counter()
        self.called: set[int] = set()
        """Those that are compiled in a function that another one calls."""
        self.late: list[str] = []
        """Steps that were refused only when the function was compiled."""
        for seed in seeds:
            number = seed // SCHEDULES_OF_A_PROGRAM
            if number not in self.programs:
                self.programs[number] = make_program(number)
            chooser = Chooser(seed, self.programs[number])
            self.entries.append((seed, chooser.stages() if stages else chooser.source()))
            if chooser.choose.random() < 0.15:
                self.called.add(seed)
            self.taken += chooser.taken
            self.refused += chooser.refused

    def failures(self) -> list[str]:
        """Run all of them, and return what went wrong."""
        functions = self._compile(self.entries)
        expected: dict[int, list[np.ndarray]] = {}
        found = []
        for seed, function in functions:
            number = seed // SCHEDULES_OF_A_PROGRAM
            program = self.programs[number]
            if isinstance(function, Exception):
                where = getattr(function, "location", None)
                is_step = where is not None and where.line == STEP_LINE and where.file == __file__
                (self.late if is_step else found).append(f"seed {seed}: {function}")
                continue
            if number not in expected:
                eager = sa.compile(program.nests, program.args, "eager")
                expected[number] = call(eager, *program.inputs)
            results = call(function, *program.inputs)
            for array, result, wanted in zip(program.args, results, expected[number], strict=True):
                if not np.array_equal(result, wanted):
                    found.append(f"seed {seed}: array '{array.name}' is wrong")
                    break
        return found

    def _compile(self, entries: list[tuple[int, list[Any]]]) -> list[tuple[int, Any]]:
        """Compile functions, and put an error in the place of each that does not compile."""
        programs = [self.programs[seed // SCHEDULES_OF_A_PROGRAM] for seed, _ in entries]
        items = [
            (
                called(source, program) if seed in self.called else source,
                program.args,
                f"f{seed}",
            )
            for (seed, source), program in zip(entries, programs, strict=True)
        ]
        try:
            functions: list[Any] = list(sa.compile_many(items, self.engine))
        except sa.CompileError as error:
            if len(entries) == 1:
                return [(entries[0][0], error)]
            half = len(entries) // 2
            return self._compile(entries[:half]) + self._compile(entries[half:])
        if self.quick:
            load_quickly(functions[0]._unit)
        return [(seed, function) for (seed, _), function in zip(entries, functions, strict=True)]


def show(seed: int, stages: bool) -> None:
    """Print a program, its schedule, and whether it is right."""
    batch = Batch([seed], stages=stages)
    ((_, source),) = batch.entries
    for part in source:
        print(part)
        for step in getattr(part, "_steps", ()):
            print("   ", step.kind, dict(step.arguments))
    print(batch.failures() or batch.late or "right")


@dataclass
class Report:
    """What became of a batch."""

    failures: list[str]
    late: list[str]
    taken: collections.Counter[str]
    refused: collections.Counter[str]


def run(seeds: range, engine: str, stages: bool, quick: bool) -> Report:
    """Make and run one batch."""
    batch = Batch(seeds, engine, stages, quick)
    return Report(batch.failures(), batch.late, batch.taken, batch.refused)


def main() -> None:
    """Run many of them, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=2000, help="how many seeds")
    parser.add_argument("--batch", type=int, default=400, help="how many in a module")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    parser.add_argument("--engine", default="spirv", choices=["spirv", "sycl"])
    parser.add_argument("--stages", action="store_true", help="share groups between fused nests")
    parser.add_argument("--quick", action="store_true", help="without the device's optimizations")
    parser.add_argument("--show", type=int, help="show the schedule of one seed")
    options = parser.parse_args()
    if options.show is not None:
        show(options.show, options.stages)
        return
    start, last = time.perf_counter(), options.first + options.count
    batches = [
        range(first, min(first + options.batch, last))
        for first in range(options.first, last, options.batch)
    ]
    total = Report([], [], collections.Counter(), collections.Counter())
    # A process that has used SYCL cannot be forked.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=context) as pool:
        same = ([each] * len(batches) for each in (options.engine, options.stages, options.quick))
        for report in pool.map(run, batches, *same):
            for failure in report.failures:
                print(failure, flush=True)
            for refusal in report.late:
                print(f"refused late: {refusal}", flush=True)
            total.failures += report.failures
            total.late += report.late
            total.taken += report.taken
            total.refused += report.refused
    seconds = time.perf_counter() - start
    print(
        f"{options.count} programs in {seconds:.1f} s, {len(total.failures)} wrong, "
        f"{len(total.late)} refused late"
    )
    for kind in sorted(total.taken | total.refused):
        print(f"{kind:12} taken {total.taken[kind]:6}, refused {total.refused[kind]:6}")
    raise SystemExit(1 if total.failures or total.late else 0)


if __name__ == "__main__":
    main()
