# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a search is."""

from __future__ import annotations

import sys
import time

__all__ = ["Bar"]


class Bar:
    """How far a search is, in one line of a terminal."""

    def __init__(self, shows: bool) -> None:
        self._shows = shows
        self._start = time.perf_counter()

    def show(self, done: int, count: int | None, budget: float | None, best: float) -> None:
        if not self._shows:
            return
        passed = time.perf_counter() - self._start
        left = [] if budget is None else [budget - passed]
        if count is not None and done:
            left.append(passed / done * (count - done))
        share = max(0.0, min(1.0, passed / (passed + min(left)))) if left and min(left) > 0 else 1.0
        filled = round(share * 20)
        of = f"/{count}" if count is not None else ""
        rest = f", {max(0.0, min(left)):.0f} s left" if left else ""
        fastest = f", best {best * 1e3:.3f} ms" if best != float("inf") else ""
        bar = "#" * filled + "." * (20 - filled)
        print(f"\r[{bar}] {done}{of} trials{fastest}{rest}   ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shows:
            print(file=sys.stderr)
