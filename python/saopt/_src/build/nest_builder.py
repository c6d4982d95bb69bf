# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the recording of a nest to the compiler: the calls that rebuild it as IR."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from saopt._src.build.scope import ByValue, Scope
from saopt._src.language import numeric
from saopt._src.language.conditions import Comparison, Condition, Junction
from saopt._src.language.data_indices import (
    Assumption,
    CheckedIndex,
    DataIndex,
    DataLoop,
    FreeIndex,
    data_values,
)
from saopt._src.language.dimensions import Dimension
from saopt._src.language.expressions import (
    Accumulate,
    Binary,
    Bound,
    Cast,
    Compare,
    Constant,
    Fma,
    IndexValue,
    Load,
    ParameterValue,
    Select,
    Statement,
    Unary,
    Value,
)
from saopt._src.language.index_arithmetic import as_index, compute
from saopt._src.language.index_choices import IndexChoice, is_affine
from saopt._src.language.indices import (
    Index,
    IndexConstant,
    IndexDivision,
    IndexExpression,
    IndexSum,
    build_affine,
)
from saopt._src.language.loop_bounds import loop_range, requirements_of_loops
from saopt._src.language.nest import Logic, Nest
from saopt._src.language.printing import Print
from saopt._src.language.recorded_control_flow import (
    Block,
    Branch,
    GetVariable,
    Loop,
    SetVariable,
    Variable,
)
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import Location
from saopt._src.support.locations import compile_error
from saopt._src.support.names import unique

if TYPE_CHECKING:
    from saopt._compiler import AffineExpr, ModuleBuilder

__all__ = ["NestBuilder"]


# The indices of a point that an error on the device can tell.
_MOST_TOLD = 16
_FLOATS = (ScalarType.float16, ScalarType.bfloat16, ScalarType.float32, ScalarType.float64)


def _record_type(element_type: ScalarType) -> str:
    """Return the type that a number has in an error record."""
    if element_type in _FLOATS:
        return "f64" if element_type is ScalarType.float64 else "f32"
    return "u64" if element_type.value.startswith("u") else "i64"


def _add_live(block: Block, live: set[Value]) -> None:
    """Add the values that statements need; an accumulation leaves its read behind."""
    for node in reversed(block):
        if isinstance(node, (Statement, SetVariable)):
            live.add(node.value)
            if isinstance(node, Statement):
                _add_data(node.subscripts, live)
        elif isinstance(node, Bound):
            _add_data([node.subscript], live)
        elif isinstance(node, Print):
            live.update(node.values)
        elif isinstance(node, Assumption):
            if isinstance(node.condition, Value):
                live.add(node.condition)
            live.update(value for _, value, _ in node.told)
        elif isinstance(node, DataLoop):
            _add_live(node.body, live)
            live.update((node.start, node.stop))
        elif isinstance(node, Branch):
            _add_live(node.otherwise, live)
            _add_live(node.then, live)
            if isinstance(node.condition, Value):
                live.add(node.condition)
        elif isinstance(node, Loop):
            _add_live(node.body, live)
        elif isinstance(node, Value) and node in live:
            live.update(node.operands)
            if isinstance(node, Load):
                _add_data(node.subscripts, live)
            elif isinstance(node, IndexValue):
                _add_data([node.expression], live)


def _add_data(subscripts: Iterable[IndexExpression], live: set[Value]) -> None:
    for subscript in subscripts:
        live.update(data_values(subscript))


def _all_requirements(nest: Nest) -> list[IndexExpression]:
    common, of_loops = requirements_of_loops(nest)
    return [*common, *itertools.chain(*of_loops)]


