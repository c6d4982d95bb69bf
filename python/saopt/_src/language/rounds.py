# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops around nests: `sa.loop`, `sa.loop_while` and `sa.swap`, in the body of a function."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from saopt._src.language.arrays import Array
from saopt._src.language.context import is_active
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import Swap, abandon_loop, begin_loop, end_loop, note
from saopt._src.language.indices import IndexExpression
from saopt._src.language.roles import Role
from saopt._src.language.scalar_parameters import is_by_value
from saopt._src.language.shapes import Size, dimensions_of
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import CompileError, Location
from saopt._src.support.integers import as_integer
from saopt._src.support.locations import compile_error, user_frame, user_location
from saopt._src.support.names import assigned_name, is_identifier

__all__ = ["Round", "RoundLoop", "has_loops", "loop", "loop_while", "nested", "swap"]

_MOST_ROUNDS = 2**40
Limit = Size | Array
Element = tuple[Array, tuple[int, ...]]


class Round(Dimension):
    """The index of a loop around nests: the number of the round, from 0.

    In nests it is a number, as dimensions are: it stands in their shapes, constraints,
    subscripts and logic.
    """

    __slots__ = ("bounds",)

    def __init__(self, name: str | None, limit: Limit) -> None:
        super().__init__("t" if name is None or not is_identifier(name) else name)
        if isinstance(limit, int):
            most = limit
        else:
            most = limit.bounds[1] if isinstance(limit, IndexExpression) else _MOST_ROUNDS
        self.bounds = (0, max(most - 1, 0))

    @property
    def label(self) -> str:
        """What errors call the index."""
        return f"the index '{self.name}' of a loop"


class RoundLoop:
    """A loop around nests, calls and other loops, as an entry of a function's body.

    Attributes
    ----------
    index : Round
        The index of its rounds.
    limit : int or IndexExpression
        How many rounds there are, or may be.
    flag : tuple of Array and tuple of int, or None
        The element that ends the loop when it is zero.
    every : int
        After how many rounds the host looks at it.
    entries : list
        What a round does, in order.
    """

    def __init__(
        self, name: str | None, limit: Limit, flag: Element | None = None, every: int = 1
    ) -> None:
        self.index = Round(name, limit)
        self.limit = limit
        self.flag = flag
        self.every = every
        self.entries: list[Any] = []
        self.location: Location | None = user_location()

    def with_entries(self, convert: Callable[[Any], Any]) -> RoundLoop:
        """Return the loop with other entries."""
        made = object.__new__(RoundLoop)
        made.__dict__.update(self.__dict__)
        made.entries = [convert(entry) for entry in self.entries]
        return made

    def arrays(self) -> Iterator[Array]:
        """Yield the arrays that it uses, each as often as it does."""
        for entry in self.entries:
            yield from entry.arrays()
        if self.flag is not None:
            yield self.flag[0]
        if isinstance(self.limit, Array):
            yield self.limit

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in it, apart from its own index."""
        if not isinstance(self.limit, Array):
            yield from dimensions_of((self.limit,))
        for entry in self.entries:
            yield from (found for found in entry.dimensions() if found is not self.index)

    def __repr__(self) -> str:
        return f"loop over {self.index}"


def nested(entries: Any) -> Iterator[Any]:
    """Yield entries of a body, and those of the loops in it, in order."""
    for entry in entries:
        yield entry
        if isinstance(entry, RoundLoop):
            yield from nested(entry.entries)


def has_loops(entries: Any) -> bool:
    """Return whether there is a loop among entries of a body."""
    return any(isinstance(entry, RoundLoop) for entry in entries)


def _check_place(name: str) -> None:
    if is_active():
        raise compile_error(
            f"{name} is called in the logic of a nest: it stands in the body of a function, around "
            "nests; for a loop in the logic, write sa.ForRange"
        )


def _limit(steps: Any, name: str) -> Limit:
    if isinstance(steps, IndexExpression):
        index = next(steps.indices(), None)
        if index is not None:
            raise compile_error(
                f"{name} has the limit {steps} with the loop index '{index}' of a nest: it is made "
                "of integers, dimensions, and indices of loops around this one"
            )
        return steps
    if isinstance(steps, Array):
        if not is_by_value(steps) or steps.element_type is not ScalarType.int64:
            raise compile_error(
                f"{name} runs as often as {steps.label} says, which is no number of type int64 "
                "that the call passes: declare it with sa.Scalar(sa.int64, role=sa.Role.INPUT)"
            )
        return steps
    return as_integer(steps, f"the number of rounds of {name}")


def _begin(entry: RoundLoop, name: str) -> None:
    if not note(entry):
        raise compile_error(
            f"{name} stands only in the body of a function under @sa.function, which is run once, "
            "to record it"
        )
    begin_loop(entry.entries)


class _Rounds:
    """What ``for t in sa.loop(steps)`` runs over: one round, which is recorded."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._entry: RoundLoop | None = None

    def __iter__(self) -> _Rounds:
        return self

    def __next__(self) -> Round:
        if self._entry is not None:
            end_loop(self._entry.entries)
            raise StopIteration
        self._entry = RoundLoop(assigned_name(user_frame()), self._limit)
        _begin(self._entry, "sa.loop")
        return self._entry.index


