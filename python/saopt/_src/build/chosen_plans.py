# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plans that the compiler chose, as text and as Python source."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from typing import Any

from saopt._src.build.function_source import FunctionSource
from saopt._src.language.nest import Nest
from saopt._src.language.rounds import has_loops
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.support.errors import CompileError
from saopt._src.support.names import unique

__all__ = ["chosen_schedules", "plan_text", "schedule_source"]


def plan_text(entries: Sequence[Any]) -> str:
    """Return what entries of a report say about nests, with the loops of their plans."""
    lines: list[str] = []
    for entry in _about_nests(entries):
        lines.append(f"'{entry.names[0]}': {entry.message}")
        loops = str(entry.values.get("loops", ""))
        lines += [f"  {line}" for line in loops.splitlines()]
    return "\n".join(lines)


def schedule_source(source: FunctionSource, entries: Sequence[Any]) -> str:
    """Return Python source that gives the nests of a function the chosen plans."""
    chosen = [entry for entry in _about_nests(entries) if entry.function == source.name]
    if has_loops(source.entries):
        raise CompileError(
            f"function '{source.name}' has loops around nests: what its plans are called with is "
            "not one list of nests, and they have no Python source"
        )
    numbers = [n for n, entry in enumerate(source.entries) if isinstance(entry, Nest)]
    if not chosen:
        raise CompileError(
            f"the compiler chose no plans for function '{source.name}': compile it with "
            "schedule='auto'"
        )
    if len(chosen) != len(numbers):
        raise CompileError(
            f"function '{source.name}' has other nests than it was written with, because the "
            "compiler fused or split some, or inlined calls: its plans have no Python source"
        )
    lines = ["import saopt as sa", "", "", "def schedule(nests, arrays):"]
    results = []
    for number, entry in enumerate(chosen):
        if "fused" in entry.values:
            continue
        lines.append(f"    # '{entry.names[0]}': {entry.message}")
        steps = str(entry.values.get("steps", ""))
        if not steps:
            results.append(f"nests[{number}]")
            continue
        result = f"plan_{number}"
        results.append(result)
        lines += [f"    {line}" for line in _steps(steps, number, result)]
    returned = ", ".join(results)
    lines.append(f"    return {returned}" if len(results) == 1 else f"    return ({returned})")
    return "\n".join(lines) + "\n"


def chosen_schedules(source: FunctionSource, text: str) -> list[ScheduleBase]:
    """Return the plans that `schedule_source` wrote, for the nests of the function."""
    import saopt

    names: dict[str, Any] = {"sa": saopt}
    # Whoever looks for the line of a step finds it.
    file = f"<chosen plans of {source.name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), names)
    nests = [entry for entry in source.entries if isinstance(entry, Nest)]
    arrays = {name: array for array, name in source.names.items()}
    made = names["schedule"](nests, arrays)
    return [
        plan if isinstance(plan, ScheduleBase) else plan.create_schedule()
        for plan in (made if isinstance(made, tuple) else (made,))
    ]


def _about_nests(entries: Sequence[Any]) -> list[Any]:
    return [entry for entry in entries if entry.subject == "nest"]


def _steps(steps: str, number: int, plan: str) -> list[str]:
    """Return the lines of Python for the steps of one plan, of the nests from `number` on."""
    lines: list[str] = []
    owners: dict[str, str] = {}
    num_nests, is_scheduling = 0, True
    # Schedules must not have the names of loops.
    taken = {word for line in steps.splitlines() for word in line.split()[1:]}
    most_threads = target = ""
    for line in steps.splitlines():
        step, *words = line.split()
        if step == "private_memory":
            # Without a target, a plan has the private memory of any device.
            target = "sa.Target.HOST"
            continue
        if is_scheduling and step not in ("loops", "split", "reorder", "fuse", "common"):
            lines.append(f"{plan} = {next(iter(owners.values()))}.create_plan({target})")
            is_scheduling = False
        if step == "loops":
            nest = f"nests[{number + num_nests}]"
            schedule = unique(f"s{num_nests}" if num_nests else "s", taken)
            lines.append(f"{', '.join(words)} = {nest}.get_indices()")
            lines.append(f"{schedule} = {nest}.create_schedule()")
            owners.update(dict.fromkeys(words, schedule))
            num_nests += 1
        elif step == "split":
            lines.append(f"{words[2]} = {owners[words[0]]}.split({words[0]}, {words[1]})")
            owners[words[2]] = owners[words[0]]
        elif step == "reorder":
            lines.append(f"{owners[words[0]]}.reorder({', '.join(words)})")
        elif step == "fuse":
            fused = [owners[word] for word in words]
        elif step == "common":
            common = fused[0]
            lines.append(f"{common} = sa.fuse(({', '.join(fused)}), partial={len(words)})")
            lines.append(f"({', '.join(words)},) = {common}.get_fused_indices()")
            owners = dict.fromkeys([*words, *owners], common)
        elif step == "cache":
            layout = "" if words[2] == "row_major" else f", layout=sa.layout.{words[2]}"
            lines.append(
                f"{plan}.cache(arrays[{words[0]!r}], index={words[1]}{layout}, vectorize=True)"
            )
        elif step == "nontemporal":
            lines.append(f"{plan}.nontemporal(arrays[{words[0]!r}])")
        elif step == "max_threads":
            most_threads = f", max_threads={words[0]}"
        elif step == "parallelize":
            loops = f"({', '.join(words)})" if len(words) > 1 else words[0]
            lines.append(f"{plan}.parallelize({loops}{most_threads})")
        else:
            lines.append(f"{plan}.{step}({words[0]})")
    return lines
