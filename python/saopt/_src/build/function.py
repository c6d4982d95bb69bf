# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.function`: functions that other functions are made of."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

from saopt._src.build.function_source import FunctionSource, make_source
from saopt._src.language.arrays import Array
from saopt._src.language.context import is_active
from saopt._src.language.dimensions import Dimension, name_dimensions
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import Call, note, noting, owner_of
from saopt._src.language.index_arithmetic import as_index
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.language.parameters import Parameter, value_of
from saopt._src.language.scalar_parameters import SizeParameter
from saopt._src.language.shapes import open_axes
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error, user_frame, user_location
from saopt._src.support.names import variables_of_function

__all__ = ["Function", "function", "record"]


class Function:
    """A function over arrays; made by `function`.

    It is given to `compile`, or called in the body of another function, with one array or view
    for each of its arguments.

    Attributes
    ----------
    source : FunctionSource
        What it does.

    Examples
    --------
    >>> multiply = sa.function(nest, args=(A, B, C), name='multiply')
    >>> multiply
    <sa.function multiply(A, B, C)>
    """

    def __init__(self, source: FunctionSource) -> None:
        self.source = source

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.source.name

    @property
    def args(self) -> tuple[Array, ...]:
        """The arrays of its signature."""
        return self.source.arguments

    def __call__(self, *arrays: Any) -> None:
        """Do this with other arrays, in the body of the function that is being written."""
        if is_active():
            raise compile_error(
                f"function '{self.name}' is called in the logic of a nest, which works on single "
                "elements: call it in the body of the function around the nest"
            )
        passed, numbers = self._check(arrays)
        if not note(Call(self.source, passed, user_location(), numbers)):
            raise compile_error(
                f"function '{self.name}' can be called only in the body of a function under "
                "@sa.function; to run it, call what sa.compile makes of it"
            )

    def _check(
        self, arrays: tuple[Any, ...]
    ) -> tuple[dict[Array, Elements], dict[Dimension, IndexExpression]]:
        formals = self.args
        if len(arrays) != len(formals):
            raise compile_error(
                f"function '{self.name}' takes {len(formals)} arrays, not {len(arrays)}"
            )
        numbers: dict[Dimension, IndexExpression] = {}
        for position, (formal, given) in enumerate(zip(formals, arrays, strict=True)):
            if isinstance(formal, SizeParameter):
                size = as_index(given)
                if size is None or next(size.indices(), None) is not None:
                    raise compile_error(
                        f"argument {position} of function '{self.name}' is the size "
                        f"'{self.source.names[formal]}': pass a number, a dimension, or an "
                        "expression of them"
                    )
                numbers[formal.dimension] = size
                continue
            if not isinstance(given, Elements):
                raise compile_error(
                    f"argument {position} of function '{self.name}' is a {type(given).__name__}: "
                    "pass an array or a view of one"
                )
        passed = {
            formal: given
            for formal, given in zip(formals, arrays, strict=True)
            if not isinstance(formal, SizeParameter)
        }
        for formal, given in passed.items():
            self._check_kind(formal, given)
        self._check_sizes(passed, numbers)
        self._check_apart(passed)
        return passed, numbers

    def _refusal(self, formal: Array, given: Elements, why: str) -> CompileError:
        name = self.source.names[formal]
        return compile_error(f"{given.label} cannot be passed for '{name}' of '{self.name}': {why}")

    def _check_kind(self, formal: Array, given: Elements) -> None:
        if given.element_type is not formal.element_type:
            why = f"it holds {given.element_type}, and {formal.element_type} is needed"
            raise self._refusal(formal, given, why)
        if given.ndim != formal.ndim:
            why = f"it has {given.ndim} dimensions, and {formal.ndim} are needed"
            raise self._refusal(formal, given, why)
        if formal.role.is_written and not given.role.is_written:
            why = (
                f"the function may write it, having the role {formal.role.name} for it, and its "
                f"role is {given.role.name}"
            )
            raise self._refusal(formal, given, why)
        if not isinstance(given, Array) and open_axes(given.shape):
            raise self._refusal(formal, given, "a view of an open dimension has no size")

    def _check_sizes(
        self, passed: dict[Array, Elements], numbers: dict[Dimension, IndexExpression]
    ) -> None:
        known: dict[Any, tuple[Any, str, int]] = {}
        for formal, given in passed.items():
            open_here, open_there = open_axes(formal.shape), open_axes(given.shape)
            for axis, (size, found) in enumerate(zip(formal.shape, given.shape, strict=True)):
                if axis in open_here:
                    continue
                size = value_of(size, self.source.parameters)
                where = f"the size of its dimension {axis} is {found}"
                if size in numbers:
                    number = numbers[size]
                    wanted = number.value if isinstance(number, IndexConstant) else number
                    if not _is_same(wanted, found):
                        raise self._refusal(formal, given, f"{where}, and {size} is {wanted}")
                    continue
                if isinstance(size, int):
                    if not isinstance(found, int) or found != size:
                        raise self._refusal(formal, given, f"{where}, and must be {size}")
                    continue
                key = (id(given), axis) if axis in open_there else found
                expected, label, at = known.setdefault(size, (key, given.label, axis))
                if not _is_same(expected, key):
                    name = self.source.dimensions[size]
                    said = f"dimension {at} of {label} says that {name} is {expected}"
                    raise self._refusal(formal, given, f"{where}, but {said}")

    def _check_apart(self, passed: dict[Array, Elements]) -> None:
        owners = {formal: owner_of(given) for formal, given in passed.items()}
        for formal, owner in owners.items():
            for other, owned in owners.items():
                if other is not formal and owned is owner and formal.role.is_written:
                    name = self.source.names[other]
                    why = f"the function may write it, and it is passed for '{name}' as well"
                    raise self._refusal(formal, passed[formal], why)

    def __repr__(self) -> str:
        names = ", ".join(self.source.names[array] for array in self.args)
        return f"<sa.function {self.name}({names})>"


