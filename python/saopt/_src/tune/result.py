# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a search found."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.support.notebook import preformatted
from saopt._src.tune.plots import draw
from saopt._src.tune.trials import Trial, label_of

__all__ = ["TuneResult"]


@dataclass(frozen=True)
class TuneResult:
    """What a search found.

    Attributes
    ----------
    function : CompiledFunction
        The fastest function.
    values : mapping
        The values that it was made of.
    trials : tuple of Trial
        Everything that was tried, in order.
    seconds : float
        The time of the fastest call of `function`.
    unscheduled_seconds : float
        That of the nests without a plan.
    source : str or None
        The plan as Python source, where the search began at a compiled function.

    Examples
    --------
    >>> rows = sa.create_parameters()
    >>> schedule = nest.create_schedule()
    >>> ii = schedule.split(i, rows)
    >>> result = sa.tune(schedule.create_plan(), {rows: [4, 8]}, args=(A, B, C))
    >>> result.values[rows] in (4, 8)
    True
    >>> result.function.signature
    'sycl::event tuned(sycl::queue &queue, const float *A, const float *B, float *C)'
    """

    function: CompiledFunction
    values: Mapping[Any, Any]
    trials: tuple[Trial, ...]
    seconds: float
    unscheduled_seconds: float
    source: str | None = None

    @property
    def svg(self) -> str:
        """The trials as a picture."""
        return draw(self.trials)

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into a file."""
        Path(path).write_text(self.svg)

    def __str__(self) -> str:
        faster = self.unscheduled_seconds / self.seconds
        ranked = sorted(self.trials, key=lambda trial: (not trial.counts, trial.best))
        values = ", ".join(f"{name} {value}" for name, value in label_of(self.values).items())
        return "\n".join(
            [
                f"{self.seconds * 1e3:.3f} ms with {values}: {faster:.1f} times as fast as the "
                f"nests without a plan, after {len(self.trials)} trials",
                *map(str, ranked),
            ]
        )

    def _repr_html_(self) -> str:
        return self.svg + preformatted(html.escape(str(self)))
