# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters: what gets its value when a program is compiled.

Where a shape or the logic of a nest uses one, it behaves like a dimension whose value is known
to the compiler. In a schedule or a plan it is whatever a step takes: a number, a loop, an order
of loops, a flag, a layout, a unit of the grid.
"""

from __future__ import annotations

import enum
import inspect
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np

from saopt._src.language.dimensions import Dimension
from saopt._src.language.indices import Index, IndexConstant, IndexExpression
from saopt._src.language.layouts.base import Layout
from saopt._src.support.integers import as_integer, is_sequence
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.names import result_names

__all__ = [
    "Parameter",
    "ParameterValue",
    "check_values",
    "create_parameter_grid",
    "create_parameters",
    "is_known",
    "is_parameter",
    "parameters_of",
    "value_of",
]

_MOST_AT_ONCE = 1000

ParameterValue = int | float | bool | Index | tuple[Any, ...] | Layout | enum.Enum


class Parameter(Dimension):
    """What is given when the function is compiled: a number, a loop, an order of loops, a flag.

    Parameters
    ----------
    name : str, optional
        The name in errors; by default that of the variable.

    Examples
    --------
    >>> rows, columns = sa.create_parameters()
    >>> schedule = nest.create_schedule()
    >>> ii, jj = schedule.tile({i: rows, j: 2 * columns})
    >>> values = {rows: 8, columns: 4}
    >>> function = sa.compile(schedule, args=(A, B, C), engine='eager', parameters=values)
    """

    __slots__ = ()

    @property
    def label(self) -> str:
        """What errors call the parameter."""
        return "a parameter without a name" if self.name is None else f"parameter '{self.name}'"

    def written(self) -> str:
        return self.name or "parameter"


def is_parameter(value: Any) -> bool:
    """Return whether `value` is a parameter, or an expression of parameters and numbers alone."""
    if not isinstance(value, IndexExpression) or isinstance(value, (Index, IndexConstant)):
        return False
    # The variables of a layout's function are neither indices nor dimensions.
    dimensions = list(value.dimensions())
    return (
        bool(dimensions)
        and next(value.indices(), None) is None
        and all(isinstance(dimension, Parameter) for dimension in dimensions)
    )


def is_known(value: IndexExpression) -> bool:
    """Return whether an expression is a number when the function is compiled."""
    return isinstance(value, IndexConstant) or is_parameter(value)


def parameters_of(value: Any) -> Iterator[Parameter]:
    """Yield the parameters in a number, an expression, or a tuple or dictionary of them."""
    if isinstance(value, (tuple, list)):
        for entry in value:
            yield from parameters_of(entry)
    elif isinstance(value, Mapping):
        yield from parameters_of((*value, *value.values()))
    elif isinstance(value, IndexExpression):
        for dimension in value.dimensions():
            if isinstance(dimension, Parameter):
                yield dimension


def value_of(value: Any, values: Mapping[Parameter, ParameterValue]) -> Any:
    """Return what an expression of parameters is; in a tuple or dictionary, each of its entries."""
    if isinstance(value, Parameter):
        return values[value]
    if isinstance(value, (tuple, list)):
        return tuple(value_of(entry, values) for entry in value)
    if isinstance(value, Mapping):
        return {value_of(key, values): value_of(entry, values) for key, entry in value.items()}
    if not is_parameter(value):
        return value
    for parameter in parameters_of(value):
        number = values[parameter]
        if not isinstance(number, (int, float)) or isinstance(number, bool):
            raise compile_error(
                f"{parameter.label} is {number!r}, but '{value}' computes with it: give it a number"
            )
    return value.evaluate(values)


def check_values(parameters: Any) -> dict[Parameter, ParameterValue]:
    """Return the values of parameters, checked."""
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping):
        raise compile_error(
            "parameters is a dictionary of parameters and their values, as in {p: 8}, not a "
            f"{type(parameters).__name__}"
        )
    checked: dict[Parameter, ParameterValue] = {}
    for parameter, value in parameters.items():
        if not isinstance(parameter, Parameter):
            hint = f", and give it itself, as in {{{parameter}: 8}}" if _is_name(parameter) else ""
            raise compile_error(
                f"{parameter!r} is no parameter: make parameters with sa.create_parameters(){hint}"
            )
        if is_sequence(value) and all(isinstance(entry, (Index, int)) for entry in value):
            checked[parameter] = tuple(value)
        elif isinstance(value, (bool, Index, Layout, enum.Enum)):
            checked[parameter] = value
        elif isinstance(value, (float, np.floating)):
            checked[parameter] = float(value)
        else:
            checked[parameter] = as_integer(value, f"the value of {parameter.label}")
    return checked


def _is_name(key: Any) -> bool:
    return isinstance(key, str) and key.isidentifier()


@overload
def create_parameters() -> Any: ...
@overload
def create_parameters(count: int) -> tuple[Parameter, ...]: ...
def create_parameters(count: int | None = None) -> Any:
    """Return parameters, as many as the result is unpacked into.

    Parameters
    ----------
    count : int, optional
        How many there are, where that cannot be seen; then the result is a tuple.

    Returns
    -------
    Parameter or tuple of Parameter
        One parameter where the result is assigned to one variable.

    Raises
    ------
    CompileError
        When it cannot be seen how many there are.

    Examples
    --------
    >>> rows, columns = sa.create_parameters()
    >>> 2 * columns
    (columns * 2)
    """
    if count is not None:
        number = as_integer(count, "the number of parameters")
        if not 1 <= number <= _MOST_AT_ONCE:
            raise compile_error(
                f"sa.create_parameters({count}) makes no sense: give a number from 1 to "
                f"{_MOST_AT_ONCE}"
            )
        return tuple(map(_named, result_names(user_frame(), number)))
    names = result_names(user_frame())
    if not names:
        raise compile_error(
            "sa.create_parameters() cannot see how many parameters are wanted: unpack its result, "
            "as in p, q = sa.create_parameters(), or say how many, as in sa.create_parameters(2)"
        )
    return _named(names) if isinstance(names, str) else tuple(map(_named, names))


def _named(name: str | None) -> Parameter:
    parameter = Parameter("unnamed")
    parameter.name = name
    return parameter


def create_parameter_grid(
    parameter_choices: Mapping[Parameter, Any],
    filter_func: Callable[..., bool] | None = None,
    sample: int = 0,
    seed: int | None = None,
) -> list[dict[Parameter, Any]]:
    """Return all combinations of the values that parameters can have.

    Parameters
    ----------
    parameter_choices : dict of Parameter to sequence
        The values of each parameter. A sequence of indices stands for all their orders; a choice
        between single loops is a sequence of tuples of one, as in ``[(i,), (j,)]``.
    filter_func : callable, optional
        Called with the values of a combination, in the order of the dictionary, one by one, or as
        one tuple if it has a single parameter; those for which it returns False are left out.
    sample : int
        How many combinations to choose at random; zero for all of them.
    seed : int, optional
        What makes the choice the same in every run.

    Returns
    -------
    list of dict

    Raises
    ------
    CompileError
        When the choices are malformed.

    Examples
    --------
    >>> p, q = sa.create_parameters()
    >>> sa.create_parameter_grid({p: [4, 8], q: [1, 2]}, lambda p, q: p * q <= 8)
    [{p: 4, q: 1}, {p: 4, q: 2}, {p: 8, q: 1}]
    """
    if not isinstance(parameter_choices, Mapping):
        raise compile_error(
            "parameter_choices is a dictionary of parameters and lists of values, not a "
            f"{type(parameter_choices).__name__}"
        )
    if filter_func is not None and not callable(filter_func):
        raise compile_error(f"filter_func is a function of the values, not {filter_func!r}")
    count = as_integer(sample, "sample")
    if count < 0:
        raise compile_error(f"sample is a number of combinations, not {count}")
    choices = [_choices(p, values) for p, values in parameter_choices.items()]
    grid = [
        dict(zip(parameter_choices, values, strict=True))
        for values in itertools.product(*choices)
        if filter_func is None or _is_taken(filter_func, values)
    ]
    if not count or count >= len(grid):
        return grid
    chosen = sorted(random.Random(seed).sample(range(len(grid)), count))
    return [grid[position] for position in chosen]


def _is_taken(filter_func: Callable[..., bool], values: tuple[Any, ...]) -> bool:
    """Ask a filter, which takes the values one by one, or all of them as one tuple."""
    try:
        inspect.signature(filter_func).bind(*values)
    except TypeError:
        return filter_func(values)
    except ValueError:  # a builtin that does not tell
        pass
    return filter_func(*values)


def _choices(parameter: Any, values: Any) -> Sequence[Any]:
    if not isinstance(parameter, Parameter):
        raise compile_error(
            f"{parameter!r} is no parameter: make parameters with sa.create_parameters()"
        )
    if isinstance(values, (range, set, frozenset)):
        values = sorted(values)
    if not is_sequence(values):
        raise compile_error(
            f"the choices of {parameter.label} are a list of values, not {values!r}"
        )
    if values and all(isinstance(value, Index) for value in values):
        return list(itertools.permutations(values))
    return [check_values({parameter: value})[parameter] for value in values]
