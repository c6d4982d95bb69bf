# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast a matrix product is, measured while the site is built."""

from __future__ import annotations

import functools
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path

import dpnp
import numpy as np
import saopt as sa

SIZE = 512
ROUNDS = 5


def measure_product(function: sa.CompiledFunction) -> str:
    """Return a sentence about the speed of a function of A, B and C, all of SIZE x SIZE."""
    a, b = _matrices()
    numpy = _time_of_numpy()
    arrays = dpnp.asarray(a), dpnp.asarray(b), dpnp.zeros((SIZE, SIZE), dtype=np.float32)
    function(*arrays)
    if not np.allclose(arrays[2].asnumpy(), a @ b, rtol=1e-4):
        raise AssertionError(f"{function.name} is wrong")
    own = min(_time(lambda: function(*arrays)) for _ in range(ROUNDS))
    return (
        f"Measured when this page was built, on {os.cpu_count()} cores of {_processor()}: "
        f"{own * 1e3:.3g} ms, where NumPy takes {numpy * 1e3:.3g} ms."
    )


def _matrices() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    a, b = (rng.random((SIZE, SIZE), dtype=np.float32) for _ in range(2))
    return a, b


@functools.cache
def _time_of_numpy() -> float:
    """Measured once, before a function runs: its threads would still wait for more work."""
    a, b = _matrices()
    out = np.empty_like(a)
    return min(_time(lambda: np.matmul(a, b, out=out)) for _ in range(2 * ROUNDS))


def _time(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _processor() -> str:
    """Return the name of the processor."""
    with Path("/proc/cpuinfo").open() as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