def loop(steps: Any) -> Iterator[Round]:
    """Repeat the nests and calls in the body of a ``for`` statement.

    Parameters
    ----------
    steps : int, Dimension, Scalar or expression of them
        The number of rounds; none where it is not positive.

    Returns
    -------
    iterator of Round
        For ``for t in sa.loop(steps):`` in the body of an `sa.function`. The body is run once,
        to record it.

    Raises
    ------
    CompileError
        When this is not the body of a function, or `steps` is no number of rounds.

    Examples
    --------
    >>> X = sa.Array(role=sa.Role.INOUT, shape=(16,), name='X')
    >>> Y = sa.Array(role=sa.Role.INOUT, shape=(16,), name='Y')
    >>> smooth = sa.Nest(shape=(14,))
    >>> r = smooth.get_indices()
    >>> @smooth.iteration_logic
    ... def _():
    ...     Y[r + 1] = (X[r] + X[r + 1] + X[r + 2]) / 3
    >>> step = sa.function(smooth, args=(X, Y), name='step')
    >>> @sa.function(args=(X,))
    ... def diffuse():
    ...     T = sa.Array(role=sa.Role.TEMP, shape=(16,))
    ...     for _ in sa.loop(100):
    ...         step(X, T)
    ...         sa.swap(X, T)
    >>> diffuse
    <sa.function diffuse(X)>
    """
    _check_place("sa.loop")
    return _Rounds(_limit(steps, "sa.loop"))


def _flag(flag: Any) -> Element:
    array, position = flag if isinstance(flag, tuple) and len(flag) == 2 else (flag, ())
    if not isinstance(array, Array):
        raise compile_error(
            f"sa.loop_while runs while an element of an array is not zero, not a "
            f"{type(flag).__name__}: give it an integer array of shape (), or the array and the "
            "position of the element, as in sa.loop_while((flags, (2,)), limit)"
        )
    if not array.element_type.is_integer:
        raise compile_error(
            f"sa.loop_while runs while an element of {array.label} is not zero, which holds "
            f"{array.element_type}: it has to be an integer"
        )
    if array.role not in (Role.INOUT, Role.TEMP):
        raise compile_error(
            f"sa.loop_while looks at {array.label}, which has the role {array.role.name}: it has "
            "to be INOUT or TEMP"
        )
    entries = position if isinstance(position, tuple) else (position,)
    numbers = tuple(as_integer(entry, f"the position in {array.label}") for entry in entries)
    if len(numbers) != array.ndim:
        raise compile_error(
            f"sa.loop_while looks at one element of {array.label}, whose shape is {array.shape}: "
            f"give its position, as in sa.loop_while(({array.name or 'flags'}, "
            f"{(0,) * array.ndim}), limit)"
        )
    for axis, (number, size) in enumerate(zip(numbers, array.shape, strict=True)):
        if not isinstance(size, (int, np.integer)):
            raise compile_error(
                f"sa.loop_while looks at an element of {array.label} that need not exist: the size "
                f"of its dimension {axis} is {size}, and no number"
            )
        if not 0 <= number < size:
            raise compile_error(
                f"subscript {number} is outside dimension {axis} of {array.label}, whose size is "
                f"{size}"
            )
    return array, numbers


