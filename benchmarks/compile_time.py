# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the compiler takes: for scheduled products, and for more splits, statements or nests.

The times are those of saopt itself, from the first step of the schedule to the kernels: the
device's own compiler, which runs when a function is called first, is not part of them.

    python benchmarks/compile_time.py
    python benchmarks/compile_time.py --splits 24 --rounds 7
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

import saopt as sa


def eight_loops(size: int = 64) -> sa.Plan:
    """Return the plan of a matrix product with eight loops, three caches, and vectors."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size, size))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size, size))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(size, size))
    nest = sa.Nest(shape=(size, size, size))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 24, j: 32, k: 16})
    iii, jjj = schedule.tile({ii: 6, jj: 16})
    schedule.reorder(i, j, k, ii, jj, kk, iii, jjj)
    plan = schedule.create_plan()
    plan.cache(A, index=ii)
    plan.cache(B, index=ii, layout=sa.layout.striped(16))
    plan.cache(C, index=kk)
    plan.kernelize(iii, jjj)
    plan.parallelize(i)
    return plan


def splits(count: int) -> sa.Plan:
    """Return the plan of an elementwise nest, one loop of which is split `count` times."""
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(1000, 1000))
    nest = sa.Nest(shape=(1000, 1000))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] *= 2

    schedule = nest.create_schedule()
    loops = [i, j]
    for number in range(count):
        # Odd sizes: every split leaves an edge.
        loops[number % 2] = schedule.split(loops[number % 2], max(3, 700 // 2 ** (number // 2)))
    plan = schedule.create_plan()
    plan.parallelize(i)
    return plan


def statements(count: int) -> sa.Plan:
    """Return the plan of a nest with `count` statements on one array, in another order."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(64, 64 + count))
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64, 64 + count))
    nest = sa.Nest(shape=(64, 64))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        for number in range(count):
            B[i, j] += A[i, j + number]

    schedule = nest.create_schedule()
    schedule.reorder(j, i)
    plan = schedule.create_plan()
    plan.parallelize(j)
    return plan


def nests(count: int) -> list[sa.Plan]:
    """Return the plans of `count` nests, each of which reads what the one before it wrote."""
    arrays = [
        sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64, 64))
        for _ in range(count + 1)
    ]
    plans = []
    for source, target in itertools.pairwise(arrays):
        nest = sa.Nest(shape=(64, 64))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _(source=source, target=target, i=i, j=j):
            target[i, j] = source[i, j] + source[j, i]

        schedule = nest.create_schedule()
        ii = schedule.split(i, 8)
        schedule.reorder(i, j, ii)
        plan = schedule.create_plan()
        plan.parallelize(i)
        plans.append(plan)
    return plans


def compile_once(make: Callable[[], sa.Plan | list[sa.Plan]]) -> float:
    """Return the seconds of this process from the first step to the kernels."""
    start = time.process_time()
    made = make()
    plans = made if isinstance(made, list) else [made]
    found = [array for plan in plans for nest in plan.nests for array in nest.arrays()]
    function = sa.compile(plans, args=list(dict.fromkeys(found)), engine="eager")
    str(function.mlir)
    return time.process_time() - start


def main() -> None:
    """Measure, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--splits", type=int, default=16, help="the most splits")
    parser.add_argument("--statements", type=int, default=800, help="the most statements")
    parser.add_argument("--nests", type=int, default=32, help="the most nests")
    parser.add_argument("--rounds", type=int, default=5, help="how often; the median counts")
    options = parser.parse_args()

    def median(make: Callable[[], sa.Plan | list[sa.Plan]]) -> float:
        return statistics.median(compile_once(make) for _ in range(options.rounds))

    compile_once(lambda: splits(1))  # loads the compiler
    print(f"eight loops, three caches, 64 x 64 x 64: {median(eight_loops):.3f} s")
    print(f"eight loops, three caches, 67 x 67 x 67: {median(lambda: eight_loops(67)):.3f} s")
    for count in range(0, options.splits + 1, 2):
        print(f"{count:3} splits: {median(lambda count=count: splits(count)):.3f} s")
    count = 50
    while count <= options.statements:
        print(f"{count:4} statements: {median(lambda count=count: statements(count)):.3f} s")
        count *= 2
    count = 2
    while count <= options.nests:
        print(f"{count:4} nests: {median(lambda count=count: nests(count)):.3f} s")
        count *= 2


if __name__ == "__main__":
    main()
