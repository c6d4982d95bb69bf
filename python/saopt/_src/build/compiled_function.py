# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled functions: what they show of themselves, and how they run."""

from __future__ import annotations

import dataclasses
import html
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saopt._src.build.chosen_plans import chosen_schedules, plan_text, schedule_source
from saopt._src.build.describe import call_arguments, call_summary
from saopt._src.build.function_source import FunctionSource
from saopt._src.build.options import Options
from saopt._src.build.passes import PassOutput, write_passes
from saopt._src.calls.device_function import DeviceFunction
from saopt._src.calls.device_unit import DeviceUnit
from saopt._src.schedule.loop_tree import as_html, as_text, has_colour, read_lines
from saopt._src.schedule.schedule_base import ScheduleBase, as_schedule
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.errors import CompileError
from saopt._src.support.lazy import lazy_property
from saopt._src.support.notebook import beginning_of, details, preformatted

__all__ = ["CompilationUnit", "CompiledFunction", "ReportEntry"]


@dataclass(frozen=True)
class ReportEntry:
    """One thing that the compiler found or decided.

    Attributes
    ----------
    function : str
        The function, or its version for dense arrays.
    subject : {"array", "constant", "temporary", "loop", "nest"}
        What it is about.
    names : list of str
        The names of what it is about.
    message : str
        What was found or decided, in words.
    values : dict of str to int or str
        The numbers and names in the message, such as ``bytes``, ``memory`` and ``loop``.
    """

    function: str
    subject: str
    names: list[str]
    message: str
    values: dict[str, int | str]


class CompilationUnit(DeviceUnit):
    """Functions that are compiled into one module and loaded as one device program.

    The module is made when it is first asked for, and so is each program.

    Attributes
    ----------
    functions : tuple of FunctionSource
        The functions as their users wrote them.
    options : Options
        How they are compiled.
    """

    def __init__(
        self,
        functions: Sequence[FunctionSource],
        options: Options,
    ) -> None:
        super().__init__(options.strict)
        self.functions = tuple(functions)
        self.options = options

    @lazy_property
    def module(self) -> Any:
        """What the compiler made of the functions, a `saopt._compiler.Module`."""
        from saopt._src.build.module_builder import build_module

        return build_module(self.planned, self.options)

    @lazy_property
    def planned(self) -> tuple[FunctionSource, ...]:
        """The functions, with the plans that `sa.tune` found for them."""
        from saopt._src.build.tuned_plans import with_tuned_plan

        return tuple(with_tuned_plan(function, self.options) for function in self.functions)

    def tuned_plan(self, name: str) -> str | None:
        """Return the plan that `sa.tune` found for a function, as Python source."""
        return next((source.tuned for source in self.planned if source.name == name), None)

    def trace(self) -> list[PassOutput]:
        """Compile again, and return what the program looks like after each pass."""
        from saopt._src.build.module_builder import build_module

        outputs: list[PassOutput] = []

        def keep(name: str, function: str, program: str) -> None:
            outputs.append(PassOutput(name, function, program))

        module = build_module(self.planned, dataclasses.replace(self.options, on_pass=keep))
        # The passes from kernels to LLVM run when their result is asked for.
        _ = module.llvm
        return [PassOutput("program", "", module.mlir), *outputs]

    def compile(self, engine: str) -> None:
        """Make what the engine needs now; errors of the compiler come from here."""
        if engine == "spirv":
            _ = self.module.spirv
        elif engine == "sycl":
            _ = self.module.source

    @property
    def code(self) -> Any:
        """The same, for the runtime."""
        return self.module

    def variants(self) -> Mapping[str, bytes]:
        """Return the SPIR-V for the compilers of the devices of this machine."""
        from saopt import _runtime

        compilers = _runtime.device_compilers()
        made = {compiler: self.module.spirv_for(compiler) for compiler in compilers}
        return {compiler: code for compiler, code in made.items() if code is not None}


