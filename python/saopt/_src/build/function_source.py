# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function as it goes into the compiler: nests in order, arrays, and the names of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from saopt._src.build.passed_views import argument_of, seen_through
from saopt._src.build.source_names import choose_function_name, name_arrays, name_dimensions
from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.expressions import ParameterValue
from saopt._src.language.function_body import Call, Swap, owner_of
from saopt._src.language.nest import Nest
from saopt._src.language.parameters import Parameter, check_values
from saopt._src.language.roles import Role
from saopt._src.language.rounds import Round, RoundLoop, has_loops
from saopt._src.language.scalar_parameters import SizeParameter
from saopt._src.language.shapes import dimensions_of, open_axes
from saopt._src.language.types import number_fits
from saopt._src.language.views import View
from saopt._src.schedule.resolving import resolve
from saopt._src.schedule.schedule_base import ScheduleBase
from saopt._src.schedule.scheduled_nests import ScheduledNests, unresolved, unresolved_of_nest
from saopt._src.support.errors import CompileError, Location
from saopt._src.support.integers import is_sequence
from saopt._src.support.locations import compile_error, user_location
from saopt._src.support.names import name_in, variables_of_frame

__all__ = ["BodyEntry", "FunctionSource", "make_entries", "make_source", "session_source"]

BodyEntry = Nest | ScheduledNests | Call | Swap | RoundLoop
"""What a function is made of."""


@dataclass(frozen=True)
class FunctionSource:
    """A function, checked and named.

    Attributes
    ----------
    name : str
        The name of the function.
    entries : tuple of Nest, ScheduledNests, Call, Swap and RoundLoop
        What it runs, in order.
    arguments : tuple of Array
        The arrays of its signature.
    internal : tuple of Array
        The CONST and TEMP arrays that it uses.
    names : mapping of Array to str
        The name of each of these arrays, unique within the function.
    dimensions : mapping of Dimension to str
        The run-time sizes that it uses, and their names, unique too.
    parameters : mapping of Parameter to int or tuple of Index
        The values of the parameters.
    location : Location or None
        Where the user compiles it.
    tuned : str or None
        The plan in `entries` as Python source, if `sa.tune` found it.
    """

    name: str
    entries: tuple[BodyEntry, ...]
    arguments: tuple[Array, ...]
    internal: tuple[Array, ...]
    names: Mapping[Array, str]
    dimensions: Mapping[Dimension, str]
    parameters: Mapping[Parameter, Any]
    location: Location | None
    tuned: str | None = None


def make_source(
    source: Any,
    args: Any,
    name: str | None,
    frame: FrameType | None,
    default_name: str = "",
    parameters: Mapping[Parameter, Any] | None = None,
) -> FunctionSource:
    """Check what the user gave to `compile`, and name what has no name."""
    if is_sequence(args) and any(isinstance(given, View) for given in args):
        return _with_views(source, args, name, frame, default_name, parameters)
    values = check_values(parameters)
    entries = make_entries(source)
    arguments = _check_arguments(args)
    for entry in entries:
        _check_resolved(entry, values)
    used = dict.fromkeys(array for entry in entries for array in entry.arrays())
    missing = [a for a in used if a.role.is_argument and a not in arguments]
    if missing:
        raise compile_error(
            f"{missing[0].label} is used and has the role {missing[0].role.name}: "
            "the caller passes it, so add it to args"
        )
    for array in arguments:
        if array.role is Role.OUTPUT and array not in used:
            raise compile_error(
                f"{array.label} has the role OUTPUT, and nothing writes it: leave it out of args"
            )
    _check_sizes_of_loops(entries, arguments)
    internal = tuple(array for array in used if not array.role.is_argument)
    variables = variables_of_frame(frame)
    taken: set[str] = set()
    for array in arguments:
        if isinstance(array, SizeParameter) and array.name is None:
            array.name = array.dimension.name or name_in(variables, array.dimension)
    names = name_arrays((*arguments, *internal), variables, taken)
    # The open sizes and strides of an array are called after it.
    taken |= {f"{names[a]}_size{axis}" for a in arguments for axis in open_axes(a.shape)}
    taken |= {f"{names[a]}_stride{axis}" for a in arguments for axis in range(a.ndim)}
    passed = {a.dimension: names[a] for a in arguments if isinstance(a, SizeParameter)}
    found = _find_dimensions(entries, arguments, internal, values)
    dimensions = name_dimensions([d for d in found if d not in passed], variables, taken)
    return FunctionSource(
        choose_function_name(name, entries, frame, default_name),
        entries,
        arguments,
        internal,
        names,
        {**passed, **dimensions},
        values,
        user_location(),
    )


