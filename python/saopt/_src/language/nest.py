# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nests: an iteration space, its loop indices, and the logic at each of its points."""

from __future__ import annotations

import copy
import functools
import html
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast, overload

from saopt._src.language.arrays import Array
from saopt._src.language.conditions import Condition
from saopt._src.language.context import active
from saopt._src.language.data_indices import Assumption, CheckedIndex
from saopt._src.language.dimensions import Dimension, name_dimensions
from saopt._src.language.elements import Elements
from saopt._src.language.expressions import (
    Accumulate,
    Bound,
    IndexValue,
    Load,
    ParameterValue,
    Statement,
)
from saopt._src.language.function_body import note, replace
from saopt._src.language.indices import Index, IndexExpression
from saopt._src.language.loop_bounds import EmptyLoops
from saopt._src.language.predicates import Predicate, in_order
from saopt._src.language.recorded_control_flow import Branch, Loop, walk
from saopt._src.language.recording import Recorder
from saopt._src.language.shapes import dimensions_of, nest_shape
from saopt._src.language.tape import Tape
from saopt._src.support.freezing import Freezing
from saopt._src.support.locations import compile_error, user_frame, user_location
from saopt._src.support.name_advice import steps_elsewhere
from saopt._src.support.names import (
    assigned_name,
    identifier,
    name_in,
    unique,
    unpacked_names,
    variables_of_function,
)
from saopt._src.support.near_names import NearAttributes
from saopt._src.support.notebook import preformatted

if TYPE_CHECKING:
    from saopt._src.schedule.plan import Plan
    from saopt._src.schedule.schedule import Schedule
    from saopt._src.schedule.target import Target

__all__ = ["Logic", "Nest", "iteration_logic"]

_MAX_RANK = 32

F = TypeVar("F", bound=Callable[[], Any])


class Logic(NamedTuple):
    """A function that a nest runs at its points, what it was recorded to do, and when it runs."""

    function: Callable[[], Any]
    tape: Tape
    predicate: Predicate | None

    def expressions(self) -> Iterator[IndexExpression]:
        """Yield the index expressions that it computes with, each as often as it does."""
        for node in walk(self.tape.nodes):
            if isinstance(node, IndexValue):
                yield node.expression
            elif isinstance(node, Bound):
                yield node.subscript
                if isinstance(node.size, IndexExpression):
                    yield node.size
            elif isinstance(node, (Load, Statement)):
                yield from node.subscripts
            elif isinstance(node, CheckedIndex):
                yield node.limit
            elif isinstance(node, Assumption):
                if isinstance(node.condition, Condition):
                    yield from node.condition.expressions()
            elif isinstance(node, Loop):
                yield from (node.start, node.stop)
            elif isinstance(node, Branch) and isinstance(node.condition, Condition):
                yield from node.condition.expressions()

    def indices(self) -> Iterator[Index]:
        """Yield the indices that it computes with, each as often as it does."""
        for expression in self.expressions():
            yield from expression.indices()


def is_same_place(old: Logic, new: Logic) -> bool:
    """Return whether a logic was compiled again, as by running a notebook cell again.

    A loop or a helper function that adds several logics runs the same code for all of them.
    """
    codes = [getattr(logic.function, "__code__", None) for logic in (old, new)]
    a, b = codes
    if a is None or b is None or a is b or _is_typed_in(a.co_filename):
        return False
    return (a.co_filename, a.co_firstlineno, a.co_qualname) == (
        b.co_filename,
        b.co_firstlineno,
        b.co_qualname,
    )


def _is_typed_in(filename: str) -> bool:
    """Return whether any text may have a place in this "file", as at Python's prompt."""
    return filename.startswith("<") and not filename.startswith("<ipython-input")


