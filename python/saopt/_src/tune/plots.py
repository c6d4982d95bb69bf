# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trials of a search as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from saopt._src.tune.trials import Trial

__all__ = ["draw"]

_WIDTH, _HEIGHT, _MARGIN = 720, 360, 48


_RULES = (
    "text{font:12px sans-serif;fill:#444}",
    ".axis{stroke:#888}",
    ".measured{fill:#06c}",
    ".slow{fill:#bbb}",
    ".wrong{fill:#c00}",
    ".best{fill:none;stroke:#06c;stroke-width:2}",
)
_DARK_RULES = ("text{fill:#ccc}", ".measured{fill:#6bf}", ".best{stroke:#6bf}")


def _scoped(rules: Sequence[str]) -> str:
    """Return rules for this picture alone: a notebook applies styles to the whole page."""
    return "".join(f"svg.saopt-trials {rule}" for rule in rules)


def draw(trials: Sequence[Trial]) -> str:
    """Return an SVG picture: the time of each trial, and the fastest one so far."""
    timed = [(number, trial) for number, trial in enumerate(trials) if trial.seconds]
    most = max((trial.best for _, trial in timed), default=1.0)
    last = max(len(trials) - 1, 1)

    def at(number: int, seconds: float) -> tuple[float, float]:
        across = _MARGIN + number / last * (_WIDTH - 2 * _MARGIN)
        return across, _HEIGHT - _MARGIN - seconds / most * (_HEIGHT - 2 * _MARGIN)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="saopt-trials" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        "<title>Trials of a search</title>",
        f"<style>{_scoped(_RULES)}@media(prefers-color-scheme:dark){{{_scoped(_DARK_RULES)}}}"
        "</style>",
        f'<line class="axis" x1="{_MARGIN}" y1="{_HEIGHT - _MARGIN}" x2="{_WIDTH - _MARGIN}" '
        f'y2="{_HEIGHT - _MARGIN}"/>',
        f'<text x="{_MARGIN}" y="{_MARGIN - 16}">up to {most * 1e3:.3f} ms</text>',
        f'<text x="{_WIDTH // 2 - 20}" y="{_HEIGHT - 14}">trials</text>',
    ]
    fastest, steps = float("inf"), []
    for number, trial in timed:
        left, top = at(number, trial.best)
        parts.append(
            f'<circle class="{trial.status}" cx="{left:.1f}" cy="{top:.1f}" r="4">'
            f"<title>{escape(str(trial).strip())}</title></circle>"
        )
        if trial.counts:
            fastest = min(fastest, trial.best)
            steps.append("{:.1f},{:.1f}".format(*at(number, fastest)))
    if steps:
        parts.append(f'<polyline class="best" points="{" ".join(steps)}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"
