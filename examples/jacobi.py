# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Laplace's equation on a plate whose rim is held, by Jacobi's method, until it stands still.

python examples/jacobi.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def jacobi(tolerance: float = 1e-8, engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function that relaxes the inside of a plate."""
    M, N = sa.create_dimensions("M", "N")
    plate = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(M, N), name="plate")

    @sa.function(args=(plate,))
    def relax() -> None:
        after = sa.Array(role=sa.Role.TEMP, element_type=sa.float64, shape=(M, N))
        change = sa.Array(role=sa.Role.TEMP, element_type=sa.float64, shape=())
        going = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=())
        with sa.loop_while(going, limit=100_000, every=20):
            clear = sa.Nest(shape=(1,))

            @clear.iteration_logic
            def _() -> None:
                change[()] = 0.0

            sweep = sa.Nest(shape=(M, N))
            i, j = sweep.get_indices()

            @sweep.iteration_logic
            def _() -> None:
                with sa.If((i > 0) & (i < M - 1) & (j > 0) & (j < N - 1)):
                    around = plate[i - 1, j] + plate[i + 1, j] + plate[i, j - 1] + plate[i, j + 1]
                    after[i, j] = around / 4
                with sa.Else():
                    after[i, j] = plate[i, j]

            compare = sa.Nest(shape=(M, N))
            p, q = compare.get_indices()

            @compare.iteration_logic
            def _() -> None:
                change[()] = sa.max(change[()], sa.abs(after[p, q] - plate[p, q]))

            decide = sa.Nest(shape=(1,))

            @decide.iteration_logic
            def _() -> None:
                going[()] = sa.select(change[()] > tolerance, 1, 0)

            sa.swap(plate, after)

    return sa.compile(relax, engine=engine)


def main() -> None:
    """Heat one side of a plate: what is halfway has half of it, on the diagonal."""
    plate = np.zeros((33, 33))
    plate[0] = 1.0
    plate[-1] = 0.0
    plate[:, 0] = plate[:, -1] = np.linspace(1, 0, 33)
    result = dpnp.asarray(plate)
    jacobi()(result)
    np.testing.assert_allclose(
        result.asnumpy(), np.outer(np.linspace(1, 0, 33), np.ones(33)), atol=1e-4
    )
    print("agrees with the exact solution")


if __name__ == "__main__":
    main()
