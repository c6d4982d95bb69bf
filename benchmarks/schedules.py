# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hand-scheduled examples against NumPy and dpnp.

The functions of examples/gemm.py, examples/stencil.py and examples/softmax.py over float32, each
against what one would write in NumPy and in dpnp. All of them take turns in one process, so that
they meet the same machine, and the fastest call of each counts: whatever else runs on the machine
can only make a call slower. The results are compared as well.

    python benchmarks/schedules.py --rounds 40
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

from gemm import gemm  # noqa: E402 - found in the path above
from softmax import softmax  # noqa: E402
from stencil import jacobi  # noqa: E402

FLOAT = np.float32


@dataclass
class Contest:
    """One computation, and who takes part.

    Attributes
    ----------
    name : str
        What the table calls it.
    make : callable
        Returns the compiled function of an engine.
    inputs : list of numpy.ndarray
        What it reads.
    expression : callable
        Of a module (NumPy or dpnp), the inputs and the output: writes the result into the output.
    shape : tuple of int
        Of the output.
    """

    name: str
    make: Callable[[str], sa.CompiledFunction]
    inputs: list[np.ndarray[Any, Any]]
    expression: Callable[..., None]
    shape: tuple[int, ...]


def product(xp: Any, a: Any, b: Any, out: Any) -> None:
    xp.matmul(a, b, out=out)


def mean_of_neighbours(xp: Any, x: Any, out: Any) -> None:
    inner = out[1:-1, 1:-1]
    xp.add(x[:-2, 1:-1], x[2:, 1:-1], out=inner)
    xp.add(inner, x[1:-1, :-2], out=inner)
    xp.add(inner, x[1:-1, 2:], out=inner)
    xp.multiply(inner, FLOAT(0.25), out=inner)


def softmax_of_rows(xp: Any, x: Any, out: Any) -> None:
    xp.subtract(x, xp.max(x, axis=1, keepdims=True), out=out)
    xp.exp(out, out=out)
    xp.divide(out, xp.sum(out, axis=1, keepdims=True), out=out)


def contests(size: int) -> list[Contest]:
    """Return the computations; `size` is that of the matrices of the product."""
    rng = np.random.default_rng(0)

    def matrix(*shape: int) -> np.ndarray[Any, Any]:
        return rng.random(shape, dtype=FLOAT)

    square, grid, rows = (size, size), (4 * size, 4 * size), (4 * size, size)
    return [
        Contest(
            f"product, {size} x {size} x {size}",
            lambda engine: gemm((size, size, size), engine),
            [matrix(*square), matrix(*square)],
            product,
            square,
        ),
        Contest(
            f"stencil, {grid[0]} x {grid[1]}",
            lambda engine: jacobi(grid, engine),
            [matrix(*grid)],
            mean_of_neighbours,
            grid,
        ),
        Contest(
            f"softmax, {rows[0]} x {rows[1]}",
            lambda engine: softmax(rows, engine),
            [matrix(*rows)],
            softmax_of_rows,
            rows,
        ),
    ]


def timed(run: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def measure(contest: Contest, engines: list[str], rounds: int) -> dict[str, float]:
    """Return the shortest time of each; all take a turn in every round."""
    expected = np.zeros(contest.shape, dtype=FLOAT)
    contest.expression(np, *contest.inputs, expected)
    inputs = [dpnp.asarray(data) for data in contest.inputs]
    output = dpnp.zeros(contest.shape, dtype=FLOAT)

    def run_dpnp() -> None:
        contest.expression(dpnp, *inputs, output)
        output.sycl_queue.wait()

    runs: dict[str, Callable[[], object]] = {}
    for engine in engines:
        function = contest.make(engine)
        result = dpnp.zeros(contest.shape, dtype=FLOAT)
        function(*inputs, result)
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-4, err_msg=contest.name)
        runs[engine] = lambda function=function, result=result: function(*inputs, result)
    runs["NumPy"] = lambda: contest.expression(np, *contest.inputs, expected)
    runs["dpnp"] = run_dpnp
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            run()  # the call that counts finds its data where the call before it left them
            times[name].append(timed(run))
    return {name: min(found) for name, found in times.items()}


def as_data(contest: Contest, rounds: int = 20) -> dict[str, Any]:
    """Return the times of one computation, for the page of `make bench`."""
    return {"name": contest.name, "seconds": measure(contest, ["spirv"], rounds)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--engine", choices=("spirv", "sycl"), action="append")
    options = parser.parse_args()
    engines = options.engine or ["spirv", "sycl"]
    print(f"{'float32, shortest of ' + str(options.rounds):28}{'ms':>10}{'NumPy':>10}{'dpnp':>10}")
    for contest in contests(options.size):
        times = measure(contest, engines, options.rounds)
        print(contest.name)
        for name, seconds in times.items():
            ratios = (f"{times[other] / seconds:10.2f}" for other in ("NumPy", "dpnp"))
            print(f"  {name:26}{seconds * 1e3:10.2f}", *ratios, sep="", flush=True)


if __name__ == "__main__":
    main()
