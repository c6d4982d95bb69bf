# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.compile`, and what it returns."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from types import FrameType
from typing import Any, Literal, get_args

from saopt._src.compiled import CompilationUnit, CompiledFunction
from saopt._src.function import Function
from saopt._src.locations import compile_error, user_frame
from saopt._src.names import unique
from saopt._src.source import FunctionSource, function_name, make_source

__all__ = ["Engine", "compile", "compile_many"]

Engine = Literal["eager", "spirv", "sycl"]


def compile(  # the name that users write: sa.compile
    source: Any,
    args: Any = (),
    engine: Engine = "spirv",
    *,
    strict: bool = False,
    name: str | None = None,
) -> CompiledFunction:
    """Compile a function for SYCL devices.

    Parameters
    ----------
    source : Nest, tuple of Nest, or Function
        What the function does; several nests run in order.
    args : tuple of Array
        The arrays that the function is called with, in this order; a `Function` has its own.
    engine : {"spirv", "sycl", "eager"}
        How it runs: as SPIR-V, as the emitted SYCL source, or as plain Python over NumPy.
    strict : bool
        Forbid whatever changes a floating-point result: reordered sums, contraction.
    name : str, optional
        The name of the function in emitted code; by default that of the variable it is assigned
        to, or of the logic.

    Returns
    -------
    CompiledFunction

    Raises
    ------
    CompileError
        When it cannot be compiled.

    Examples
    --------
    >>> double = sa.compile(nest, args=(A, B))
    >>> double(a, b)
    """
    _check_engine(engine)
    function = _source(source, args, name, user_frame())
    unit = CompilationUnit([function], strict)
    unit.compile(engine)
    return CompiledFunction(function, unit, engine)


def compile_many(
    functions: Iterable[tuple[Any, Any, str]],
    engine: Engine = "spirv",
    *,
    strict: bool = False,
) -> list[CompiledFunction]:
    """Compile functions into one module, which a device loads at once.

    Parameters
    ----------
    functions : iterable of (source, args, name)
        For each function what `compile` takes; names that occur twice are numbered.
    engine, strict
        As in `compile`.

    Returns
    -------
    list of CompiledFunction
    """
    _check_engine(engine)
    taken: set[str] = set()
    sources = [
        _source(source, args, unique(name, taken), user_frame()) for source, args, name in functions
    ]
    unit = CompilationUnit(sources, strict)
    unit.compile(engine)
    return [CompiledFunction(function, unit, engine) for function in sources]


def _source(source: Any, args: Any, name: str | None, frame: FrameType | None) -> FunctionSource:
    if not isinstance(source, Function):
        return make_source(source, args, name, frame)
    own = source.source
    if len(args) and tuple(map(id, args)) != tuple(map(id, own.arguments)):
        raise compile_error(
            f"function '{own.name}' has arguments of its own: leave out args, or make a function "
            "of other arrays that calls it"
        )
    return own if name is None else dataclasses.replace(own, name=function_name(name))


def _check_engine(engine: str) -> None:
    if not isinstance(engine, str) or engine not in get_args(Engine):
        known = ", ".join(map(repr, get_args(Engine)))
        raise compile_error(f"there is no engine {engine!r}: the engines are {known}")
