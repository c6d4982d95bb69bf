# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What zeros in a constant save, and what large constants cost to compile.

The first table has the nests ``A @ W`` and ``W @ A`` over n by n arrays of float32 and an
elementwise product, with a constant W whose zeros lie in different ways: each against the same
nest with a W without zeros. The compiler decides what to skip; its report is shown with
``--report``. The costs in lib/Dialect/SA/Transforms/ZeroSkipping/SkipEstimate.cpp come from here.
All calls are interleaved, so that they meet the same machine, and the fastest of each are compared.
The second table has ``A @ W`` with a plan: in tiles whose inner loop is a vector, without vectors,
and with the question whether an element is zero in the innermost loop, which the compiler does not
ask because its estimate says that it would not pay. The third has the seconds that it takes to
compile a constant.

    python benchmarks/constants.py --size 512 --rounds 15
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
import saopt as sa
from saopt._src.build.compile import compile_many

NESTS = ("A @ W", "W @ A", "A * W")
MEBIBYTE = 2**20


def contents(n: int) -> dict[str, np.ndarray[Any, Any]]:
    """Return where constants are not zero, by what they are called."""
    generator = np.random.default_rng(0)
    i, j = np.indices((n, n))

    def some(share: float, size: int = n) -> np.ndarray[Any, Any]:
        return generator.random(size) < share

    def blocks(size: int, share: float) -> np.ndarray[Any, Any]:
        kept = generator.random((n // size + 1, n // size + 1)) < share
        return kept[i // size, j // size]

    return {
        "no zeros": i >= 0,
        "a tenth of the rows": ~some(0.1)[i],
        "half of the rows": some(0.5)[i],
        "half of the columns": some(0.5)[j],
        "the last half of the rows": i < n // 2,
        "the last half of the columns": j < n // 2,
        "half of the blocks of 16": blocks(16, 0.5),
        "9 of 10 blocks of 16": blocks(16, 0.1),
        "9 of 10 blocks of 4": blocks(4, 0.1),
        "all but a band of 9": abs(i - j) <= 4,
        "half of the elements": generator.random((n, n)) < 0.5,
        "70% of the elements": generator.random((n, n)) < 0.3,
        "90% of the elements": generator.random((n, n)) < 0.1,
        "97% of the elements": generator.random((n, n)) < 0.03,
        "99% of the elements": generator.random((n, n)) < 0.01,
    }


def make(kind: str, n: int, mask: np.ndarray[Any, Any]) -> tuple[sa.Nest, tuple[sa.Array, ...]]:
    """Return a nest, and the arrays that it is called with."""
    values = np.random.default_rng(1).random((n, n), dtype=np.float32) + 0.5
    W = sa.Array(role=sa.Role.CONST, data=values * mask, name="W")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(n, n), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(n, n), name="C")
    nest = sa.Nest(shape=(n, n) if kind == "A * W" else (n, n, n))
    i, j, *rest = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        if kind == "A @ W":
            C[i, j] += A[i, rest[0]] * W[rest[0], j]
        elif kind == "W @ A":
            C[i, j] += W[i, rest[0]] * A[rest[0], j]
        else:
            C[i, j] += A[i, j] * W[i, j]

    return nest, (A, C)


PLANS = ("vectors", "loops", "asking")
PLANNED = (
    *("no zeros", "half of the blocks of 16", "9 of 10 blocks of 16", "half of the elements"),
    *("90% of the elements", "99% of the elements"),
)


def make_planned(
    kind: str, n: int, mask: np.ndarray[Any, Any]
) -> tuple[sa.Plan, tuple[sa.Array, ...]]:
    """Return a product in tiles, and the arrays that it is called with."""
    values = np.random.default_rng(1).random((n, n), dtype=np.float32) + 0.5
    W = sa.Array(role=sa.Role.CONST, data=values * mask, name="W")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(n, n), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(n, n), name="C")
    nest = sa.Nest(shape=(n, n, n))
    i, j, k = nest.get_indices()

    def add() -> None:
        C[i, j] += A[i, k] * W[k, j]

    @nest.iteration_logic
    def _() -> None:
        if kind == "asking":
            sa.If(W[k, j] != 0, add)
        else:
            add()

    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 4, j: 16, k: 16})
    schedule.reorder(j, i, k, kk, ii, jj)
    plan = schedule.create_plan()
    plan.parallelize((j, i))
    if kind == "vectors":
        plan.vectorize(jj)
    return plan, (A, C)


