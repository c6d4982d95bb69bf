# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From recordings to the compiler: the calls that rebuild them as IR."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from saopt._src.affine import as_index
from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
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
from saopt._src.tape import Tape

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

    builder = _compiler.ModuleBuilder(strict=strict)
    for function in functions:
        _build_function(builder, function)
    return builder.compile()


def _build_function(builder: Any, function: FunctionSource) -> None:
    sizes = function.dimensions
    parameters = [_parameter(array, function.names[array], sizes) for array in function.arguments]
    values = builder.begin_function(function.name, parameters, function.location)
    arrays = dict(zip(function.arguments, values, strict=True))
    for array in function.internal:
        arrays[array] = _internal(builder, array, function.names[array], sizes)
    for nest in function.nests:
        _NestBuilder(builder, arrays, sizes, nest).build()
    builder.end_function()


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


def _internal(builder: Any, array: Array, name: str, sizes: Mapping[Dimension, str]) -> Any:
    element_type = array.element_type.value
    if array.role is Role.CONST:
        assert array.data is not None
        # As bytes: not every element type has a buffer format.
        content = array.data.reshape(-1).view(np.uint8)
        return builder.constant_array(
            name, element_type, array.shape, content, array.location, _layout(array)
        )
    shape = _shape(array, sizes)
    return builder.temporary(name, element_type, shape, array.location, _layout(array))


def _live(tape: Tape) -> set[Value]:
    """Return the values that statements need; an accumulation leaves its read behind."""
    live: set[Value] = set()
    for node in reversed(tape.nodes):
        if isinstance(node, Statement):
            live.add(node.value)
        elif node in live:
            live.update(node.operands)
    return live


class _NestBuilder:
    """Rebuilds one nest."""

    def __init__(
        self,
        builder: Any,
        arrays: Mapping[Array, Any],
        sizes: Mapping[Dimension, str],
        nest: Nest,
    ) -> None:
        self._builder = builder
        self._arrays = arrays
        self._sizes = sizes
        self._nest = nest
        self._indices: Sequence[Any] = ()
        self._values: dict[Value, Any] = {}

    def build(self) -> None:
        nest = self._nest
        # Loops and sizes are told apart by their names, and so are the words between them.
        taken = {*self._sizes.values(), *AFFINE_WORDS}
        names: dict[Any, str] = {index: unique(index.name, taken) for index in nest.indices}
        sizes = [
            affine_text(size, self._sizes.__getitem__)
            if isinstance(size, IndexExpression)
            else size
            for size in nest.shape
        ]
        where = [
            affine_text(expression, {**self._sizes, **names}.__getitem__)
            for condition in nest.conditions
            for expression in condition.requirements()
        ]
        self._indices = self._builder.begin_nest(list(names.values()), sizes, nest.location, where)
        for logic in nest.logics:
            live = _live(logic.tape)
            for node in logic.tape.nodes:
                if isinstance(node, Statement):
                    self._statement(node)
                elif isinstance(node, Bound):
                    self._bound(node)
                elif node in live:
                    self._values[node] = self._value(node)
        self._builder.end_nest()

    def _bound(self, node: Bound) -> None:
        subscript = self._index(node.subscript, node.location)
        limit = as_index(node.size)
        assert limit is not None
        size = self._index(limit, node.location)
        self._builder.bound(subscript, size, node.what, node.location)

    def _index(self, expression: IndexExpression, location: Location | None) -> Any:
        if isinstance(expression, Index):
            return self._indices[expression.position]
        if isinstance(expression, Dimension):
            return self._builder.size(self._sizes[expression])
        if isinstance(expression, IndexConstant):
            return self._builder.constant("index", expression.value, location)
        if isinstance(expression, IndexDivision):
            dividend = self._index(expression.dividend, location)
            return self._index_binary(expression.op, dividend, expression.divisor, location)
        assert isinstance(expression, IndexSum)
        return self._index_sum(expression, location)

    def _index_sum(self, expression: IndexSum, location: Location | None) -> Any:
        total: Any = None
        for part, factor in expression.terms:
            term = self._index(part, location)
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

    def _subscripts(self, node: Load | Statement) -> list[Any]:
        return [self._index(subscript, node.location) for subscript in node.subscripts]

    def _statement(self, node: Statement) -> None:
        value, array = self._values[node.value], self._arrays[node.array]
        subscripts = self._subscripts(node)
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
                array = self._arrays[node.array]
                return builder.load(array, self._subscripts(node), location)
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
            case Fma():
                return builder.fma(element_type, *operands, location)
        raise AssertionError(f"unknown node {node!r}")
