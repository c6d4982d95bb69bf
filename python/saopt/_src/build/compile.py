# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.compile`, and what it returns."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any, Literal, get_args

from saopt._src.build.compiled_function import CompilationUnit, CompiledFunction
from saopt._src.build.eager_function import EagerFunction
from saopt._src.build.function import Function, record
from saopt._src.build.function_source import FunctionSource, make_source
from saopt._src.build.options import Options, ScheduleMode
from saopt._src.build.passes import PassPrinter
from saopt._src.build.size_determination import check_sizes
from saopt._src.build.source_names import function_name
from saopt._src.language.function_body import Swap
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import Parameter, parameters_of
from saopt._src.language.rounds import RoundLoop, nested
from saopt._src.schedule.scheduled_nests import ScheduledNests, unresolved, unresolved_of_nest
from saopt._src.schedule.target import Target
from saopt._src.support.integers import is_sequence
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.names import unique
from saopt._src.support.near_names import did_you_mean

__all__ = ["Engine", "compile", "compile_many", "read_source"]

Engine = Literal["eager", "spirv", "sycl"]


def compile(  # the name that users write: sa.compile
    source: Any,
    args: Any = (),
    engine: Engine | str = "spirv",
    *,
    strict: bool = False,
    skip_zeros: bool = True,
    schedule: ScheduleMode = "auto",
    target: Target | None = None,
    name: str | None = None,
    parameters: Mapping[Parameter, Any] | None = None,
    print_ir_after: str | Sequence[str] = (),
) -> CompiledFunction:
    """Compile a function for SYCL devices.

    Parameters
    ----------
    source : Nest, Schedule or Plan, tuple of them, Function or callable
        What the function does; several run in order. A plain function is run once, as the body
        of an `sa.function`: with the arrays of `args`, if it has parameters.
    args : tuple of Array, View, Scalar and Dimension
        The arrays that the function is called with, in this order; a `Function` has its own. For
        a view, the call passes an array of its shape, in which the array of the view is seen.
    engine : {"spirv", "sycl", "eager"}
        How it runs: as SPIR-V, as the emitted SYCL source, or as plain Python over NumPy.
    strict : bool
        Forbid whatever changes a floating-point result: reordered sums, contraction,
        skipped zeros.
    skip_zeros : bool
        Leave out what has no effect where constants are zero, if that pays.
    schedule : {"auto", "none"}
        Whether nests without a plan get one from the compiler (docs/planning.md), for the device
        that SYCL chooses on this computer. A strict function keeps the order of its sums.
    target : Target, optional
        The device for which they are chosen instead.
    name : str, optional
        The name of the function in emitted code; by default that of the variable it is assigned
        to, or of the logic.
    parameters : dict of Parameter to int or tuple of Index, optional
        The values of the parameters in it.
    print_ir_after : str or sequence of str, optional
        Passes of the compiler, by their flags, after which the program is printed on the error
        stream; ``"all"`` for all of them. See also `CompiledFunction.dump`.

    Returns
    -------
    CompiledFunction

    Raises
    ------
    CompileError
        When it cannot be compiled. A step that the values of parameters make wrong is a
        `ScheduleError`, located where the step was written.

    Examples
    --------
    >>> multiply = sa.compile(nest, args=(A, B, C))
    >>> a, b = sa.ones((16, 8), dtype="f4"), sa.ones((8, 32), dtype="f4")
    >>> c = sa.zeros((16, 32), dtype="f4")
    >>> multiply(a, b, c)
    >>> float(c[0, 0])
    8.0
    """
    _check_engine(engine)
    printer = PassPrinter(print_ir_after) if print_ir_after else None
    options = Options(strict, skip_zeros, schedule, printer, target=target)
    function = read_source(source, args, name, user_frame(), parameters)
    _check_used(function)
    check_sizes(function)
    unit = CompilationUnit([function], options)
    unit.compile(engine)
    if printer is not None:
        if engine == "eager":
            _ = unit.module
        printer.check()
    return _compiled(function, unit, engine)


