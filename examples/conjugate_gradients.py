# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conjugate gradients for a symmetric, positive definite matrix, until the residual is small.

python examples/conjugate_gradients.py
"""

from __future__ import annotations

from collections.abc import Callable

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def each(size: sa.Dimension, function: Callable[[sa.Index], None]) -> None:
    """Add a nest that calls a function at each index."""
    nest = sa.Nest(shape=(size,))
    i = nest.get_indices()
    nest.iteration_logic(lambda: function(i))


def once(function: Callable[[], None]) -> None:
    """Add a nest that calls a function once."""
    sa.Nest(shape=(1,)).iteration_logic(function)


def dot(size: sa.Dimension, result: sa.Array, left: sa.Array, right: sa.Array) -> None:
    """Add nests for a dot product."""

    def clear() -> None:
        result[()] = 0.0

    def add(i: sa.Index) -> None:
        result[()] += left[i] * right[i]

    once(clear)
    each(size, add)


def conjugate_gradients(tolerance: float = 1e-20, engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of M, b and x that solves ``M x = b`` for x."""
    N = sa.Dimension("N")
    M = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(N, N), name="M")
    b = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(N,), name="b")
    x = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(N,), name="x")

    def temporary(shape: tuple[sa.Dimension, ...], element_type: sa.ScalarType = sa.float64):
        return sa.Array(role=sa.Role.TEMP, element_type=element_type, shape=shape)

    @sa.function(args=(M, b, x))
    def solve() -> None:
        r, p, Mp = (temporary((N,)) for _ in range(3))
        rr, before, pMp = (temporary(()) for _ in range(3))
        going = temporary((), sa.int32)

        def begin(i: sa.Index) -> None:
            x[i] = 0.0
            r[i] = b[i]
            p[i] = b[i]

        def apply() -> None:
            nest = sa.Nest(shape=(N, N))
            i, k = nest.get_indices()

            @nest.iteration_logic(predicate=sa.before(k))
            def _() -> None:
                Mp[i] = 0.0

            @nest.iteration_logic
            def _() -> None:
                Mp[i] += M[i, k] * p[k]

        def advance(i: sa.Index) -> None:
            # Rounds after the last one, until the host looks, change nothing.
            length = sa.select(pMp[()] > 0.0, before[()] / pMp[()], 0.0)
            x[i] += length * p[i]
            r[i] -= length * Mp[i]

        def turn(i: sa.Index) -> None:
            p[i] = r[i] + sa.select(before[()] > 0.0, rr[()] / before[()], 0.0) * p[i]

        def keep() -> None:
            before[()] = rr[()]

        def decide() -> None:
            going[()] = sa.select(rr[()] > tolerance, 1, 0)

        each(N, begin)
        dot(N, rr, r, r)
        with sa.loop_while(going, limit=10 * N, every=4):
            once(keep)
            apply()
            dot(N, pMp, p, Mp)
            each(N, advance)
            dot(N, rr, r, r)
            each(N, turn)
            once(decide)

    return sa.compile(solve, engine=engine)


def main() -> None:
    """Compare with NumPy."""
    rng = np.random.default_rng(0)
    matrix = rng.random((100, 100))
    matrix = matrix @ matrix.T + 100 * np.eye(100)
    right = rng.random(100)
    x = dpnp.zeros(100)
    conjugate_gradients()(dpnp.asarray(matrix), dpnp.asarray(right), x)
    np.testing.assert_allclose(x.asnumpy(), np.linalg.solve(matrix, right))
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
