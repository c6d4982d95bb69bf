# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with loops around nests, which tests run on every engine."""

from __future__ import annotations

from typing import Any

import saopt as sa

F32 = sa.float32
F64 = sa.float64


def heat(size: Any, steps: Any) -> sa.Function:
    """Return explicit steps of the heat equation in one dimension, with fixed ends."""
    U = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(size,), name="U")

    @sa.function(args=(U,))
    def diffuse():
        V = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=(size,))
        for t in sa.loop(steps):
            nest = sa.Nest(shape=(size,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _():
                def inside():
                    V[i] = U[i] + 0.25 * (U[i - 1] - 2.0 * U[i] + U[i + 1])

                def rim():
                    V[i] = U[i]

                sa.If((i > 0) & (i < size - 1), inside).Else(rim)

            sa.swap(U, V)

    return diffuse


def jacobi(size: int, limit: int, every: int, tolerance: float = 1e-9) -> sa.Function:
    """Return Jacobi's method for ``A x = b``, until the largest change is small."""
    A = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(size, size))
    b = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(size,))
    x = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(size,))
    rounds = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=())

    @sa.function(args=(A, b, x, rounds))
    def solve():
        y = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=(size,))
        change = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=())
        going = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=())
        with sa.loop_while(going, limit, every=every):
            sweep = sa.Nest(shape=(size,))
            i = sweep.get_indices()

            @sweep.iteration_logic
            def _():
                rest = sa.Scalar(F64, b[i])
                sa.ForRange(size, lambda k: rest.set(rest - A[i, k] * x[k]))
                y[i] = x[i] + rest / A[i, i]

            reset = sa.Nest(shape=(1,))

            @reset.iteration_logic
            def _():
                change[()] = 0.0

            compare = sa.Nest(shape=(size,))
            j = compare.get_indices()

            @compare.iteration_logic
            def _():
                change[()] = sa.max(change[()], sa.abs(y[j] - x[j]))

            decide = sa.Nest(shape=(1,))

            @decide.iteration_logic
            def _():
                going[()] = sa.select(change[()] > tolerance, 1, 0)
                rounds[()] += 1

            sa.swap(x, y)

    return solve


def cholesky(size: Any) -> sa.Function:
    """Return the right-looking Cholesky factorization, in place in the lower triangle."""
    A = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(size, size), name="A")

    @sa.function(args=(A,))
    def factorize():
        for k in sa.loop(size):
            root = sa.Nest(shape=(1,))

            @root.iteration_logic
            def _():
                A[k, k] = sa.sqrt(A[k, k])

            column = sa.Nest(shape=(size - k - 1,))
            i = column.get_indices()

            @column.iteration_logic
            def _():
                A[k + 1 + i, k] = A[k + 1 + i, k] / A[k, k]

            update = sa.Nest(shape=(size - k - 1, size - k - 1))
            p, q = update.get_indices()
            update.constrain(q <= p)

            @update.iteration_logic
            def _():
                A[k + 1 + p, k + 1 + q] -= A[k + 1 + p, k] * A[k + 1 + q, k]

    return factorize


def lu(size: Any) -> sa.Function:
    """Return the right-looking LU factorization without pivots, in place."""
    A = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(size, size), name="A")

    @sa.function(args=(A,))
    def factorize():
        for k in sa.loop(size):
            column = sa.Nest(shape=(size,))
            i = column.get_indices()
            column.constrain(i > k)

            @column.iteration_logic
            def _():
                A[i, k] = A[i, k] / A[k, k]

            update = sa.Nest(shape=(size, size))
            p, q = update.get_indices()
            update.constrain(p > k)
            update.constrain(q > k)

            @update.iteration_logic
            def _():
                A[p, q] -= A[p, k] * A[k, q]

    return factorize
