# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers in the signature of a function: `sa.Scalar` with a role, and sizes that are passed."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.context import is_active
from saopt._src.language.dimensions import Dimension
from saopt._src.language.layouts import any_layout
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.support.locations import compile_error

__all__ = ["ScalarParameter", "SizeParameter", "is_by_value"]


class ScalarParameter(Array):
    """A number of a signature; made by `sa.Scalar` with a role.

    It is an array of shape ``()`` that computes like its only element.
    """

    def __init__(self, role: Role, element_type: Any, name: str | None) -> None:
        if role not in (Role.INPUT, Role.OUTPUT):
            shown = role.name if isinstance(role, Role) else repr(role)
            raise compile_error(
                f"a sa.Scalar has the role INPUT, a number of the call, or OUTPUT, one that the "
                f"call returns, and not {shown}: a variable of the logic has none"
            )
        super().__init__(role, element_type=element_type, shape=(), name=name)

    def set(self, value: Any) -> None:
        """Give it a value, in the logic of a nest."""
        self[()] = value

    def __eq__(self, other: object) -> Any:
        return self[()] == _held(other) if is_active() else self is other

    def __ne__(self, other: object) -> Any:
        return self[()] != _held(other) if is_active() else self is not other

    __hash__ = Array.__hash__


def _held(value: Any) -> Any:
    return value[()] if isinstance(value, ScalarParameter) else value


def _forwarded(function: Callable[..., Any]) -> Any:
    def forward(self: ScalarParameter, *others: Any) -> Any:
        return function(self[()], *map(_held, others))

    return forward


def _reflected(function: Callable[..., Any]) -> Any:
    def reflect(self: ScalarParameter, other: Any) -> Any:
        return function(_held(other), self[()])

    return reflect


for _name in "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift".split():
    _function = getattr(operator, _name)
    setattr(ScalarParameter, f"__{_name.rstrip('_')}__", _forwarded(_function))
    setattr(ScalarParameter, f"__r{_name.rstrip('_')}__", _reflected(_function))
for _name in "neg pos abs invert lt le gt ge".split():
    setattr(ScalarParameter, f"__{_name}__", _forwarded(getattr(operator, _name)))


class SizeParameter(ScalarParameter):
    """A dimension that stands in `args`: the call passes its value.

    Attributes
    ----------
    dimension : Dimension
        The dimension.
    """

    def __init__(self, dimension: Dimension) -> None:
        super().__init__(Role.INPUT, ScalarType.int64, None)
        self.name = dimension.name
        self.dimension = dimension


def is_by_value(array: Array) -> bool:
    """Return whether calls pass an array as a number, which no memory holds.

    Where the element is not the first one of its storage, the caller has memory for it.
    """
    return (
        array.role is Role.INPUT
        and array.ndim == 0
        and not array.element_type.is_complex
        and (array.layout == any_layout or array.layout.size(()) == 1)
    )
