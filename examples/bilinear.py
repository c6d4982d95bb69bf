# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bilinear interpolation: an image is read at positions that data says.

python examples/bilinear.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def bilinear(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of an image and of positions in it that returns the values there."""
    H, W, N = sa.create_dimensions("H", "W", "N")
    image = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(H, W))
    positions = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N, 2))
    found = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(N,))

    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        y, x = positions[i, 0], positions[i, 1]
        row, column = sa.cast(sa.floor(y), sa.int32), sa.cast(sa.floor(x), sa.int32)
        down, right = y - sa.floor(y), x - sa.floor(x)
        above = image[row, column] * (1 - right) + image[row, column + 1] * right
        below = image[row + 1, column] * (1 - right) + image[row + 1, column + 1] * right
        found[i] = above * (1 - down) + below * down

    return sa.compile(nest, args=(image, positions, found), engine=engine, name="bilinear")


def main() -> None:
    """Read a plane between its pixels, where interpolation is exact up to rounding."""
    rows, columns = np.mgrid[0:40, 0:50].astype(np.float32)
    positions = np.random.default_rng(0).random((500, 2), dtype=np.float32) * [38.9, 48.9]
    positions = positions.astype(np.float32)
    found = bilinear()(dpnp.asarray(2 * rows - columns), dpnp.asarray(positions))
    expected = 2 * positions[:, 0] - positions[:, 1]
    np.testing.assert_allclose(found.asnumpy(), expected, atol=1e-4)
    print("agrees with the plane")


if __name__ == "__main__":
    main()
