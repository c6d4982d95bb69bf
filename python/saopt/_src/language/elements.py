# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What arrays and views of arrays have in common: elements that a logic reads and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from saopt._src.language.context import current
from saopt._src.language.indices import IndexExpression
from saopt._src.language.roles import Role
from saopt._src.language.subscripts import normalize
from saopt._src.language.types import ScalarType
from saopt._src.support.locations import compile_error

if TYPE_CHECKING:
    from saopt._src.language.arrays import Array
    from saopt._src.language.views import View

__all__ = ["Elements"]


class Elements:
    """Something with a shape whose elements are named with subscripts, one by one.

    Attributes
    ----------
    name : str or None
        What errors call it.
    role : Role
        What the function does with it.
    element_type : ScalarType
        The type of its elements.
    shape : tuple of int
        The size of each dimension.
    """

    name: str | None
    role: Role
    element_type: ScalarType
    shape: tuple[Any, ...]

    # NumPy must not take this for a sequence of elements.
    __array_ufunc__ = None

    @property
    def label(self) -> str:
        """What errors call it."""
        raise NotImplementedError

    def resolve(
        self, subscripts: tuple[IndexExpression, ...]
    ) -> tuple[Array, tuple[IndexExpression, ...]]:
        """Return the array that an element is in, and its subscripts there."""
        raise NotImplementedError

    @property
    def strides(self) -> tuple[int, ...] | None:
        """The distance of neighbours in each dimension, in elements of storage.

        None when there is no such number, or when it is known only at the call.
        """
        raise NotImplementedError

    @property
    def example(self) -> str:
        """How to write one of its elements, for errors to show."""
        return f"{self.name or 'A'}[{', '.join('ijklmnopqrstuvwx'[: self.ndim]) or '()'}]"

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def T(self) -> View:  # noqa: N802 - as NumPy calls it
        """The view with the dimensions in the opposite order, as in NumPy."""
        from saopt._src.language.views import Transposed

        return Transposed(self)

    def sub_array(self, offsets: Any, shape: Any, strides: Any = None) -> View:
        """Return a view of a part.

        Parameters
        ----------
        offsets : tuple of int or index expressions
            The index vector of the element that is the view's first; integers, loop indices,
            dimensions, and what is computed of them.
        shape : tuple of int or index expressions
            The shape of the view, of the same things.
        strides : tuple of int, optional
            How many elements of this to go on for one of the view, in each dimension; one
            unless said otherwise.

        Raises
        ------
        CompileError
            When it is known that the part does not lie within. Where that depends on sizes of
            the call, it is proven for the elements that are used, or refused, when the function
            is compiled.

        Examples
        --------
        >>> V = A.sub_array((2, 0), (3, 4), strides=(2, 1))  # V[1, 0] is A[4, 0]
        >>> V.shape
        (3, 4)
        >>> M = sa.create_dimensions()
        >>> D = sa.Array(role=sa.Role.INPUT, shape=(M, 8))
        >>> D.sub_array((1, 1), (M - 2, 6)).shape
        ((M - 2), 6)
        """
        from saopt._src.language.views import SubArray

        return SubArray(self, offsets, shape, strides)

    def slice(self, sliced_dims: Any, sliced_offsets: Any) -> View:
        """Return a view of fewer dimensions, some of this having a fixed index.

        Parameters
        ----------
        sliced_dims : tuple of int
            The dimensions that the view does not have.
        sliced_offsets : tuple of int or index expressions
            The index in each of them.

        Examples
        --------
        >>> A.slice(1, 3).shape  # of which [i] is A[i, 3]
        (16,)
        """
        from saopt._src.language.views import Slice

        return Slice(self, sliced_dims, sliced_offsets)

    def extended(self, mode: Any, value: Any = 0) -> View:
        """Return a view that may be read outside of the shape, as `numpy.pad` continues an array.

        Parameters
        ----------
        mode : str or tuple of str
            ``"constant"``, ``"edge"``, ``"wrap"``, ``"reflect"`` or ``"symmetric"``, for all
            dimensions or for each.
        value : number, optional
            What ``"constant"`` gives outside of the shape.

        Examples
        --------
        >>> P = A.extended("edge")
        >>> smooth = sa.Nest(shape=(16, 8))
        >>> r, c = smooth.get_indices()
        >>> @smooth.iteration_logic
        ... def _():
        ...     C[r, c] = P[r - 1, c] + P[r + 1, c]
        >>> smooth
        Nest over r < 16, c < 8: C[r, c] = …
        """
        from saopt._src.language.extended import Extended

        return Extended(self, mode, value)

    @property
    def may_leave_shape(self) -> bool:
        """Whether subscripts outside of the shape have a meaning."""
        return False

    def reshape(self, *shape: Any) -> View:
        """Return a view of another shape, whose elements come in the same order.

        The order is NumPy's, the last index running fastest. A dimension can be split whatever
        the layout is; dimensions are merged where they lie in memory like one, dense and
        row-major. One size may be -1, and is found from the others; one that is known only at
        the call stays a dimension of its own.

        Examples
        --------
        >>> A.reshape(2, -1).shape
        (2, 64)
        >>> M = sa.create_dimensions()
        >>> D = sa.Array(role=sa.Role.INPUT, shape=(M, 16))
        >>> D.reshape(M, 4, 4).shape
        (M, 4, 4)
        """
        from saopt._src.language.reshape import Reshaped

        return Reshaped(self, shape[0] if len(shape) == 1 else shape)

    def __getitem__(self, key: Any) -> Any:
        array, subscripts = self.resolve(normalize(self, key))
        return current().load(array, subscripts)

    def __setitem__(self, key: Any, value: Any) -> None:
        array, subscripts = self.resolve(normalize(self, key))
        current().store(array, subscripts, value)

    def __len__(self) -> int:
        if not self.shape:
            raise compile_error(f"{self.label} is one element and has no length")
        if not isinstance(self.shape[0], int):
            raise compile_error(
                f"the length of {self.label} is known only at the call: the size of its first "
                f"dimension is {self.shape[0]}"
            )
        return self.shape[0]

    def __iter__(self) -> NoReturn:
        raise compile_error(
            f"{self.label} cannot be looped over: a nest is the loop, and names one element at "
            "a time"
        )


def _refuse(self: Elements, *_: object) -> NoReturn:
    raise compile_error(
        f"{self.label} as a whole cannot be computed with: name one element, as in "
        f"{self.example}, in the logic of a nest"
    )


for _operator in "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift".split():
    for _prefix in ("", "r", "i"):
        setattr(Elements, f"__{_prefix}{_operator}__", _refuse)
for _operator in "neg pos abs invert lt le gt ge bool".split():
    setattr(Elements, f"__{_operator}__", _refuse)