def compile_many(
    functions: Iterable[tuple[Any, Any, str]],
    engine: Engine | str = "spirv",
    *,
    strict: bool = False,
    skip_zeros: bool = True,
    schedule: ScheduleMode = "auto",
    target: Target | None = None,
    parameters: Sequence[Mapping[Parameter, Any]] | None = None,
) -> list[CompiledFunction]:
    """Compile functions into one module, which a device loads at once.

    Parameters
    ----------
    functions : iterable of (source, args, name)
        For each function what `compile` takes; names that occur twice are numbered.
    engine, strict, skip_zeros, schedule, target
        As in `compile`.
    parameters : sequence of dict, optional
        The values of the parameters, as `create_parameter_grid` makes them; each function is
        compiled once for each.

    Returns
    -------
    list of CompiledFunction
        For each function, in order, one for each choice of parameters.

    Examples
    --------
    >>> twice = sa.Nest(shape=(16, 32))
    >>> p, q = twice.get_indices()
    >>> @twice.iteration_logic
    ... def _():
    ...     C[p, q] *= 2
    >>> functions = [(nest, (A, B, C), 'multiply'), (twice, (C,), 'double_all')]
    >>> [function.name for function in sa.compile_many(functions, engine='eager')]
    ['multiply', 'double_all']
    """
    _check_engine(engine)
    options = Options(strict, skip_zeros, schedule, target=target)
    if parameters is not None and not is_sequence(parameters):
        raise compile_error(
            "parameters of compile_many is a list of dictionaries, as sa.create_parameter_grid "
            f"makes it, not a {type(parameters).__name__}"
        )
    taken: set[str] = set()
    sources = [
        read_source(source, args, unique(name, taken), user_frame(), values)
        for source, args, name in map(_entry, functions)
        for values in ([None] if parameters is None else parameters)
    ]
    for function in sources:
        check_sizes(function)
    unit = CompilationUnit(sources, options)
    unit.compile(engine)
    return [_compiled(function, unit, engine) for function in sources]


def _compiled(function: FunctionSource, unit: CompilationUnit, engine: str) -> CompiledFunction:
    kind = EagerFunction if engine == "eager" else CompiledFunction
    return kind(function, unit, engine)


def _check_used(function: FunctionSource) -> None:
    """Refuse the value of a parameter that nothing in a function is made of."""
    for parameter in function.parameters:
        others = {other: 0 for other in function.parameters if other is not parameter}
        missing = [
            unresolved_of_nest(entry, others) if isinstance(entry, Nest) else parameter
            for entry in nested(function.entries)
            if not isinstance(entry, (RoundLoop, Swap))
            if not isinstance(entry, ScheduledNests) or unresolved(entry.steps, others) is not None
        ]
        shapes = tuple(array.shape for array in (*function.arguments, *function.internal))
        if parameter not in missing and parameter not in parameters_of(shapes):
            raise compile_error(
                f"{parameter.label} is given a value, but nothing in function '{function.name}' "
                "uses it"
            )


def _entry(entry: Any) -> tuple[Any, Any, str]:
    if not isinstance(entry, (tuple, list)) or len(entry) != 3 or not isinstance(entry[2], str):
        raise compile_error(
            f"compile_many takes a list of (source, args, name), as in [(nest, (A, B), 'twice')], "
            f"not of {entry!r}"
        )
    return entry[0], entry[1], entry[2]


def read_source(
    source: Any,
    args: Any,
    name: str | None,
    frame: FrameType | None,
    parameters: Mapping[Parameter, Any] | None,
) -> FunctionSource:
    """Check and name what the user gave to `compile`; a `Function` has all of it already."""
    if inspect.isroutine(source):
        return record(source, args, name, frame, parameters)
    if not isinstance(source, Function):
        return make_source(source, args, name, frame, parameters=parameters)
    own = source.source
    if parameters:
        raise compile_error(
            f"function '{own.name}' has its parameters already: give their values to sa.function"
        )
    if len(args) and tuple(map(id, args)) != tuple(map(id, own.arguments)):
        raise compile_error(
            f"function '{own.name}' has arguments of its own: leave out args, or make a function "
            "of other arrays that calls it"
        )
    return own if name is None else dataclasses.replace(own, name=function_name(name))


def _check_engine(engine: str) -> None:
    if not isinstance(engine, str) or engine not in get_args(Engine):
        known = ", ".join(map(repr, get_args(Engine)))
        near = did_you_mean(engine, get_args(Engine))
        raise compile_error(f"there is no engine {engine!r}: the engines are {known}{near}")
