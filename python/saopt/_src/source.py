# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function as it goes into the compiler: nests in order, arrays, and the names of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
from saopt._src.elements import Elements
from saopt._src.errors import CompileError, Location
from saopt._src.integers import is_sequence
from saopt._src.locations import compile_error, user_location
from saopt._src.names import (
    assigned_name,
    identifier,
    name_in,
    unique,
    variables_of_frame,
)
from saopt._src.nest import Nest
from saopt._src.shapes import dimensions_of, open_axes
from saopt._src.steps import Call
from saopt._src.views import View

__all__ = ["AFFINE_WORDS", "FunctionSource", "function_name", "make_source"]

AFFINE_WORDS = ("floordiv", "ceildiv", "mod")
"""What no size can be called: the words of affine expressions, in which its name stands."""


@dataclass(frozen=True)
class FunctionSource:
    """A function, checked and named.

    Attributes
    ----------
    name : str
        The name of the function.
    steps : tuple of Nest and Call
        What it runs, in order.
    arguments : tuple of Array
        The arrays of its signature.
    internal : tuple of Array
        The CONST and TEMP arrays that it uses.
    names : mapping of Array to str
        The name of each of these arrays, unique within the function.
    dimensions : mapping of Dimension to str
        The run-time sizes that it uses, and their names, unique too.
    location : Location or None
        Where the user compiles it.
    """

    name: str
    steps: tuple[Nest | Call, ...]
    arguments: tuple[Array, ...]
    internal: tuple[Array, ...]
    names: Mapping[Array, str]
    dimensions: Mapping[Dimension, str]
    location: Location | None


def make_source(
    source: Any,
    args: Any,
    name: str | None,
    frame: FrameType | None,
    default_name: str = "",
) -> FunctionSource:
    """Check what the user gave to `compile`, and name what has no name.

    Parameters
    ----------
    source : Nest, Call, something that has nests, or a sequence of such
        What the function runs.
    args : sequence of Array
        The arrays of its signature.
    name : str or None
        The name of the function.
    frame : FrameType or None
        The frame in which the user compiles it, to find the names of variables.
    default_name : str
        The name to take before one that is found.

    Raises
    ------
    CompileError
        When they do not fit together.
    """
    steps = tuple(
        step.snapshot() if isinstance(step, Nest) else step for step in _check_steps(source)
    )
    arguments = _check_arguments(args)
    used = dict.fromkeys(array for step in steps for array in step.arrays())
    missing = [a for a in used if a.role.is_argument and a not in arguments]
    if missing:
        raise compile_error(
            f"{missing[0].label} is used and has the role {missing[0].role.name}: "
            "the caller passes it, so add it to args"
        )
    internal = tuple(array for array in used if not array.role.is_argument)
    variables = variables_of_frame(frame)
    taken: set[str] = set()
    names = _name_arrays((*arguments, *internal), variables, taken)
    # The open sizes and strides of an array are called after it.
    taken |= {f"{names[a]}_size{axis}" for a in arguments for axis in open_axes(a.shape)}
    taken |= {f"{names[a]}_stride{axis}" for a in arguments for axis in range(a.ndim)}
    return FunctionSource(
        _function_name(name, steps, frame, default_name),
        steps,
        arguments,
        internal,
        names,
        _name_dimensions(_find_dimensions(steps, arguments, internal), variables, taken),
        user_location(),
    )


def _check_steps(source: Any) -> tuple[Nest | Call, ...]:
    given = tuple(source) if isinstance(source, (tuple, list)) else (source,)
    if not given:
        raise compile_error("there is nothing to compile: the source has no nests")
    steps: list[Nest | Call] = []
    for step in given:
        if isinstance(step, (Nest, Call)):
            steps.append(step)
        elif callable(getattr(step, "nests", None)):
            steps += step.nests()
        else:
            raise compile_error(
                f"a {type(step).__name__} cannot be compiled: give a Nest or a tuple of them"
            )
    for step in steps:
        if isinstance(step, Nest) and not step.logics:
            raise compile_error(
                f"the {step} has no logic: write a function under @nest.iteration_logic"
            )
    return tuple(steps)


