# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long it takes from nests to a first result: choosing plans, the other passes, the device.

The function has three nests: a product, a bias with an activation, and sums of rows.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import saopt as sa

import dpnp  # isort: skip - after saopt, which makes the CPU device known

# Passes only: the lines of pipelines and analyses have blanks or quotes, or parentheses, in them.
_LINE = re.compile(r"^\s*([\d.]+) \(\s*[\d.]+%\)\s+(?!Total|Rest|root)(\w+)\s*$")
_PASS = "SAChoosePlans"


def three_nests(size: int) -> tuple[tuple[sa.Nest, ...], tuple[sa.Array, ...]]:
    """Return nests without a schedule, and their arguments."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size, size), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size, size), name="B")
    bias = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size,), name="bias")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(size, size), name="C")
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(size,), name="S")
    product, finish, rows = (sa.Nest(shape=(size,) * rank) for rank in (3, 2, 2))
    i, j, k = product.get_indices()
    a, b = finish.get_indices()
    c, d = rows.get_indices()

    @product.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    @finish.iteration_logic
    def _() -> None:
        C[a, b] = sa.max(C[a, b] + bias[b], 0.0)

    @rows.iteration_logic
    def _() -> None:
        S[c] += C[c, d]

    return (product, finish, rows), (A, B, bias, C, S)


def passes(size: int, rounds: int) -> dict[str, float]:
    """Return the median of the seconds of each pass; those of a pass that runs twice are added."""
    source, args = three_nests(size)
    program = sa.compile(source, args=args, name="three").mlir
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "three.mlir"
        path.write_text(program)
        command = [
            str(Path(sys.executable).parent / "saopt"),
            str(path),
            "--emit=spirv",
            "--mlir-timing",
            "--mlir-timing-display=list",
            "-o",
            str(Path(folder) / "three.spv"),
        ]
        for _ in range(rounds):
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            for name, seconds in parse(done.stderr).items():
                found.setdefault(name, []).append(seconds)
    return {name: statistics.median(times) for name, times in found.items()}


def parse(report: str) -> dict[str, float]:
    """Return the seconds of each line of MLIR's report of times."""
    times: dict[str, float] = {}
    for line in report.splitlines():
        match = _LINE.match(line)
        if match is not None:
            times[match[2]] = times.get(match[2], 0.0) + float(match[1])
    return times


def first_results(sizes: list[int]) -> dict[str, float]:
    """Return the medians of the seconds of compiling, of a first call, and of both again.

    Nobody has compiled these sizes before, as long as the compile cache does not hold them; the
    second time, it does.
    """
    compiling, first, again = [], [], []
    for size in sizes:
        arrays = [dpnp.zeros(shape, dtype="f4") for shape in ((size, size),) * 2]
        arrays += [dpnp.zeros(size, dtype="f4"), dpnp.zeros((size, size), dtype="f4")]
        arrays.append(dpnp.zeros(size, dtype="f4"))
        start = time.perf_counter()
        source, args = three_nests(size)
        function = sa.compile(source, args=args, name=f"three_{time.time_ns()}")
        compiled = time.perf_counter()
        function(*arrays)
        called = time.perf_counter()
        same, args = three_nests(size)
        sa.compile(same, args=args, name=function.name)(*arrays)
        compiling.append(compiled - start)
        first.append(called - compiled)
        again.append(time.perf_counter() - called)
    return {
        "compile": statistics.median(compiling),
        "first_call": statistics.median(first),
        "again": statistics.median(again),
    }


def measure(size: int = 256, rounds: int = 5) -> dict[str, Any]:
    """Return everything, as JSON's types."""
    times = passes(size, rounds)
    first_results([size - 1])  # loads the compilers
    return {
        "size": size,
        "passes": {name: times[name] for name in sorted(times, key=times.__getitem__)[::-1]},
        "choosing": times.get(_PASS, 0.0),
        **first_results([size + 16 * number for number in range(rounds)]),
    }


def main() -> None:
    """Print what a measurement finds."""
    data = measure()
    print(f"three nests of {data['size']}: choosing plans {data['choosing'] * 1e3:.1f} ms")
    print(
        f"compiling {data['compile'] * 1e3:.0f} ms, then a first call "
        f"{data['first_call'] * 1e3:.0f} ms; both again {data['again'] * 1e3:.0f} ms"
    )
    for name, seconds in data["passes"].items():
        print(f"  {seconds * 1e3:7.1f} ms  {name}")


if __name__ == "__main__":
    main()
