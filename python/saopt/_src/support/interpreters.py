# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses interpreters that cannot have the package."""

from __future__ import annotations

import importlib

__all__ = ["check_main_interpreter"]


def check_main_interpreter() -> None:
    """Check that this is the main interpreter of the process."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if module.get_current() != module.get_main():
            raise ImportError(
                "saopt cannot be imported by a subinterpreter: import it in the main interpreter, "
                "or in a process of its own"
            )
        return
