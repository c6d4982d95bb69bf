# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every layout and rank, and a function with an array of every role in that layout."""

from __future__ import annotations

import functools
import zlib
from typing import Any, NamedTuple

import numpy as np
import saopt as sa

__all__ = ["KINDS", "LAYOUTS", "SHAPES", "constant", "entry", "known"]

layout = sa.layout

DEFERRED = sa.Array.Layout.DEFERRED  # of the constant; the others are row-major

LONG = (1, 2, 1, 1, 3, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2)
SHAPES = {0: (), 1: (5,), 2: (5, 5), 3: (2, 3, 5), 4: (2, 3, 2, 3), 16: LONG}

LAYOUTS: dict[int, list[Any]] = {
    0: [
        layout.row_major,
        layout.col_major,
        layout.strided((), 3),
        layout.affine(lambda: 2),
        layout.any,
        DEFERRED,
    ],
    1: [
        layout.row_major,
        layout.col_major,
        layout.strided((-2,), 9),
        layout.affine(lambda i: i // 2 * 3 + i % 2 + 1),
        layout.blocked(2),
        layout.z_order,
        layout.any,
        DEFERRED,
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
        DEFERRED,
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
        DEFERRED,
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
        DEFERRED,
    ],
    16: [
        layout.row_major,
        layout.strided((0, 40, *[0] * 2, 9, *[0] * 4, -4, *[0] * 5, 2), 5),
        layout.blocked((1,) * 15 + (2,)),
        layout.col_major,
        layout.affine(
            lambda a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q: (
                b * 40 + e * 12 + (e + j) % 2 * 6 + j * 2 + q
            )
        ),
        layout.striped(2),
        layout.z_order,
        layout.any,
        DEFERRED,
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


def known(one: Any) -> Any:
    """Return the layout of what cannot have strides that are left open, or be deferred."""
    return layout.row_major if one in (layout.any, DEFERRED) else one


def memory(one: Any, shape: tuple[int, ...], element_type: sa.ScalarType, seed: str) -> np.ndarray:
    """Return storage with something in every place; of open strides, an array with odd ones."""
    if one is not layout.any:
        return numbers(known(one).size(shape), element_type, seed)
    if not shape:
        return numbers(1, element_type, seed).reshape(())
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
    own = known(one)
    passed = own if one is DEFERRED else one
    options = dict(element_type=element_type, shape=shape)
    A = sa.Array(role=sa.Role.INPUT, layout=passed, name="A", **options)
    D = sa.Array(role=sa.Role.INOUT, layout=passed, name="D", **options)
    R = sa.Array(role=sa.Role.OUTPUT, layout=passed, name="R", **options)
    T = sa.Array(role=sa.Role.TEMP, layout=own, name="T", **options)
    data = constant(own, shape, element_type)
    inner = DEFERRED if one is DEFERRED else own
    K = sa.Array(role=sa.Role.CONST, data=data, element_type=element_type, layout=inner, name="K")
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=shape[::-1], name="B")
    nests = [copying(A, D, R, T, K), transposing(T, B)]
    args, inputs = [A, D, R, B], [memory(one, shape, element_type, seed) for seed in "ADR"]
    inputs.append(np.zeros(shape[::-1], element_type.dtype))
    if rank == 2:
        C = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=shape, name="C")
        nests.append(multiplying(A, K, C))
        args.append(C)
        inputs.append(np.ones(shape, element_type.dtype))
    if rank == 2 and own.is_injective(shape):
        E = sa.Array(role=sa.Role.INOUT, layout=passed, name="E", **options)
        nests.append(multiplying(B, B, E))
        args.append(E)
        inputs.append(memory(one, shape, element_type, "E"))
    return Entry(tuple(nests), tuple(args), tuple(inputs))


def over(array: sa.Array) -> tuple[sa.Nest, tuple[Any, ...]]:
    """Return a nest over the elements of an array, and its indices."""
    nest = sa.Nest(shape=array.shape or 1)
    index = nest.indices if array.shape else ()
    restrict(nest, array, index)
    return nest, index


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
    restrict(nest, C, (i, j))

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * K[k, j]

    return nest
