# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.If` and `sa.ForRange`: branches and loops in the logic of a nest."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from saopt._src.language.context import current
from saopt._src.language.index_arithmetic import as_index
from saopt._src.language.indices import IndexExpression
from saopt._src.support.locations import compile_error

__all__ = ["ForRange", "If"]


def _check_function(function: Any, owner: str, parameters: int) -> None:
    takes = "the index" if parameters else "no parameters"
    if not callable(function):
        raise compile_error(
            f"{owner} takes a function, which says what to do, not a {type(function).__name__}"
        )
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise compile_error(
            f"the function of {owner} must be a plain one: without yield, async and await"
        )
    try:
        inspect.signature(function).bind(*[None] * parameters)
    except TypeError:
        raise compile_error(f"the function of {owner} takes {takes}") from None
    except ValueError:  # a builtin that does not tell
        pass


def _checked(function: Callable[..., Any], owner: str) -> Callable[..., None]:
    """Return `function`, which must not return a value."""

    def run(*arguments: Any) -> None:
        if function(*arguments) is not None:
            raise compile_error(
                f"the function of {owner} returns a value, which goes nowhere: store it in an "
                "array, or set a sa.Scalar"
            )

    return run


class If:
    """Do something only where a condition is true.

    A condition on indices (comparisons of index expressions, and ``& | ~`` of them) is known to
    the compiler when it proves that subscripts stay inside their arrays. A function in the place
    of a condition is called where the condition is needed and nowhere else.

    Parameters
    ----------
    condition : condition, bool value, or function that returns one
        What decides.
    function : callable
        A function without parameters: what to do.

    Examples
    --------
    >>> sa.If(i > 0, lambda: left()).ElseIf(A[i] < 0, lambda: negative()).Else(lambda: rest())
    """

    def __init__(self, condition: Any, function: Callable[[], Any]) -> None:
        _check_function(function, "sa.If", 0)
        self._branches = current().branches()
        self._ended = False
        self._branches.add(condition, _checked(function, "sa.If"))

    def ElseIf(self, condition: Any, function: Callable[[], Any]) -> If:  # noqa: N802 - Accera's
        """Do something where this condition is true and those before are not."""
        _check_function(function, "ElseIf", 0)
        self._check_going_on("ElseIf")
        self._branches.add(condition, _checked(function, "ElseIf"))
        return self

    def Else(self, function: Callable[[], Any]) -> None:  # noqa: N802 - Accera's
        """Do something where none of the conditions is true."""
        _check_function(function, "Else", 0)
        self._check_going_on("Else")
        self._ended = True
        self._branches.end(_checked(function, "Else"))

    def _check_going_on(self, what: str) -> None:
        if self._ended:
            raise compile_error(f"{what} comes after Else, which is the end of sa.If")


def _bound(value: Any) -> IndexExpression:
    index = None if isinstance(value, bool) else as_index(value)
    if index is None:
        raise compile_error(
            "a bound of sa.ForRange must be an integer, a dimension, an index, or a sum of such, "
            f"not a {type(value).__name__}: what is only found in data cannot be one; run to a "
            "bound that is known, and test with sa.If inside"
        )
    return index


def ForRange(*arguments: Any) -> None:  # noqa: N802 - Accera's
    """Do something for each number of a range: ``(stop, function)``, ``(start, stop, function)``
    or ``(start, stop, step, function)``.

    Parameters
    ----------
    start, stop : int, Dimension or index expression
        The numbers are those of Python's ``range(start, stop, step)``.
    step : int
        Not zero.
    function : callable
        What to do with the index, which can stand in subscripts and is a value as well. The
        loop takes the name of its parameter.

    Examples
    --------
    >>> sa.ForRange(1, i + 1, lambda k: total.set(total + A[i, k]))
    """
    if not 2 <= len(arguments) <= 4:
        raise compile_error(
            "sa.ForRange takes (stop, function), (start, stop, function) or "
            f"(start, stop, step, function), not {len(arguments)} arguments"
        )
    *numbers, function = arguments
    _check_function(function, "sa.ForRange", 1)
    start, stop = (0, *numbers[:1]) if len(numbers) == 1 else numbers[:2]
    step = numbers[2] if len(numbers) == 3 else 1
    if isinstance(step, bool) or not isinstance(step, int) or step == 0:
        raise compile_error(
            f"the step of sa.ForRange must be an integer other than 0, not {step!r}"
        )
    name = _parameter_name(function)
    current().for_range(name, _bound(start), _bound(stop), step, _checked(function, "sa.ForRange"))


def _parameter_name(function: Callable[..., Any]) -> str:
    try:
        return next(iter(inspect.signature(function).parameters), "index")
    except ValueError:  # a builtin that does not tell
        return "index"
