# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each layout costs against row-major, on the same nest.

Three nests over n by n arrays of float32: ``copy`` reads an array with the layout into a row-major
one, ``write`` does the opposite, and ``product`` is a matrix product of two arrays with the
layout. A layout with a domain is compared with a row-major array in a nest over the same points.
The calls of all layouts are interleaved, so that they meet the same machine, and the fastest of
each are compared.

    python benchmarks/layouts.py --size 512 --rounds 15
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import saopt as sa
from saopt._src.build.compile import compile_many

layout = sa.layout

NESTS = ("copy", "write", "product")
# Layouts in which elements share a place, and cannot be written in parallel.
SHARING = (layout.toeplitz, layout.strided((0, 1)))


def layouts_of(n: int) -> list[sa.Layout]:
    """Return the layouts to compare, for n by n arrays."""
    return [
        layout.row_major,
        layout.col_major,
        layout.strided((n + 8, 1)),
        layout.strided((-n, 1), n * (n - 1)),
        layout.strided((0, 1)),
        layout.affine(lambda i, j: i * n + (j + 16 * i) % n),
        layout.any,
        layout.lower_triangular,
        layout.upper_triangular,
        layout.packed_lower_triangular,
        layout.packed_upper_triangular,
        layout.banded(n // 8, n // 8),
        layout.toeplitz,
        layout.blocked((8, 8)),
        layout.blocked((12, 20)),
        layout.striped(16),
        layout.striped(10),
        layout.z_order,
    ]


class Contender(NamedTuple):
    """One layout in one nest, beside row-major over the same points."""

    one: sa.Layout
    nest: str
    source: sa.Nest
    args: tuple[sa.Array, ...]


def arrays(one: sa.Layout, n: int) -> tuple[sa.Array, sa.Array, sa.Array]:
    """Return an input and another one with the layout, and a row-major result."""
    options: dict[str, Any] = dict(element_type=sa.float32, shape=(n, n))
    return (
        sa.Array(role=sa.Role.INPUT, layout=one, name="A", **options),
        sa.Array(role=sa.Role.INPUT, layout=one, name="B", **options),
        sa.Array(role=sa.Role.INOUT, name="C", **options),
    )


def restrict(nest: sa.Nest, domain: sa.Layout, index: tuple[Any, ...]) -> None:
    """Leave the points of the layout's domain in the nest."""
    for expression in domain._domain(index):
        nest.constrain(expression >= 0)


def make(kind: str, one: sa.Layout, domain: sa.Layout, n: int) -> Contender:
    """Return the nest `kind` over arrays with a layout, at the points of a domain."""
    A, B, C = arrays(one, n)
    if kind == "product":
        nest = sa.Nest(shape=(n, n, n))
        i, j, k = nest.get_indices()
        restrict(nest, domain, (i, k))
        restrict(nest, domain, (k, j))

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += A[i, k] * B[k, j]

        return Contender(one, kind, nest, (A, B, C))
    nest = sa.Nest(shape=(n, n))
    i, j = nest.get_indices()
    restrict(nest, domain, (i, j))
    source, target = A, C
    if kind == "write":
        source = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(n, n), name="A")
        target = sa.Array(
            role=sa.Role.INOUT, element_type=sa.float32, shape=(n, n), layout=one, name="C"
        )

    @nest.iteration_logic
    def _() -> None:
        target[i, j] = source[i, j]

    return Contender(one, kind, nest, (source, target))


def storage(array: sa.Array) -> Any:
    """Return memory for an array, of random content."""
    dense = array.layout is layout.any
    shape: Any = array.shape if dense else (array.storage_size,)
    data = np.random.default_rng(0).random(shape, dtype=np.float32)
    memory = sa.USMArray(shape, "f4", "device")
    memory[...] = data
    return memory


def timed(function: Callable[..., None], arguments: list[Any]) -> float:
    """Return the seconds of one call, which waits for its work."""
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


def measure(contenders: list[Contender], engine: Any, rounds: int) -> list[float]:
    """Return the shortest time of each contender; all are called once in every round."""
    entries = [(one.source, one.args, one.nest) for one in contenders]
    functions = compile_many(entries, engine)
    memories: dict[Any, Any] = {}
    arguments = []
    for one in contenders:
        keys = [(array.name, array.layout, array.shape) for array in one.args]
        for key, array in zip(keys, one.args, strict=True):
            memories.setdefault(key, storage(array))
        arguments.append([memories[key] for key in keys])
    times: list[list[float]] = [[] for _ in contenders]
    for round_number in range(rounds + 2):  # the first two warm up
        order = list(range(len(contenders)))
        random.Random(round_number).shuffle(order)
        for position in order:
            seconds = timed(functions[position], arguments[position])
            if round_number >= 2:
                times[position].append(seconds)
    return [min(found) for found in times]


def report(n: int, engine: str, rounds: int, kinds: tuple[str, ...]) -> None:
    """Print a table of ratios."""
    layouts = layouts_of(n)
    rows: dict[sa.Layout, list[str]] = {one: [] for one in layouts}
    for kind in kinds:
        shared = [one for one in layouts if kind != "write" or one not in SHARING]
        contenders = [make(kind, one, one, n) for one in shared]
        domains = [one for one in shared if one.has_domain]
        contenders += [make(kind, layout.row_major, one, n) for one in domains]
        times = measure(contenders, engine, rounds)
        reference = dict(zip(domains, times[len(shared) :], strict=True))
        for one, seconds in zip(shared, times, strict=False):
            against = reference.get(one, times[0])
            rows[one].append(f"{seconds / against:6.2f} ({seconds * 1e3:8.3f} ms)")
        for one in layouts:
            if one not in shared:
                rows[one].append("-".rjust(20))
    width = max(len(one.describe()) for one in layouts)
    print(f"\n{engine}, {n} x {n} float32, {rounds} rounds: time over that of row-major")
    print(" " * width, *(kind.rjust(20) for kind in kinds))
    for one, cells in rows.items():
        print(one.describe().ljust(width), *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--engine", choices=("spirv", "sycl"), action="append")
    parser.add_argument("--nest", choices=NESTS, action="append")
    options = parser.parse_args()
    for engine in options.engine or ("spirv", "sycl"):
        report(options.size, engine, options.rounds, tuple(options.nest or NESTS))


if __name__ == "__main__":
    main()
