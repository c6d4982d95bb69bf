# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A histogram: each value adds one to the element that it chooses.

python examples/histogram.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def histogram(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of values and counts that adds to the counts of the values."""
    N, BINS = sa.create_dimensions("N", "BINS")
    values = sa.Array(role=sa.Role.INPUT, element_type=sa.uint8, shape=(N,))
    counts = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(BINS,))

    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        counts[values[i]] += 1

    return sa.compile(nest, args=(values, counts), engine=engine, name="histogram")


def main() -> None:
    """Count bytes, and compare with NumPy."""
    values = np.random.default_rng(0).integers(0, 256, 100_000, dtype=np.uint8)
    counts = dpnp.zeros(256, dtype=np.int32)
    count = histogram()
    count(dpnp.asarray(values), counts)
    np.testing.assert_array_equal(counts.asnumpy(), np.bincount(values, minlength=256))
    print("agrees with NumPy")
    try:
        count(dpnp.asarray(values), dpnp.zeros(200, dtype=np.int32))
    except sa.IndexRangeError as error:
        print(error)


if __name__ == "__main__":
    main()
