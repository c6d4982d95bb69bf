# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From recordings to the compiler: the calls that rebuild them as IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from saopt._src.affine import as_index, substitute
from saopt._src.arrays import Array
from saopt._src.blocks import (
    Block,
    Branch,
    GetVariable,
    Loop,
    SetVariable,
    Variable,
)
from saopt._src.conditions import Comparison, Condition, Junction
from saopt._src.dimensions import Dimension
from saopt._src.elements import Elements
from saopt._src.errors import Location
from saopt._src.expressions import (
    Accumulate,
    Binary,
    Bound,
    Cast,
    Compare,
    Constant,
    Fma,
    IndexValue,
    Load,
    Select,
    Statement,
    Unary,
    Value,
)
from saopt._src.indices import (
    Index,
    IndexConstant,
    IndexDivision,
    IndexExpression,
    IndexSum,
    affine_text,
)
from saopt._src.layouts import Layout
from saopt._src.names import unique
from saopt._src.nest import Nest
from saopt._src.roles import Role
from saopt._src.source import AFFINE_WORDS, FunctionSource
from saopt._src.steps import Call, Subscripts, to_array
from saopt._src.types import ScalarType

__all__ = ["build_module"]


def build_module(functions: Iterable[FunctionSource], strict: bool) -> Any:
    """Compile functions into one module.

    Parameters
    ----------
    functions : iterable of FunctionSource
        The functions, with different names.
    strict : bool
        Whether whatever changes a floating-point result is forbidden.

    Returns
    -------
    saopt._compiler.Module

    Raises
    ------
    CompileError
        When the compiler refuses one, located where the user wrote what it refuses.
    """
    from saopt import _compiler

    sources = list(functions)
    builder = _compiler.ModuleBuilder(strict=strict)
    program = _Program(builder, {source.name for source in sources})
    for source in sources:
        program.add(source, source.name)
    return builder.compile()


class _Program:
    """The functions of a module: those that the user compiles, and those that they call."""

    def __init__(self, builder: Any, taken: set[str]) -> None:
        self._builder = builder
        self._taken = taken
        self._symbols: dict[int, str] = {}

    def add(self, source: FunctionSource, name: str, private: bool = False) -> None:
        """Build a function under a name, after those that it calls."""
        for step in source.steps:
            if isinstance(step, Call) and step.is_plain and id(step.callee) not in self._symbols:
                symbol = unique(step.callee.name, self._taken)
                self.add(step.callee, symbol, private=True)
                self._symbols[id(step.callee)] = symbol
        _FunctionBuilder(self._builder, self._symbols, source).build(name, private)


class _Scope:
    """What arrays and sizes stand for: in the function that is built, or in one in its place.

    Parameters
    ----------
    values : dict of Array to value
        The arrays of the function that is built, and those that its parts make.
    sizes : mapping of Dimension to size
        What the dimensions of a function are in the one around it.
    passed : mapping of Array to Array or View
        What stands for the arguments of a function, in the one around it.
    outer : _Scope, optional
        The function around it.
    """

    def __init__(
        self,
        values: dict[Array, Any],
        sizes: Mapping[Dimension, Any] = MappingProxyType({}),
        passed: Mapping[Array, Elements] = MappingProxyType({}),
        outer: _Scope | None = None,
    ) -> None:
        self.values = values
        self._sizes = sizes
        self._passed = passed
        self._outer = outer

    def localize(self, expression: IndexExpression) -> IndexExpression:
        """Return an expression in the dimensions of the function that is built."""
        if self._outer is None:
            return expression
        return self._outer.localize(substitute(expression, self._sizes))

    def locate(self, array: Array, subscripts: Subscripts) -> tuple[Any, Subscripts, list[Any]]:
        """Return the array that an access goes to, its subscripts there, and their bounds."""
        if array in self.values:
            return self.values[array], tuple(map(self.localize, subscripts)), []
        assert self._outer is not None
        here = tuple(substitute(subscript, self._sizes) for subscript in subscripts)
        owner, there, bounds = to_array(self._passed[array], here)
        localize = self._outer.localize
        own = [(localize(s), _size(localize, size), what) for s, size, what in bounds]
        value, found, outer = self._outer.locate(owner, there)
        return value, found, [*own, *outer]


def _size(localize: Callable[[IndexExpression], IndexExpression], size: Any) -> IndexExpression:
    expression = as_index(size)
    assert expression is not None
    return localize(expression)


