# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of different lengths, one after the other in memory: a softmax of each.

Row r has the elements from ``starts[r]`` to just before ``starts[r + 1]``.

    python examples/ragged.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def ragged_softmax(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of starts and values that replaces each row by its softmax."""
    STARTS, COUNT = sa.create_dimensions("STARTS", "COUNT")
    starts = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(STARTS,), name="starts")
    values = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(COUNT,), name="values")

    nest = sa.Nest(shape=(STARTS - 1,))
    r = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        largest = sa.Scalar(sa.float32, -np.inf)
        for p in sa.range(starts[r], starts[r + 1]):
            largest.set(sa.max(largest, values[p]))
        total = sa.Scalar(sa.float32, 0.0)
        for p in sa.range(starts[r], starts[r + 1]):
            values[p] = sa.exp(values[p] - largest)
            total += values[p]
        for p in sa.range(starts[r], starts[r + 1]):
            values[p] /= total

    return sa.compile(nest, args=(starts, values), engine=engine, name="ragged_softmax")


def main() -> None:
    """Compare with NumPy, row by row."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(0, 9, 50)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    values = rng.normal(size=starts[-1]).astype(np.float32)
    result = dpnp.asarray(values)
    ragged_softmax()(dpnp.asarray(starts), result)
    for first, end in zip(starts, starts[1:], strict=False):
        row = np.exp(values[first:end])
        np.testing.assert_allclose(result.asnumpy()[first:end], row / row.sum(), rtol=1e-5)
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
