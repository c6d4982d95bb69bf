# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The largest eigenvalue of a matrix by power iteration, with the loop on the device's side.

A round multiplies a vector by the matrix and scales it. The vector and the product trade places
instead of being copied, and all rounds are launched without Python in between.

    python examples/power_iteration.py
"""

from __future__ import annotations

from typing import Any

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def power_iteration(rounds: Any, engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of M, v and value that leaves an eigenvector in v, and its value.

    Parameters
    ----------
    rounds : int or Dimension
        How many rounds there are.
    engine : {"spirv", "sycl", "eager"}
        How it runs.
    """
    N = sa.Dimension("N")
    M = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(N, N))
    v = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(N,))
    value = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=())

    @sa.function(args=(M, v, value))
    def iterate() -> None:
        w = sa.Array(role=sa.Role.TEMP, element_type=sa.float64, shape=(N,))
        for _t in sa.loop(rounds):
            product = sa.Nest(shape=(N, N))
            i, k = product.get_indices()

            @product.iteration_logic(predicate=sa.before(k))
            def _() -> None:
                w[i] = 0.0

            @product.iteration_logic
            def _() -> None:
                w[i] += M[i, k] * v[k]

            clear = sa.Nest(shape=(1,))

            @clear.iteration_logic
            def _() -> None:
                value[()] = 0.0

            norm = sa.Nest(shape=(N,))
            j = norm.get_indices()

            @norm.iteration_logic
            def _() -> None:
                value[()] = sa.max(value[()], sa.abs(w[j]))

            scale = sa.Nest(shape=(N,))
            p = scale.get_indices()

            @scale.iteration_logic
            def _() -> None:
                w[p] = w[p] / value[()]

            sa.swap(v, w)

    return sa.compile(iterate, engine=engine)


def main() -> None:
    """Compare with NumPy."""
    matrix = np.random.default_rng(0).random((100, 100))
    matrix += matrix.T
    vector, value = dpnp.ones(100), dpnp.zeros(())
    power_iteration(rounds=60)(dpnp.asarray(matrix), vector, value)
    largest = np.abs(np.linalg.eigvalsh(matrix)).max()
    print(f"largest eigenvalue {float(value.asnumpy()):.6f}, NumPy says {largest:.6f}")


if __name__ == "__main__":
    main()
