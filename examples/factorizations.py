# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cholesky and LU factorizations, right-looking and in place.

A round finishes a column, and subtracts what it contributes to the rest of the matrix.

    python examples/factorizations.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def cholesky(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function that puts the factor into the lower triangle of a matrix."""
    N = sa.Dimension("N")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(N, N), name="A")

    @sa.function(args=(A,))
    def factorize() -> None:
        for k in sa.loop(N):
            root = sa.Nest(shape=(1,))

            @root.iteration_logic
            def _() -> None:
                A[k, k] = sa.sqrt(A[k, k])

            column = sa.Nest(shape=(N,))
            i = column.get_indices()
            column.constrain(i > k)

            @column.iteration_logic
            def _() -> None:
                A[i, k] /= A[k, k]

            rest = sa.Nest(shape=(N, N))
            p, q = rest.get_indices()
            rest.constrain(q > k)
            rest.constrain(q <= p)

            @rest.iteration_logic
            def _() -> None:
                A[p, q] -= A[p, k] * A[q, k]

    return sa.compile(factorize, engine=engine)


def lu(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function that puts L below the diagonal of a matrix and U on and above it.

    It does not exchange rows.
    """
    N = sa.Dimension("N")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(N, N), name="A")

    @sa.function(args=(A,))
    def factorize() -> None:
        for k in sa.loop(N):
            column = sa.Nest(shape=(N,))
            i = column.get_indices()
            column.constrain(i > k)

            @column.iteration_logic
            def _() -> None:
                A[i, k] /= A[k, k]

            rest = sa.Nest(shape=(N, N))
            p, q = rest.get_indices()
            rest.constrain(p > k)
            rest.constrain(q > k)

            @rest.iteration_logic
            def _() -> None:
                A[p, q] -= A[p, k] * A[k, q]

    return sa.compile(factorize, engine=engine)


def main() -> None:
    """Multiply the factors."""
    matrix = np.random.default_rng(0).random((60, 60))
    matrix = matrix @ matrix.T + 60 * np.eye(60)

    factor = dpnp.asarray(matrix)
    cholesky()(factor)
    np.testing.assert_allclose(np.tril(factor.asnumpy()), np.linalg.cholesky(matrix))

    both = dpnp.asarray(matrix)
    lu()(both)
    lower, upper = np.tril(both.asnumpy(), -1) + np.eye(60), np.triu(both.asnumpy())
    np.testing.assert_allclose(lower @ upper, matrix)
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
