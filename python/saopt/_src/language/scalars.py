# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.Scalar`: a variable of a logic, which holds one value and lives as long as one point."""

from __future__ import annotations

from typing import Any

from saopt._src.language.context import current
from saopt._src.language.operators import Operators
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.names import assigned_name, identifier

__all__ = ["Scalar"]


class Scalar(Operators):
    """A variable of a logic.

    It computes like the value that it holds. It is one number at each point of the nest, and
    forgotten after it.

    Parameters
    ----------
    element_type : ScalarType or dtype
        The type of what it holds.
    value : value, index or number
        What it holds at first, zero unless said otherwise.
    role : Role, optional
        `INPUT` or `OUTPUT` make a number of the signature instead, which stands in ``args``: the
        call passes it, or returns it.
    name : str, optional
        The name in errors and in emitted code; by default that of the variable.

    Examples
    --------
    >>> rows = sa.Nest(shape=(16,))
    >>> r = rows.get_indices()
    >>> @rows.iteration_logic
    ... def _():
    ...     total = sa.Scalar(sa.float32, 0.0)
    ...     sa.ForRange(8, lambda k: total.set(total + A[r, k]))
    ...     C[r, 0] = total
    >>> rows
    Nest over r < 16: C[r, 0] = …
    """

    __slots__ = ("element_type", "held", "name", "recorder")

    def __new__(
        cls,
        element_type: Any = ScalarType.float32,
        value: Any = 0,
        *,
        role: Role | None = None,
        name: str | None = None,
    ) -> Any:
        if role is None:
            return super().__new__(cls)
        from saopt._src.language.scalar_parameters import ScalarParameter

        if not (isinstance(value, int) and value == 0):
            raise compile_error(
                "a sa.Scalar with a role has no value of its own: the call gives it one, or the "
                "logic of a nest, with set"
            )
        return ScalarParameter(role, element_type, name)

    def __init__(
        self,
        element_type: Any = ScalarType.float32,
        value: Any = 0,
        *,
        role: Role | None = None,
        name: str | None = None,
    ) -> None:
        self.element_type = ScalarType.of(element_type)
        self.name = identifier(name or assigned_name(user_frame()) or "value")
        self.held: Any = None
        self.recorder: Any = None
        current().make_scalar(self, value)

    def set(self, value: Any) -> None:
        """Give it another value, which must fit its type without a loss."""
        current().set_scalar(self, value)

    def _update(self, op: str, other: Any) -> Scalar:
        self.set(current().binary(op, self, other))
        return self

    def __iadd__(self, other: Any) -> Scalar:
        return self._update("add", other)

    def __isub__(self, other: Any) -> Scalar:
        return self._update("sub", other)

    def __imul__(self, other: Any) -> Scalar:
        return self._update("mul", other)

    def __itruediv__(self, other: Any) -> Scalar:
        return self._update("div", other)

    def __ifloordiv__(self, other: Any) -> Scalar:
        return self._update("floordiv", other)

    def __imod__(self, other: Any) -> Scalar:
        return self._update("mod", other)

    def __ipow__(self, other: Any) -> Scalar:
        return self._update("pow", other)

    def __iand__(self, other: Any) -> Scalar:
        return self._update("and", other)

    def __ior__(self, other: Any) -> Scalar:
        return self._update("or", other)

    def __ixor__(self, other: Any) -> Scalar:
        return self._update("xor", other)

    def __ilshift__(self, other: Any) -> Scalar:
        return self._update("shl", other)

    def __irshift__(self, other: Any) -> Scalar:
        return self._update("shr", other)

    def __repr__(self) -> str:
        value = current().shown(self)
        shown = "" if value is None else f" = {value}"
        return f"<sa.Scalar '{self.name}' of {self.element_type}{shown}>"
