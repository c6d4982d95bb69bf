# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The main job, end to end: `make demo` runs this.

1. `saopt` compiles examples/gemm.mlir; the signature and the emitted files are shown.
2. The same nest, written in Python, runs over arrays that dpnp made, on the default SYCL device: as
   it is, and with the schedule of examples/gemm.py.
3. The results are checked against NumPy's.
4. One table compares the run times, measured in turns in this process.
5. Another one compares plain nests of other kinds (examples/plain_nests.py), whose plans the
   compiler chose, with NumPy and dpnp.

Exits with 1 when anything is wrong.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np
from gemm import gemm as write_scheduled_gemm
from plain_nests import WORKLOADS, Workload

EXAMPLES = Path(__file__).resolve().parent
OUTPUT = EXAMPLES.parent / "build" / "demo"
SIZE = 512
ROUNDS = 9
# The length of the bar of the fastest.
BAR = 20


def compile_mlir() -> None:
    """Compile examples/gemm.mlir with the command-line tool."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    tool = Path(sys.executable).parent / "saopt"
    files = {"sycl": "gemm.cpp", "header": "gemm.h", "spirv": "gemm.spv", "manifest": "gemm.json"}
    for kind, name in files.items():
        source, made = str(EXAMPLES / "gemm.mlir"), str(OUTPUT / name)
        command = [str(tool), source, f"--emit={kind}", "-o", made]
        subprocess.run(command, check=True)
    manifest = json.loads((OUTPUT / files["manifest"]).read_text())
    print("saopt examples/gemm.mlir")
    print(f"  signature  {manifest['functions'][0]['signature']}")
    for kind, name in files.items():
        path = OUTPUT / name
        print(f"  {kind:9}  {path.relative_to(EXAMPLES.parent)}  ({path.stat().st_size} bytes)")


def write_gemm(engine: str) -> sa.CompiledFunction:
    """Author C += A B as a loop nest, and compile it."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(SIZE, SIZE))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(SIZE, SIZE))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(SIZE, SIZE))
    nest = sa.Nest(shape=(SIZE, SIZE, SIZE))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    return sa.compile(nest, args=(A, B, C), engine=engine, name="gemm")


def measure(contenders: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median time of each, in seconds; they take turns."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def print_table(times: dict[str, float]) -> None:
    """Print time, speed and the speed relative to NumPy's."""
    operations = 2 * SIZE**3
    print(f"\n{SIZE} x {SIZE} x {SIZE} matrix product in float32, median of {ROUNDS} rounds")
    print(f"  {'':17}{'ms':>10}{'GFLOP/s':>10}{'of NumPy':>10}")
    for name, seconds in times.items():
        speed = operations / seconds / 1e9
        ratio = times["NumPy"] / seconds
        print(f"  {name:17}{seconds * 1e3:10.2f}{speed:10.1f}{ratio:10.2f}")


def main() -> int:
    """Run the demo; return the exit code."""
    compile_mlir()

    rng = np.random.default_rng(0)
    host_a, host_b, host_c = (rng.standard_normal((SIZE, SIZE), dtype=np.float32) for _ in range(3))
    a, b, c = (dpnp.asarray(x) for x in (host_a, host_b, host_c))
    print(f"\nThe same nest in Python, on {c.sycl_device.name.strip()}")
    expected = host_c.astype(np.float64) + host_a.astype(np.float64) @ host_b
    functions = {}
    for engine in ("spirv", "sycl"):
        functions[f"plain, {engine}"] = write_gemm(engine)
        functions[f"scheduled, {engine}"] = write_scheduled_gemm((SIZE, SIZE, SIZE), engine)
    for name, gemm in functions.items():
        result = dpnp.array(c, copy=True)
        gemm(a, b, result)
        error = np.abs(result.asnumpy() - expected).max()
        # Each of SIZE additions may round once.
        allowed = SIZE * np.finfo(np.float32).eps * np.abs(expected).max()
        verdict = "agrees with NumPy" if error <= allowed else "IS WRONG"
        print(f"  {name:17}{verdict}: largest difference {error:.2g}, allowed {allowed:.2g}")
        if error > allowed:
            return 1

    out = np.empty_like(host_c)
    device_out = dpnp.empty_like(c)

    def run_dpnp() -> None:
        dpnp.matmul(a, b, out=device_out)
        device_out.sycl_queue.wait()

    contenders: dict[str, Callable[[], object]] = {
        **{name: partial(function, a, b, c) for name, function in functions.items()},
        "NumPy": lambda: np.matmul(host_a, host_b, out=out),
        "dpnp": run_dpnp,
    }
    print_table(measure(contenders))
    return compare_plain_nests(rng)


def compare_plain_nests(rng: np.random.Generator) -> int:
    """Run nests without a schedule beside NumPy and dpnp; return 1 if one is wrong."""
    print("\nPlain nests, their plans chosen by the compiler: how fast beside NumPy and dpnp")
    print(f"  {'':32}{'saopt':>9}{'NumPy':>9}{'dpnp':>9}    ms; longer is faster")
    for workload in WORKLOADS:
        error = show_workload(workload, rng)
        if error:
            print(f"  {workload.name} IS WRONG: {error}")
            return 1
    return 0


def show_workload(workload: Workload, rng: np.random.Generator) -> str:
    """Check and measure a workload, and print its row; return what is wrong, or nothing."""
    inputs = [rng.standard_normal(shape, dtype=np.float32) for shape in workload.inputs]
    expected = workload.on_numpy(np, *inputs)
    arrays = [dpnp.asarray(x) for x in inputs]
    out = dpnp.zeros(expected.shape, dtype="float32")
    function = workload.write()
    function(*arrays, out)
    error = np.abs(out.asnumpy() - expected).max()
    if error > workload.tolerance * np.abs(expected).max():
        return f"the largest difference from NumPy's result is {error:.2g}"

    def run_dpnp() -> None:
        workload.on_numpy(dpnp, *arrays).sycl_queue.wait()

    times = measure(
        {
            "saopt": partial(function, *arrays, out),
            "NumPy": partial(workload.on_numpy, np, *inputs),
            "dpnp": run_dpnp,
        }
    )
    row = "".join(f"{seconds * 1e3:9.2f}" for seconds in times.values())
    bars = [round(BAR * min(times.values()) / seconds) for seconds in times.values()]
    for number, (name, length) in enumerate(zip(times, bars, strict=True)):
        head = f"{workload.name:32}{row}" if number == 0 else " " * 59
        print(f"  {head}    {'#' * max(length, 1):{BAR}} {name}")
    return ""


if __name__ == "__main__":
    sys.exit(main())
