# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.pack` and `sa.unpack`: data into the storage of a layout and out of it, on the device.

Both are functions of the language itself, compiled once for each layout, shape and type.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from saopt._src.build.compile import compile
from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.arrays import Array
from saopt._src.language.layouts import Layout, any_layout, deferred, strided, toeplitz
from saopt._src.language.layouts.base import MAX_RANK
from saopt._src.language.layouts.near_layout import near_layout
from saopt._src.language.nest import Nest
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.support.integers import as_shape, has_entries
from saopt._src.support.locations import compile_error
from saopt._src.usm.array import USMArray
from saopt._src.usm.element_bits import word_type, words_of
from saopt._src.usm.foreign import usm_view

__all__ = ["pack", "unpack"]


def pack(array: Any, layout: Any) -> USMArray:
    """Return the flat storage in which the elements of an array have a layout.

    Parameters
    ----------
    array : object with ``__sycl_usm_array_interface__``
        The elements, in the shape of the array; outside of the layout's domain they do not
        count. The strides may be whatever they are.
    layout : Layout or tuple of int
        The layout, or one stride for each dimension.

    Returns
    -------
    USMArray
        New memory of the same kind on the same queue, of one dimension; what no element uses is
        zero.

    Raises
    ------
    ArgumentError
        When `array` is no USM array, or when elements that share a place differ in a bit.
    CompileError
        When the layout cannot hold the shape.

    Examples
    --------
    >>> storage = sa.pack(sa.asarray(np.arange(4.0).reshape(2, 2)), sa.layout.col_major)
    >>> storage.asnumpy()
    array([0., 2., 1., 3.])
    """
    chosen = _known(layout)
    element_type, shape = _described(array, "array")
    chosen.check(shape, "argument 'array'")
    storage = _zeros(array, (chosen.size(shape),), element_type)
    if not math.prod(storage.shape):
        return storage
    if chosen.is_injective(shape):
        _packing(chosen, shape, element_type)(array, storage)
        return storage
    differs = _zeros(array, (shape[0],), ScalarType.bool_)
    word = word_type(element_type)
    pairs = zip(words_of(array, element_type), words_of(storage, element_type), strict=True)
    for given, held in pairs:
        _sharing(chosen, shape, word)(given, held)
        _comparison(chosen, shape, word)(given, held, differs)
    if differs.asnumpy().any():
        raise ArgumentError(
            f"argument 'array': elements differ that share a place in {chosen}, one of them with "
            f"the first index {int(differs.asnumpy().argmax())}; every bit counts, so that 0.0 and "
            "-0.0 differ"
        )
    return storage


def unpack(storage: Any, layout: Any, shape: Any) -> USMArray:
    """Return the elements of an array that lie in storage, as a row-major array.

    Parameters
    ----------
    storage : object with ``__sycl_usm_array_interface__``
        The storage, of one dimension.
    layout : Layout or tuple of int
        The layout, or one stride for each dimension.
    shape : tuple of int
        The shape of the array.

    Returns
    -------
    USMArray
        New memory of the same kind on the same queue; zero outside of the layout's domain.

    Raises
    ------
    ArgumentError
        When `storage` is no USM array, or has another size.
    CompileError
        When the layout cannot hold the shape.

    Examples
    --------
    >>> storage = sa.pack(sa.asarray(np.arange(4.0).reshape(2, 2)), sa.layout.col_major)
    >>> sa.unpack(storage, sa.layout.col_major, (2, 2)).asnumpy()
    array([[0., 1.],
           [2., 3.]])
    """
    chosen = _known(layout)
    sizes = as_shape(shape, "the unpacked array", MAX_RANK)
    chosen.check(sizes, "the unpacked array")
    element_type, found = _described(storage, "storage")
    if found != (chosen.size(sizes),):
        raise ArgumentError(
            f"argument 'storage': shape is {found}, expected ({chosen.size(sizes)},) for {chosen} "
            f"of shape {sizes}"
        )
    result = _zeros(storage, sizes, element_type)
    if chosen.size(sizes):
        _unpacking(chosen, sizes, element_type)(storage, result)
    return result


def _known(layout: Any) -> Layout:
    if not isinstance(layout, Layout) and not has_entries(layout):
        raise compile_error(
            f"{layout!r} is no layout: use one of sa.layout, or a tuple of strides"
            + near_layout(layout)
        )
    chosen = layout if isinstance(layout, Layout) else strided(layout)
    if chosen in (any_layout, deferred):
        raise compile_error(f"{chosen} says nothing about memory: choose another layout")
    return chosen


