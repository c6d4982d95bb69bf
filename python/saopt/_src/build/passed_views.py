# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views in the arguments of a function: the call passes the view, and the function its array.

The argument is an array of the shape of the view, in whatever strides the caller has it. The
array that the function works on is seen through it, by the inverse of the view: with ``A.T`` in
the arguments, ``A[i, j]`` is element ``(j, i)`` of what is passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.elements import Elements
from saopt._src.language.function_body import owner_of
from saopt._src.language.index_arithmetic import compute
from saopt._src.language.indices import IndexExpression
from saopt._src.language.layouts import any_layout
from saopt._src.language.shapes import open_axes
from saopt._src.language.views import Slice, SubArray, Transposed, View
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error
from saopt._src.support.names import name_in

__all__ = ["argument_of", "seen_through"]


def _refusal(view: View, position: int, why: str) -> CompileError:
    return compile_error(f"args[{position}] is {view.label}, {why}")


def argument_of(view: View, position: int, variables: Mapping[str, Any]) -> Array:
    """Return the argument that the call passes for a view; `seen_through` is what it shows."""
    owner = owner_of(view)
    if not owner.role.is_argument:
        raise compile_error(
            f"{view.label} has the role {owner.role.name} and is the function's own: leave it out "
            "of args"
        )
    step: Elements = view
    while isinstance(step, View):
        _check_step(step, view, position)
        step = step.parent
    for axis, size in enumerate(view.shape):
        if open_axes((size,)) or (
            isinstance(size, IndexExpression) and not isinstance(size, Dimension)
        ):
            raise _refusal(
                view,
                position,
                f"whose size in dimension {axis} is {size}: a call passes arrays whose sizes are "
                "numbers and dimensions, so give the view the size sa.Dimension()",
            )
    name = view.name or owner.name or name_in(variables, owner)
    return Array(
        owner.role,
        element_type=owner.element_type,
        shape=view.shape,
        layout=any_layout,
        name=name,
    )


def _check_step(step: View, view: View, position: int) -> None:
    """Refuse a view whose inverse is none."""
    if isinstance(step, SubArray):
        if any(abs(stride) != 1 for stride in step.index_strides):
            raise _refusal(
                view,
                position,
                f"which leaves elements of {owner_of(view).label} out, in between: declare an "
                "array of its shape, and pass the view in the call",
            )
        offsets = step.offsets
    elif isinstance(step, Slice):
        offsets = tuple(step.fixed.values())
    elif isinstance(step, Transposed):
        offsets = ()
    else:
        raise _refusal(
            view,
            position,
            "which is not a part of the array or its transpose: declare an array of its shape",
        )
    for offset in offsets:
        index = next(offset.indices(), None)
        if index is not None:
            raise _refusal(
                view,
                position,
                f"whose place depends on the loop index '{index}': a call passes one array for "
                "all points",
            )


class _Seen(View):
    """What is seen through the argument that is passed for a view."""

    @property
    def label(self) -> str:
        return f"{self.array.label}, of which a view is passed,"

    @property
    def strides(self) -> tuple[int, ...] | None:
        return None


class _Inverse(_Seen):
    """The parent of a view."""

    def __init__(self, passed: Elements, view: View) -> None:
        super().__init__(passed)
        self.view = view
        self.shape = view.parent.shape

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        view = self.view
        if isinstance(view, Slice):
            rest = enumerate(subscripts)
            return tuple(index for axis, index in rest if axis not in view.fixed)
        if isinstance(view, SubArray):
            parts = zip(subscripts, view.offsets, view.index_strides, strict=True)
            return tuple(
                compute("mul", compute("sub", index, offset), stride)
                for index, offset, stride in parts
            )
        return subscripts[::-1]


class _FromFixed(_Seen):
    """An array whose indices in some dimensions count from those that a slice has."""

    def __init__(self, parent: Elements, fixed: Mapping[int, IndexExpression], shape: Any) -> None:
        super().__init__(parent)
        self.fixed = fixed
        self.shape = shape

    def to_parent(self, subscripts: tuple[IndexExpression, ...]) -> tuple[IndexExpression, ...]:
        return tuple(
            compute("sub", index, self.fixed[axis]) if axis in self.fixed else index
            for axis, index in enumerate(subscripts)
        )


def seen_through(passed: Elements, view: View) -> View:
    """Return the array of a view as a view of the argument that is passed for it."""
    inverse = _Inverse(passed, view)
    if isinstance(view, Slice):
        whole = inverse.shape
        # The only index that there is counts from it: 0.
        inverse.shape = tuple(1 if n in view.fixed else size for n, size in enumerate(whole))
        found: View = _FromFixed(inverse, view.fixed, whole)
    else:
        found = inverse
    return seen_through(found, view.parent) if isinstance(view.parent, View) else found