def measure(functions: list[Any], n: int, rounds: int) -> list[float]:
    """Return the shortest time of each function; all are called once in every round."""
    arguments = [sa.USMArray((n, n), "f4", "device") for _ in range(2)]
    for argument in arguments:
        argument[...] = np.ones((n, n), np.float32)
    times: list[list[float]] = [[] for _ in functions]
    for round_number in range(rounds + 2):  # the first two warm up
        order = list(range(len(functions)))
        random.Random(round_number).shuffle(order)
        for position in order:
            begin = time.perf_counter()
            functions[position](*arguments)
            if round_number >= 2:
                times[position].append(time.perf_counter() - begin)
    return [min(found) for found in times]


def report_zeros(n: int, engine: Any, rounds: int, shows_report: bool) -> None:
    """Print how many times faster a nest is with zeros."""
    masks = contents(n)
    rows: dict[str, list[str]] = {name: [] for name in masks}
    reports = []
    for kind in NESTS:
        size = n if kind != "A * W" else 4 * n
        made = [make(kind, size, mask) for mask in contents(size).values()]
        functions = compile_many([(*one, "f") for one in made], engine)
        times = measure(functions, size, rounds)
        for name, seconds in zip(masks, times, strict=True):
            rows[name].append(f"{times[0] / seconds:6.2f} ({seconds * 1e3:8.3f} ms)")
        reports.append(f"\n{kind}\n{functions[0].report}")
    width = max(map(len, masks))
    print(f"\n{engine}, {n} x {n} float32 (A * W: {4 * n} x {4 * n}), {rounds} rounds:")
    print("how many times faster than without zeros, when these are zero")
    print(" " * width, *(kind.rjust(20) for kind in NESTS))
    for name, cells in rows.items():
        print(name.ljust(width), *cells)
    if shows_report:
        print(*reports, sep="")


def report_plans(n: int, engine: Any, rounds: int, shows_report: bool) -> None:
    """Print how many times faster a nest with a plan is with zeros."""
    masks = {name: mask for name, mask in contents(n).items() if name in PLANNED}
    made = [(*make_planned(kind, n, masks[name]), "f") for kind in PLANS for name in masks]
    functions = compile_many(made, engine)
    times = np.array(measure(functions, n, rounds)).reshape(len(PLANS), len(masks))
    width = max(map(len, masks))
    print(f"\n{engine}, A @ W in tiles of 4 x 16 x 16, {n} x {n} float32, {rounds} rounds:")
    print("how many times faster than without zeros and questions, when these are zero")
    print(" " * width, *(kind.rjust(20) for kind in PLANS))
    plain = [times[0, 0], times[1, 0], times[1, 0]]
    for column, name in enumerate(masks):
        cells = (
            f"{plain[row] / times[row, column]:6.2f} ({times[row, column] * 1e3:8.3f} ms)"
            for row in range(len(PLANS))
        )
        print(name.ljust(width), *cells)
    if shows_report:
        print(functions[0].report)


def report_compilation(engine: Any) -> None:
    """Print how long constants take to compile, and what they add to the source."""
    print(f"\n{engine}: compiling a constant of random float32")
    print("     MiB   seconds   bytes of source")
    for mebibytes in (1, 16, 64):
        count = mebibytes * MEBIBYTE // 4
        data = np.random.default_rng(2).random(count, dtype=np.float32)
        begin = time.perf_counter()
        W = sa.Array(role=sa.Role.CONST, data=data, name="W")
        C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(count,), name="C")
        nest = sa.Nest(shape=(count,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _(W: sa.Array = W, C: sa.Array = C, i: Any = i) -> None:
            C[i] += W[i]

        function = sa.compile(nest, args=(C,), engine=engine, name="f")
        seconds = time.perf_counter() - begin
        print(f"{mebibytes:8} {seconds:9.2f} {len(function.source):17}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--engine", choices=("spirv", "sycl"), action="append")
    parser.add_argument("--report", action="store_true", help="show what the compiler decided")
    options = parser.parse_args()
    for engine in options.engine or ("spirv", "sycl"):
        report_zeros(options.size, engine, options.rounds, options.report)
        report_plans(options.size, engine, options.rounds, options.report)
        report_compilation(engine)


if __name__ == "__main__":
    main()
