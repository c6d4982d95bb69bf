# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which shared libraries the process has loaded."""

from __future__ import annotations

from pathlib import Path

__all__ = ["is_loaded"]


def is_loaded(library: str) -> bool:
    """Say whether a library whose file's name begins with `library` is loaded.

    False where the system does not tell.
    """
    try:
        text = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return f"/{library}" in text
