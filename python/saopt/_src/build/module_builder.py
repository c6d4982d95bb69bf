# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From recordings to the compiler: the modules and the functions in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from saopt._src.build.array_builder import build_internal, build_parameter, built_shape
from saopt._src.build.function_source import BodyEntry, FunctionSource
from saopt._src.build.nest_builder import NestBuilder
from saopt._src.build.options import Options
from saopt._src.build.scope import ByValue, Scope
from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.function_body import Call, Swap
from saopt._src.language.indices import IndexConstant, IndexExpression, build_affine
from saopt._src.language.nest import Nest
from saopt._src.language.rounds import RoundLoop, nested
from saopt._src.language.scalar_parameters import is_by_value
from saopt._src.schedule.plan_writer import PlanWriter
from saopt._src.schedule.resolving import resolve
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.schedule.steps import Loops
from saopt._src.support.errors import ScheduleError
from saopt._src.support.locations import compile_error
from saopt._src.support.names import identifier, unique

__all__ = ["FunctionBuilder", "build_module"]


def build_module(functions: Iterable[FunctionSource], options: Options) -> Any:
    """Compile functions into one module."""
    from saopt import _compiler

    sources = list(functions)
    builder = _compiler.ModuleBuilder(options.build())
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
        for entry in nested(source.entries):
            if isinstance(entry, Call) and entry.is_plain and id(entry.callee) not in self._symbols:
                symbol = unique(entry.callee.name, self._taken)
                self.add(entry.callee, symbol, private=True)
                self._symbols[id(entry.callee)] = symbol
        FunctionBuilder(self._builder, self._symbols, source).build(name, private)


class FunctionBuilder:
    """Rebuilds one function."""

    def __init__(self, builder: Any, symbols: Mapping[int, str], source: FunctionSource) -> None:
        self._builder = builder
        self._symbols = symbols
        self._source = source
        # The indices of the loops that are open are sizes, too.
        self._sizes = dict(source.dimensions)
        self._taken = {*source.names.values(), *source.dimensions.values()}
        # Loops of different plans are told apart by their names.
        self._loop_names = set(source.dimensions.values())
        self._plans = 0

    def begin(self, name: str, private: bool) -> Scope:
        """Begin the function, and build its arrays."""
        source = self._source
        sizes = {**source.dimensions, **source.parameters}
        parameters = [
            build_parameter(
                self._builder, array, source.names.get(array) or source.dimensions[array], sizes
            )
            for array in source.arguments
        ]
        values = self._builder.begin_function(name, parameters, source.location, private)
        held = (
            ByValue(value) if isinstance(array, Array) and is_by_value(array) else value
            for array, value in zip(source.arguments, values, strict=True)
        )
        scope = Scope(dict(zip(source.arguments, held, strict=True)), source.parameters)
        for array in source.internal:
            made = build_internal(
                self._builder, array, source.names[array], built_shape(array, sizes)
            )
            scope.values[array] = made
        return scope

    def build(self, name: str, private: bool) -> None:
        """Build the function."""
        scope = self.begin(name, private)
        self._entries(self._source, self._source.entries, scope, inlined=False)
        self._builder.end_function()

    def begin_plan(
        self, scheduled: ScheduledNests, values: Mapping[Any, Any], scope: Scope
    ) -> PlanWriter:
        """Build nests that have a schedule, and begin their plan."""
        self._plans += 1
        writer = PlanWriter(
            self._builder, scope, scheduled, values, self._loop_names, f"nest_{self._plans}"
        )
        for step in scheduled.steps:
            if isinstance(step, Loops):
                nest = NestBuilder(self._builder, scope, self._sizes, step.nest)
                nest.build(writer.loop_names(step.loops), writer.nest_name(step))
        self._builder.begin_plan(self._source.location)
        return writer

    def _entries(
        self, source: FunctionSource, entries: Iterable[BodyEntry], scope: Scope, inlined: bool
    ) -> None:
        for entry in entries:
            if isinstance(entry, RoundLoop):
                self._begin_loop(entry, scope)
                self._entries(source, entry.entries, scope, inlined)
                self._builder.end_loop()
                del self._sizes[entry.index]
            elif isinstance(entry, Swap):
                arrays = (scope.array(array) for array in entry.arrays())
                self._builder.swap(*arrays, entry.location)
            elif isinstance(entry, Nest):
                NestBuilder(self._builder, scope, self._sizes, entry).build()
            elif isinstance(entry, ScheduledNests):
                entry = resolve(entry, source.parameters)
                first, *others = (step.nest for step in entry.steps if isinstance(step, Loops))
                self._empty(first, scope)
                writer = self.begin_plan(entry, source.parameters, scope)
                # Other arrays in the place of the nests' own need a proof of their own.
                num_proven = 0 if inlined else entry.num_proven
                for number, taken in enumerate(entry.steps):
                    self._builder.set_proven(number < num_proven)
                    writer.take(taken)
                self._builder.end_plan(writer.free_local_memory, writer.private_memory)
                self._after_plan(others, scope)
            elif entry.is_plain and not inlined:
                passed = [scope.passed(array) for array in entry.passed.values()]
                self._builder.call(self._symbols[id(entry.callee)], passed, entry.location)
            else:
                self._inline(entry, scope)

    def _begin_loop(self, entry: RoundLoop, scope: Scope) -> None:
        """Begin a loop around nests; its index is a size in them."""

        def leaf(leaf: Any) -> Any:
            return self._builder.affine_size(self._sizes[leaf])

        limit: Any = entry.limit
        if isinstance(limit, Array):
            number = scope.locate(limit, ())[0]
            if not isinstance(number, ByValue):
                raise compile_error(
                    f"{limit.label} says how often a loop runs, and is passed in memory here: "
                    "pass a number of the call"
                )
            limit = self._builder.cast(number.value, "i64", "index", entry.location)
        if isinstance(limit, IndexExpression):
            limit = scope.localize(limit)
            limit = (
                limit.value
                if isinstance(limit, IndexConstant)
                else build_affine(self._builder, limit, leaf)
            )
        assert entry.index.name is not None
        name = unique(identifier(entry.index.name), self._taken)
        flag, position = entry.flag or (None, ())
        memory = None if flag is None else scope.array(flag)
        self._builder.begin_loop(name, limit, memory, position, entry.every, entry.location)
        self._sizes[entry.index] = name
        self._loop_names.add(name)

    def _empty(self, nest: Nest, scope: Scope) -> None:
        """Build what a scheduled nest does where its loops are empty."""
        NestBuilder(self._builder, scope, self._sizes, nest).build_empty()

    def _after_plan(self, nests: Sequence[Nest], scope: Scope) -> None:
        """Build the same for fused nests after the first one; it runs after all of them."""
        for nest in nests[:-1]:
            if nest.empty_loops().sizes:
                raise ScheduleError(
                    f"the {nest} is fused with nests before and after it, and one of its loops "
                    "may be empty where a logic runs before or after it: fuse it as the first or "
                    "the last one, or give its loops sizes that are known",
                    nest.location,
                )
        if nests:
            self._empty(nests[-1], scope)

    def _inline(self, call: Call, outer: Scope) -> None:
        """Build a function in the place of its call: the compiler's arrays have no views."""
        callee = call.callee
        sizes = {**call.sizes(), **callee.parameters}
        scope = Scope({}, sizes, call.passed, outer)
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
        self._entries(callee, callee.entries, scope, inlined=True)
