# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views that may be read outside of their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from saopt._src.language import numeric
from saopt._src.language.conditions import Comparison, Condition, Junction
from saopt._src.language.context import current
from saopt._src.language.data_indices import DataIndex
from saopt._src.language.index_arithmetic import as_index, compute
from saopt._src.language.indices import IndexConstant, IndexExpression
from saopt._src.language.shapes import open_axes
from saopt._src.language.subscripts import normalize
from saopt._src.language.types import number_fits
from saopt._src.language.views import View
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array
    from saopt._src.language.elements import Elements

__all__ = ["Extended"]

_MODES = ("constant", "edge", "wrap", "reflect", "symmetric")


class Extended(View):
    """An array or view that goes on outside of its shape, as `numpy.pad` continues it."""

    def __init__(self, parent: Elements, mode: Any, value: Any) -> None:
        super().__init__(parent)
        what = f"the extension of {parent.label}"
        if isinstance(parent, Extended):
            raise compile_error(f"{parent.label} is extended already: extend the array once")
        modes = tuple(mode) if isinstance(mode, (tuple, list)) else (mode,) * parent.ndim
        for entry in modes:
            if not isinstance(entry, str) or entry not in _MODES:
                raise compile_error(
                    f"the mode of {what} is {entry!r}: use one of {', '.join(map(repr, _MODES))}"
                    + did_you_mean(entry, _MODES)
                )
        if len(modes) != parent.ndim or not modes:
            raise compile_error(
                f"{what} has {len(modes)} modes, and the array {parent.ndim} dimensions: give "
                "one mode for all of them, or one for each"
            )
        for axis in open_axes(parent.shape):
            raise compile_error(
                f"{what} has no end in dimension {axis}, whose size is open: give the size a "
                "name, as in sa.Dimension()"
            )
        self.shape = parent.shape
        self.modes = modes
        self.value = self._checked(value, what)

    def _checked(self, value: Any, what: str) -> Any:
        given = value.item() if isinstance(value, np.generic) else value
        is_number = numeric.is_number(given)
        if not is_number or not number_fits(given, self.element_type):
            shown = repr(given) if is_number else f"a {type(value).__name__}"
            raise compile_error(
                f"the value of {what} is {shown}: give a number that {self.element_type} holds"
            )
        return given

    @property
    def may_leave_shape(self) -> bool:
        return True

    @property
    def strides(self) -> tuple[int, ...] | None:
        return None

    def resolve(
        self, subscripts: tuple[IndexExpression, ...]
    ) -> tuple[Array, tuple[IndexExpression, ...]]:
        raise self._refusal()

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        raise self._refusal()

    def _refusal(self) -> Exception:
        return compile_error(
            f"{self.label} is extended, and can only be read, element by element: it is not "
            "passed to a function and has no views; extend a view of the array instead"
        )

    def __getitem__(self, key: Any) -> Any:
        inner, context = normalize(self, key), current()
        conditions: list[Condition] = []
        there: list[IndexExpression] = []
        for axis, (index, size, mode) in enumerate(zip(inner, self.shape, self.modes, strict=True)):
            low, high = index.bounds
            if isinstance(size, int) and low >= 0 and high < size:
                there.append(index)
                continue
            limit = as_index(size)
            assert limit is not None
            if mode != "constant":
                there.append(compute(mode, index, limit))
                continue
            conditions += _inside(index, limit)
            # What is not inside is not read.
            is_data = isinstance(index, DataIndex)
            there.append(context.data_index(index.source, self.parent, axis) if is_data else index)
        value = context.load(*self.parent.resolve(tuple(there)))
        if not conditions:
            return value
        inside = conditions[0]
        for condition in conditions[1:]:
            inside = Junction("and", inside, condition)
        return context.select(inside, value, self.value)

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        raise compile_error(f"{self.label} is extended, and can only be read: write the array")


def _inside(index: IndexExpression, size: IndexExpression) -> list[Condition]:
    """Return the conditions under which an index is inside of a size, but for plain ones."""
    conditions: list[Condition] = []
    if index.bounds[0] < 0:
        conditions.append(Comparison("ge", index, IndexConstant(0)))
    conditions.append(Comparison("lt", index, size))
    return conditions
