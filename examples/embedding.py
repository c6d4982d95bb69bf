# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An embedding lookup: tokens choose rows of a table.

python examples/embedding.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def embedding(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of a table and tokens that returns a row for each token."""
    WORDS, WIDTH, TOKENS = sa.create_dimensions("WORDS", "WIDTH", "TOKENS")
    table = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(WORDS, WIDTH))
    tokens = sa.Array(role=sa.Role.INPUT, element_type=sa.int64, shape=(TOKENS,))
    rows = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(TOKENS, WIDTH))

    nest = sa.Nest(shape=(TOKENS, WIDTH))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        rows[i, k] = table[tokens[i], k]

    return sa.compile(nest, args=(table, tokens, rows), engine=engine, name="embedding")


def main() -> None:
    """Look some tokens up, and compare with NumPy."""
    generator = np.random.default_rng(0)
    table = generator.random((1000, 33), dtype=np.float32)
    tokens = generator.integers(0, 1000, 77)
    rows = embedding()(dpnp.asarray(table), dpnp.asarray(tokens))
    np.testing.assert_array_equal(rows.asnumpy(), table[tokens])
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