class _FunctionBuilder:
    """Rebuilds one function."""

    def __init__(self, builder: Any, symbols: Mapping[int, str], source: FunctionSource) -> None:
        self._builder = builder
        self._symbols = symbols
        self._source = source
        self._sizes = source.dimensions
        self._taken = {*source.names.values(), *source.dimensions.values()}

    def build(self, name: str, private: bool) -> None:
        source, sizes = self._source, self._sizes
        parameters = [_parameter(array, source.names[array], sizes) for array in source.arguments]
        values = self._builder.begin_function(name, parameters, source.location, private)
        scope = _Scope(dict(zip(source.arguments, values, strict=True)))
        for array in source.internal:
            made = _internal(self._builder, array, source.names[array], _shape(array, sizes))
            scope.values[array] = made
        self._steps(source, scope, inlined=False)
        self._builder.end_function()

    def _steps(self, source: FunctionSource, scope: _Scope, inlined: bool) -> None:
        for step in source.steps:
            if isinstance(step, Nest):
                _NestBuilder(self._builder, scope, self._sizes, step).build()
            elif step.is_plain and not inlined:
                passed = [scope.values[array] for array in step.passed.values()]  # type: ignore
                self._builder.call(self._symbols[id(step.callee)], passed, step.location)
            else:
                self._inline(step, scope)

    def _inline(self, call: Call, outer: _Scope) -> None:
        """Build a function in the place of its call: the compiler's arrays have no views."""
        callee = call.callee
        scope = _Scope({}, call.sizes(), call.passed, outer)
        for array in callee.internal:
            sizes = [
                scope.localize(size) if isinstance(size, IndexExpression) else size
                for size in array.shape
            ]
            shape = [
                self._sizes[size]
                if isinstance(size, Dimension)
                else size.value
                if isinstance(size, IndexConstant)
                else size
                for size in sizes
            ]
            name = unique(callee.names[array], self._taken)
            scope.values[array] = _internal(self._builder, array, name, shape)
        self._steps(callee, scope, inlined=True)


def _parameter(array: Array, name: str, sizes: Mapping[Dimension, str]) -> tuple[Any, ...]:
    shape = _shape(array, sizes)
    return (name, array.role.value, array.element_type.value, shape, _layout(array))


def _shape(array: Array, sizes: Mapping[Dimension, str]) -> list[int | str | None]:
    """Return the sizes as the compiler reads them: numbers, names, and None for open ones."""
    return [
        sizes[size] if isinstance(size, Dimension) else size if isinstance(size, int) else None
        for size in array.shape
    ]


def _layout(array: Array) -> str | None:
    """Return the layout as the compiler reads it; row-major is what it takes without one."""
    return None if array.layout == Layout.FIRST_MAJOR else array.layout.mlir


def _internal(builder: Any, array: Array, name: str, shape: list[Any]) -> Any:
    element_type = array.element_type.value
    if array.role is Role.CONST:
        assert array.data is not None
        # As bytes: not every element type has a buffer format.
        content = array.data.reshape(-1).view(np.uint8)
        return builder.constant_array(
            name, element_type, array.shape, content, array.location, _layout(array)
        )
    return builder.temporary(name, element_type, shape, array.location, _layout(array))


def _add_live(block: Block, live: set[Value]) -> None:
    """Add the values that statements need; an accumulation leaves its read behind."""
    for node in reversed(block):
        if isinstance(node, (Statement, SetVariable)):
            live.add(node.value)
        elif isinstance(node, Branch):
            _add_live(node.otherwise, live)
            _add_live(node.then, live)
            if isinstance(node.condition, Value):
                live.add(node.condition)
        elif isinstance(node, Loop):
            _add_live(node.body, live)
        elif isinstance(node, Value) and node in live:
            live.update(node.operands)


class _NestBuilder:
    """Rebuilds one nest."""

    def __init__(
        self,
        builder: Any,
        scope: _Scope,
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
        # Loops and sizes are told apart by their names, and so are the words between them.
        self._taken = {*sizes.values(), *AFFINE_WORDS}
        self._names: dict[Any, str] = dict(sizes)

    def build(self) -> None:
        nest = self._nest
        names = [unique(index.name, self._taken) for index in nest.indices]
        sizes = [
            self._affine(size) if isinstance(size, IndexExpression) else size for size in nest.shape
        ]
        self._names.update(zip(nest.indices, names, strict=True))
        where = [
            text for condition in nest.conditions for text in self._requirements(condition) or ()
        ]
        values = self._builder.begin_nest(names, sizes, nest.location, where)
        self._indices.update(zip(nest.indices, values, strict=True))
        for condition, logic in nest.placed_logics():
            _add_live(logic.tape.nodes, self._live)
            if condition is None:
                self._block(logic.tape.nodes)
            else:
                self._begin_if(condition, False, nest.location)
                self._block(logic.tape.nodes)
                self._builder.end_if()
        self._builder.end_nest()

    def _affine(self, expression: IndexExpression) -> str:
        return affine_text(self._scope.localize(expression), self._names.__getitem__)

    def _requirements(self, condition: Condition) -> list[str] | None:
        requirements = condition.requirements()
        return None if requirements is None else [self._affine(e) for e in requirements]

    def _block(self, block: Block) -> None:
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
        name = unique(node.index.name, self._taken)
        start, stop = self._affine(node.start), self._affine(node.stop)
        self._names[node.index] = name
        value = self._builder.begin_for(name, start, stop, node.step, node.location)
        self._indices[node.index] = value
        self._block(node.body)
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
        if isinstance(expression, Dimension):
            return self._builder.size(self._sizes[expression])
        if isinstance(expression, IndexConstant):
            return self._builder.constant("index", expression.value, location)
        if isinstance(expression, IndexDivision):
            dividend = self._local_index(expression.dividend, location)
            return self._index_binary(expression.op, dividend, expression.divisor, location)
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

    def _value(self, node: Value) -> Any:
        builder, location = self._builder, node.location
        element_type = node.type.value
        operands = [self._values[operand] for operand in node.operands]
        match node:
            case Constant():
                return builder.constant(element_type, node.value, location)
            case IndexValue():
                index = self._index(node.expression, location)
                return builder.cast(index, "index", element_type, location)
            case Load():
                return builder.load(*self._element(node), location)
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