class NestBuilder:
    """Rebuilds one nest."""

    def __init__(
        self,
        builder: ModuleBuilder,
        scope: Scope,
        sizes: Mapping[Dimension, str],
        nest: Nest,
    ) -> None:
        self._builder = builder
        self._scope = scope
        self._sizes = sizes
        self._nest = nest
        self._indices: dict[Index, Any] = {}
        self._values: dict[Value, Any] = {}
        self._variables: dict[Variable, Any] = {}
        self._live: set[Value] = set()
        self._taken = set(sizes.values())
        self._open: list[Index] = []
        self._numbers: list[tuple[str, Any]] = []

    def build(self, loop_names: Sequence[str] | None = None, name: str | None = None) -> None:
        """Build the nest; of one that a plan is about, the names are given."""
        nest, empty = self._nest, self._nest.empty_loops()
        if empty.by_constraints and name is None:
            self._build_imperfect(empty.outermost, len(nest.indices), [])
            return
        if empty.by_constraints:
            if empty.relaxed is None:
                raise compile_error(
                    f"the {nest} cannot be scheduled: its constraints may leave a loop empty, "
                    "before or after which a logic runs, and they have divisions or factors "
                    "of its index, or sizes that cannot be compared"
                )
            nest = empty.relaxed_nest()
        self._taken |= set(loop_names or ())
        names = loop_names or [unique(index.name, self._taken) for index in nest.indices]
        self._begin(names, nest.indices, nest.shape, _all_requirements(nest), name)
        for condition, logic in nest.placed_logics():
            # Points that relaxed constraints add are there for `before` and `after` alone.
            is_added = logic.predicate is not None and logic.predicate.is_boundary
            guards = [] if is_added or nest is self._nest else _all_requirements(self._nest)
            self._guarded(guards, functools.partial(self._logic, condition, logic))
        self._builder.end_nest()
        if name is None:
            self.build_empty()

    def build_empty(self) -> None:
        """Build what runs before and after loops whose size is zero or less.

        The nest itself has no points then, so that the order of the two does not matter.
        """
        empty = self._nest.empty_loops()
        for position in empty.sizes:
            around = [self._nest.shape[p] for p in empty.sizes if p < position]
            where = [compute("sub", size, 1) for size in around]
            where.append(compute("mul", self._nest.shape[position], -1))
            builder = NestBuilder(self._builder, self._scope, self._sizes, self._nest)
            builder._build_imperfect(empty.outermost, position, where)

    def _build_imperfect(
        self, first: int | None, last: int, where: Sequence[IndexExpression]
    ) -> None:
        """Build a nest of the loops before `first`, and in its body those before `last`.

        The loop `last`, if there is one, is known to be empty where `where` is met.
        """
        assert first is not None
        nest = self._nest
        common, of_loops = requirements_of_loops(nest)
        outer, sizes = list(nest.indices[:first]), list(nest.shape[:first])
        names = [unique(index.name, self._taken) for index in outer]
        if not outer:  # what runs once
            names, sizes = [unique("once", self._taken)], [1]
        requirements = [*common, *itertools.chain(*of_loops[:first]), *where]
        self._begin(names, outer, sizes, requirements, None)
        self._inner(first, last, of_loops)
        self._builder.end_nest()

    def _inner(
        self, position: int, last: int, of_loops: Sequence[Sequence[IndexExpression]]
    ) -> None:
        """Build the loops from a position on, with what runs before and after each."""
        nest = self._nest
        if position == len(nest.indices):
            for condition, logic in nest.point_logics():
                self._logic(condition, logic)
            return
        for logic in nest.boundary_logics("before", position):
            self._logic(None, logic)
        if position < last:
            index = nest.indices[position]
            start, stop, guards = loop_range(nest, position, of_loops[position])

            def body() -> None:
                self._inner(position + 1, last, of_loops)

            self._for(index, start, stop, 1, nest.location, lambda: self._guarded(guards, body))
        for logic in nest.boundary_logics("after", position):
            self._logic(None, logic)

    def _begin(
        self,
        names: Sequence[str],
        indices: Sequence[Index],
        shape: Sequence[Any],
        where: Sequence[IndexExpression],
        name: str | None,
    ) -> None:
        """Begin a nest; indices beyond those that are given are not named by anything."""
        location = self._nest.location
        sizes = [
            self._affine(size) if isinstance(size, IndexExpression) else size for size in shape
        ]
        # A nest that has no index of its own still has one in the compiler.
        self._open = list(indices) or [Index(Nest((1,)), 0, names[0])]
        affine = [self._affine(requirement) for requirement in where]
        values = self._builder.begin_nest(list(names), sizes, location, affine, name)
        self._indices.update(zip(self._open, values, strict=True))

    def _guarded(self, requirements: Sequence[IndexExpression], body: Callable[[], None]) -> None:
        """Build `body` where none of `requirements` is negative."""
        if not requirements:
            body()
            return
        affine = [self._affine(requirement) for requirement in requirements]
        self._builder.begin_affine_if(affine, False, self._nest.location)
        body()
        self._builder.end_if()

    def _logic(self, condition: Condition | None, logic: Logic) -> None:
        _add_live(logic.tape.nodes, self._live)
        if condition is None:
            self._block(logic.tape.nodes)
        else:
            self._begin_if(condition, False, self._nest.location)
            self._block(logic.tape.nodes)
            self._builder.end_if()

    def _affine(self, expression: IndexExpression) -> AffineExpr:
        return build_affine(self._builder, self._scope.localize(expression), self._leaf)

    def _leaf(self, leaf: Index | Dimension) -> AffineExpr:
        if isinstance(leaf, Dimension):
            return self._builder.affine_size(self._sizes[leaf])
        return self._builder.affine_index(next(p for p, i in enumerate(self._open) if i is leaf))

    def _requirements(self, condition: Condition) -> list[AffineExpr] | None:
        requirements = condition.requirements()
        if requirements is not None and not all(map(is_affine, requirements)):
            return None
        return None if requirements is None else [self._affine(e) for e in requirements]

    def _block(self, block: Iterable[Any]) -> None:
        for node in block:
            match node:
                case Statement():
                    self._statement(node)
                case Bound():
                    self._bound(node)
                case Branch():
                    self._branch(node)
                case Loop():
                    self._loop(node)
                case DataLoop():
                    self._data_loop(node)
                case Assumption():
                    self._assume(node)
                case Print():
                    values = [self._values[value] for value in node.values]
                    unsigned = [value.type.name.startswith("uint") for value in node.values]
                    self._builder.print(node.texts, values, unsigned, node.location)
                case Variable():
                    made = self._builder.variable(node.name, node.type.value, node.location)
                    self._variables[node] = made
                case SetVariable():
                    variable = self._variables[node.variable]
                    self._builder.set_variable(variable, self._values[node.value], node.location)
                case Value() if node in self._live:
                    self._values[node] = self._value(node)

    def _branch(self, node: Branch) -> None:
        has_else = bool(node.otherwise)
        self._begin_if(node.condition, has_else, node.location)
        self._block(node.then)
        if has_else:
            self._builder.begin_else()
            self._block(node.otherwise)
        self._builder.end_if()

    def _begin_if(
        self, condition: Condition | Value, has_else: bool, location: Location | None
    ) -> None:
        if isinstance(condition, Value):
            self._builder.begin_if(self._values[condition], has_else, location)
            return
        constraints = self._requirements(condition)
        if constraints is not None:
            self._builder.begin_affine_if(constraints, has_else, location)
        else:
            self._builder.begin_if(self._truth(condition, location), has_else, location)

    def _truth(self, condition: Condition, location: Location | None) -> Any:
        """Build a condition as a value; the compiler sees through it."""
        if isinstance(condition, Junction):
            lhs, rhs = (self._truth(part, location) for part in condition.parts)
            return self._builder.binary(condition.op, ScalarType.bool_.value, lhs, rhs, location)
        assert isinstance(condition, Comparison)
        wide = ScalarType.int64.value
        lhs, rhs = (
            self._builder.cast(self._index(side, location), "index", wide, location)
            for side in (condition.lhs, condition.rhs)
        )
        return self._builder.compare(condition.op, wide, lhs, rhs, location)

    def _loop(self, node: Loop) -> None:
        body = functools.partial(self._block, node.body)
        self._for(node.index, node.start, node.stop, node.step, node.location, body)

    def _data_loop(self, node: DataLoop) -> None:
        name = unique(node.name, self._taken)
        bounds = [self._values[bound] for bound in (node.start, node.stop)]
        index = self._builder.begin_data_for(name, *bounds, node.step, node.location)
        wide = ScalarType.int64.value
        assert node.number is not None
        self._values[node.number] = self._builder.cast(index, "index", wide, node.location)
        self._numbers.append((name, index))
        for part in node.body:
            if part is not node.number:
                self._block([part])
        self._numbers.pop()
        self._builder.end_data_for()

    def _assume(self, node: Assumption) -> None:
        if isinstance(node.condition, Value):
            condition = self._values[node.condition]
        else:
            condition = self._truth(node.condition, node.location)
        names, values = self._point()
        room = _MOST_TOLD - len(node.told)
        told = [(name, _record_type(kind), self._values[value]) for name, value, kind in node.told]
        self._builder.assume(
            condition, node.is_unsafe, node.what, names[:room], values[:room], told, node.location
        )

    def _point(self) -> tuple[list[str], list[Any]]:
        """Return the names and the values of the indices here, for errors to tell."""
        known = [(index.name, self._indices[index]) for index in self._open]
        known = [*known, *self._numbers][:_MOST_TOLD]
        return [name for name, _ in known], [value for _, value in known]

    def _checked_index(self, node: CheckedIndex, value: Any) -> Any:
        location = node.location
        index = self._builder.cast(value, ScalarType.int64.value, "index", location)
        limit = self._index(node.limit, location)
        names, values = self._point()
        return self._builder.checked_index(
            index, limit, node.array, node.axis, node.is_unsigned, names, values, location
        )

    def _for(
        self,
        index: Index,
        start: IndexExpression,
        stop: IndexExpression,
        step: int,
        location: Location | None,
        body: Callable[[], None],
    ) -> None:
        name = unique(index.name, self._taken)
        lower, upper = self._affine(start), self._affine(stop)
        self._open.append(index)
        self._indices[index] = self._builder.begin_for(name, lower, upper, step, location)
        body()
        self._open.pop()
        self._builder.end_for()

    def _bound(self, node: Bound) -> None:
        subscript = self._index(node.subscript, node.location)
        limit = as_index(node.size)
        assert limit is not None
        size = self._index(limit, node.location)
        self._builder.bound(subscript, size, node.what, node.location)

    def _index(self, expression: IndexExpression, location: Location | None) -> Any:
        return self._local_index(self._scope.localize(expression), location)

    def _local_index(self, expression: IndexExpression, location: Location | None) -> Any:
        if isinstance(expression, Index):
            return self._indices[expression]
        if isinstance(expression, DataIndex):
            return self._values[expression.check]
        if isinstance(expression, Dimension):
            return self._builder.size(self._sizes[expression])
        if isinstance(expression, IndexConstant):
            return self._builder.constant("index", expression.value, location)
        if isinstance(expression, IndexDivision):
            dividend = self._local_index(expression.dividend, location)
            return self._index_binary(expression.op, dividend, expression.divisor, location)
        if isinstance(expression, IndexChoice):
            sides = (self._local_index(e, location) for e in (expression.lhs, expression.rhs))
            return self._builder.binary(expression.op, "index", *sides, location)
        assert isinstance(expression, IndexSum)
        return self._index_sum(expression, location)

    def _index_sum(self, expression: IndexSum, location: Location | None) -> Any:
        total: Any = None
        for part, factor in expression.terms:
            term = self._local_index(part, location)
            op = "sub" if factor == -1 and total is not None else "add"
            if factor != 1 and op == "add":
                term = self._index_binary("mul", term, factor, location)
            if total is not None:
                term = self._builder.binary(op, "index", total, term, location)
            total = term
        if expression.constant:
            total = self._index_binary("add", total, expression.constant, location)
        return total

    def _index_binary(self, op: str, lhs: Any, rhs: int, location: Location | None) -> Any:
        constant = self._builder.constant("index", rhs, location)
        return self._builder.binary(op, "index", lhs, constant, location)

    def _element(self, node: Load | Statement) -> tuple[Any, list[Any]]:
        """Return the array and the subscripts of an access; views are promised to be kept."""
        location = node.location
        array, subscripts, bounds = self._scope.locate(node.array, node.subscripts)
        for subscript, size, what in bounds:
            index, limit = (self._local_index(e, location) for e in (subscript, size))
            self._builder.bound(index, limit, what, location)
        return array, [self._local_index(subscript, location) for subscript in subscripts]

    def _statement(self, node: Statement) -> None:
        value = self._values[node.value]
        array, subscripts = self._element(node)
        if isinstance(node, Accumulate):
            self._builder.accumulate(node.kind, value, array, subscripts, node.location)
        else:
            self._builder.store(value, array, subscripts, node.location)

    def _number(self, node: ParameterValue) -> Any:
        number = self._scope.evaluate(node.number)
        kind = node.type
        if node.is_cast:
            number = numeric.cast(number, kind)
            return number.item() if isinstance(number, np.generic) else float(number)
        return float(number) if kind.is_float else complex(number) if kind.is_complex else number

    def _value(self, node: Value) -> Any:
        builder, location = self._builder, node.location
        element_type = node.type.value
        operands = [self._values[operand] for operand in node.operands]
        match node:
            case Constant():
                return builder.constant(element_type, node.value, location)
            case ParameterValue():
                return builder.constant(element_type, self._number(node), location)
            case CheckedIndex():
                return self._checked_index(node, *operands)
            case FreeIndex():
                return builder.cast(*operands, ScalarType.int64.value, "index", location)
            case IndexValue():
                index = self._index(node.expression, location)
                return builder.cast(index, "index", element_type, location)
            case Load():
                array, subscripts = self._element(node)
                if isinstance(array, ByValue):
                    return array.value
                return builder.load(array, subscripts, location)
            case Unary():
                source = node.operands[0].type.value
                return builder.unary(node.op, source, *operands, location)
            case Binary():
                return builder.binary(node.op, element_type, *operands, location)
            case Compare():
                compared = node.operands[0].type.value
                return builder.compare(node.op, compared, *operands, location)
            case Select():
                return builder.select(*operands, location)
            case Cast():
                source = node.operands[0].type.value
                return builder.cast(*operands, source, element_type, location)
            case GetVariable():
                return builder.get_variable(self._variables[node.variable], location)
            case Fma():
                return builder.fma(element_type, *operands, location)
        raise AssertionError(f"unknown node {node!r}")
