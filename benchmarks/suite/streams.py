# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Streams, stencils, and copies between layouts: what the bandwidth of the memory limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import saopt as sa

from suite import peers
from suite.contest import Workload
from suite.contractions import IN, INOUT, OUTPUT, array, marked, numbers, sizes

try:
    from numba import prange
except ImportError:
    prange = range


def triad(count: int, run_time: bool = False, goal: float | None = None) -> Workload:
    """a = b + 3 c."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        (size,) = sizes(run_time, count)
        b = array(IN, sa.float32, size, name="b")
        c = array(IN, sa.float32, size, name="c")
        a = array(OUTPUT, sa.float32, size, name="a")
        nest = sa.Nest(shape=(size,))
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
        name=marked(f"triad {count}", run_time),
        flops=2.0 * count,
        traffic=12.0 * count,
        goal_of_limit=0.85 if goal else None,
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


def jacobi(size: int, run_time: bool = False, goal: float | None = None) -> Workload:
    """The mean of the four neighbours of each inner point."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        m, n = sizes(run_time, size, size)
        A = array(IN, sa.float32, m, n, name="A")
        B = array(INOUT, sa.float32, m, n, name="B")
        nest = sa.Nest(shape=(m - 2, n - 2))
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

    def halide_way(hl: Any, x: Any) -> Any:
        i, j, step = hl.Var("i"), hl.Var("j"), hl.Func("step")
        around = x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]
        step[i, j] = hl.f32(0.25) * around
        return step.vectorize(i, 16).parallel(j, 64)

    return Workload(
        name=marked(f"Jacobi step {size} x {size}", run_time),
        flops=4.0 * size**2,
        traffic=8.0 * size**2,
        source=source,
        inputs=[a],
        expected=lambda: np.pad(inner(a.astype("f8")), 1),
        peers=lambda: {
            **peers.jitted(jax_way, a),
            **peers.of_numba(numba_way, np.zeros((size, size), "f4"), a),
            **peers.of_halide(halide_way, a, np.zeros((size, size), "f4"), np.s_[1:-1, 1:-1]),
        },
        goal=goal,
    )


def rounds_of_jacobi(size: int, rounds: int) -> Workload:
    """Steps of Jacobi in turns between two arrays, and the last one in the output."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(INOUT, sa.float32, size, size, name="A")
        B = array(INOUT, sa.float32, size, size, name="B")

        def step(x: sa.Array, y: sa.Array) -> None:
            nest = sa.Nest(shape=(size - 2, size - 2))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _() -> None:
                neighbours = x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]
                y[i + 1, j + 1] = 0.25 * neighbours

        @sa.function(args=(A, B))
        def steps() -> None:
            for _t in sa.loop(rounds):
                step(A, B)
                step(B, A)
            step(A, B)

        return steps, (A, B)

    a = np.zeros((size, size), "f4")
    a[1:-1, 1:-1] = 1.0

    def inner(x: Any) -> Any:
        return (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) * np.float32(0.25)

    def numpy_way(x: np.ndarray, count: int) -> np.ndarray:
        old, new = x.copy(), np.zeros_like(x)
        for _ in range(count):
            new[1:-1, 1:-1] = inner(old)
            old, new = new, old
        return old

    def jax_way(x: Any) -> Any:
        def body(_: int, y: Any) -> Any:
            return peers.jax.numpy.zeros_like(y).at[1:-1, 1:-1].set(inner(y))

        return peers.jax.lax.fori_loop(0, 2 * rounds + 1, body, x)

    return Workload(
        name=f"{2 * rounds + 1} Jacobi steps {size} x {size}",
        flops=4.0 * size**2 * (2 * rounds + 1),
        traffic=8.0 * size**2 * (2 * rounds + 1),
        source=source,
        inputs=[a],
        expected=lambda: numpy_way(a.astype("f8"), 2 * rounds + 1),
        peers=lambda: {
            "NumPy": lambda: numpy_way(a, 2 * rounds + 1),
            **peers.jitted(jax_way, a),
        },
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
