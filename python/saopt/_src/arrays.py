# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays: what a function works on, declared with a role, a shape and a memory layout."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from saopt._src import layouts, roles
from saopt._src.context import current
from saopt._src.integers import as_shape
from saopt._src.locations import compile_error, user_frame, user_location
from saopt._src.names import assigned_name, is_identifier
from saopt._src.subscripts import normalize
from saopt._src.types import ScalarType, can_cast

__all__ = ["Array"]

_MAX_RANK = 16


class Array:
    """An array of a function: a name for data that exists when the function is called.

    Parameters
    ----------
    role : Role
        What the function does with the array.
    element_type : ScalarType or dtype, optional
        The type of the elements: `float32` unless said otherwise, and for a `CONST` array that
        of `data`.
    shape : tuple of int, optional
        The size of each dimension; a `CONST` array has that of `data`. An array of shape ``()``
        is one element, ``S[()]``.
    layout : Layout or tuple of int, optional
        How the elements lie in memory: `Layout.FIRST_MAJOR` (the default), `Layout.LAST_MAJOR`,
        or the stride of each dimension, counted in elements. The memory of `CONST` and `TEMP`
        arrays is the compiler's: they take a named layout, which has no effect.
    offset : int, optional
        The position in memory of the element with all indices zero, in elements.
    data : array_like, optional
        The content of a `CONST` array; it is copied.
    name : str, optional
        The name in errors and in emitted code; by default that of the variable.

    Raises
    ------
    CompileError
        When the parameters do not fit together.

    Examples
    --------
    >>> A = Array(role=Role.INPUT, element_type=ScalarType.float32, shape=(16, 32))
    >>> A
    Array 'A': INPUT float32, shape (16, 32), row-major
    """

    Role = roles.Role
    Layout = layouts.Layout

    name: str | None
    role: roles.Role
    element_type: ScalarType
    shape: tuple[int, ...]
    layout: layouts.Layout | tuple[int, ...]
    data: np.ndarray[Any, Any] | None

    # NumPy must not take an Array for a sequence of elements.
    __array_ufunc__ = None

    def __init__(
        self,
        role: roles.Role,
        *,
        element_type: Any = None,
        shape: Any = None,
        layout: layouts.Layout | tuple[int, ...] = layouts.Layout.FIRST_MAJOR,
        offset: int = 0,
        data: Any = None,
        name: str | None = None,
    ) -> None:
        self.name = self._given_name(name)
        self.location = user_location()
        if not isinstance(role, roles.Role):
            raise compile_error(
                f"the role of {self.label} is {role!r}: use sa.Role.INPUT, INOUT, CONST or TEMP"
            )
        self.role = role
        self.data = None
        if role is roles.Role.CONST:
            self._set_data(data, element_type, shape)
        else:
            if data is not None:
                raise compile_error(
                    f"{self.label} has the role {role.name} and no data of its own: only a "
                    "CONST array takes data="
                )
            if shape is None:
                raise compile_error(f"{self.label} needs a shape, as in shape=(16, 32)")
            self.element_type = ScalarType.of(
                ScalarType.float32 if element_type is None else element_type
            )
            self.shape = as_shape(shape, self.label, _MAX_RANK)
        self._set_layout(layout, offset)

    def _given_name(self, name: str | None) -> str | None:
        if name is None:
            return assigned_name(user_frame())
        if not isinstance(name, str) or not is_identifier(name):
            raise compile_error(
                f"{name!r} cannot be the name of an array: it must be an identifier of "
                "letters, digits and underscores"
            )
        return name

    def _set_data(self, data: Any, element_type: Any, shape: Any) -> None:
        if data is None:
            raise compile_error(f"{self.label} has the role CONST and needs data=")
        content = np.array(data, order="C", copy=True)
        found = ScalarType.find(content.dtype)
        if found is None:
            raise compile_error(
                f"the data of {self.label} has the type {content.dtype}, which is not an "
                "element type"
            )
        self.element_type = found if element_type is None else ScalarType.of(element_type)
        if not can_cast(found, self.element_type):
            raise compile_error(
                f"the data of {self.label} is {found} and does not always fit "
                f"{self.element_type}: convert it with data.astype"
            )
        content = content.astype(self.element_type.dtype)
        content.setflags(write=False)
        self.data = content
        self.shape = as_shape(content.shape, self.label, _MAX_RANK)
        if shape is not None and as_shape(shape, self.label, _MAX_RANK) != self.shape:
            raise compile_error(f"the data of {self.label} has the shape {self.shape}, not {shape}")

    def _set_layout(self, layout: Any, offset: Any) -> None:
        if not self.role.is_argument and (not isinstance(layout, layouts.Layout) or offset != 0):
            raise compile_error(
                f"{self.label} has the role {self.role.name}: its memory is the compiler's, "
                "and strides or an offset cannot be given"
            )
        self.strided = layouts.strided_layout(layout, offset, self.shape, self.label)
        self.layout = layout if isinstance(layout, layouts.Layout) else self.strides
        if max(self.strided.size(self.shape), math.prod(self.shape)) >= 2**60:
            raise compile_error(f"{self.label} of shape {self.shape} is larger than any memory")

    @property
    def label(self) -> str:
        """What errors call the array."""
        return "an array without a name" if self.name is None else f"array '{self.name}'"

    @property
    def example(self) -> str:
        """How to write one of its elements, for errors to show."""
        return f"{self.name or 'A'}[{', '.join('ijklmnopqrstuvwx'[: self.ndim]) or '()'}]"

    @property
    def strides(self) -> tuple[int, ...]:
        """The distance of neighbours in each dimension, in elements."""
        return self.strided.strides

    @property
    def offset(self) -> int:
        """The position in memory of the element with all indices zero, in elements."""
        return self.strided.offset

    @property
    def storage_size(self) -> int:
        """The number of elements from the start of the storage to the last element."""
        return self.strided.size(self.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __getitem__(self, key: Any) -> Any:
        return current().load(self, normalize(self, key))

    def __setitem__(self, key: Any, value: Any) -> None:
        current().store(self, normalize(self, key), value)

    def __len__(self) -> int:
        if not self.shape:
            raise compile_error(f"{self.label} is one element and has no length")
        return self.shape[0]

    def __iter__(self) -> NoReturn:
        raise compile_error(
            f"{self.label} cannot be looped over: a nest is the loop, and names one element at "
            "a time"
        )

    def __repr__(self) -> str:
        name = "" if self.name is None else f" '{self.name}'"
        described = self.strided.describe(self.shape)
        return f"Array{name}: {self.role.name} {self.element_type}, shape {self.shape}, {described}"


def _refuse(self: Array, *_: object) -> NoReturn:
    raise compile_error(
        f"{self.label} as a whole cannot be computed with: name one element, as in "
        f"{self.example}, in the logic of a nest"
    )


for _operator in "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift".split():
    for _prefix in ("", "r", "i"):
        setattr(Array, f"__{_prefix}{_operator}__", _refuse)
for _operator in "neg pos abs invert lt le gt ge bool".split():
    setattr(Array, f"__{_operator}__", _refuse)
