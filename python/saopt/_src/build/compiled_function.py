# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled functions: what they show of themselves, and how they run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from saopt._src.build.describe import call_signature, call_summary
from saopt._src.build.chosen_plans import plan_text, schedule_source
from saopt._src.build.function_source import FunctionSource
from saopt._src.calls.arguments import PreparedCall, advised, place_arguments
from saopt._src.calls.number_arguments import is_number, number_positions, place_numbers
from saopt._src.support.errors import ArgumentError, CompileError
from saopt._src.support.lazy import lazy_property

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


class CompilationUnit:
    """Functions that are compiled into one module and loaded as one device program.

    The module is made when it is first asked for, and so is each program.
    """

    def __init__(
        self,
        functions: Sequence[FunctionSource],
        strict: bool,
        skip_zeros: bool,
        schedule: str,
    ) -> None:
        self.functions = tuple(functions)
        self.strict = strict
        self.skip_zeros = skip_zeros
        self.schedule = schedule

    @lazy_property
    def module(self) -> Any:
        """What the compiler made of the functions, a `saopt._compiler.Module`."""
        from saopt._src.build.module_builder import build_module

        return build_module(self.functions, self.strict, self.skip_zeros, self.schedule)

    def compile(self, engine: str) -> None:
        """Make what the engine needs now; errors of the compiler come from here."""
        if engine == "spirv":
            _ = self.module.spirv
        elif engine == "sycl":
            _ = self.module.source

    @lazy_property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the module."""
        return dict(json.loads(self.module.manifest))

    @lazy_property
    def loaded_manifest(self) -> Any:
        """The manifest as the runtime reads it, a `saopt._runtime.Manifest`."""
        from saopt import _runtime

        return _runtime.Manifest(self.module.manifest)

    @lazy_property
    def spirv_program(self) -> Any:
        """The device program loaded from SPIR-V, a `saopt._runtime.Program`."""
        from saopt import _runtime

        module = self.module
        variants = {
            compiler: code
            for compiler in _runtime.device_compilers()
            if (code := module.spirv_for(compiler)) is not None
        }
        return _runtime.Program(module.spirv, "spirv", self.strict, module.constants, variants)

    @lazy_property
    def sycl_program(self) -> Any:
        """The device program built from SYCL source, a `saopt._runtime.Program`."""
        from saopt import _runtime

        module = self.module
        return _runtime.Program(module.source, "sycl", self.strict, module.constants)


class CompiledFunction:
    """A function that runs on SYCL devices; made by `compile`.

    Calling it with one array for each entry of ``args`` runs it and waits for it. The arrays
    are objects with ``__sycl_usm_array_interface__``, such as those of dpnp, or memory of
    `dpctl.memory`; the queue is theirs. The engine ``eager`` takes NumPy arrays as well. Arrays
    with the role `OUTPUT` may be left out, and are then made and returned.
    """

    def __init__(self, source: FunctionSource, unit: CompilationUnit, engine: str) -> None:
        self._source = source
        self._unit = unit
        self._engine = engine
        # What interactive help shows.
        self.__name__ = self.__qualname__ = source.name
        self.__signature__ = call_signature(source)
        self.__doc__ = call_summary(source)

    @property
    def name(self) -> str:
        """The name of the function in emitted code."""
        return self._source.name

    @property
    def engine(self) -> str:
        """The engine that runs the function: ``spirv``, ``sycl`` or ``eager``."""
        return self._engine

    @property
    def strict(self) -> bool:
        """Whether whatever changes a floating-point result is forbidden."""
        return self._unit.strict

    @property
    def signature(self) -> str:
        """The declaration of the function in C++."""
        return str(self._spec["signature"])

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
    def manifest(self) -> dict[str, Any]:
        """What the runtime needs to know: arguments, temporaries and launches."""
        versions = [spec for spec in (self._spec, self._contiguous_spec) if spec is not None]
        return {**self._unit.manifest, "functions": versions}

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
        return plan_text(self.report_entries)

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
        return schedule_source(self._source, self.report_entries)

    @lazy_property
    def _spec(self) -> dict[str, Any]:
        functions = self._unit.manifest["functions"]
        return next(entry for entry in functions if entry["name"] == self.name)

    @lazy_property
    def _contiguous_spec(self) -> dict[str, Any] | None:
        """The version for arrays of any strides that happen to be dense, if there is one."""
        name = self._spec.get("contiguous")
        functions = self._unit.manifest["functions"]
        return next((entry for entry in functions if name and entry["name"] == name), None)

    @lazy_property
    def _device_function(self) -> Any:
        from saopt import _runtime

        unit = self._unit
        program = unit.spirv_program if self._engine == "spirv" else unit.sycl_program
        return _runtime.Function(unit.loaded_manifest, self.name, program)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the function on arrays, one for each entry of ``args``.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, in order or by name. An output may be left out, or be None.

        Returns
        -------
        None, array or tuple of arrays
            The outputs that were left out, in the order of ``args``: on the queue of the
            arguments, as `USMArray`, or as NumPy arrays where the engine is ``eager`` and no
            argument is a USM array. One that is only passed as flat storage is returned so.

        Raises
        ------
        ArgumentError
            When an argument does not fit; nothing has run then.
        ArgumentCountError
            When there are too many or too few, which is an `ArgumentError` and a `TypeError`.
        ExecutionPlacementError
            When the arguments are on different queues.
        """
        # What most calls do, and must cost little beside a launch of some microseconds.
        try:
            if not keywords and not self._number_positions and self._launch(*arguments):
                return None
            placed = self._place(arguments, keywords)
            if self._engine == "eager":
                return _result(self._run_eagerly(placed))
            complete, outputs = self._complete(placed)
            self._device_function(*complete)
        except ArgumentError as error:
            better = advised(error, (*arguments, *keywords.values()))
            if better is error:
                raise
            raise better from None
        return _result(outputs)

    def call_async(self, *arguments: Any, depends: Any = (), **keywords: Any) -> Any:
        """Launch the function, and do not wait for it.

        It runs after all work that was submitted to the queue of the arguments before, and
        before all that is submitted to it later, by whatever library. The arguments live until
        it is done.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, as in a call. None may be left out: there is only the event to return.
        depends : iterable of dpctl.SyclEvent
            What it has to wait for besides, such as work on other queues.

        Returns
        -------
        dpctl.SyclEvent
            An event that is complete when the work is. Should the work fail, the next use of the
            function raises the error.

        Raises
        ------
        ArgumentError
            As in a call, and when an output is left out.
        """
        placed = self._place(arguments, keywords)
        for position in self._output_positions:
            if placed[position] is None:
                raise ArgumentError(
                    f"argument '{self._names[position]}': call_async returns an event, so an "
                    "output cannot be left out; allocate it and pass it"
                )
        if self._engine == "eager":
            return self._run_eagerly_after(placed, depends)
        return self._device_function.call_async(tuple(placed), depends)

    def prepare(self, *arguments: Any, **keywords: Any) -> PreparedCall:
        """Check arguments for calls later on; nothing is launched.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, as in a call. Outputs that are left out are made now.

        Returns
        -------
        PreparedCall
            A call without arguments.

        Raises
        ------
        ArgumentError
            As in a call.
        """
        placed = self._place(arguments, keywords)
        if self._engine == "eager":
            bound = self._binder.bind(placed)
            made = iter(bound.outputs)
            full = [next(made) if argument is None else _as_now(argument) for argument in placed]

            def launch() -> None:
                self._run_eagerly(full)

            def launch_async(depends: Any) -> Any:
                return self._run_eagerly_after(full, depends)

            return PreparedCall(self, launch, launch_async, _result(bound.outputs))
        complete, outputs = self._complete(placed)
        launch, launch_async = self._device_function.prepare(tuple(complete))
        return PreparedCall(self, launch, launch_async, _result(outputs))

    @lazy_property
    def _launch(self) -> Callable[..., bool]:
        """Runs complete positional arguments on a device, and says whether it did."""
        if self._engine == "eager":
            return lambda *arguments: False
        return cast(Callable[..., bool], self._device_function.make_launcher())

    def _place(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Sequence[Any]:
        """Return one argument for each array, None for outputs that are left out."""
        arrays = self._source.arguments
        placed = arguments
        if keywords or len(arguments) != len(arrays):
            roles = [array.role for array in arrays]
            placed = place_arguments(self.name, self._names, roles, arguments, keywords)
        if any(is_number(placed[position]) for position in self._number_positions):
            placed = place_numbers(
                self._number_positions, arrays, self._names, placed, self._engine != "eager"
            )
        return placed

    @lazy_property
    def _binder(self) -> Any:
        """Checks the arguments of eager calls."""
        from saopt._src.eager import arguments

        return arguments.ArgumentBinder(self._source)

    @lazy_property
    def _number_positions(self) -> tuple[int, ...]:
        return number_positions(self._source.arguments)

    @lazy_property
    def _output_positions(self) -> list[int]:
        arrays = enumerate(self._source.arguments)
        return [position for position, array in arrays if array.role.may_be_omitted]

    @property
    def _names(self) -> list[str]:
        return [self._source.names[array] for array in self._source.arguments]

    def _run_eagerly(self, arguments: Sequence[Any]) -> list[Any]:
        """Run the logic itself; return the outputs that were left out."""
        from saopt._src.eager import engine

        bound = self._binder.bind(arguments)
        memories = {argument.array: argument.memory for argument in bound.arguments}
        engine.run(self._source, memories, bound.sizes)
        for argument in bound.arguments:
            argument.finish()
        return bound.outputs

    def _run_eagerly_after(self, arguments: Sequence[Any], depends: Any) -> Any:
        """Run the logic itself after some events; return an event that is complete."""
        import dpctl  # type: ignore[import-untyped]

        dpctl.SyclEvent.wait_for(list(depends))
        self._run_eagerly(arguments)
        return dpctl.SyclEvent()

    def _complete(self, arguments: Sequence[Any]) -> tuple[Sequence[Any], list[Any]]:
        """Return the arguments with new arrays for outputs that are left out, and these."""
        if all(arguments[position] is not None for position in self._output_positions):
            return arguments, []
        from saopt._src.calls.outputs import new_usm_array, promoted_usm_type

        complete, outputs = list(arguments), []
        queue, needs = self._device_function.output_shapes(*arguments)
        usm_type = promoted_usm_type(arguments, self._names)
        for need in needs:
            array = self._source.arguments[need.argument]
            outputs.append(new_usm_array(array, need, queue, usm_type))
            complete[need.argument] = outputs[-1]
        return complete, outputs

    def __copy__(self) -> CompiledFunction:
        return self

    def __deepcopy__(self, memo: Any) -> CompiledFunction:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(
            "a compiled function cannot be pickled: compile it in the process that calls it"
        )

    def __repr__(self) -> str:
        strict = ", strict" if self.strict else ""
        return f"<saopt function {self.name}({', '.join(self._names)}), {self.engine}{strict}>"

    def __str__(self) -> str:
        from saopt._src.build.describe import describe

        spec: dict[str, Any] | CompileError
        try:
            spec = self._spec
        except CompileError as error:  # The engine "eager" runs what devices refuse.
            spec = error
        text = describe(self._source, spec, self._engine, self.strict)
        plans = "" if isinstance(spec, CompileError) else self.plan_text
        return f"{text}\n\n{plans}" if plans else text


def _result(outputs: Sequence[Any]) -> Any:
    """Return what a call returns: the outputs that were left out, one without a tuple."""
    if not outputs:
        return None
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _as_now(argument: Any) -> Any:
    """Return an argument with the elements that it has now, if it is an array of the host."""
    from saopt._src.usm.host_array import HostArray

    return argument.copy() if isinstance(argument, HostArray) else argument
