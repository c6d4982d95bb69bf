# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trials of a search in a file: one line of JSON for the program, and one for each trial."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error
from saopt._src.tune.trials import Trial

__all__ = ["Records"]

_FORMAT = 1


class Records:
    """The file of a search, or None where the caller wants none.

    Parameters
    ----------
    path : path or None
        The file. It is read if it exists, and each new trial is appended.
    program : str
        What the trials are of; the file of another program is refused.
    """

    def __init__(self, path: Any, program: str) -> None:
        self._path = None if path is None else Path(os.fspath(path))
        self._program = program
        self.trials: list[Trial] = []
        if self._path is not None and self._path.exists():
            self._read(self._path)
        elif self._path is not None:
            self._append({"format": _FORMAT, "program": program}, self._path)

    def add(self, trial: Trial) -> None:
        """Keep a trial."""
        self.trials.append(trial)
        if self._path is not None:
            entry = {
                "values": trial.label,
                "status": trial.status,
                "seconds": list(trial.seconds),
                "message": trial.message,
            }
            self._append(entry, self._path)

    def find(self, label: dict[str, str]) -> Trial | None:
        """Return the trial of some values, if there was one."""
        return next((trial for trial in self.trials if trial.label == label), None)

    def _append(self, entry: dict[str, Any], path: Path) -> None:
        with path.open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def _read(self, path: Path) -> None:
        text = path.read_text()
        lines = text.splitlines()
        # A search that was interrupted may have left the beginning of a line.
        if text and not text.endswith("\n"):
            lines.pop()
            path.write_text("".join(f"{line}\n" for line in lines))
        try:
            heading, *entries = map(json.loads, lines)
            found = heading["program"], heading["format"]
            trials = [
                Trial(e["values"], e["status"], tuple(e["seconds"]), e["message"]) for e in entries
            ]
        except (ValueError, KeyError, TypeError):
            raise _foreign(path, "holds no trials of sa.tune") from None
        if found != (self._program, _FORMAT):
            raise _foreign(path, "holds trials of another program, engine or target")
        self.trials = trials


def _foreign(path: Path, what: str) -> CompileError:
    return compile_error(f"the file {path} {what}: give another file, or remove it")
