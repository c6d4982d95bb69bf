# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts that people write themselves: a function of the indices."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from saopt._src.language.context import active
from saopt._src.language.index_arithmetic import as_index, combine
from saopt._src.language.index_choices import is_affine
from saopt._src.language.indices import (
    Index,
    IndexExpression,
    bare,
    build_affine,
)
from saopt._src.language.layouts.base import MAX_RANK, Layout, is_known
from saopt._src.language.layouts.collisions import collides
from saopt._src.language.layouts.index_range import range_of
from saopt._src.language.layouts.linear_form import linear_form
from saopt._src.language.layouts.strided import Strided
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._compiler import AffineExpr, ModuleBuilder
    from saopt._compiler import Layout as BuiltLayout

__all__ = ["affine"]

_HINT = "a layout is made of its indices and integers with + - * // %, and no products of indices"


class Variable(IndexExpression):
    """One index of a layout's function."""

    __slots__ = ("name", "position")

    size = 1
    depth = 0
    # Of a variable nobody knows how large it will be; what it makes too large is found with the
    # shape.
    bounds = (0, 1)

    def __init__(self, position: int, name: str) -> None:
        self.position = position
        self.name = name

    def indices(self) -> Iterator[Index]:
        return iter(())

    def evaluate(self, values: Mapping[Any, Any]) -> Any:
        return values[self.position]

    def key(self) -> tuple[Any, ...]:
        return ("variable", self.position)

    def written(self) -> str:
        return self.name


class _Writing:
    """The context in which the function of a layout runs: what is computed is written down."""

    def shown(self, value: Any) -> None:
        """Return None: a variable has no value."""

    def binary(self, op: str, lhs: Any, rhs: Any) -> IndexExpression:
        result = combine(op, lhs, rhs)
        if result is None or not is_affine(result):
            raise compile_error(
                f"the function of a layout computes '{op}' of {lhs} and {rhs}: {_HINT}"
            )
        return result

    def unary(self, op: str, operand: Any) -> IndexExpression:
        if op != "neg":
            raise compile_error(f"the function of a layout computes '{op}' of {operand}: {_HINT}")
        return self.binary("mul", operand, -1)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise compile_error(
            f"the function of a layout compares, converts or reads something: {_HINT}"
        )

    compare = logical = select = cast = fma = load = store = bound = _refuse


class Affine(Layout):
    """An element is where a function of its indices says."""

    __slots__ = ("expression", "names")

    expression: IndexExpression
    names: tuple[str, ...]

    def __init__(self, expression: IndexExpression, names: tuple[str, ...]) -> None:
        object.__setattr__(self, "expression", expression)
        object.__setattr__(self, "names", names)

    def build(self, builder: ModuleBuilder) -> BuiltLayout:
        linear = self._linear()
        if linear is not None:
            return linear.build(builder)

        def variable(leaf: Any) -> AffineExpr:
            return builder.affine_index(leaf.position)

        offset = build_affine(builder, self.expression, variable)
        return builder.affine_layout(len(self.names), offset)

    def _key(self) -> tuple[Any, ...]:
        return (len(self.names), self.expression.key())

    def _misfit(self, shape: Sequence[Any]) -> str | None:
        if len(shape) != len(self.names):
            return f"its function has {len(self.names)} parameters and it needs as many dimensions"
        if not all(map(is_known, shape)):
            linear = self._linear()
            if linear is None:
                return "with // and % it needs a shape that is known"
            return linear._misfit(shape)
        if 0 in shape:
            return None
        lowest = self._range(shape)[0]
        if lowest < 0:
            return (
                f"it reaches {-lowest} elements before its storage: add {-lowest} to what the "
                "function returns"
            )
        return None

    def _range(self, shape: Sequence[int]) -> tuple[int, int]:
        return _range(self, tuple(shape))

    def _offset(self, shape: Sequence[Any], index: Sequence[Any]) -> Any:
        return self.expression.evaluate(dict(enumerate(index)))

    def _extent(self, shape: Sequence[int]) -> tuple[int, int] | None:
        return None if 0 in shape else self._range(shape)

    def _linear(self) -> Strided | None:
        """Return the same layout by its strides, if it has some whatever the shape."""
        return _linear(self)

    def _strides(self, shape: Sequence[int]) -> tuple[int, ...] | None:
        linear = self._linear()
        return None if linear is None else linear.element_strides

    def _is_injective(self, shape: Sequence[int]) -> bool:
        linear = self._linear()
        return not collides(self, shape) if linear is None else linear._is_injective(shape)

    def _default_shape(self) -> tuple[int, ...]:
        shapes = [tuple(size for _ in self.names) for size in (4, 3, 2)]
        return next((shape for shape in shapes if self._misfit(shape) is None), shapes[0])

    def __repr__(self) -> str:
        return f"sa.layout.affine(lambda {', '.join(self.names)}: {bare(self.expression)})"


@functools.lru_cache(maxsize=256)
def _linear(layout: Affine) -> Strided | None:
    found = linear_form(layout.expression, len(layout.names))
    return None if found is None else Strided(*found)


@functools.lru_cache(maxsize=256)
def _range(layout: Affine, shape: tuple[int, ...]) -> tuple[int, int]:
    linear = layout._linear()
    if linear is not None:
        return linear._reach(shape)
    return range_of(layout.expression, shape, repr(layout))


def affine(function: Callable[..., Any]) -> Layout:
    """Return the layout whose offsets a function of the indices says.

    Parameters
    ----------
    function : callable
        Takes the indices, one parameter for each dimension, and returns the offset: indices and
        integers with ``+ - * // %``. It is called once, to see what it computes.

    Raises
    ------
    CompileError
        When it computes something else.

    Examples
    --------
    >>> sa.layout.affine(lambda i, j: i * 8 + (j // 2) + (j % 2) * 4).show((2, 8))
    """
    if not callable(function):
        raise compile_error(
            f"sa.layout.affine takes a function, as in lambda i, j: i * 8 + j, not {function!r}"
        )
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise compile_error(f"{function!r} does not tell its parameters: use a lambda") from None
    names = tuple(parameter.name for parameter in parameters)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if any(p.kind not in kinds or p.default is not p.empty for p in parameters):
        raise compile_error(
            "the function of a layout has one plain parameter for each dimension: no defaults, "
            "no * and **"
        )
    if len(names) > MAX_RANK:
        raise compile_error(f"the function of a layout has more than {MAX_RANK} parameters")
    with active(_Writing()):  # type: ignore[arg-type]
        result = function(*(Variable(axis, name) for axis, name in enumerate(names)))
    expression = as_index(result)
    if expression is None:
        raise compile_error(f"the function of a layout returns {result!r}: {_HINT}")
    foreign = next(itertools.chain(expression.indices(), expression.dimensions()), None)
    if foreign is not None:
        raise compile_error(
            f"the function of a layout uses '{foreign}', which is none of its parameters: {_HINT}"
        )
    return Affine(expression, names)
