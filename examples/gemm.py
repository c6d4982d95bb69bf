# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A matrix product that is scheduled by hand, for a CPU.

The nest says ``C[i, j] += A[i, k] * B[k, j]`` and nothing else. The schedule and the plan below are
what makes it fast, and each of their steps answers one question:

- What stays in registers? A small block of C, while all of a piece of k is added to it. It has as
  many vectors as the registers of the target hold, next to a row of B and one element of A.
- What stays in the caches? A piece of k of the columns of one core (of B, packed: copied so that
  the register block reads it from end to end), and the rows of A that a block multiplies it with.
- What do cores share? Nothing that is written: each has columns of its own.

Sizes need not be multiples of anything: the edges of tiles run by themselves.

    python examples/gemm.py
"""

from __future__ import annotations

import math
from typing import NamedTuple

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


class Tiles(NamedTuple):
    """The sizes of tiles.

    Attributes
    ----------
    rows, columns : int
        Of the block of C in registers.
    depth : int
        Of the piece of k that is packed of B.
    share : int
        The columns of it, in whole register blocks.
    """

    rows: int
    columns: int
    depth: int
    share: int

    @staticmethod
    def of(target: sa.Target, columns: int) -> Tiles:
        """Return the tiles for a device and the columns of B."""
        # 6 rows of 4 vectors for AVX-512, and of 2 for AVX2: a row of B and an element of A in all
        # lanes need registers as well.
        vectors = 4 if target.vector_registers >= 32 else 2
        rows = (target.vector_registers - vectors - 1) // vectors
        width = vectors * target.vector_width(sa.float32)
        # The rows of A that a register block reads take about a quarter of the nearest cache, and
        # what is packed of B half of the next one; but every core has columns.
        depth = 512
        cache = target.cache_sizes[min(1, len(target.cache_sizes) - 1)]
        share = min(cache // 2 // (4 * depth), math.ceil(columns / target.num_cores))
        return Tiles(rows, width, depth, width * max(math.ceil(share / width), 1))


def gemm(
    shape: tuple[int, int, int],
    engine: str = "spirv",
    target: sa.Target | None = None,
    verbose: bool = False,
) -> sa.CompiledFunction:
    """Return the function of A, B and C that adds A B to C.

    Parameters
    ----------
    shape : tuple of int
        The rows of A, the columns of B, and the columns of A.
    engine : {"spirv", "sycl", "eager"}
        How it runs.
    target : Target, optional
        The device that it is tuned for; by default the one that SYCL chooses here.
    verbose : bool
        Print the loops.
    """
    M, N, K = shape
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, K))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(K, N))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M, N))

    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    target = target or sa.Target.HOST
    tiles = Tiles.of(target, N)

    schedule = nest.create_schedule()
    jj, kk, ii = schedule.tile({j: tiles.share, k: tiles.depth, i: tiles.rows})
    jjj = schedule.split(jj, tiles.columns)
    kkk = schedule.split(kk, 2)
    # From outside: the cores, the pieces of k, the register blocks (i, jj), and in each of them kk.
    schedule.reorder(j, k, i, jj, kk, kkk, ii, jjj)

    plan = schedule.create_plan(target)
    plan.parallelize(j)
    # What the loop i touches of B, in stripes as wide as a register block.
    plan.cache(B, index=i, layout=sa.layout.striped(tiles.columns), vectorize=True)
    # The block of C does not depend on kk: it is loaded before that loop, and stored after it.
    plan.kernelize(unroll_indices=(kkk, ii), vectorize_indices=jjj)
    if verbose:
        print(plan)
    return sa.compile(plan, args=(A, B, C), engine=engine, name="gemm")


def main() -> None:
    """Multiply matrices of odd sizes, and compare with NumPy."""
    M, N, K = 517, 391, 301
    rng = np.random.default_rng(0)
    a, b = rng.random((M, K), dtype=np.float32), rng.random((K, N), dtype=np.float32)
    c = dpnp.zeros((M, N), dtype=np.float32)
    gemm((M, N, K), verbose=True)(dpnp.asarray(a), dpnp.asarray(b), c)
    np.testing.assert_allclose(c.asnumpy(), a @ b, rtol=1e-4)
    print("\nagrees with NumPy")


if __name__ == "__main__":
    main()
