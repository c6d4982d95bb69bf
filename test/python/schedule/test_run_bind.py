# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every unit of the grid: primes, less than a tile, one, zero, fixed and open sizes."""

from __future__ import annotations

import numpy as np
import saopt as sa
from harness import Cases, arrays, random
from test_run_stages import SIZES, nest, over_sizes

cases = Cases()

X, Y, Z = sa.Grid.BLOCK_X, sa.Grid.BLOCK_Y, sa.Grid.BLOCK_Z
x, y, z, lane = sa.Grid.THREAD_X, sa.Grid.THREAD_Y, sa.Grid.THREAD_Z, sa.Grid.SUBGROUP


def product(m, n, k, chosen, units, cached=()):
    """Return a product in tiles of 4 by 8, whose loops i, j, ii and jj are bound."""
    A, B, C = arrays(
        ("input", sa.int32, (m, k)), ("input", sa.int32, (k, n)), ("inout", sa.int32, (m, n))
    )

    def logic(i, j, p):
        C[i, j] += A[i, p] * B[p, j]

    part = nest((m, n, k), logic)
    schedule = part.create_schedule()
    i, j, p = part.get_indices()
    ii, jj, pp = schedule.tile({i: 4, j: 8, p: 4})
    schedule.reorder(i, j, ii, jj, p, pp)
    plan = schedule.create_plan()
    plan.bind({loop: unit for loop, unit in zip((i, j, ii, jj), units, strict=True) if unit})
    for array in cached:
        source = {"A": A, "B": B, "C": C}[array]
        plan.cache(source, index=p if array == "C" else pp, location=sa.MemorySpace.LOCAL)
    rows, columns, sums = chosen
    shapes = [(rows, sums), (sums, columns), (rows, columns)]
    inputs = [random(*shape, dtype=np.int32) for shape in shapes]
    return (part,), plan, (A, B, C), inputs


def register(name, *units, cached=()):
    def function(m, n, k, chosen):
        return product(m, n, k, chosen, units, cached)

    function.__name__ = name
    over_sizes(*SIZES, cases=cases)(function)


register("groups_and_work_items", Y, X, y, x)
register("the_other_way_around", X, Y, x, y)
register("slow_dimensions", Z, Y, z, y)
register("groups_alone", Z, X, None, None)
register("one_group_dimension", Y, None, None, None)
register("groups_and_some_work_items", X, Y, z, None)
register("sub_groups", Y, X, y, lane)
register("sub_groups_of_rows", Y, X, lane, y)
register("sub_groups_beside_work_items", Y, X, x, lane)
register("local_copies", Y, X, y, x, cached="AB")
register("local_copies_of_sub_groups", Y, X, x, lane, cached="ABC")

test_on_every_engine = cases.tests()
