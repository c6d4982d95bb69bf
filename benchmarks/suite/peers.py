# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The libraries that saopt is compared with.

NumPy and dpnp are always there. The others are modules, or None where they cannot be imported.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable
from types import ModuleType
from typing import Any

import dpnp
import numpy as np

Run = Callable[[], Any]


def find(name: str) -> ModuleType | None:
    """Import a module that need not be there."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


jax = find("jax")
numba = find("numba")
halide = find("halide")
scipy = find("scipy")

LIBRARIES = ("saopt", "numpy", "dpnp", "jax", "numba", "halide", "scipy")


def versions() -> dict[str, str]:
    """Return the versions of the libraries that are installed."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            module = find(name)
            if module is not None:
                found[name] = getattr(module, "__version__", "checkout")
    return found


def jitted(function: Callable[..., Any], *arrays: np.ndarray) -> dict[str, Run]:
    """Return JAX's run of a function over arrays, which waits for the result."""
    if jax is None:
        return {}
    if any(array.dtype == np.float64 for array in arrays):
        jax.config.update("jax_enable_x64", True)
    placed = [jax.numpy.asarray(array) for array in arrays]
    compiled = jax.jit(function)
    return {"JAX": lambda: jax.block_until_ready(compiled(*placed))}


def on_device(function: Callable[..., Any], *arrays: np.ndarray) -> dict[str, Run]:
    """Return dpnp's run of a function over arrays, which waits for its queue."""
    placed = [dpnp.asarray(array) for array in arrays]
    queue = placed[0].sycl_queue

    def run() -> Any:
        result = function(*placed)
        queue.wait()
        return result

    return {"dpnp": run}


def compiled(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return Numba's parallel version of a function, with the freedom that saopt's default has."""
    if numba is None:
        return None
    return numba.njit(parallel=True, fastmath=True)(function)


def of_numba(function: Callable[..., Any], out: np.ndarray, *arrays: np.ndarray) -> dict[str, Run]:
    """Return Numba's run of a function that writes its first argument."""
    quick = compiled(function)
    if quick is None:
        return {}

    def run() -> np.ndarray:
        quick(out, *arrays)
        return out

    return {"Numba": run}


def of_scipy(module: str, run: Callable[[Any], Any]) -> dict[str, Run]:
    """Return SciPy's run, which gets one of its modules."""
    if scipy is None:
        return {}
    found = importlib.import_module(f"scipy.{module}")
    return {"SciPy": lambda: run(found)}


def of_halide(
    build: Callable[[Any, Any], Any], source: np.ndarray, out: np.ndarray, inner: Any
) -> dict[str, Run]:
    """Return Halide's run of a scheduled function of one array, which writes a part of another.

    `build` gets the module and the array as Halide's buffer, and returns the function.
    """
    if halide is None:
        return {}
    function = build(halide, halide.Buffer(source))
    function.compile_jit()
    target = halide.Buffer(out[inner])

    def run() -> np.ndarray:
        function.realize(target)
        return out

    return {"Halide": run}