def _check_arguments(args: Any) -> tuple[Array, ...]:
    if isinstance(args, Elements):
        raise compile_error("args is a tuple of arrays: write args=(A,) for one array")
    if not is_sequence(args):
        raise compile_error(f"args is a tuple of arrays, not a {type(args).__name__}")
    if not args:
        raise compile_error("args is empty: a function works on the arrays that it is called with")
    for position, array in enumerate(args):
        if isinstance(array, View):
            raise compile_error(
                f"args[{position}] is {array.label}: pass the whole array, and keep the view for "
                "the logic"
            )
        if not isinstance(array, Array):
            raise compile_error(
                f"args[{position}] is a {type(array).__name__}: args names the arrays declared "
                "with sa.Array, and their data comes with the call"
            )
        if not array.role.is_argument:
            raise compile_error(
                f"{array.label} has the role {array.role.name} and is the function's own: "
                "leave it out of args"
            )
        if any(array is other for other in args[:position]):
            raise compile_error(f"{array.label} is in args twice")
    return tuple(args)


def _find_dimensions(
    steps: Iterable[Nest | Call], arguments: Iterable[Array], internal: Iterable[Array]
) -> list[Dimension]:
    """Return the dimensions that a function uses, all of them said by its arguments."""
    said = dict.fromkeys(d for array in arguments for d in dimensions_of(array.shape))
    for array in internal:
        for dimension in dimensions_of(array.shape):
            if dimension not in said:
                raise _unsaid(dimension, f"in the shape of {array.label}")
    for step in steps:
        for dimension in step.dimensions():
            if dimension not in said:
                raise _unsaid(dimension, f"in the {step}")
    return list(said)


def _unsaid(dimension: Dimension, where: str) -> CompileError:
    return compile_error(
        f"{dimension.label} is used {where}, but no array of args has it in its shape: a call "
        "could not say what it is"
    )


def _name_dimensions(
    dimensions: Iterable[Dimension], variables: Mapping[str, Any], taken: set[str]
) -> dict[Dimension, str]:
    names: dict[Dimension, str] = {}
    taken |= set(AFFINE_WORDS)
    for dimension in dimensions:
        found = dimension.name or name_in(variables, dimension) or "size"
        names[dimension] = unique(identifier(found), taken)
    return names


def _name_arrays(
    arrays: Iterable[Array], variables: Mapping[str, Any], taken: set[str]
) -> dict[Array, str]:
    names: dict[Array, str] = {}
    for array in arrays:
        found = array.name or name_in(variables, array) or f"{array.role.value}_array"
        names[array] = unique(identifier(found), taken)
    return names


def function_name(name: Any) -> str:
    """Return `name`, if it can be that of a function.

    Raises
    ------
    CompileError
        When it cannot.
    """
    from saopt import _compiler

    if not isinstance(name, str) or _compiler.get_function_name(name) != name:
        raise compile_error(
            f"{name!r} cannot be the name of a function: it must be an identifier of C++ "
            "that nothing else has, so neither a keyword nor a common macro, and without "
            "two underscores in a row"
        )
    return name


def _function_name(
    name: str | None, steps: Sequence[Nest | Call], frame: FrameType | None, default: str
) -> str:
    """Return the given name, or that of the variable, or that of the logic."""
    from saopt import _compiler

    if name is not None:
        return function_name(name)
    assigned = "" if default else assigned_name(frame) or ""
    candidates = [default, assigned, *_logic_names(steps), "function"]
    chosen = next(c for c in candidates if c.strip("_") and c.isidentifier())
    return str(_compiler.get_function_name(chosen))


def _logic_names(steps: Sequence[Nest | Call]) -> list[str]:
    nests = [step for step in steps if isinstance(step, Nest)]
    return [getattr(logic.function, "__name__", "") for nest in nests for logic in nest.logics]
