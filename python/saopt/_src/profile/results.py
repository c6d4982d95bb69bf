# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The times and work of kernels, as data, text and a table."""

from __future__ import annotations

import html
from dataclasses import dataclass

from saopt._src.profile.limits import Limits
from saopt._src.support.notebook import preformatted, table

__all__ = ["KernelProfile", "Profile"]

# A kernel that reaches less than this share of every limit is bounded by none of them.
_LOW_SHARE = 0.1


@dataclass(frozen=True)
class KernelProfile:
    """One kernel of a profile, or the work of others.

    Attributes
    ----------
    function, kernel : str
        Their names; empty for the work of others.
    launches : int
        How often the kernel ran in one call.
    seconds : float
        The time of these launches, by the device's clock, in the fastest call. For the work of
        others: the time between the calls of functions, in which the queue may have been idle.
    operations : float or None
        Arithmetic on elements, where a fused multiplication and addition is two; None if it is
        not known.
    bytes : float or None
        What must at least be moved between memory and the device: of each array what is loaded
        and what is stored, at most once; None if it is not known.
    is_exact : bool
        Whether these numbers are. They are estimates where data decides what runs, and where some
        work-items stand for all.
    is_other : bool
        Whether this is the work of others.
    peak : float
        Operations per second that the device can do with elements of this type.
    bandwidth : float
        Bytes per second that the device can move.

    Examples
    --------
    >>> multiply = sa.compile(nest, args=(A, B, C), name="multiply")
    >>> data = [sa.ones(array.shape, dtype="f4") for array in (A, B, C)]
    >>> kernel = sa.profile(multiply, *data).kernels[0]
    >>> kernel.function, kernel.operations
    ('multiply', 8192.0)
    """

    function: str
    kernel: str
    launches: int
    seconds: float
    operations: float | None
    bytes: float | None
    is_exact: bool
    is_other: bool
    peak: float
    bandwidth: float

    @property
    def operation_rate(self) -> float | None:
        """Operations per second."""
        return None if self.operations is None else self.operations / self.seconds

    @property
    def byte_rate(self) -> float | None:
        """Bytes per second."""
        return None if self.bytes is None else self.bytes / self.seconds

    @property
    def intensity(self) -> float | None:
        """Operations for each byte; None if nothing is moved."""
        return self.operations / self.bytes if self.operations and self.bytes else None

    @property
    def operation_share(self) -> float | None:
        """The share of the device's arithmetic that is used, 1 for all of it."""
        rate = self.operation_rate
        return None if rate is None else rate / self.peak

    @property
    def byte_share(self) -> float | None:
        """The share of the device's bandwidth; more than 1 where caches hold the arrays."""
        rate = self.byte_rate
        return None if rate is None else rate / self.bandwidth

    @property
    def bound(self) -> str:
        """What bounds the kernel: ``arithmetic``, ``memory``, or ``neither`` for less than a tenth
        of both limits; ``unknown`` for the work of others."""
        arithmetic, memory = self.operation_share, self.byte_share
        if arithmetic is None or memory is None:
            return "unknown"
        if max(arithmetic, memory) < _LOW_SHARE:
            return "neither"
        return "memory" if memory >= arithmetic else "arithmetic"


@dataclass(frozen=True)
class Profile:
    """What `profile` measured; printed it is a table.

    Attributes
    ----------
    name : str
        What ran.
    device : str
        The device.
    kernels : tuple of KernelProfile
        The kernels, in the order in which they first ran, and then the work of others.
    limits : Limits
        What the device can do.
    calls : int
        How often it ran.

    Examples
    --------
    >>> multiply = sa.compile(nest, args=(A, B, C), name="multiply")
    >>> data = [sa.ones(array.shape, dtype="f4") for array in (A, B, C)]
    >>> profile = sa.profile(multiply, *data, calls=2)
    >>> profile.name, profile.calls
    ('multiply', 2)
    """

    name: str
    device: str
    kernels: tuple[KernelProfile, ...]
    limits: Limits
    calls: int

    @property
    def seconds(self) -> float:
        """The time of all kernels, without the work of others."""
        return sum(kernel.seconds for kernel in self.kernels if not kernel.is_other)

    @property
    def svg(self) -> str:
        """The roofline of the device with a point for each kernel, as an SVG picture."""
        from saopt._src.profile.roofline import draw

        return draw(self)

    def _rows(self) -> list[tuple[str, ...]]:
        return [_row(kernel) for kernel in self.kernels]

    def _footnotes(self) -> list[str]:
        notes = []
        if any(kernel.is_other for kernel in self.kernels):
            notes.append(
                "(others): what other code did between the calls, and the host; not of saopt"
            )
        if any(not kernel.is_exact and not kernel.is_other for kernel in self.kernels):
            notes.append("~: estimated, because data decides what runs or work-items differ")
        return notes

    def __str__(self) -> str:
        peaks = ", ".join(
            f"{rate / 1e9:.1f} GFLOP/s {name}" for name, rate in self.limits.operations.items()
        )
        lines = [
            f"{self.name} on {self.device}: {_time(self.seconds)}, the fastest of {self.calls}",
            f"limits: {peaks}, {self.limits.bandwidth / 1e9:.1f} GB/s",
        ]
        rows = [_HEADING, *self._rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADING))]
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *self._footnotes()])

    def _repr_html_(self) -> str:
        first, second = str(self).splitlines()[:2]
        rows = [[html.escape(cell) for cell in row] for row in self._rows()]
        notes = "".join(preformatted(html.escape(note)) for note in self._footnotes())
        heading = preformatted(html.escape(f"{first}\n{second}"))
        return heading + table(rows, _HEADING) + notes + self.svg


_HEADING = (
    *("kernel", "runs", "time", "operations", "bytes", "GFLOP/s", "of limit"),
    *("GB/s", "of limit", "bound by"),
)


def _row(kernel: KernelProfile) -> tuple[str, ...]:
    about = "" if kernel.is_exact else "~"
    return (
        "(others)" if kernel.is_other else kernel.kernel,
        "" if kernel.is_other else str(kernel.launches),
        _time(kernel.seconds),
        _amount(kernel.operations, about),
        _amount(kernel.bytes, about),
        _rate(kernel.operation_rate),
        _share(kernel.operation_share),
        _rate(kernel.byte_rate),
        _share(kernel.byte_share),
        "" if kernel.is_other else kernel.bound,
    )


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.3f} ms" if seconds < 1 else f"{seconds:.3f} s"


def _amount(number: float | None, about: str) -> str:
    if number is None:
        return "-"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{about}{number / size:.2f} {unit}"
    return f"{about}{number:.0f}"


def _rate(number: float | None) -> str:
    return "-" if number is None else f"{number / 1e9:.2f}"


def _share(number: float | None) -> str:
    return "-" if number is None else f"{number:.0%}"