def _with_views(
    source: Any,
    args: Sequence[Any],
    name: str | None,
    frame: FrameType | None,
    default_name: str,
    parameters: Mapping[Parameter, Any] | None,
) -> FunctionSource:
    """Return the function that is passed views of the arrays of another one, and calls that."""
    whole = [owner_of(given) if isinstance(given, View) else given for given in args]
    variables = variables_of_frame(frame)
    own: list[Any] = []
    passed: dict[Array, Elements] = {}
    for position, (given, array) in enumerate(zip(args, whole, strict=True)):
        if isinstance(given, View):
            if any(array is other for other in [*whole[:position], *whole[position + 1 :]]):
                raise compile_error(
                    f"{array.label} is in args twice, once as {given.label}: what is passed for "
                    "one would be all of it"
                )
            own.append(argument_of(given, position, variables))
            passed[array] = seen_through(own[-1], given)
        else:
            own.append(given)
            if isinstance(given, Array):
                passed[given] = given
    inner = make_source(source, whole, name, frame, default_name, parameters)
    sizes = {a.dimension: a.dimension for a in inner.arguments if isinstance(a, SizeParameter)}
    call = Call(inner, passed, user_location(), sizes)
    return make_source(call, own, inner.name, frame)


def session_source(scheduled: ScheduledNests, frame: FrameType | None) -> FunctionSource:
    """Return the function in which a schedule is checked; its nests' arrays are arguments."""
    used = dict.fromkeys(scheduled.arrays())
    arguments = [array for array in used if array.role.is_argument]
    internal = tuple(array for array in used if not array.role.is_argument)
    said = {d for array in arguments for d in dimensions_of(array.shape)}
    passed: list[Dimension] = []
    wanted = [d for array in internal for d in dimensions_of(array.shape)]
    # The array that says a size may not be one that these nests use.
    for dimension in dict.fromkeys([*wanted, *scheduled.dimensions()]):
        if isinstance(dimension, Round):
            passed.append(dimension)
        elif dimension not in said:
            arguments.append(Array(role=Role.INPUT, shape=(dimension,), name="sizes"))
    variables = variables_of_frame(frame)
    taken: set[str] = set()
    names = name_arrays((*arguments, *internal), variables, taken)
    dimensions = _find_dimensions([scheduled], arguments, internal, dict.fromkeys(passed))
    return FunctionSource(
        "scheduled",
        (scheduled,),
        (*arguments, *passed),
        internal,
        names,
        name_dimensions(dimensions, variables, taken),
        {},
        user_location(),
    )


def make_entries(source: Any) -> tuple[BodyEntry, ...]:
    """Return what a function does, in order, of what the user gave to `compile`."""
    given = tuple(source) if isinstance(source, (tuple, list)) else (source,)
    if not given:
        raise compile_error("there is nothing to compile: the source has no nests")
    return tuple(map(_entry, given))


def _entry(given: Any) -> BodyEntry:
    if isinstance(given, ScheduleBase):
        given._check_complete()
        for nest in given.nests:
            _check_logic(nest)
        return given.scheduled_nests().snapshot()
    if isinstance(given, (Call, Swap)):
        return given
    if isinstance(given, RoundLoop):
        return given.with_entries(_entry)
    if not isinstance(given, Nest):
        raise compile_error(
            f"a {type(given).__name__} cannot be compiled: give a Nest, a Schedule or a Plan, or a "
            "tuple of them"
        )
    _check_logic(given)
    return given.snapshot()


def _check_logic(nest: Nest) -> None:
    if not nest.logics:
        raise compile_error(
            f"the {nest} has no logic: write a function under @nest.iteration_logic"
        )


def _check_sizes_of_loops(entries: tuple[BodyEntry, ...], arguments: tuple[Array, ...]) -> None:
    if not has_loops(entries):
        return
    for array in arguments:
        if open_axes(array.shape):
            raise compile_error(
                f"{array.label} has a size sa.inf, and the function has loops around nests: give "
                "the size a name with sa.Dimension, so that the rounds can be checked against it"
            )


