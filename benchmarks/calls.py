# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call costs beside a launch from C++.

A function of three arrays of one element is called in several ways, and waited for each time:
with dpnp's arrays, with `saopt.USMArray`, with objects that have only a dictionary, and prepared.
A C++ program submits the same kernel to the same queue and waits for it. All of them take turns,
so that they meet the same machine; the ratios are those of one turn, and the median of them counts.

    python benchmarks/calls.py --rounds 40 --calls 300
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import _submit
import dpctl
import dpnp
import saopt as sa

# The most that a call may cost: in launches from C++, or as a part of dpnp.add.
LIMITS = {"dpnp arrays": 1.3, "own arrays": 1.3, "prepared": 1.1}
PART_OF_DPNP = 1 / 5
DICTIONARY_LIMIT = 2.0
IMPORT_LIMIT = 0.5


class Described:
    """An array that only says what it is in a dictionary."""

    def __init__(self, array: Any) -> None:
        self.owner = array
        self.__sycl_usm_array_interface__ = dict(array.__sycl_usm_array_interface__)


def adding() -> sa.CompiledFunction:
    """Return a function that adds arrays of one element."""
    A, B = (sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(1,)) for _ in range(2))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(1,))
    nest = sa.Nest(shape=(1,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i] = A[i] + B[i]

    return sa.compile(nest, args=(A, B, C), name="add")


def timed(function: Callable[..., Any], *arguments: Any) -> Callable[[int], float]:
    """Return what measures so many calls, in microseconds for each."""

    def measure(count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            function(*arguments)
        return (time.perf_counter() - start) / count * 1e6

    return measure


def contenders(queue: Any) -> dict[str, Callable[[int], float]]:
    """Return what is measured on a queue."""
    add = adding()
    arrays = [dpnp.ones(1, dtype="f4", sycl_queue=queue) for _ in range(3)]
    own = [sa.USMArray((1,), "f4", "device", buffer_ctor_kwargs={"queue": queue}) for _ in range(3)]
    described = [Described(array) for array in arrays]
    kernel = add.manifest["functions"][0]["launches"][0]["kernel"]
    pointers = [array.__sycl_usm_array_interface__["data"][0] for array in arrays]
    submitter = _submit.Submitter(queue.addressof_ref(), add.spirv, kernel, *pointers)

    def dpnp_add() -> None:
        dpnp.add(arrays[0], arrays[1], out=arrays[2])

    return {
        "C++": submitter.run,
        "dpnp arrays": timed(add, *arrays),
        "own arrays": timed(add, *own),
        "dictionaries": timed(add, *described),
        "prepared": timed(add.prepare(*arrays)),
        "call_async": timed(lambda: add.call_async(*arrays).wait()),
        "dpnp.add": timed(dpnp_add),
    }


def measure(queue: Any, rounds: int, calls: int) -> dict[str, list[float]]:
    """Measure all contenders in turns; return the times of each."""
    ways = contenders(queue)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for way in ways.values():
        way(calls)
        queue.wait()
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(way(calls))
            queue.wait()
    return times


def import_seconds() -> float:
    """Return how much longer saopt takes to import than dpctl, the best of three."""
    program = (
        "import time, dpctl; t = time.perf_counter(); import saopt; print(time.perf_counter() - t)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def report(times: dict[str, list[float]]) -> None:
    """Print times, ratios and what they may be."""
    reference, other = times["C++"], statistics.median(times["dpnp.add"])
    for name, taken in times.items():
        ratio = statistics.median(a / b for a, b in zip(taken, reference, strict=True))
        limit = f"  (at most {LIMITS[name]})" if name in LIMITS else ""
        median = statistics.median(taken)
        print(f"  {name:14}{median:8.2f} µs  {ratio:5.2f} of C++{limit}")
        if name in LIMITS:
            print(f"{median / other:31.2f} of dpnp.add  (at most {PART_OF_DPNP})")
    pairs = zip(times["dictionaries"], times["dpnp arrays"], strict=True)
    more = statistics.median(a - b for a, b in pairs) / 3
    print(
        f"  a dictionary costs {more:.2f} µs more than a dpnp array  (at most {DICTIONARY_LIMIT})"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--calls", type=int, default=300)
    options = parser.parse_args()
    for properties in ([], ["in_order"]):
        queue = dpctl.SyclQueue(property=properties)
        print("in-order queue" if properties else "out-of-order queue")
        report(measure(queue, options.rounds, options.calls))
    print(f"import: {import_seconds():.2f} s more than dpctl  (at most {IMPORT_LIMIT})")


if __name__ == "__main__":
    main()
