# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums and other reductions."""

from __future__ import annotations

from typing import Any

import numpy as np
import saopt as sa

from suite import peers
from suite.contest import Workload
from suite.contractions import IN, INOUT, array, marked, numbers, sizes


def total(count: int, goal: float | None = None) -> Workload:
    """The sum of a vector."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, count, name="A")
        S = array(INOUT, sa.float32, name="S")
        nest = sa.Nest(shape=(count,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            S[()] += A[i]

        return nest, (A, S)

    a = numbers(count) + np.float32(1)

    def add(xp: Any) -> Any:
        return lambda x: xp.sum(x)

    def numba_way(out: np.ndarray, x: np.ndarray) -> None:
        # Numba recognizes the sum by its +=.
        out[()] = x.sum()

    return Workload(
        name=f"sum of {count}",
        flops=float(count),
        traffic=4.0 * count,
        reads_only=True,
        goal_of_limit=0.85 if goal else None,
        source=source,
        inputs=[a],
        expected=lambda: np.asarray(a.sum(dtype="f8")),
        peers=lambda: {
            "NumPy": lambda: a.sum(),
            **peers.on_device(lambda x: x.sum(), a),
            **peers.jitted(lambda x: x.sum(), a),
            **peers.of_numba(numba_way, np.zeros((), "f4"), a),
        },
        goal=goal,
        tolerance=1e-3,
    )


def along(
    rows: int, columns: int, axis: int, run_time: bool = False, goal: float | None = None
) -> Workload:
    """Sums of rows (axis 1) or columns (axis 0)."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        m, n = sizes(run_time, rows, columns)
        A = array(IN, sa.float32, m, n, name="A")
        S = array(INOUT, sa.float32, n if axis == 0 else m, name="S")
        nest = sa.Nest(shape=(m, n))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            S[j if axis == 0 else i] += A[i, j]

        return nest, (A, S)

    a = numbers(rows, columns) + np.float32(1)
    return Workload(
        name=marked(f"sums of {'columns' if axis == 0 else 'rows'} {rows} x {columns}", run_time),
        flops=float(rows * columns),
        traffic=4.0 * rows * columns,
        reads_only=True,
        goal_of_limit=0.85 if goal else None,
        source=source,
        inputs=[a],
        expected=lambda: a.sum(axis=axis, dtype="f8"),
        peers=lambda: {
            "NumPy": lambda: a.sum(axis=axis),
            **peers.on_device(lambda x: x.sum(axis=axis), a),
            **peers.jitted(lambda x: x.sum(axis=axis), a),
        },
        goal=goal,
        tolerance=1e-3,
    )


def largest(rows: int, columns: int, goal: float | None = None) -> Workload:
    """The largest element of each row, at least zero."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, rows, columns, name="A")
        M = array(INOUT, sa.float32, rows, name="M")
        nest = sa.Nest(shape=(rows, columns))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            M[i] = sa.max(M[i], A[i, j])

        return nest, (A, M)

    a = numbers(rows, columns) + np.float32(8)
    return Workload(
        name=f"largest of rows {rows} x {columns}",
        flops=float(rows * columns),
        traffic=4.0 * rows * columns,
        reads_only=True,
        goal_of_limit=0.85 if goal else None,
        source=source,
        inputs=[a],
        expected=lambda: a.max(axis=1),
        peers=lambda: {
            "NumPy": lambda: a.max(axis=1),
            **peers.on_device(lambda x: x.max(axis=1), a),
            **peers.jitted(lambda x: x.max(axis=1), a),
        },
        goal=goal,
    )


def any_above(rows: int, columns: int) -> Workload:
    """Whether a row has an element above 100; none has."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, rows, columns, name="A")
        S = array(INOUT, sa.bool_, rows, name="S")
        nest = sa.Nest(shape=(rows, columns))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            S[i] |= A[i, j] > 100.0

        return nest, (A, S)

    a = numbers(rows, columns)
    return Workload(
        name=f"any of rows {rows} x {columns}",
        flops=float(rows * columns),
        traffic=4.0 * rows * columns,
        reads_only=True,
        source=source,
        inputs=[a],
        expected=lambda: (a > 100).any(axis=1),
        peers=lambda: {
            "NumPy": lambda: (a > 100).any(axis=1),
            **peers.on_device(lambda x: (x > 100).any(axis=1), a),
            **peers.jitted(lambda x: (x > 100).any(axis=1), a),
        },
    )


def mean_and_variance(rows: int, columns: int) -> Workload:
    """The sums of the elements and of their squares in each row, as two rows of one result."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, rows, columns, name="A")
        S = array(INOUT, sa.float32, 2, rows, name="S")
        nest = sa.Nest(shape=(rows, columns))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            S[0, i] += A[i, j]
            S[1, i] += A[i, j] * A[i, j]

        return nest, (A, S)

    a = numbers(rows, columns) + np.float32(1)

    def of(xp: Any, x: Any) -> Any:
        return xp.stack([x.sum(axis=1), (x * x).sum(axis=1)])

    return Workload(
        name=f"sums and squares of rows {rows} x {columns}",
        flops=3.0 * rows * columns,
        traffic=4.0 * rows * columns,
        reads_only=True,
        source=source,
        inputs=[a],
        expected=lambda: of(np, a.astype("f8")),
        peers=lambda: {
            "NumPy": lambda: of(np, a),
            **peers.on_device(lambda x: of(peers.dpnp, x), a),
            **peers.jitted(lambda x: of(peers.jax.numpy, x), a),
        },
        tolerance=1e-3,
    )
