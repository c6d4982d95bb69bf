# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running programs that are written in MLIR on the engines that have a device.

For tests of what Python does not build, such as loops in the form that plans become::

    add = MlirFunction(TEXT, device_engine)
    a, b = add(a, b)  # NumPy arrays and numbers in, what the arrays hold afterwards out
"""

from __future__ import annotations

import functools
import json
from typing import Any

import numpy as np
import saopt  # noqa: F401  (registers the OpenCL device)
from harness import UsmArray
from saopt import _compiler, _runtime

__all__ = ["MlirFunction", "check_equal"]


@functools.cache
def _compile(text: str, strict: bool) -> Any:
    options = _compiler.CompileOptions()
    options.strict = strict
    return _compiler.compile_text(text, "program.mlir", options)


@functools.cache
def _load(text: str, engine: str, strict: bool) -> Any:
    module = _compile(text, strict)
    code = module.spirv if engine == "spirv" else module.source
    return _runtime.Program(code, engine, strict, module.constants)


class MlirFunction:
    """A function of a program in MLIR, on one engine.

    Parameters
    ----------
    text : str
        The program; it is compiled and loaded once for each engine.
    engine : {"spirv", "sycl"}
        How it runs.
    name : str, optional
        Which function; by default the first.
    strict : bool
        As in `saopt.compile`.

    Attributes
    ----------
    module : saopt._compiler.Module
        What the compiler made of the program.
    manifest : dict
        The manifest's entry of the function.
    """

    def __init__(
        self, text: str, engine: str, name: str | None = None, strict: bool = False
    ) -> None:
        self.module = _compile(text, strict)
        entries = json.loads(self.module.manifest)["functions"]
        self.manifest = next(e for e in entries if name is None or e["name"] == name)
        self._function = _runtime.Function(
            _runtime.Manifest(self.module.manifest),
            self.manifest["name"],
            _load(text, engine, strict),
        )

    def __call__(self, *arguments: np.ndarray | float) -> list[np.ndarray]:
        """Run the function on copies; return what became of the arrays among the arguments."""
        placed = [UsmArray(a) if isinstance(a, np.ndarray) else a for a in arguments]
        self._function(*placed)
        return [a.host.copy() for a in placed if isinstance(a, UsmArray)]

    def build_log(self) -> str:
        """Return what the device's compiler said; empty when it had nothing to warn about."""
        return str(self._function.build_log())


def check_equal(text: str, *cases: tuple[tuple[Any, ...], np.ndarray]) -> None:
    """Check on both engines that the last array holds what a case expects, bit by bit."""
    for engine in ("spirv", "sycl"):
        function = MlirFunction(text, engine)
        for arguments, expected in cases:
            np.testing.assert_array_equal(function(*arguments)[-1], expected, engine)
        if engine == "sycl":
            assert function.build_log() == ""
