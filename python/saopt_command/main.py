# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds out which command is meant."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command with arguments, by default those of the process; return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # Each is imported when it is asked for: the compiler starts without the others.
    if arguments[:1] == ["doctor"]:
        from saopt_command.doctor import main as run
    elif arguments[:1] == ["cache"]:
        from saopt_command.cache_command import main as run
    else:
        from saopt_command.tool import run_tool

        return run_tool(arguments)
    return run(arguments[1:])
