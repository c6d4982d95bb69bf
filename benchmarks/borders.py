# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a border costs: a stencil that reads an extended array, and one over the inside alone.

The two are measured in turn, so that both see the same load of the machine.

    .venv/bin/python benchmarks/borders.py [size]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np

REPETITIONS = 21
MODES = ("constant", "edge", "wrap", "reflect", "symmetric")


def stencil(size: int, mode: str | None) -> sa.CompiledFunction:
    """Return the mean of the four neighbours, extended in a mode, or without a border."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size, size), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(size, size), name="B")
    border = 1 if mode is None else 0
    source: Any = A if mode is None else A.extended(mode)
    nest = sa.Nest(shape=(size - 2 * border, size - 2 * border))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        y, x = i + border, j + border
        around = source[y - 1, x] + source[y + 1, x] + source[y, x - 1] + source[y, x + 1]
        B[y, x] = 0.25 * around

    return sa.compile(nest, args=(A, B), name=f"stencil_{mode or 'inside'}")


def main() -> None:
    """Print the median time of each, and the median ratio to the stencil without a border."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    a = dpnp.asarray(np.random.default_rng(0).random((size, size), dtype=np.float32))
    b = dpnp.zeros_like(a)
    names = ("inside", *MODES)
    calls = [stencil(size, None).prepare(a, b)]
    calls += [stencil(size, mode).prepare(a, b) for mode in MODES]
    times = np.empty((REPETITIONS, len(calls)))
    for row in range(-2, REPETITIONS):  # the first ones warm up
        for column, call in enumerate(calls):
            begin = time.perf_counter()
            call()
            if row >= 0:
                times[row, column] = time.perf_counter() - begin
    ratios = np.median(times / times[:, :1], axis=0)
    for name, seconds, ratio in zip(names, np.median(times, axis=0), ratios, strict=True):
        print(f"{name:9} {1e3 * seconds:7.2f} ms  ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
