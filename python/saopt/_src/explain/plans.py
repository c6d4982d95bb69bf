# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The nests of a function as they were written, and the loops after each step of their plans."""

from __future__ import annotations

import linecache
from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.nest import Nest
from saopt._src.schedule.schedule_base import ScheduleBase, as_schedule
from saopt._src.schedule.session import Session
from saopt._src.schedule.steps import Loops, Step

__all__ = ["describe_nests"]


def describe_nests(function: CompiledFunction) -> list[dict[str, Any]]:
    """Return the nests with their steps: text of the step, and the loops after it."""
    described = []
    about = [entry for entry in function.report_entries if entry.subject == "nest"]
    chosen = iter(about)
    for schedule in function.schedules():
        if isinstance(schedule, str):
            name = ", ".join(next(chosen).names)
            described.append(
                {"name": name, "why": "chosen by the compiler", "steps": [_step("", schedule)]}
            )
        else:
            described.append({"name": _name_of(schedule), "steps": _steps(schedule)})
    if not described:
        nests = [entry for entry in function._source.entries if isinstance(entry, Nest)]
        for nest in nests:
            plain = as_schedule(nest.create_schedule().scheduled_nests())
            described.append({"name": _name_of(plain), "steps": _steps(plain)})
    return described


def _name_of(schedule: ScheduleBase) -> str:
    return ", then ".join(str(nest) for nest in schedule.nests)


def _steps(schedule: ScheduleBase) -> list[dict[str, str]]:
    """Return the loops as they were written, and after each step."""
    steps = list(schedule._steps)
    first = next((at for at, step in enumerate(steps) if not isinstance(step, Loops)), len(steps))
    session = Session(steps)
    described = []
    for end in range(first, len(steps) + 1):
        if not session.follow(steps[:end]):
            return [_step("parameters are open", repr(schedule))]
        made = [index for step in steps[:end] for index in step.made]
        loops = session.text(made[-1])
        if end == first:
            described.append(_step("as it was written", loops))
        else:
            described.append(_step(_words(steps[end - 1], session), loops))
    return described


def _step(text: str, loops: str) -> dict[str, str]:
    return {"text": text, "loops": loops}


def _words(step: Step, session: Session) -> str:
    """Return the step in the user's line, where that is known, or by its name."""
    arguments = ", ".join(str(value) for value in step.arguments if value is not None)
    if step.location is None:
        return f"{step.verb}({arguments})"
    line = linecache.getline(step.location.file, step.location.line).strip()
    where = f"{step.location.file}:{step.location.line}"
    return f"{line or step.verb}\n# {where}"
