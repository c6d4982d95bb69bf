# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A step of the heat equation on a torus, a plate, and a plate in ice.

What is around the grid is one word: it goes on at the other side, is as warm as its border, or
has a given temperature. The inner part of the grid runs without a test.

    python examples/borders.py
"""

from __future__ import annotations

from typing import Any

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def heat(mode: str | tuple[str, str], outside: float = 0, engine: Any = "spirv") -> Any:
    """Return the function of a grid that returns the next one.

    Parameters
    ----------
    mode : str or tuple of str
        How the grid goes on, as for `numpy.pad`.
    outside : float
        The temperature around it, with the mode ``"constant"``.
    engine : {"spirv", "sycl", "eager"}
        How it runs.
    """
    rows, columns = sa.create_dimensions(2)
    now = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(rows, columns))
    then = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(rows, columns))
    around = now.extended(mode, outside)

    nest = sa.Nest(shape=(rows, columns))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        neighbours = around[i - 1, j] + around[i + 1, j] + around[i, j - 1] + around[i, j + 1]
        then[i, j] = 0.5 * now[i, j] + 0.125 * neighbours

    return sa.compile(nest, args=(now, then), engine=engine, name="heat")


def main() -> None:
    """Take a step with each border, and compare with NumPy."""
    grid = np.random.default_rng(0).random((301, 517), dtype=np.float32)
    for mode in ("wrap", "edge", "constant"):
        result = heat(mode)(dpnp.asarray(grid)).asnumpy()
        p = np.pad(grid, 1, mode)
        neighbours = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        np.testing.assert_allclose(result, 0.5 * grid + 0.125 * neighbours, rtol=1e-5)
        print(f"{mode}: agrees with NumPy")


if __name__ == "__main__":
    main()
