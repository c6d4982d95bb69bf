# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler on the command line, which is a function of the module ``saopt._compiler``.

The module is loaded by its file: importing it by its name would import the whole package first,
and with it the SYCL runtime, which the compiler does not use.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import signal
import sys
from pathlib import Path
from types import ModuleType

__all__ = ["find_native_module", "find_package", "load_compiler", "run_tool"]


def find_package() -> Path | None:
    """Return the folder of the package ``saopt`` without importing it."""
    spec = importlib.util.find_spec("saopt")
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else None


def find_native_module(name: str) -> Path | None:
    """Return the file of a native module of the package for this version of Python."""
    folder = find_package()
    if folder is None:
        return None
    files = (folder / f"{name}{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES)
    return next((file for file in files if file.is_file()), None)


def load_compiler() -> ModuleType:
    """Load ``saopt._compiler`` and nothing else of the package.

    Raises
    ------
    ImportError
        When there is no such module for this Python, or it does not load.
    """
    file = find_native_module("_compiler")
    if file is None:
        version = ".".join(map(str, sys.version_info[:2]))
        raise ImportError(
            f"{find_package()} has no compiler for Python {version}: install saopt with this Python"
        )
    spec = importlib.util.spec_from_file_location("saopt._compiler", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_tool(arguments: list[str]) -> int:
    """Run the compiler with the arguments of a command line; return the exit code."""
    try:
        compiler = load_compiler()
    except ImportError as error:
        print(f"saopt: {error}", file=sys.stderr)
        return 1
    # As in a program that is not Python: Ctrl-C ends it, and so does a closed pipe.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    exit_code: int = compiler.run_tool(["saopt", *arguments])
    return exit_code
