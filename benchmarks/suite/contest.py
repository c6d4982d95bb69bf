# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What takes part in a comparison, and how it is measured."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np
import saopt as sa

import dpnp  # isort: skip - after saopt, which makes the CPU device known
from suite.peers import Run


@dataclass
class Workload:
    """One computation, and who takes part in it.

    Attributes
    ----------
    name : str
        What the table calls it.
    flops : float
        Arithmetic operations of one run.
    traffic : float
        The bytes that one run reads and writes at least.
    element : numpy.dtype
        The type of the arithmetic, which the machine's limit is looked up by.
    source : callable
        Returns the nests (nothing scheduled) and the arrays that are the arguments.
    inputs : list of numpy.ndarray
        The first arguments.
    expected : callable
        Returns the right result.
    peers : callable
        Returns the runs of the other libraries, by name; each returns its result.
    goal : float, optional
        The least ratio to the fastest peer that the project wants.
    reads_only : bool
        Whether the traffic is reads, next to which writes do not count: the limit is the rate of
        reading rather than that of a copy.
    goal_of_limit : float, optional
        The least share of the machine's limit that the project wants.
    tolerance : float
        The largest difference of a result, relative to the largest expected element.
    """

    name: str
    flops: float
    traffic: float
    source: Callable[[], tuple[object, tuple[sa.Array, ...]]]
    inputs: list[np.ndarray]
    expected: Callable[[], np.ndarray]
    peers: Callable[[], dict[str, Run]]
    element: np.dtype = field(default_factory=lambda: np.dtype("f4"))
    goal: float | None = None
    reads_only: bool = False
    goal_of_limit: float | None = None
    tolerance: float = 1e-4


@dataclass
class Times:
    """The seconds of the calls of one contender."""

    calls: list[float]

    @property
    def best(self) -> float:
        return min(self.calls)

    @property
    def median(self) -> float:
        return statistics.median(self.calls)

    @property
    def spread(self) -> float:
        """The distance of the quartiles, relative to the median."""
        if len(self.calls) < 4:
            return 0.0
        quarters = statistics.quantiles(self.calls, n=4)
        return (quarters[2] - quarters[0]) / self.median


@dataclass
class Outcome:
    """What was measured of a workload."""

    workload: Workload
    times: dict[str, Times]
    wrong: list[str]
    choice: str
    compile_seconds: float

    @property
    def best_peer(self) -> str | None:
        others = [name for name in self.times if not name.startswith("saopt")]
        return min(others, key=lambda name: self.times[name].best, default=None)

    @property
    def ratio(self) -> float | None:
        """How many times faster than the fastest peer saopt is."""
        peer = self.best_peer
        if peer is None or "saopt" not in self.times:
            return None
        return self.times[peer].best / self.times["saopt"].best


def agrees(result: object, expected: np.ndarray, tolerance: float) -> bool:
    """Whether a result has the expected shape and values."""
    values = np.asarray(result.asnumpy() if hasattr(result, "asnumpy") else result)
    if values.shape != expected.shape:
        return False
    wanted = expected.astype(np.float64)
    scale = float(np.abs(wanted).max(initial=0.0)) or 1.0
    return bool(
        np.allclose(values.astype(np.float64), wanted, rtol=tolerance, atol=tolerance * scale)
    )


@dataclass
class Function:
    """The function that saopt compiled for a workload, with its arguments on a device."""

    call: sa.CompiledFunction
    arguments: list[dpnp.ndarray]
    output: dpnp.ndarray
    compile_seconds: float

    def run(self) -> None:
        self.call(*self.arguments, self.output)

    def result(self) -> np.ndarray:
        """Run once, over an output of zeros, into which some workloads accumulate."""
        self.output[...] = 0
        self.run()
        return self.output.asnumpy()


def placed(array: np.ndarray) -> object:
    """Return an array on the device; dpnp has no bfloat16."""
    return sa.asarray(array) if array.dtype.kind == "V" else dpnp.asarray(array)


def compile_workload(workload: Workload, schedule: str, engine: str) -> Function:
    """Compile a workload; its last argument is the output."""
    start = time.perf_counter()
    source, arrays = workload.source()
    call = sa.compile(source, args=arrays, name="bench", schedule=schedule, engine=engine)
    seconds = time.perf_counter() - start
    expected = workload.expected()
    output = dpnp.zeros(expected.shape, dtype=arrays[-1].element_type.dtype)
    arguments = [placed(array) for array in workload.inputs]
    return Function(call, arguments, output, seconds)


def describe_choice(call: sa.CompiledFunction) -> str:
    """Return what the report says about the plans that were chosen."""
    return "; ".join(line.strip() for line in call.report.splitlines() if line.strip())


@dataclass
class Protocol:
    """How often everything runs.

    A pause comes before each burst: OpenBLAS's threads keep a core for up to 150 ms after a
    product, and whoever comes next would pay for it. In a burst one contender runs alone.
    """

    rounds: int = 5
    calls: int = 5
    pause: float = 0.2
    longest_burst: float = 1.0

    def measure(self, contenders: dict[str, Run]) -> dict[str, Times]:
        """Let the contenders take turns; each has run before."""
        times: dict[str, list[float]] = {name: [] for name in contenders}
        for _ in range(self.rounds):
            for name, run in contenders.items():
                time.sleep(self.pause)
                end = time.perf_counter() + self.longest_burst
                for _ in range(self.calls):
                    start = time.perf_counter()
                    run()
                    now = time.perf_counter()
                    times[name].append(now - start)
                    if now > end:
                        break
        return {name: Times(calls) for name, calls in times.items()}


def hold(
    workload: Workload,
    protocol: Protocol,
    engine: str,
    plain: bool,
    libraries: Collection[str] | None = None,
) -> Outcome:
    """Compile, check and measure a workload.

    With `plain`, the nest without a plan takes part as well; of the peers those of `libraries`, or
    all of them.
    """
    expected = workload.expected()
    functions = {"saopt": compile_workload(workload, "auto", engine)}
    if plain:
        functions["saopt, no plan"] = compile_workload(workload, "none", engine)
    contenders: dict[str, Run] = {}
    wrong = []
    for name, function in functions.items():
        if not agrees(function.result(), expected, workload.tolerance):
            wrong.append(name)
        contenders[name] = function.run
    for name, run in workload.peers().items():
        if libraries is not None and name not in libraries:
            continue
        if not agrees(run(), expected, max(workload.tolerance, 1e-3)):
            wrong.append(name)
        contenders[name] = run
    for run in contenders.values():
        run()
    main = functions["saopt"]
    times = protocol.measure(contenders)
    return Outcome(workload, times, wrong, describe_choice(main.call), main.compile_seconds)
