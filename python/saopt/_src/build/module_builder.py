# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From recordings to the compiler: the modules and the functions in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from saopt._src.build_arrays import build_internal, build_parameter, built_shape
from saopt._src.build_nest import NestBuilder, reserved
from saopt._src.dimensions import Dimension
from saopt._src.indices import IndexConstant, IndexExpression
from saopt._src.names import unique
from saopt._src.nest import Nest
from saopt._src.plan_writer import PlanWriter
from saopt._src.planned import Planned
from saopt._src.scope import Scope
from saopt._src.source import FunctionSource
from saopt._src.steps import Call

__all__ = ["FunctionBuilder", "build_module"]


def build_module(functions: Iterable[FunctionSource], strict: bool) -> Any:
    """Compile functions into one module.

    Parameters
    ----------
    functions : iterable of FunctionSource
        The functions, with different names.
    strict : bool
        Whether whatever changes a floating-point result is forbidden.

    Returns
    -------
    saopt._compiler.Module

    Raises
    ------
    CompileError
        When the compiler refuses one, located where the user wrote what it refuses.
    """
    from saopt import _compiler

    sources = list(functions)
    builder = _compiler.ModuleBuilder(strict=strict)
    program = _Program(builder, {source.name for source in sources})
    for source in sources:
        program.add(source, source.name)
    return builder.compile()


class _Program:
    """The functions of a module: those that the user compiles, and those that they call."""

    def __init__(self, builder: Any, taken: set[str]) -> None:
        self._builder = builder
        self._taken = taken
        self._symbols: dict[int, str] = {}

    def add(self, source: FunctionSource, name: str, private: bool = False) -> None:
        """Build a function under a name, after those that it calls."""
        for step in source.steps:
            if isinstance(step, Call) and step.is_plain and id(step.callee) not in self._symbols:
                symbol = unique(step.callee.name, self._taken)
                self.add(step.callee, symbol, private=True)
                self._symbols[id(step.callee)] = symbol
        FunctionBuilder(self._builder, self._symbols, source).build(name, private)


class FunctionBuilder:
    """Rebuilds one function."""

    def __init__(self, builder: Any, symbols: Mapping[int, str], source: FunctionSource) -> None:
        self._builder = builder
        self._symbols = symbols
        self._source = source
        self._sizes = source.dimensions
        self._taken = {*source.names.values(), *source.dimensions.values()}
        # Loops of different plans are told apart by their names.
        self._loop_names = reserved(source.dimensions)
        self._plans = 0

    def begin(self, name: str, private: bool) -> Scope:
        """Begin the function, and build its arrays."""
        source = self._source
        sizes = {**source.dimensions, **source.parameters}
        parameters = [
            build_parameter(array, source.names[array], sizes) for array in source.arguments
        ]
        values = self._builder.begin_function(name, parameters, source.location, private)
        scope = Scope(dict(zip(source.arguments, values, strict=True)), source.parameters)
        for array in source.internal:
            made = build_internal(
                self._builder, array, source.names[array], built_shape(array, sizes)
            )
            scope.values[array] = made
        return scope

    def build(self, name: str, private: bool) -> None:
        """Build the function."""
        self._steps(self._source, self.begin(name, private), inlined=False)
        self._builder.end_function()

    def begin_plan(self, planned: Planned, values: Mapping[Any, Any], scope: Scope) -> PlanWriter:
        """Build nests that are planned, and begin their plan."""
        self._plans += 1
        writer = PlanWriter(
            self._builder, scope, planned, values, self._loop_names, f"nest_{self._plans}"
        )
        for step in planned.steps:
            if step.kind == "loops":
                nest = NestBuilder(self._builder, scope, self._sizes, step.arguments["nest"])
                nest.build(writer.loop_names(step.arguments["loops"]), writer.nest_name(step))
        self._builder.begin_plan(self._source.location)
        return writer

    def _steps(self, source: FunctionSource, scope: Scope, inlined: bool) -> None:
        for step in source.steps:
            if isinstance(step, Nest):
                NestBuilder(self._builder, scope, self._sizes, step).build()
            elif isinstance(step, Planned):
                writer = self.begin_plan(step, source.parameters, scope)
                for taken in step.steps:
                    writer.take(taken)
                self._builder.end_plan(writer.free_local_memory)
            elif step.is_plain and not inlined:
                passed = [scope.values[array] for array in step.passed.values()]  # type: ignore
                self._builder.call(self._symbols[id(step.callee)], passed, step.location)
            else:
                self._inline(step, scope)

    def _inline(self, call: Call, outer: Scope) -> None:
        """Build a function in the place of its call: the compiler's arrays have no views."""
        callee = call.callee
        scope = Scope({}, {**call.sizes(), **callee.parameters}, call.passed, outer)
        for array in callee.internal:
            sizes = [
                scope.localize(size) if isinstance(size, IndexExpression) else size
                for size in array.shape
            ]
            shape = [
                self._sizes[size]
                if isinstance(size, Dimension)
                else size.value
                if isinstance(size, IndexConstant)
                else size
                for size in sizes
            ]
            name = unique(callee.names[array], self._taken)
            scope.values[array] = build_internal(self._builder, array, name, shape)
        self._steps(callee, scope, inlined=True)