def _is_same(size: Any, other: Any) -> bool:
    """Return whether two sizes are known to be the same: dimensions must be one."""
    is_comparable = type(size) is type(other) and isinstance(size, (int, tuple))
    return size is other or (is_comparable and bool(size == other))


def function(
    source: Any = None,
    args: Any = (),
    name: str | None = None,
    parameters: Mapping[Parameter, Any] | None = None,
) -> Any:
    """Make a function of nests, or, as a decorator, of the nests and calls in a body.

    Parameters
    ----------
    source : Nest, Schedule or Plan, or tuple of them
        What it does; left out for a decorator.
    args : tuple of Array
        The arrays of its signature.
    name : str, optional
        Its name; by default that of the variable, or of the function that is decorated.
    parameters : dict of Parameter to int or tuple of Index, optional
        The values of the parameters in it.

    Returns
    -------
    Function
        For `compile`, and to be called in the bodies of other functions.

    Examples
    --------
    >>> mm = sa.function(nest, args=(A, B, C), name="mm")
    >>> D = sa.Array(role=sa.Role.OUTPUT, shape=(16, 32))
    >>> @sa.function(args=(A, B, D))
    ... def doubled():
    ...     T = sa.Array(role=sa.Role.TEMP, shape=(16, 32))
    ...     mm(A, B, T)
    ...     twice = sa.Nest(shape=(16, 32))
    ...     r, c = twice.get_indices()
    ...
    ...     @twice.iteration_logic
    ...     def _():
    ...         D[r, c] = 2 * T[r, c]
    >>> doubled
    <sa.function doubled(A, B, D)>
    """
    frame = user_frame()
    if source is not None:
        return Function(make_source(source, args, name, frame, parameters=parameters))

    def decorate(body: Callable[..., Any]) -> Function:
        return Function(record(body, args, name, frame, parameters))

    return decorate


def record(
    body: Callable[..., Any],
    args: Any,
    name: str | None,
    frame: FrameType | None,
    parameters: Mapping[Parameter, Any] | None,
) -> FunctionSource:
    is_plain = inspect.isfunction(body) or inspect.ismethod(body)
    if not is_plain or inspect.isgeneratorfunction(body):
        raise compile_error(
            "what is recorded under @sa.function(args=…), or by sa.compile, is a plain function, "
            "whose body makes nests and calls functions"
        )
    if inspect.iscoroutinefunction(body):
        raise compile_error("the body of a function must be plain: without async and await")
    arrays = tuple(args) if isinstance(args, (tuple, list)) else ()
    given = arrays if inspect.signature(body).parameters else ()
    try:
        inspect.signature(body).bind(*given)
    except TypeError:
        raise compile_error(
            f"function '{body.__name__}' takes no parameters, or one for each of the "
            f"{len(arrays)} arrays in args"
        ) from None
    variables = variables_of_function(body)
    name_dimensions(variables)
    for found, thing in variables.items():
        if isinstance(thing, Elements) and thing.name is None:
            thing.name = found
    with noting() as entries:
        try:
            result = body(*given)
        except NameError as error:
            if error.name != body.__name__:
                raise
            raise compile_error(
                f"function '{body.__name__}' calls itself, which functions do not: its body runs "
                "once, to record what it does; repeat with a loop of Python around calls"
            ) from None
    if result is not None:
        raise compile_error(
            f"function '{body.__name__}' returns a value, which goes nowhere: write it to an array"
        )
    if not entries:
        raise compile_error(
            f"function '{body.__name__}' does nothing: make a nest in it, or call a function"
        )
    return make_source(tuple(entries), args, name, frame, body.__name__, parameters)
