# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The heat equation on a ring, in explicit steps.

python examples/heat.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def heat(engine: str = "spirv") -> sa.CompiledFunction:
    """Return the function of the number of steps and the temperatures, which it changes."""
    N, steps = sa.create_dimensions("N", "steps")
    ring = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(N,), name="ring")

    @sa.function(args=(steps, ring))
    def diffuse() -> None:
        after = sa.Array(role=sa.Role.TEMP, element_type=sa.float64, shape=(N,))
        around = ring.extended("wrap")
        for _step in sa.loop(steps):
            nest = sa.Nest(shape=(N,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _() -> None:
                after[i] = ring[i] + 0.25 * (around[i - 1] - 2.0 * ring[i] + around[i + 1])

            sa.swap(ring, after)

    return sa.compile(diffuse, engine=engine)


def main() -> None:
    """Compare a wave, which only fades, with the exact factor."""
    wave = np.cos(2 * np.pi * np.arange(64) / 64)
    ring = dpnp.asarray(wave)
    heat()(500, ring)
    fades = 1 - 0.5 * (1 - np.cos(2 * np.pi / 64))
    np.testing.assert_allclose(ring.asnumpy(), wave * fades**500, atol=1e-12)
    print("agrees with the exact solution")


if __name__ == "__main__":
    main()