class CompiledFunction(DeviceFunction):
    """A function that runs on SYCL devices; made by `compile`.

    Calling it with one array for each entry of ``args`` runs it and waits for it. The arrays
    are objects with ``__sycl_usm_array_interface__``, such as those of dpnp, or memory of
    `dpctl.memory`; the queue is theirs. The engine ``eager`` takes NumPy arrays as well. Arrays
    with the role `OUTPUT` may be left out, and are then made and returned.

    Examples
    --------
    >>> multiply = sa.compile(nest, args=(A, B, C), engine='eager')
    >>> multiply.signature
    'sycl::event multiply(sycl::queue &queue, const float *A, const float *B, float *C)'
    >>> a, b, c = np.ones((16, 8), 'f4'), np.ones((8, 32), 'f4'), np.zeros((16, 32), 'f4')
    >>> multiply(a, b, c)
    >>> float(c[0, 0])
    8.0
    """

    def __init__(self, source: FunctionSource, unit: CompilationUnit, engine: str) -> None:
        super().__init__(source.name, call_arguments(source), unit, engine)
        self._source = source
        self._unit: CompilationUnit = unit
        self.__doc__ = call_summary(source)

    @property
    def mlir(self) -> str:
        """The module in the `sa` dialect of MLIR."""
        return str(self._unit.module.mlir)

    @property
    def source(self) -> str:
        """The emitted SYCL C++ source."""
        return str(self._unit.module.source)

    @property
    def header(self) -> str:
        """The emitted C++ header."""
        return str(self._unit.module.header)

    @property
    def spirv(self) -> bytes:
        """The SPIR-V module of the kernels."""
        return bytes(self._unit.module.spirv)

    @property
    def report(self) -> str:
        """What the compiler found and decided about the function's arrays, in words."""
        # The unit's functions are told apart by lines that are not indented.
        sections = re.split("^(?=function ')", str(self._unit.module.report), flags=re.MULTILINE)
        headings = tuple(f"function '{spec['name']}':\n" for spec in self.manifest["functions"])
        return "".join(section for section in sections if section.startswith(headings))

    @property
    def report_entries(self) -> list[ReportEntry]:
        """The same as data: one entry for each line of `report`."""
        names = [spec["name"] for spec in self.manifest["functions"]]
        entries = json.loads(self._unit.module.report_json)
        return [ReportEntry(**entry) for entry in entries if entry["function"] in names]

    @property
    def plan_text(self) -> str:
        """The plans that the compiler chose: what and why in words, and the loops."""
        tuned = self._unit.tuned_plan(self._source.name)
        if tuned is not None:
            return f"the plan that sa.tune found:\n{tuned}"
        return plan_text(self.report_entries)

    def show(self) -> None:
        """Print the loops of the plans as trees, those that the compiler chose as well.

        They are those of `Plan.show`. Of a plan that has no Python source (`schedule_source`)
        there are the loops alone.
        """
        print(self._trees(has_colour()))

    def _trees(self, colour: bool) -> str:
        parts = []
        for schedule in self.schedules():
            tree = schedule if isinstance(schedule, str) else schedule._tree()
            lines = read_lines(tree) if isinstance(tree, str) else tree
            parts.append(as_text(lines, colour))
        return "\n\n".join(parts) or "the compiler chose no plans: the loops are those of the nests"

    def schedules(self) -> list[ScheduleBase | str]:
        """Return the schedules and plans of the function, in order.

        Returns
        -------
        list of Schedule, Plan or str
            Those of the user and those that the compiler chose; the loops as text, where a
            chosen plan has no Python source.
        """
        written: list[ScheduleBase | str] = [
            as_schedule(entry)
            for entry in self._source.entries
            if isinstance(entry, ScheduledNests)
        ]
        try:
            text = schedule_source(self._source, self.report_entries)
            return [*written, *chosen_schedules(self._source, text)]
        except CompileError:
            about = [entry for entry in self.report_entries if entry.subject == "nest"]
            loops = [str(entry.values["loops"]) for entry in about if "loops" in entry.values]
            return [*written, *loops]

    def dump(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the program after each pass of the compiler into a folder.

        Parameters
        ----------
        folder : path
            Where the files go, ``00-program.mlir`` and one for each pass; it is made if it is
            missing. Files of the same names are replaced.

        Returns
        -------
        list of Path
            The files, in the order of the passes.
        """
        return write_passes(folder, self._unit.trace())

    def schedule_source(self) -> str:
        """Return the chosen plans as Python source.

        Returns
        -------
        str
            A function ``schedule(nests, arrays)`` that takes the nests of the function, in order,
            and its arrays by their names, and returns what `compile` takes: for each nest its
            plan, or the nest itself where the compiler chose none.

        Raises
        ------
        CompileError
            When the compiler fused nests before it chose, so that they are not those of the user.
        """
        tuned = self._unit.tuned_plan(self._source.name)
        return schedule_source(self._source, self.report_entries) if tuned is None else tuned

    def _described(self) -> tuple[str, str]:
        """Return what the function is, and the plans that the compiler chose, if it did."""
        from saopt._src.build.describe import describe

        spec: dict[str, Any] | CompileError
        try:
            spec = self._spec
        except CompileError as error:  # The engine "eager" runs what devices refuse.
            spec = error
        text = describe(self._source, spec, self._engine, self.strict)
        return text, "" if isinstance(spec, CompileError) else self.plan_text

    def __str__(self) -> str:
        return "\n\n".join(filter(None, self._described()))

    def _repr_html_(self) -> str:
        text, plans = self._described()
        shown = preformatted(html.escape(text)) + (as_html(read_lines(plans)) if plans else "")
        try:
            parts = {"What the compiler decided": self.report, "SYCL source": self.source}
        except CompileError:  # The engine "eager" runs what devices refuse.
            return shown
        folded = (
            details(title, preformatted(html.escape(beginning_of(part))))
            for title, part in parts.items()
        )
        return shown + "".join(folded)