class Nest(NearAttributes):
    """A loop nest over a box of integer points, or over those that meet some conditions.

    Parameters
    ----------
    shape : tuple of int or Dimension
        The size of each loop, outermost first: an integer, a dimension, or an expression of
        dimensions and integers with ``+ - * // %``. A loop whose size is not positive does not
        run. One size need not be in a tuple.

    Raises
    ------
    CompileError
        When the shape is not one.

    Examples
    --------
    >>> nest = sa.Nest(shape=(16, 8))
    >>> i, j = nest.get_indices()
    >>> nest
    Nest over i < 16, j < 8
    """

    _elsewhere: ClassVar[Mapping[str, str]] = steps_elsewhere("nest")

    def __init__(self, shape: Any) -> None:
        self.shape = nest_shape(shape, "a nest", _MAX_RANK)
        self.location = user_location()
        self.logics: list[Logic] = []
        self.conditions: list[Condition] = []
        self.indices = tuple(
            Index(self, axis, "ijklmnop"[axis] if axis < 8 else f"i{axis}")
            for axis in range(len(self.shape))
        )
        self._indices_named = False
        self._version = 0
        note(self)

    def get_indices(self) -> Index:
        """Return the loop indices, outermost first, as a tuple; for one loop the index itself.

        A single index unpacks to itself: both ``i = nest.get_indices()`` and
        ``i, = nest.get_indices()`` are possible, and type checkers take the result for such an
        index.

        The loops take the names of the variables that the indices are assigned to.
        """
        frame = user_frame()
        if len(self.indices) == 1:
            name = assigned_name(frame)
            found = None if name is None else [name]
        else:
            found = unpacked_names(frame, len(self.indices))
        if found is not None and not self._indices_named:
            self._name_indices(found)
        return self.indices[0] if len(self.indices) == 1 else cast(Index, self.indices)

    def get_shape(self) -> tuple[Any, ...]:
        """Return the size of each loop, outermost first: integers, dimensions, or both."""
        return self.shape

    def _name_indices(self, names: list[str]) -> None:
        taken: set[str] = set()
        for index, name in zip(self.indices, names, strict=True):
            index.name = unique(identifier(name), taken)
        self._indices_named = True

    def constrain(self, condition: Condition) -> None:
        """Run the logic only at the points that meet a condition.

        Parameters
        ----------
        condition : Condition
            A comparison of index expressions: ``<``, ``<=``, ``>``, ``>=`` or ``==``. Of several,
            all have to be met.

        Raises
        ------
        CompileError
            When it is something else, or has the index of another nest.

        Examples
        --------
        >>> nest.constrain(j <= i)  # the lower triangle
        """
        if not isinstance(condition, Condition):
            raise compile_error(
                f"{condition!r} cannot constrain a nest: give a comparison of its indices, made "
                "outside of the logic, as in nest.constrain(j <= i)"
            )
        if condition.requirements() is None:
            raise compile_error(
                f"{condition} cannot constrain a nest: use <, <=, >, >= or ==, of which each "
                "leaves one piece of the space"
            )
        for index in condition.indices():
            if index.nest is not self:
                raise compile_error(f"index '{index}' in {condition} belongs to another nest")
        self.conditions.append(condition)
        self._version += 1

    @property
    def version(self) -> int:
        """How often what the nest does has changed."""
        return self._version

    @overload
    def iteration_logic(self, logic: F) -> F: ...

    @overload
    def iteration_logic(
        self, logic: None = ..., *, predicate: Predicate | None = ...
    ) -> Callable[[F], F]: ...

    def iteration_logic(self, logic: Any = None, *, predicate: Predicate | None = None) -> Any:
        """Give the nest what it does at each point; a decorator.

        The function is run once, here, over symbolic indices, and what it does with arrays is
        recorded. Variables of Python that it uses count as they are now, and so do the lists and
        objects in them. Given several functions, a point runs them in order. One that is compiled
        again from the same place of the source, as when a notebook cell runs again, takes the
        place of the one from there.

        Parameters
        ----------
        logic : callable
            A function without parameters.
        predicate : Predicate, optional
            At which points it runs: `first`, `last`, `end_boundary`, `before` or `after` of an
            index of the nest; at all of them unless said otherwise.

        Returns
        -------
        callable
            The same function.

        Raises
        ------
        CompileError
            When the function does what cannot be recorded.

        Examples
        --------
        >>> @nest.iteration_logic(predicate=sa.first(k))
        ... def _():
        ...     C[i, j] = 0
        """
        self._check_predicate(predicate)
        if logic is None:
            return functools.partial(self._add_logic, predicate)
        return self._add_logic(predicate, logic)

    def _check_predicate(self, predicate: Any) -> None:
        if predicate is None:
            return
        if not isinstance(predicate, Predicate):
            raise compile_error(
                f"{predicate!r} cannot say when a logic runs: give sa.first, sa.last, "
                "sa.end_boundary, sa.before or sa.after of an index; for other conditions, write "
                "sa.If in the logic"
            )
        if predicate.index.nest is not self:
            raise compile_error(f"index '{predicate.index}' in {predicate} belongs to another nest")

    def _add_logic(self, predicate: Predicate | None, function: F) -> F:
        self._check_function(function)
        self._name_from(function)
        recorder = Recorder(self)
        freezing = Freezing(function)
        with active(recorder):
            result = function()
        recorder.finish()
        if result is not None:
            raise compile_error(
                "the logic of a nest returns a value, which goes nowhere: store it in an array"
            )
        if not any(
            isinstance(node, Statement) or (isinstance(node, Assumption) and node.told)
            for node in walk(recorder.nodes)
        ):
            raise compile_error(
                "the logic of a nest stores nothing: write an element of an array in it, as in "
                "C[i] = A[i] + 1"
            )
        logic = Logic(freezing.frozen(), recorder, predicate)
        place = next((n for n, old in enumerate(self.logics) if is_same_place(old, logic)), None)
        if place is None:
            self.logics.append(logic)
        else:
            self.logics[place] = logic
        self._version += 1
        return function

    def _check_function(self, function: Any) -> None:
        if not callable(function):
            raise compile_error(
                f"the logic of a nest must be a function, not a {type(function).__name__}"
            )
        if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
            raise compile_error(
                "the logic of a nest must be a plain function: without yield, async and await"
            )
        try:
            inspect.signature(function).bind()
        except TypeError:
            raise compile_error(
                "the logic of a nest takes no parameters: it uses the indices and the arrays "
                "around it"
            ) from None
        except ValueError:  # a builtin that does not tell
            pass

    def _name_from(self, function: Callable[..., Any]) -> None:
        """Name what has no name yet after the variables through which the logic sees it."""
        variables = variables_of_function(function)
        name_dimensions(variables)
        for name, thing in variables.items():
            if isinstance(thing, Elements) and thing.name is None:
                thing.name = name
        if not self._indices_named:
            found = [name_in(variables, index) or index.name for index in self.indices]
            self._name_indices(found)
            self._indices_named = False

    def empty_loops(self) -> EmptyLoops:
        """Return what is known about loops without iterations that logics run before and after.

        Raises
        ------
        CompileError
            When such a logic has the index of a loop that may be empty.
        """
        return EmptyLoops(self)

    def placed_logics(self) -> list[tuple[Condition | None, Logic]]:
        """Return the logics in the order in which a point runs them, and where each one runs.

        No loop that one of them runs before or after may be empty.
        """
        order = in_order(logic.predicate for logic in self.logics)
        logics = [self.logics[position] for position in order]
        return [
            (None if logic.predicate is None else logic.predicate.condition(self), logic)
            for logic in logics
        ]

    def boundary_logics(self, kind: str, position: int) -> list[Logic]:
        """Return the logics `before` or `after` a loop."""
        return [
            logic
            for logic in self.logics
            if logic.predicate is not None
            and logic.predicate.kind == kind
            and logic.predicate.index.position == position
        ]

    def point_logics(self) -> list[tuple[Condition | None, Logic]]:
        """Return the logics that belong to points, and where each one runs."""
        return [
            (None if logic.predicate is None else logic.predicate.condition(self), logic)
            for logic in self.logics
            if logic.predicate is None or not logic.predicate.is_boundary
        ]

    def create_schedule(self) -> Schedule:
        """Return a schedule, which says in which order the points run; at first in the nest's own.

        A nest can have several. Logic and constraints that it is given later are in all of them:
        the steps so far are proven again for what it does then.
        """
        from saopt._src.schedule.schedule import Schedule

        schedule = Schedule.of_nest(self)
        replace([self], schedule)
        return schedule

    def create_plan(self, target: Target | None = None) -> Plan:
        """Return a plan for the nest in its own order; as ``create_schedule().create_plan()``."""
        return self.create_schedule().create_plan(target)

    def snapshot(self) -> Nest:
        """Return the nest as it is now: logics that it is given later are not its."""
        result = copy.copy(self)
        result.logics = list(self.logics)
        result.conditions = list(self.conditions)
        return result

    def arrays(self) -> Iterator[Array]:
        """Yield the arrays that the logic reads and writes, each as often as it does."""
        for logic in self.logics:
            for node in walk(logic.tape.nodes):
                if isinstance(node, (Load, Statement)):
                    yield node.array

    def dimensions(self) -> Iterator[Dimension]:
        """Yield the dimensions in its shape and its logic, each as often as it is there."""
        yield from dimensions_of(self.shape)
        for condition in self.conditions:
            yield from condition.dimensions()
        for logic in self.logics:
            for expression in logic.expressions():
                yield from expression.dimensions()

    def parameter_values(self) -> Iterator[ParameterValue]:
        """Yield the numbers that its logic computes of parameters."""
        for logic in self.logics:
            for node in walk(logic.tape.nodes):
                if isinstance(node, ParameterValue):
                    yield node

    def __repr__(self) -> str:
        if not self.logics:
            return str(self)
        return f"{self}: {'; '.join(_text(logic) for logic in self.logics)}"

    def _repr_html_(self) -> str:
        loops = zip(self.indices, self.shape, strict=True)
        lines = [
            f"{'  ' * depth}for {index} in range({size}):"
            for depth, (index, size) in enumerate(loops)
        ]
        inside = "  " * len(lines)
        if self.conditions:
            lines.append(f"{inside}if {' and '.join(map(str, self.conditions))}:")
            inside += "  "
        lines += [inside + _text(logic) for logic in self.logics]
        return preformatted(html.escape("\n".join(lines)))

    def __str__(self) -> str:
        loops = zip(self.indices, self.shape, strict=True)
        space = "Nest over " + ", ".join(f"{index} < {size}" for index, size in loops)
        return f"{space} where {', '.join(map(str, self.conditions))}" if self.conditions else space


def _text(logic: Logic) -> str:
    """Return what a logic writes, and when."""
    signs = {"add": "+=", "mul": "*=", "and": "&=", "or": "|=", "min": "min=", "max": "max="}
    writes = []
    for node in walk(logic.tape.nodes):
        if isinstance(node, Statement):
            sign = signs[node.kind] if isinstance(node, Accumulate) else "="
            subscripts = ", ".join(map(str, node.subscripts)) or "()"
            writes.append(f"{node.array.name or 'array'}[{subscripts}] {sign} …")
    when = "" if logic.predicate is None else f"{logic.predicate}: "
    return when + ", ".join(dict.fromkeys(writes))


def iteration_logic(nest: Nest) -> Callable[[F], F]:
    """Return the decorator that gives `nest` its logic, as ``@nest.iteration_logic`` does.

    Examples
    --------
    >>> n = sa.Nest(shape=(16, 32))
    >>> r, c = n.get_indices()
    >>> @sa.iteration_logic(n)
    ... def _():
    ...     C[r, c] = 0
    >>> n
    Nest over r < 16, c < 32: C[r, c] = …
    """
    return nest.iteration_logic
