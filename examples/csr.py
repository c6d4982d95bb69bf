# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A sparse matrix in compressed rows (CSR) times a vector: data says how long each row is.

python examples/csr.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def csr_times_vector(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of row starts, columns, values and x that returns the product."""
    names = ("ROWS", "STARTS", "COLUMNS", "ENTRIES")
    ROWS, STARTS, COLUMNS, ENTRIES = sa.create_dimensions(*names)
    starts = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(STARTS,))
    columns = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(ENTRIES,))
    values = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(ENTRIES,))
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(COLUMNS,))
    y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(ROWS,))

    nest = sa.Nest(shape=(ROWS,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        sa.assume(i + 1 < STARTS)  # which is ROWS + 1
        total = sa.Scalar(sa.float32)

        def add(q: sa.Index) -> None:
            total.set(total + values[q] * x[columns[q]])

        sa.ForRange(starts[i], starts[i + 1], add)
        y[i] = total

    args = (starts, columns, values, x, y)
    return sa.compile(nest, args=args, engine=engine, name="csr_times_vector")


def main() -> None:
    """Multiply a random sparse matrix, and compare with NumPy."""
    generator = np.random.default_rng(0)
    dense = generator.random((200, 300), dtype=np.float32)
    dense[generator.random(dense.shape) < 0.9] = 0
    rows, columns = np.nonzero(dense)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=200))])
    x = generator.random(300, dtype=np.float32)
    y = dpnp.zeros(200, dtype=np.float32)
    entries = (starts.astype(np.int32), columns.astype(np.int32), dense[rows, columns], x)
    csr_times_vector()(*map(dpnp.asarray, entries), y)
    np.testing.assert_allclose(y.asnumpy(), dense @ x, rtol=1e-5)
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
