# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.If` and `sa.ForRange`, `sa.range`: branches and loops in the logic of a nest."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from saopt._src.language.context import current
from saopt._src.language.expressions import Value
from saopt._src.language.index_arithmetic import as_index
from saopt._src.language.index_choices import is_affine
from saopt._src.language.scalars import Scalar
from saopt._src.support.locations import compile_error, user_frame

__all__ = ["Else", "ElseIf", "ForRange", "If", "range"]


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
    function : callable, optional
        A function without parameters: what to do. Without one, it is the block of a ``with``.
        The block runs whatever the condition is; what it stores and sets happens under it.

    Examples
    --------
    >>> step = sa.Nest(shape=(16, 32))
    >>> p, q = step.get_indices()
    >>> @step.iteration_logic
    ... def _():
    ...     with sa.If(p > q):
    ...         C[p, q] = 0
    ...     with sa.Else():
    ...         C[p, q] = 1
    >>> step
    Nest over p < 16, q < 32: C[p, q] = …
    """

    def __init__(self, condition: Any, function: Callable[[], Any] | None = None) -> None:
        self._ended = False
        self._condition = condition
        self._block: AbstractContextManager[None] | None = None
        if function is not None:
            _check_function(function, "sa.If", 0)
        context = current()
        self._branches = context.branches()
        if function is None:
            context.unopened.append(self)
        else:
            self._branches.add(condition, _checked(function, "sa.If"))

    def __enter__(self) -> None:
        context = current()
        if not any(self is other for other in context.unopened):
            raise compile_error(
                "this sa.If has done what it is about: a with takes a new one, without a function"
            )
        context.unopened.remove(self)
        self._open(self._branches.enter(self._condition))

    def __exit__(self, *error: Any) -> None:
        assert self._block is not None
        self._block.__exit__(*error)
        current().recent = self

    def _open(self, block: AbstractContextManager[None]) -> None:
        self._block = block
        block.__enter__()
        # An Else in the block is about an If in the block.
        current().recent = None

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


class _Going:
    """A block that goes on with the sa.If whose block stands before it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._chain: If | None = None

    def _enter_block(self, chain: If) -> AbstractContextManager[None]:
        raise NotImplementedError

    def __enter__(self) -> None:
        chain = current().recent
        if not isinstance(chain, If):
            raise compile_error(
                f"sa.{self._what} goes on with a sa.If, and there is no block of one before it: "
                f"write with sa.If(condition): first, and with sa.{self._what}(…): behind its "
                "block"
            )
        chain._check_going_on(self._what)
        self._chain = chain
        chain._open(self._enter_block(chain))

    def __exit__(self, *error: Any) -> None:
        assert self._chain is not None
        self._chain.__exit__(*error)


class ElseIf(_Going):
    """Begin the block of another condition, behind that of a ``with sa.If(…):``.

    Examples
    --------
    >>> relu = sa.Nest(shape=(16, 32))
    >>> p, q = relu.get_indices()
    >>> @relu.iteration_logic
    ... def _():
    ...     with sa.If(C[p, q] < 0):
    ...         C[p, q] = 0
    ...     with sa.ElseIf(C[p, q] > 6):
    ...         C[p, q] = 6
    >>> relu
    Nest over p < 16, q < 32: C[p, q] = …
    """

    def __init__(self, condition: Any) -> None:
        super().__init__("ElseIf")
        self._condition = condition

    def _enter_block(self, chain: If) -> AbstractContextManager[None]:
        return chain._branches.enter(self._condition)


class Else(_Going):
    """Begin the block of what is done where no condition is true.

    Examples
    --------
    >>> step = sa.Nest(shape=(16, 32))
    >>> p, q = step.get_indices()
    >>> @step.iteration_logic
    ... def _():
    ...     with sa.If(C[p, q] < 0):
    ...         C[p, q] = 0
    ...     with sa.Else():
    ...         C[p, q] = 1
    >>> step
    Nest over p < 16, q < 32: C[p, q] = …
    """

    def __init__(self) -> None:
        super().__init__("Else")

    def _enter_block(self, chain: If) -> AbstractContextManager[None]:
        chain._ended = True
        return chain._branches.enter_else()