@contextlib.contextmanager
def loop_while(flag: Any, limit: Any, every: int = 1) -> Iterator[Round]:
    """Repeat the nests and calls in the body of a ``with`` statement while a flag is not zero.

    Parameters
    ----------
    flag : Array, or tuple of Array and position
        An integer array of shape ``()``, or an element of an array, that the body writes.
    limit : int, Dimension, Scalar or expression of them
        The most rounds that there may be.
    every : int, optional
        After how many rounds the host looks at the flag: after every round unless said
        otherwise. The first `every` rounds run in any case, and up to ``every - 1`` more than
        the flag asks for.

    Returns
    -------
    context manager
        It gives the index of the rounds, as in ``with sa.loop_while(flag, 100) as t:``.

    Raises
    ------
    CompileError
        When this is not the body of a function, or the flag is none.

    Examples
    --------
    >>> X = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(1,), name='X')
    >>> going = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(), name='going')
    >>> halving = sa.Nest(shape=(1,))
    >>> r = halving.get_indices()
    >>> @halving.iteration_logic
    ... def _():
    ...     X[r] = X[r] // 2
    ...     going[()] = sa.cast(X[r] > 1, sa.int32)
    >>> step = sa.function(halving, args=(X, going), name='step')
    >>> @sa.function(args=(X, going))
    ... def logarithm():
    ...     with sa.loop_while(going, 64):
    ...         step(X, going)
    >>> logarithm
    <sa.function logarithm(X, going)>
    """
    _check_place("sa.loop_while")
    number = as_integer(every, "every of sa.loop_while")
    if number < 1:
        raise compile_error(f"sa.loop_while looks at its flag every {number} rounds: at least 1")
    entry = RoundLoop(None, _limit(limit, "sa.loop_while"), _flag(flag), number)
    frame = user_frame()
    entry.index.name = assigned_name(frame) or "t"
    _begin(entry, "sa.loop_while")
    try:
        yield entry.index
    except BaseException:
        abandon_loop(entry)
        raise
    end_loop(entry.entries)


def swap(first: Any, second: Any) -> None:
    """Let two arrays trade places at the end of a round, without a copy.

    Parameters
    ----------
    first, second : Array
        Two `TEMP` arrays, or an `INOUT` and a `TEMP` array, of equal shape, type and layout. What
        one holds, the other one holds from then on; when the function ends, an `INOUT` array
        has what it holds in its own memory.

    Raises
    ------
    CompileError
        When they cannot trade places, or this is not the end of the body of a loop.

    Examples
    --------
    >>> X = sa.Array(role=sa.Role.INOUT, shape=(16,), name='X')
    >>> Y = sa.Array(role=sa.Role.INOUT, shape=(16,), name='Y')
    >>> smooth = sa.Nest(shape=(14,))
    >>> r = smooth.get_indices()
    >>> @smooth.iteration_logic
    ... def _():
    ...     Y[r + 1] = (X[r] + X[r + 1] + X[r + 2]) / 3
    >>> step = sa.function(smooth, args=(X, Y), name='step')
    >>> @sa.function(args=(X,))
    ... def diffuse():
    ...     T = sa.Array(role=sa.Role.TEMP, shape=(16,))
    ...     for _ in sa.loop(100):
    ...         step(X, T)
    ...         sa.swap(X, T)
    >>> diffuse
    <sa.function diffuse(X)>
    """
    _check_place("sa.swap")
    for array in (first, second):
        if not isinstance(array, Array):
            what = array.label if isinstance(array, Elements) else f"a {type(array).__name__}"
            raise compile_error(f"sa.swap takes two arrays: {what} is none")
    _check_swap(first, second)
    if not note(Swap(first, second)):
        raise compile_error("sa.swap stands at the end of the body of an sa.loop")


def _check_swap(first: Array, second: Array) -> None:
    def refuse(why: str) -> CompileError:
        return compile_error(f"{first.label} and {second.label} cannot trade places: {why}")

    roles = {first.role, second.role}
    if first is second:
        raise refuse("they are one array")
    if not (roles <= {Role.INOUT, Role.TEMP} and Role.TEMP in roles):
        raise refuse(
            f"their roles are {first.role.name} and {second.role.name}; two TEMP arrays do, or an "
            "INOUT and a TEMP"
        )
    if first.element_type is not second.element_type:
        raise refuse(f"they hold {first.element_type} and {second.element_type}")
    same = len(first.shape) == len(second.shape) and all(
        one is other or (isinstance(one, int) and one == other)
        for one, other in zip(first.shape, second.shape, strict=True)
    )
    if not same:
        raise refuse(f"their shapes are {first.shape} and {second.shape}")
    if first.layout != second.layout:
        raise refuse(f"one is {first.layout.describe()}, the other {second.layout.describe()}")