def _check_resolved(entry: BodyEntry, values: Mapping[Parameter, Any]) -> None:
    if isinstance(entry, RoundLoop):
        for inner in entry.entries:
            _check_resolved(inner, values)
    missing = None
    if isinstance(entry, ScheduledNests):
        missing = unresolved(entry.steps, values)
    elif isinstance(entry, Nest):
        missing = unresolved_of_nest(entry, values)
    if missing is not None:
        raise compile_error(
            f"{missing.label} has no value: give it one, as in parameters={{{missing}: 8}}"
        )
    if isinstance(entry, ScheduledNests):
        resolve(entry, values)
    nests: list[Nest] = []
    if isinstance(entry, ScheduledNests):
        nests = entry.nests
    elif isinstance(entry, Nest):
        nests = [entry]
    for nest in nests:
        for node in nest.parameter_values():
            _check_number(node, values)


def _check_number(node: ParameterValue, values: Mapping[Parameter, Any]) -> None:
    """Refuse a number that the logic computes of parameters and that has no place there."""
    for parameter in node.parameters:
        value = values[parameter]
        if isinstance(value, tuple):
            raise CompileError(
                f"{parameter.label} is an order of loops, and stands for a number here",
                node.location,
            )
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise CompileError(
                f"{parameter.label} is {value!r}, and stands for a number here", node.location
            )
    number = node.number(values)
    if not node.is_cast and not number_fits(number, node.type):
        raise CompileError(
            f"the number {number!r}, which the values of parameters make, has no place in a value "
            f"of type {node.type}: convert it, as in sa.cast({node.parameters[0]}, "
            f"sa.{node.type.name})",
            node.location,
        )


def _check_arguments(args: Any) -> tuple[Array, ...]:
    if isinstance(args, Elements):
        raise compile_error("args is a tuple of arrays: write args=(A,) for one array")
    if not is_sequence(args):
        raise compile_error(f"args is a tuple of arrays, not a {type(args).__name__}")
    if not args:
        raise compile_error(
            "args is empty: name the arrays that the function is called with, as in args=(A, B)"
        )
    arrays: list[Array] = []
    for position, array in enumerate(args):
        if isinstance(array, Dimension) and not isinstance(array, (Parameter, Round)):
            arrays.append(SizeParameter(array))
            continue
        if not isinstance(array, Array):
            raise compile_error(
                f"args[{position}] is a {type(array).__name__}: args names the arrays declared "
                "with sa.Array, the numbers declared with sa.Scalar and dimensions, and what they "
                "hold comes with the call"
            )
        if not array.role.is_argument:
            raise compile_error(
                f"{array.label} has the role {array.role.name} and is the function's own: "
                "leave it out of args"
            )
        if any(array is other for other in args[:position]):
            raise compile_error(f"{array.label} is in args twice: name it once")
        arrays.append(array)
    sizes = [array.dimension for array in arrays if isinstance(array, SizeParameter)]
    if len(set(sizes)) != len(sizes):
        raise compile_error("a dimension is in args twice: name it once")
    return tuple(arrays)


def _find_dimensions(
    entries: Iterable[BodyEntry],
    arguments: Iterable[Array],
    internal: Iterable[Array],
    parameters: Mapping[Parameter, Any],
) -> list[Dimension]:
    """Return the dimensions that a function uses, all of them said by its arguments."""
    said = dict.fromkeys(d for array in arguments for d in dimensions_of(array.shape))
    said |= dict.fromkeys(a.dimension for a in arguments if isinstance(a, SizeParameter))
    said |= dict.fromkeys(parameters)
    for array in internal:
        for dimension in dimensions_of(array.shape):
            if isinstance(dimension, Round):
                raise compile_error(
                    f"the shape of {array.label} has {dimension.label}: an array has one size in "
                    "all rounds"
                )
            if dimension not in said:
                raise _unsaid(dimension, f"in the shape of {array.label}")
    for entry in entries:
        for dimension in entry.dimensions():
            if isinstance(dimension, Round) and dimension not in said:
                raise compile_error(
                    f"{dimension.label} is used in the {entry}, outside of that loop"
                )
            if dimension not in said:
                raise _unsaid(dimension, f"in the {entry}")
    return [dimension for dimension in said if not isinstance(dimension, Parameter)]


def _unsaid(dimension: Dimension, where: str) -> CompileError:
    return compile_error(
        f"{dimension.label} is used {where}, but no array of args has it in its shape: a call "
        "could not say what it is; put it into args to pass it"
    )
