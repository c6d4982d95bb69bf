# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled functions: what they show of themselves, and how they run."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from saopt._src.errors import ArgumentCountError
from saopt._src.source import FunctionSource

__all__ = ["CompilationUnit", "CompiledFunction"]


class CompilationUnit:
    """Functions that are compiled into one module and loaded as one device program.

    The module is made when it is first asked for, and so is each program.

    Parameters
    ----------
    functions : sequence of FunctionSource
        The functions, with different names.
    strict : bool
        Whether whatever changes a floating-point result is forbidden.
    """

    def __init__(self, functions: Sequence[FunctionSource], strict: bool) -> None:
        self.functions = tuple(functions)
        self.strict = strict

    @functools.cached_property
    def module(self) -> Any:
        """What the compiler made of the functions, a `saopt._compiler.Module`."""
        from saopt._src.build import build_module

        return build_module(self.functions, self.strict)

    def compile(self, engine: str) -> None:
        """Make what the engine needs now; errors of the compiler come from here."""
        if engine == "spirv":
            _ = self.module.spirv
        elif engine == "sycl":
            _ = self.module.source

    @functools.cached_property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the module."""
        return dict(json.loads(self.module.manifest))

    @functools.cached_property
    def spirv_program(self) -> Any:
        """The device program loaded from SPIR-V, a `saopt._runtime.Program`."""
        from saopt import _runtime

        module = self.module
        return _runtime.Program(module.spirv, "spirv", self.strict, module.constants)

    @functools.cached_property
    def sycl_program(self) -> Any:
        """The device program built from SYCL source, a `saopt._runtime.Program`."""
        from saopt import _runtime

        module = self.module
        return _runtime.Program(module.source, "sycl", self.strict, module.constants)


class CompiledFunction:
    """A function that runs on SYCL devices; made by `compile`.

    Calling it with one array for each entry of ``args`` runs it and waits for it. The arrays
    are objects with ``__sycl_usm_array_interface__``, such as those of dpnp, or memory of
    `dpctl.memory`; the queue is theirs. The engine ``eager`` takes NumPy arrays as well.
    """

    def __init__(self, source: FunctionSource, unit: CompilationUnit, engine: str) -> None:
        self._source = source
        self._unit = unit
        self._engine = engine

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
        return {**self._unit.manifest, "functions": [self._spec]}

    @property
    def report(self) -> str:
        """What the compiler found and decided about the arrays, in words."""
        return str(self._unit.module.report)

    @functools.cached_property
    def _spec(self) -> dict[str, Any]:
        functions = self._unit.manifest["functions"]
        return next(entry for entry in functions if entry["name"] == self.name)

    @functools.cached_property
    def _device_function(self) -> Any:
        from saopt import _runtime

        unit = self._unit
        program = unit.spirv_program if self._engine == "spirv" else unit.sycl_program
        return _runtime.Function(self._spec, program)

    def __call__(self, *arguments: Any) -> None:
        """Run the function on arrays, one for each entry of ``args``.

        Raises
        ------
        ArgumentError
            When an argument does not fit; nothing has run then.
        ArgumentCountError
            When there are too many or too few, which is an `ArgumentError` and a `TypeError`.
        ExecutionPlacementError
            When the arguments are on different queues.
        """
        expected = self._source.arguments
        if len(arguments) != len(expected):
            names = ", ".join(self._names)
            plural = "" if len(expected) == 1 else "s"
            raise ArgumentCountError(
                f"{self.name}({names}) takes {len(expected)} argument{plural}, not {len(arguments)}"
            )
        if self._engine == "eager":
            self._run_eagerly(arguments)
        else:
            self._device_function(*arguments)

    @property
    def _names(self) -> list[str]:
        return [self._source.names[array] for array in self._source.arguments]

    def _run_eagerly(self, arguments: Sequence[Any]) -> None:
        from saopt._src import eager, host

        bound = host.bind(self._source.arguments, self._names, arguments)
        memories = {argument.array: argument.memory for argument in bound}
        eager.run(self._source.nests, self._source.internal, memories)
        for argument in bound:
            argument.finish()

    def __repr__(self) -> str:
        strict = ", strict" if self.strict else ""
        return f"<saopt function {self.name}({', '.join(self._names)}), {self.engine}{strict}>"

    def __str__(self) -> str:
        from saopt._src.describe import describe

        return describe(self._source, self._spec, self._engine, self.strict)
