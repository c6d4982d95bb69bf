# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program looks like after each pass of the compiler."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

__all__ = ["PassOutput", "PassPrinter", "write_passes"]

OnPass = Callable[[str, str, str], None]


@dataclass(frozen=True)
class PassOutput:
    """The program after one pass.

    Attributes
    ----------
    name : str
        The pass, by its flag on the command line.
    function : str
        The function that it ran on; empty if it ran on all.
    program : str
        The whole program, as MLIR with locations.
    """

    name: str
    function: str
    program: str


class PassPrinter:
    """Prints the program after some passes on the error stream, as the command `saopt` does.

    Parameters
    ----------
    names : str or sequence of str
        The flags of the passes, or ``"all"``.
    """

    def __init__(self, names: object) -> None:
        given = (names,) if isinstance(names, str) else names
        if not isinstance(given, (tuple, list)) or not all(isinstance(n, str) for n in given):
            raise compile_error(
                f"print_ir_after names passes, as 'sa-apply-plans' or ['sa-apply-plans', 'cse'], "
                f"not {names!r}"
            )
        self._names = tuple(name.removeprefix("--") for name in given)
        self._ran: dict[str, None] = {}
        self._failure: Exception | None = None

    def __call__(self, name: str, function: str, program: str) -> None:
        """Print the program after a pass, if that is wanted."""
        self._ran[name] = None
        if name in self._names or "all" in self._names:
            where = f" on '{function}'" if function else ""
            try:
                print(f"// after {name}{where}\n{program}", file=sys.stderr)
            except Exception as error:  # which cannot pass through the compiler
                self._failure = self._failure or error

    def check(self) -> None:
        """Refuse names of passes that did not run, and raise what printing raised."""
        if self._failure is not None:
            raise self._failure
        for name in self._names:
            if name == "all" or name in self._ran:
                continue
            hint = did_you_mean(name, self._ran)
            raise compile_error(
                f"no pass '{name}' ran{hint} The passes are {', '.join(self._ran)}"
                if hint
                else f"no pass '{name}' ran; the passes are {', '.join(self._ran)}"
            )


def write_passes(folder: str | os.PathLike[str], outputs: list[PassOutput]) -> list[Path]:
    """Write one numbered file for each pass into a folder, which is made if it is missing."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(outputs)))
    paths = []
    for number, output in enumerate(outputs):
        function = f"-{output.function}" if output.function else ""
        path = place / f"{number:0{digits}}-{output.name}{function}.mlir"
        path.write_text(output.program)
        paths.append(path)
    return paths