def _bound(value: Any, owner: str = "sa.ForRange") -> Any:
    # What data says; the context makes a bound of it.
    if isinstance(value, np.integer) or isinstance(value, (Value, Scalar)):
        return value
    index = None if isinstance(value, bool) else as_index(value)
    if index is not None and not is_affine(index):
        raise compile_error(
            f"a bound of {owner} is {index}, and bounds are sums of indices, sizes and integers: "
            "run to a larger one, and test with sa.If inside"
        )
    if index is None:
        raise compile_error(
            f"a bound of {owner} must be an integer, a dimension, an index, a sum of such, "
            f"or a value of an integer type, not a {type(value).__name__}"
        )
    return index


def ForRange(*arguments: Any) -> None:  # noqa: N802 - Accera's
    """Do something for each number of a range: ``(stop, function)``, ``(start, stop, function)``
    or ``(start, stop, step, function)``.

    Parameters
    ----------
    start, stop : int, Dimension, index expression or value of an integer type
        The numbers are those of Python's ``range(start, stop, step)``. Where data says a bound,
        the step is positive, and a subscript made of the number is checked on the device.
    step : int
        Not zero.
    function : callable
        What to do with the index, which can stand in subscripts and is a value as well. The
        loop takes the name of its parameter.

    Examples
    --------
    >>> rows = sa.Nest(shape=(16,))
    >>> r = rows.get_indices()
    >>> @rows.iteration_logic
    ... def _():
    ...     total = sa.Scalar(sa.float32, 0.0)
    ...     sa.ForRange(0, r // 2 + 1, lambda k: total.set(total + A[r, k]))
    ...     C[r, 0] = total
    >>> rows
    Nest over r < 16: C[r, 0] = …
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
    _check_step(step, "sa.ForRange")
    name = _parameter_name(function)
    current().for_range(name, _bound(start), _bound(stop), step, _checked(function, "sa.ForRange"))


def _check_step(step: Any, owner: str) -> None:
    if isinstance(step, bool) or not isinstance(step, int) or step == 0:
        raise compile_error(f"the step of {owner} must be an integer other than 0, not {step!r}")


def range(*numbers: Any) -> Iterator[Any]:
    """Loop over the numbers of Python's ``range`` in the logic of a nest.

    Parameters
    ----------
    *numbers : int, Dimension or index expression
        ``(stop)``, ``(start, stop)`` or ``(start, stop, step)``, where the step is an integer.

    Examples
    --------
    >>> rows = sa.Nest(shape=(16,))
    >>> r = rows.get_indices()
    >>> @rows.iteration_logic
    ... def _():
    ...     total = sa.Scalar(sa.float32, 0.0)
    ...     for k in sa.range(0, r // 2 + 1):
    ...         total += A[r, k]
    ...     C[r, 0] = total
    >>> rows
    Nest over r < 16: C[r, 0] = …
    """
    if not 1 <= len(numbers) <= 3:
        raise compile_error(
            f"sa.range takes (stop), (start, stop) or (start, stop, step), not {len(numbers)} "
            "arguments"
        )
    start, stop = (0, *numbers) if len(numbers) == 1 else numbers[:2]
    step = numbers[2] if len(numbers) == 3 else 1
    _check_step(step, "sa.range")
    bounds = (_bound(start, "sa.range"), _bound(stop, "sa.range"))
    return current().loop(_target_name(), *bounds, step)


def _target_name() -> str:
    """Return the name of the variable of the ``for`` that the user writes."""
    frame = user_frame()
    line = "" if frame is None else linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    found = re.search(r"\bfor\s+([A-Za-z_]\w*)\s+in\b", line)
    return "index" if found is None else found.group(1)


def _parameter_name(function: Callable[..., Any]) -> str:
    try:
        return next(iter(inspect.signature(function).parameters), "index")
    except ValueError:  # a builtin that does not tell
        return "index"
