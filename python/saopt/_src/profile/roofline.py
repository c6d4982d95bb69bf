# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The roofline of a device with the kernels of a profile, as a picture."""

from __future__ import annotations

import math
from html import escape

from saopt._src.profile.results import KernelProfile, Profile

__all__ = ["draw"]

_WIDTH, _HEIGHT, _MARGIN = 720, 420, 60
# Without text in it that the page around it could match.
_STYLE = (
    "<style>.saopt-roofline text{font:12px sans-serif;fill:#333}"
    ".saopt-roofline .roof{stroke:#b00;stroke-width:2;fill:none}"
    ".saopt-roofline .grid{stroke:#8884}.saopt-roofline circle{fill:#06c}"
    "@media(prefers-color-scheme:dark){.saopt-roofline text{fill:#ddd}"
    ".saopt-roofline circle{fill:#6bf}}</style>"
)


def draw(profile: Profile) -> str:
    """Return the picture.

    The horizontal axis is the intensity, in operations per byte; the vertical axis is the speed.
    Both are logarithmic. There is a roof for each element type.
    """
    points = [kernel for kernel in profile.kernels if kernel.intensity]
    slope = profile.limits.bandwidth
    peaks = sorted(set(profile.limits.operations.values()))
    across = [kernel.intensity or 1.0 for kernel in points] + [peak / slope for peak in peaks]
    low_x, high_x = min(across) / 4, max(across) * 4
    speeds = [kernel.operation_rate or 1.0 for kernel in points]
    low_y, high_y = min([*speeds, slope * low_x]) / 2, max([*speeds, *peaks]) * 2

    def at(x: float, y: float) -> tuple[float, float]:
        right = math.log(x / low_x) / math.log(high_x / low_x)
        up = math.log(y / low_y) / math.log(high_y / low_y)
        return (
            _MARGIN + right * (_WIDTH - 2 * _MARGIN),
            _HEIGHT - _MARGIN - up * (_HEIGHT - 2 * _MARGIN),
        )

    def line(start: tuple[float, float], end: tuple[float, float], style: str) -> str:
        (x1, y1), (x2, y2) = at(*start), at(*end)
        return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="saopt-roofline" role="img" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}">',
        f"<title>Roofline of {escape(profile.name)}</title>",
        _STYLE,
    ]
    for power in range(math.ceil(math.log10(low_x)), math.floor(math.log10(high_x)) + 1):
        x = 10.0**power
        parts.append(line((x, low_y), (x, high_y), "grid"))
        parts.append(f'<text x="{at(x, low_y)[0]:.1f}" y="{_HEIGHT - _MARGIN + 16}">{x:g}</text>')
    for power in range(math.ceil(math.log10(low_y)), math.floor(math.log10(high_y)) + 1):
        y = 10.0**power
        parts.append(line((low_x, y), (high_x, y), "grid"))
        parts.append(f'<text x="6" y="{at(low_x, y)[1]:.1f}">{y / 1e9:g}</text>')
    parts.append(line((low_x, slope * low_x), (peaks[-1] / slope, peaks[-1]), "roof"))
    for name, peak in profile.limits.operations.items():
        parts.append(line((peak / slope, peak), (high_x, peak), "roof"))
        left, top = at(peak / slope, peak)
        parts.append(f'<text x="{left + 8:.1f}" y="{top - 5:.1f}">{escape(name)}</text>')
    parts += [
        _point(kernel, *at(kernel.intensity or 1.0, kernel.operation_rate or 1.0))
        for kernel in points
    ]
    parts.append(f'<text x="{_WIDTH // 2 - 60}" y="{_HEIGHT - 14}">operations per byte</text>')
    parts.append('<text x="6" y="20">GFLOP/s; the lines are the limits of the device</text></svg>')
    return "\n".join(parts) + "\n"


def _point(kernel: KernelProfile, left: float, top: float) -> str:
    speed = (kernel.operation_rate or 0.0) / 1e9
    label = escape(f"{kernel.kernel}: {speed:.2f} GFLOP/s, bound by {kernel.bound}")
    return (
        f'<circle cx="{left:.1f}" cy="{top:.1f}" r="5"><title>{label}</title></circle>'
        f'<text x="{left + 8:.1f}" y="{top + 14:.1f}">{escape(kernel.kernel)}</text>'
    )
