# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command ``saopt``: ``saopt doctor``, ``saopt cache``, and else the compiler.

This package imports ``saopt`` only where it must, and looks before: the compiler on the command
line needs no SYCL runtime, and `doctor` has to say what is wrong when ``import saopt`` fails. The
modules: `main` (which command), `tool` (the compiler), `doctor` with `findings`, `devices` and
`report`, `cache_command` with `cache`.
"""

from saopt_command.main import main

__all__ = ["main"]
