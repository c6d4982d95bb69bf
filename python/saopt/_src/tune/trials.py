# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What became of the values that were tried."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Trial", "label_of"]


def label_of(values: Mapping[Any, Any]) -> dict[str, str]:
    """Return the names of parameters and their values, in words that files keep."""
    return {_name(key): _word(value) for key, value in values.items()}


def _name(key: Any) -> str:
    return key if isinstance(key, str) else repr(key)


def _word(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(_word, value)) + ")"
    return str(value)


@dataclass(frozen=True)
class Trial:
    """One choice of values, and what became of it.

    Attributes
    ----------
    label : dict of str to str
        The names of the parameters and their values.
    status : {"measured", "slow", "refused", "wrong"}
        Whether it was measured to the end, left after the first calls because others are faster,
        refused by the compiler, or gave another result than the unscheduled function.
    seconds : tuple of float
        The time of each call.
    message : str
        Why it was refused, or where its result is wrong.
    values : mapping or None
        The values themselves; None where they were read from a file.

    Examples
    --------
    >>> print(sa.Trial({'rows': '4'}, 'measured', (0.002, 0.001)))
        1.000 ms  measured  rows 4
    >>> sa.Trial({'rows': '0'}, 'refused', message='the size is 0').best
    inf
    """

    label: dict[str, str]
    status: str
    seconds: tuple[float, ...] = ()
    message: str = ""
    values: Mapping[Any, Any] | None = None

    @property
    def best(self) -> float:
        """The time of the fastest call; infinite where there is none."""
        return min(self.seconds, default=float("inf"))

    @property
    def median(self) -> float:
        """The time of the middle call; infinite where there is none."""
        return statistics.median(self.seconds) if self.seconds else float("inf")

    @property
    def counts(self) -> bool:
        """Whether it may be the fastest one."""
        return self.status == "measured"

    def __str__(self) -> str:
        values = ", ".join(f"{name} {value}" for name, value in self.label.items())
        time = f"{self.best * 1e3:.3f} ms" if self.seconds else "-"
        return f"{time:>12}  {self.status:8}  {values}" + (
            f"  ({self.message})" if self.message else ""
        )
