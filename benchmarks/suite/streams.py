# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Streams, stencils, and copies between layouts: what the bandwidth of the memory limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import saopt as sa

from suite import peers
from suite.contest import Workload
from suite.contractions import IN, INOUT, OUTPUT, array, numbers

try:
    from numba import prange
except ImportError:
    prange = range


def triad(count: int, goal: float | None = None) -> Workload:
    """a = b + 3 c."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        b = array(IN, sa.float32, count, name="b")
        c = array(IN, sa.float32, count, name="c")
        a = array(OUTPUT, sa.float32, count, name="a")
        nest = sa.Nest(shape=(count,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            a[i] = b[i] + 3.0 * c[i]

        return nest, (b, c, a)

    b, c = numbers(count), numbers(count)

    def numpy_way(out: np.ndarray) -> np.ndarray:
        np.multiply(c, np.float32(3), out=out)
        return np.add(out, b, out=out)

    def numba_way(out: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
        for i in prange(x.size):
            out[i] = x[i] + np.float32(3) * y[i]

    out = np.empty(count, "f4")
    return Workload(
        name=f"triad {count}",
        flops=2.0 * count,
        traffic=12.0 * count,
        source=source,
        inputs=[b, c],
        expected=lambda: b + 3.0 * c.astype("f8"),
        peers=lambda: {
            "NumPy": lambda: numpy_way(out),
            **peers.jitted(lambda x, y: x + 3.0 * y, b, c),
            **peers.of_numba(numba_way, np.empty(count, "f4"), b, c),
        },
        goal=goal,
    )


def jacobi(size: int, goal: float | None = None) -> Workload:
    """The mean of the four neighbours of each inner point."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, name="A")
        B = array(INOUT, sa.float32, size, size, name="B")
        nest = sa.Nest(shape=(size - 2, size - 2))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            neighbours = A[i, j + 1] + A[i + 2, j + 1] + A[i + 1, j] + A[i + 1, j + 2]
            B[i + 1, j + 1] = 0.25 * neighbours

        return nest, (A, B)

    a = numbers(size, size)

    def inner(x: Any) -> Any:
        return (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) * np.float32(0.25)

    def jax_way(x: Any) -> Any:
        return peers.jax.numpy.zeros_like(x).at[1:-1, 1:-1].set(inner(x))

    def numba_way(out: np.ndarray, x: np.ndarray) -> None:
        for i in prange(1, x.shape[0] - 1):
            for j in range(1, x.shape[1] - 1):
                out[i, j] = np.float32(0.25) * (
                    x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]
                )

    return Workload(
        name=f"Jacobi step {size} x {size}",
        flops=4.0 * size**2,
        traffic=8.0 * size**2,
        source=source,
        inputs=[a],
        expected=lambda: np.pad(inner(a.astype("f8")), 1),
        peers=lambda: {
            **peers.jitted(jax_way, a),
            **peers.of_numba(numba_way, np.zeros((size, size), "f4"), a),
        },
        goal=goal,
    )


def heat(size: int, goal: float | None = None) -> Workload:
    """One explicit step of the heat equation in three dimensions."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, size, name="A")
        B = array(INOUT, sa.float32, size, size, size, name="B")
        nest = sa.Nest(shape=(size - 2, size - 2, size - 2))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            x, y, z = i + 1, j + 1, k + 1
            neighbours = A[i, y, z] + A[i + 2, y, z] + A[x, j, z] + A[x, j + 2, z]
            neighbours += A[x, y, k] + A[x, y, k + 2]
            B[x, y, z] = A[x, y, z] + 0.1 * (neighbours - 6.0 * A[x, y, z])

        return nest, (A, B)

    a = numbers(size, size, size)

    def inner(x: Any) -> Any:
        middle = x[1:-1, 1:-1, 1:-1]
        around = x[:-2, 1:-1, 1:-1] + x[2:, 1:-1, 1:-1] + x[1:-1, :-2, 1:-1] + x[1:-1, 2:, 1:-1]
        around = around + x[1:-1, 1:-1, :-2] + x[1:-1, 1:-1, 2:]
        return middle + np.float32(0.1) * (around - 6 * middle)

    def jax_way(x: Any) -> Any:
        return peers.jax.numpy.zeros_like(x).at[1:-1, 1:-1, 1:-1].set(inner(x))

    def numba_way(out: np.ndarray, x: np.ndarray) -> None:
        for i in prange(1, x.shape[0] - 1):
            for j in range(1, x.shape[1] - 1):
                for k in range(1, x.shape[2] - 1):
                    around = x[i - 1, j, k] + x[i + 1, j, k] + x[i, j - 1, k] + x[i, j + 1, k]
                    around += x[i, j, k - 1] + x[i, j, k + 1]
                    out[i, j, k] = x[i, j, k] + np.float32(0.1) * (
                        around - np.float32(6) * x[i, j, k]
                    )

    return Workload(
        name=f"heat step {size} x {size} x {size}",
        flops=9.0 * size**3,
        traffic=8.0 * size**3,
        source=source,
        inputs=[a],
        expected=lambda: np.pad(inner(a.astype("f8")), 1),
        peers=lambda: {
            **peers.jitted(jax_way, a),
            **peers.of_numba(numba_way, np.zeros((size, size, size), "f4"), a),
        },
        goal=goal,
    )


def transpose(rows: int, columns: int, goal: float | None = None) -> Workload:
    """A copy with the dimensions exchanged."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, columns, rows, name="A")
        B = array(OUTPUT, sa.float32, rows, columns, name="B")
        nest = sa.Nest(shape=(rows, columns))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            B[i, j] = A[j, i]

        return nest, (A, B)

    a = numbers(columns, rows)
    out = np.empty((rows, columns), "f4")

    def numba_way(out: np.ndarray, x: np.ndarray) -> None:
        for i in prange(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = x[j, i]

    def numpy_way() -> np.ndarray:
        np.copyto(out, a.T)
        return out

    return Workload(
        name=f"transpose {rows} x {columns}",
        flops=0.0,
        traffic=8.0 * rows * columns,
        source=source,
        inputs=[a],
        expected=lambda: a.T,
        peers=lambda: {
            "NumPy": numpy_way,
            **peers.on_device(lambda x: peers.dpnp.ascontiguousarray(x.T), a),
            **peers.jitted(lambda x: peers.jax.numpy.copy(x.T), a),
            **peers.of_numba(numba_way, np.empty((rows, columns), "f4"), a),
        },
        goal=goal,
    )


def tiled_copy(size: int, tile: int, goal: float | None = None) -> Workload:
    """A copy from row-major storage into square blocks."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, name="A")
        B = sa.Array(
            role=OUTPUT,
            element_type=sa.float32,
            shape=(size, size),
            layout=sa.layout.blocked((tile, tile)),
            name="B",
        )
        nest = sa.Nest(shape=(size, size))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            B[i, j] = A[i, j]

        return nest, (A, B)

    a = numbers(size, size)
    count = size // tile

    def blocks(x: Any) -> Any:
        return x.reshape(count, tile, count, tile).swapaxes(1, 2).reshape(-1)

    return Workload(
        name=f"copy into blocks of {tile}, {size} x {size}",
        flops=0.0,
        traffic=8.0 * size**2,
        source=source,
        inputs=[a],
        expected=lambda: blocks(a),
        peers=lambda: {"NumPy": lambda: blocks(a), **peers.jitted(blocks, a)},
        goal=goal,
    )