def _described(array: Any, name: str) -> tuple[ScalarType, tuple[int, ...]]:
    """Return the element type and the shape of a USM array."""
    interface = getattr(array, "__sycl_usm_array_interface__", None)
    if interface is None:
        advice = (
            "a NumPy array is in the memory of the host, and is not copied unasked: copy it, as in "
            "dpnp.asarray(array)"
            if isinstance(array, np.ndarray)
            else f"a {type(array).__name__} is no USM array"
        )
        raise ArgumentError(f"argument '{name}': {advice}")
    typestr = interface["typestr"]
    element_type = ScalarType.find("bf16" if typestr[1:] == "V2" else np.dtype(typestr))
    if element_type is None:
        raise ArgumentError(f"argument '{name}': typestr '{typestr}' is no element type")
    return element_type, tuple(interface["shape"])


def _zeros(like: Any, shape: tuple[int, ...], element_type: ScalarType) -> USMArray:
    """Return an array of zeros where `like` is."""
    view = usm_view(like)
    keywords = {"queue": view.sycl_queue}
    made = USMArray(shape, element_type.dtype, view.usm_type, buffer_ctor_kwargs=keywords)
    made.usm_data.memset()
    return made


def _nest(layout: Layout, shape: tuple[int, ...]) -> tuple[Nest, tuple[Any, ...]]:
    """Return a nest over the elements of an array, and their index vector."""
    nest = Nest(shape=shape or 1)
    index = nest.indices if shape else ()
    for expression in layout._domain(index):
        nest.constrain(expression >= 0)
    return nest, index


@functools.lru_cache(maxsize=128)
def _packing(layout: Layout, shape: tuple[int, ...], element_type: ScalarType) -> CompiledFunction:
    """Return the function that copies an array into its storage, where no elements are shared."""
    A = Array(Role.INPUT, element_type=element_type, shape=shape, layout=any_layout, name="array")
    S = Array(Role.INOUT, element_type=element_type, shape=shape, layout=layout, name="storage")
    nest, index = _nest(layout, shape)

    def logic() -> None:
        S[index] = A[index]

    nest.iteration_logic(logic)
    return compile(nest, args=(A, S), name="pack")


@functools.lru_cache(maxsize=128)
def _unpacking(
    layout: Layout, shape: tuple[int, ...], element_type: ScalarType
) -> CompiledFunction:
    """Return the function that copies an array out of its storage."""
    S = Array(Role.INPUT, element_type=element_type, shape=shape, layout=layout, name="storage")
    B = Array(Role.INOUT, element_type=element_type, shape=shape, name="result")
    nest, index = _nest(layout, shape)

    def logic() -> None:
        B[index] = S[index]

    nest.iteration_logic(logic)
    return compile(nest, args=(S, B), name="unpack")


@functools.lru_cache(maxsize=128)
def _sharing(layout: Layout, shape: tuple[int, ...], element_type: ScalarType) -> CompiledFunction:
    """Return the function that copies words into storage whose elements stand for several.

    Of elements that share a place one is enough, where it is plain which: the first row and
    column of a Toeplitz matrix, the first index of a dimension without a stride.
    """
    A = Array(Role.INPUT, element_type=element_type, shape=shape, layout=any_layout, name="array")
    size = layout.size(shape)
    S = Array(
        Role.INOUT, element_type=element_type, shape=(size,), layout=any_layout, name="storage"
    )
    edges = [1, 0] if layout == toeplitz else [None]
    nests = []
    for edge in edges:
        nest = Nest(shape=shape)
        index = nest.indices
        if edge is not None:
            nest.constrain(index[edge] == 0)
        for i, stride in zip(index, layout.strides(shape) or (), strict=False):
            if stride == 0:
                nest.constrain(i == 0)
        _copy_to(nest, S, layout._offset(shape, index), A, index)
        nests.append(nest)
    return compile(tuple(nests), args=(A, S), name="pack")


def _copy_to(nest: Nest, S: Array, place: Any, A: Array, index: tuple[Any, ...]) -> None:
    def logic() -> None:
        S[place] = A[index]

    nest.iteration_logic(logic)


@functools.lru_cache(maxsize=128)
def _comparison(
    layout: Layout, shape: tuple[int, ...], element_type: ScalarType
) -> CompiledFunction:
    """Return the function that finds words that are not what the storage holds for them."""
    A = Array(Role.INPUT, element_type=element_type, shape=shape, layout=any_layout, name="array")
    size = layout.size(shape)
    S = Array(
        Role.INPUT, element_type=element_type, shape=(size,), layout=any_layout, name="storage"
    )
    differs = Array(Role.INOUT, element_type=ScalarType.bool_, shape=(shape[0],), name="differs")
    nest = Nest(shape=shape)
    index = nest.indices
    place = layout._offset(shape, index)

    def logic() -> None:
        differs[index[0]] |= A[index] != S[place]

    nest.iteration_logic(logic)
    return compile(nest, args=(A, S, differs), name="compare")
