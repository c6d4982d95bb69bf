# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays: what a function works on, declared with a role, a shape and a memory layout."""

from __future__ import annotations

import contextlib
import html
import keyword
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from saopt._src.language import layouts, roles
from saopt._src.language.context import current
from saopt._src.language.declarations import (
    BY_SHAPE,
    check_convertible,
    check_declaration,
    default_layout,
)
from saopt._src.language.elements import Elements
from saopt._src.language.indices import IndexExpression
from saopt._src.language.layouts.base import MAX_RANK, is_known
from saopt._src.language.layouts.constant_storage import storage_of
from saopt._src.language.layouts.layout_choice import choose_layout, known_strides
from saopt._src.language.layouts.major_dimension import check_open
from saopt._src.language.literals import are_literals, literals
from saopt._src.language.shapes import array_shape, open_axes
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import CompileError
from saopt._src.support.integers import as_shape
from saopt._src.support.locations import compile_error, user_frame, user_location
from saopt._src.support.name_advice import ELEMENTS_ELSEWHERE
from saopt._src.support.names import assigned_name, is_identifier
from saopt._src.support.near_names import NearAttributes
from saopt._src.support.notebook import badge, table

__all__ = ["Array"]


class Array(Elements, NearAttributes):
    """An array of a function: a name for data that exists when the function is called.

    Parameters
    ----------
    role : Role
        What the function does with the array.
    data : array_like, optional
        The content of a `CONST` array, in its shape, whatever the layout; it is copied.
    element_type : ScalarType or dtype, optional
        The type of the elements: `float32` unless said otherwise, and for a `CONST` array that
        of `data`, which is converted to another type if its values are in the range of that.
    shape : tuple of int, Dimension or inf, optional
        The size of each dimension; a `CONST` array has that of `data`. A `Dimension` is known at
        the call, and the major dimension may be left open with `inf`: then the loops say how
        much of it is used. An array of shape ``()`` is one element, ``S[()]``.
    layout : Layout or tuple of int, optional
        How the elements lie in memory: `Layout.FIRST_MAJOR` (the default, unless only the last
        dimension is open), `Layout.LAST_MAJOR`,
        the stride of each dimension, counted in elements, or a layout of `saopt.layout`. A
        `CONST` array may have `Layout.DEFERRED`, and the compiler chooses.
    offset : int, optional
        The position in memory of the element with all indices zero, in elements.
    name : str, optional
        The name in errors and in emitted code; by default that of the variable.
    dtype, order : None
        NumPy's words for `element_type` and `layout`, refused.

    Raises
    ------
    CompileError
        When the parameters do not fit together.

    Examples
    --------
    >>> A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(16, 32))
    >>> A
    Array 'A': INPUT float32, shape (16, 32), row-major
    """

    _elsewhere: ClassVar[Mapping[str, str]] = ELEMENTS_ELSEWHERE
    Role = roles.Role
    Layout = layouts.Layout

    layout: layouts.Layout
    data: np.ndarray[Any, Any] | None

    def __init__(
        self,
        role: roles.Role,
        data: Any = None,
        element_type: Any = None,
        layout: layouts.Layout | tuple[int, ...] = BY_SHAPE,
        offset: int = 0,
        shape: Any = None,
        *,
        name: str | None = None,
        dtype: None = None,
        order: None = None,
    ) -> None:
        self.name = self._given_name(name)
        self.location = user_location()
        check_declaration(self.label, role, data, dtype, order)
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
            self.shape = array_shape(shape, self.label, MAX_RANK)
            if role is roles.Role.TEMP and open_axes(self.shape):
                raise compile_error(
                    f"{self.label} has the role TEMP and a size sa.inf, but nobody passes it: "
                    "give each dimension a size"
                )
        self._set_layout(default_layout(self.shape) if layout is BY_SHAPE else layout, offset)

    def _given_name(self, name: str | None) -> str | None:
        if name is None:
            return assigned_name(user_frame())
        if not isinstance(name, str) or not is_identifier(name) or keyword.iskeyword(name):
            raise compile_error(
                f"{name!r} cannot be the name of an array: it must be an identifier of "
                "letters, digits and underscores, and no word of Python, since calls may name it"
            )
        return name

    def _set_data(self, data: Any, element_type: Any, shape: Any) -> None:
        if data is None:
            raise compile_error(
                f"{self.label} has the role CONST and needs data=, its elements, as in "
                "data=numpy.ones(4)"
            )
        if element_type is not None and are_literals(data):
            self.element_type = ScalarType.of(element_type)
            self._take_content(literals(data, self.element_type, self.label), shape)
        else:
            self._take_content(self._typed(data, element_type), shape)

    def _typed(self, data: Any, element_type: Any) -> np.ndarray[Any, Any]:
        """Return data that has a type, in the type of the array."""
        content = self._copy_of(data)
        found = ScalarType.find(content.dtype)
        if found is None:
            native = content.dtype.newbyteorder("=")
            advice = ""
            if native != content.dtype and ScalarType.find(native) is not None:
                advice = (
                    ": its bytes are in another order than the machine's; convert it with "
                    'data.astype(data.dtype.newbyteorder("="))'
                )
            raise compile_error(
                f"the data of {self.label} has the type {content.dtype}, which is not an "
                f"element type{advice}"
            )
        self.element_type = found if element_type is None else ScalarType.of(element_type)
        check_convertible(content, found, self.element_type, self.label)
        return self._converted(content)

    def _take_content(self, content: np.ndarray[Any, Any], shape: Any) -> None:
        content.setflags(write=False)
        self.data = content
        self.shape = as_shape(content.shape, self.label, MAX_RANK)
        if shape is not None and as_shape(shape, self.label, MAX_RANK) != self.shape:
            raise compile_error(
                f"the data of {self.label} has the shape {self.shape}, not {shape}: leave out "
                "shape=, which is that of the data"
            )

    def _copy_of(self, data: Any) -> np.ndarray[Any, Any]:
        """Return data as NumPy sees it; every buffer of Python counts as one of its elements."""
        if np.ma.is_masked(data):
            raise compile_error(
                f"the data of {self.label} has masked elements, which have no value: give them "
                "one with data.filled(value)"
            )
        if not isinstance(data, np.ndarray):
            with contextlib.suppress(TypeError):
                data = memoryview(data)
        try:
            return np.array(data, order="C", copy=True)
        except MemoryError:
            raise self._too_large(data) from None
        except (TypeError, ValueError) as error:
            raise compile_error(f"the data of {self.label} is no array: {error}") from None

    def _converted(self, content: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        try:
            with np.errstate(over="ignore"):  # becomes infinite, as in NumPy
                return content.astype(self.element_type.dtype)
        except MemoryError:
            raise self._too_large(content) from None

    def _too_large(self, data: Any) -> CompileError:
        shape = f" of shape {data.shape}" if isinstance(data, np.ndarray) else ""
        return compile_error(
            f"there is no memory for the data of {self.label}{shape}: all of its elements are "
            "compiled in, also those that lie in one place; pass it as an INPUT, with a stride of "
            "0 where elements repeat"
        )

    def _set_layout(self, layout: Any, offset: Any) -> None:
        chosen = choose_layout(layout, offset, self.role, self.shape, self.label)
        check_open(chosen, self.shape, self.label)
        if self.data is not None:
            self.storage = storage_of(self.data, chosen, self.label)
        self.layout = chosen

    @property
    def label(self) -> str:
        """What errors call the array."""
        return "an array without a name" if self.name is None else f"array '{self.name}'"

    def resolve(
        self, subscripts: tuple[IndexExpression, ...]
    ) -> tuple[Array, tuple[IndexExpression, ...]]:
        return self, subscripts

    @property
    def strides(self) -> tuple[int, ...] | None:
        return known_strides(self.layout, self.shape)

    @property
    def offset(self) -> int:
        """The position in memory of the element with all indices zero, in elements."""
        self._check_known("offset")
        return self.layout.start(self.shape)

    @property
    def storage_size(self) -> int:
        """The number of elements of storage: from its start to the last element."""
        self._check_known("storage")
        return self.layout.size(self.shape)

    def _check_known(self, what: str) -> None:
        if not all(map(is_known, self.shape)):
            raise compile_error(
                f"the {what} of {self.label} is known only at the call, with its sizes"
            )

    def deferred_layout(self, cache: Any) -> None:
        """Give a CONST array whose layout is `Layout.DEFERRED` the one of something else.

        Parameters
        ----------
        cache : Layout, or anything with the attribute `layout`
            Where the layout is taken from: a cache, or another array.

        Raises
        ------
        CompileError
            When the array has a layout already, or does not fit this one.
        """
        if self.layout != layouts.deferred:
            raise compile_error(
                f"{self.label} has a layout already, {self.layout}: declare it with "
                "layout=sa.Array.Layout.DEFERRED"
            )
        self._set_layout(getattr(cache, "layout", cache), 0)

    def show(self) -> None:
        """Print a picture of the memory: the offset of each element at its place."""
        self.layout.show(self.shape)

    def __repr__(self) -> str:
        name = "" if self.name is None else f" '{self.name}'"
        declared = (
            f"Array{name}: {self.role.name} {self.element_type}, shape {self.shape}, "
            f"{self.layout.describe()}"
        )
        # At a breakpoint of the eager engine, with its elements there.
        elements = current().shown(self)
        return declared if elements is None else f"{declared}\n{elements}"

    def _repr_html_(self) -> str:
        rows = [
            ("role", badge(self.role.name)),
            ("elements", html.escape(str(self.element_type))),
            ("shape", html.escape(" x ".join(map(str, self.shape)) or "one element")),
            ("layout", html.escape(self.layout.describe())),
        ]
        picture = self._picture()
        if picture is not None:
            rows.append(("memory", picture))
        return f"<b>{html.escape(self.label)}</b>{table(rows)}"

    def _picture(self) -> str | None:
        """Return an SVG of the memory; None for sizes that a call says, and deferred layouts."""
        if not all(map(is_known, self.shape)):
            return None
        with contextlib.suppress(CompileError):
            return self.layout.svg(self.shape)
        return None
