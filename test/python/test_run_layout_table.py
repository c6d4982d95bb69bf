# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every role, layout, element type and rank: copy, transpose, matrix product and write.

One function for each layout, type and rank has an array of every role in that layout; both device
engines must leave the same in all storage as the eager engine does, padding included. The
functions of a type are one module.
"""

from __future__ import annotations

import functools
import zlib
from typing import Any, NamedTuple

import numpy as np
import pytest
import saopt as sa
from harness import call, compare
from saopt._src.compile import compile_many

layout = sa.layout

SHAPES = {1: (5,), 2: (5, 5), 3: (2, 3, 5), 4: (2, 3, 2, 3)}

LAYOUTS: dict[int, list[Any]] = {
    1: [
        layout.row_major,
        layout.col_major,
        layout.strided((-2,), 9),
        layout.affine(lambda i: i // 2 * 3 + i % 2 + 1),
        layout.blocked(2),
        layout.z_order,
        layout.any,
    ],
    2: [
        layout.row_major,
        layout.col_major,
        layout.strided((-7, 1), 30),
        layout.strided((0, 2)),
        layout.affine(lambda i, j: i * 5 + (i + j) % 5),
        layout.lower_triangular,
        layout.lower_triangular(diagonal=False),
        layout.upper_triangular,
        layout.upper_triangular(diagonal=False),
        layout.banded(1, 2),
        layout.toeplitz,
        layout.blocked((2, 3)),
        layout.striped(2),
        layout.z_order,
        layout.packed_lower_triangular,
        layout.packed_upper_triangular,
        layout.any,
    ],
    3: [
        layout.row_major,
        layout.col_major,
        layout.strided((20, -6, 1), 13),
        layout.affine(lambda i, j, k: i * 18 + j // 2 * 8 + j % 2 + k % 5 * 2),
        layout.blocked((2, 2, 3)),
        layout.striped(2),
        layout.z_order,
        layout.any,
    ],
    4: [
        layout.row_major,
        layout.col_major,
        layout.strided((1, 2, 7, 14)),
        layout.affine(lambda i, j, k, m: i * 20 + j * 6 + (k + m) % 2 * 3 + m),
        layout.blocked((1, 2, 2, 2)),
        layout.striped(2),
        layout.z_order,
        layout.any,
    ],
}

KINDS = [(one, rank) for rank, layouts in LAYOUTS.items() for one in layouts]


class Entry(NamedTuple):
    """One function, and the memory that it is called with."""

    nests: tuple[sa.Nest, ...]
    args: tuple[sa.Array, ...]
    inputs: tuple[np.ndarray, ...]


def numbers(count: int, element_type: sa.ScalarType, seed: str) -> np.ndarray:
    """Return small integers, exact in every type, the same in every run."""
    generator = np.random.default_rng(zlib.crc32(seed.encode()))
    found = generator.integers(0 if not element_type.is_signed else -2, 3, count)
    if element_type.dtype.kind == "c":
        found = found + 1j * generator.integers(-2, 3, count)
    return found.astype(element_type.dtype)


def memory(one: Any, shape: tuple[int, ...], element_type: sa.ScalarType, seed: str) -> np.ndarray:
    """Return storage with something in every place; of open strides, an array with odd ones."""
    if one is not layout.any:
        return numbers(one.size(shape), element_type, seed)
    wide = (*shape[:-1], 2 * shape[-1])
    elements = numbers(int(np.prod(wide)), element_type, seed).reshape(wide)
    return elements[..., ::-2]


def constant(one: Any, shape: tuple[int, ...], element_type: sa.ScalarType) -> np.ndarray:
    """Return elements that the layout holds: zero outside of the domain, shared where it shares."""
    places = one.offsets(shape)
    storage = numbers(one.size(shape), element_type, "constant")
    return np.where(places >= 0, storage[np.maximum(places, 0)], storage.dtype.type(0))


@functools.cache
def entry(one: Any, rank: int, element_type: sa.ScalarType) -> Entry:
    shape = SHAPES[rank]
    own = layout.row_major if one is layout.any else one
    options = dict(element_type=element_type, shape=shape)
    A = sa.Array(role=sa.Role.INPUT, layout=one, name="A", **options)
    D = sa.Array(role=sa.Role.INOUT, layout=one, name="D", **options)
    R = sa.Array(role=sa.Role.OUTPUT, layout=one, name="R", **options)
    T = sa.Array(role=sa.Role.TEMP, layout=own, name="T", **options)
    data = constant(own, shape, element_type)
    K = sa.Array(role=sa.Role.CONST, data=data, element_type=element_type, layout=own, name="K")
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=shape[::-1], name="B")
    nests = [copying(A, D, R, T, K), transposing(T, B)]
    args, inputs = [A, D, R, B], [memory(one, shape, element_type, seed) for seed in "ADR"]
    inputs.append(np.zeros(shape[::-1], element_type.dtype))
    if rank == 2:
        C = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=shape, name="C")
        nests.append(multiplying(A, K, C))
        args.append(C)
        inputs.append(np.ones(shape, element_type.dtype))
    return Entry(tuple(nests), tuple(args), tuple(inputs))


def over(array: sa.Array) -> tuple[sa.Nest, tuple[Any, ...]]:
    """Return a nest over the elements of an array, and its indices."""
    nest = sa.Nest(shape=array.shape)
    restrict(nest, array, nest.indices)
    return nest, nest.indices


def restrict(nest: sa.Nest, array: sa.Array, index: tuple[Any, ...]) -> None:
    for expression in array.layout._domain(index):
        nest.constrain(expression >= 0)


def copying(A: sa.Array, D: sa.Array, R: sa.Array, T: sa.Array, K: sa.Array) -> sa.Nest:
    nest, index = over(A)

    @nest.iteration_logic
    def _():
        T[index] = A[index] + K[index]
        D[index] += A[index]
        R[index] = K[index]

    return nest


def transposing(T: sa.Array, B: sa.Array) -> sa.Nest:
    nest, index = over(T)

    @nest.iteration_logic
    def _():
        B[index[::-1]] = T[index]

    return nest


def multiplying(A: sa.Array, K: sa.Array, C: sa.Array) -> sa.Nest:
    nest = sa.Nest(shape=(5, 5, 5))
    i, j, k = nest.get_indices()
    restrict(nest, A, (i, k))
    restrict(nest, K, (k, j))

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * K[k, j]

    return nest


def entries(element_type: sa.ScalarType) -> list[tuple[Any, Any, str]]:
    made = [entry(*kind, element_type) for kind in KINDS]
    return [(one.nests, one.args, "table") for one in made]


@functools.cache
def functions(element_type: sa.ScalarType, engine: Any) -> dict[Any, sa.CompiledFunction]:
    """Return the functions of a type, compiled into one module."""
    return dict(zip(KINDS, compile_many(entries(element_type), engine), strict=True))


@functools.cache
def expected(one: Any, rank: int, element_type: sa.ScalarType) -> list[np.ndarray]:
    function = functions(element_type, "eager")[one, rank]
    return call(function, *entry(one, rank, element_type).inputs)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("element_type", list(sa.ScalarType), ids=str)
@pytest.mark.parametrize(("one", "rank"), KINDS, ids=lambda value: str(value))
def test_every_engine_does_the_same(one, rank, element_type, engine):
    function = functions(element_type, engine)[one, rank]
    case = entry(one, rank, element_type)
    results = call(function, *case.inputs)
    triples = zip(case.args, results, expected(one, rank, element_type), strict=True)
    for array, result, wanted in triples:
        compare(result, wanted, f"array {array.name}")


@pytest.mark.parametrize(("one", "rank"), KINDS, ids=lambda value: str(value))
def test_eager_does_what_numpy_does(one, rank):
    element_type = sa.int32
    case = entry(one, rank, element_type)
    shape = SHAPES[rank]
    own = layout.row_major if one is layout.any else one
    places = own.offsets(shape)
    exists = places >= 0

    def elements(storage):
        if one is layout.any:
            return storage
        return np.where(exists, storage[np.maximum(places, 0)], 0)

    *stored, b, c = (*expected(one, rank, element_type), None)[:5]
    a, d, r = map(elements, stored)
    k = constant(own, shape, element_type)
    np.testing.assert_array_equal(r, k)
    if own.is_injective(shape):
        np.testing.assert_array_equal(d, elements(case.inputs[1]) + a)
        np.testing.assert_array_equal(b.T, a + k)
    if c is not None:
        np.testing.assert_array_equal(c, 1 + a @ k)
