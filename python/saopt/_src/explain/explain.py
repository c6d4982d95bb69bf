# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about a function."""

from __future__ import annotations

import json
import linecache
import os
from pathlib import Path
from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.explain.layouts import describe_layouts
from saopt._src.explain.plans import describe_nests
from saopt._src.profile.results import Profile
from saopt._src.support.errors import ArgumentError

__all__ = ["explain"]


def explain(
    function: CompiledFunction,
    file: str | os.PathLike[str],
    profile: Profile | None = None,
) -> Path:
    """Write a page that shows what the compiler made of a function, and why.

    The page needs no other file and no network. It shows the nests as they were written and after
    each step of their plans, memory and the order in which the loops touch it, what became of
    arrays, temporaries and constants, the launches, and the emitted source and the program after
    each pass, each line of which is linked to the line of Python that it comes from.

    Parameters
    ----------
    function : CompiledFunction
        The function. It is compiled once more.
    file : path
        Where the page goes, as ``"report.html"``; it is replaced if it is there.
    profile : Profile, optional
        What `profile` measured of the function, which the page then shows.

    Returns
    -------
    Path
        The file.

    Examples
    --------
    >>> sa.explain(gemm, "report.html")  # doctest: +SKIP
    """
    if not isinstance(function, CompiledFunction):
        raise ArgumentError(
            f"explain takes a function that sa.compile has made in this process, not {function!r}"
        )
    if profile is not None and not isinstance(profile, Profile):
        raise ArgumentError(f"profile is what sa.profile returns, not {profile!r}")
    extra: dict[str, Any] = {
        "summary": str(function),
        "files": _files_not_on_disk(),
        "nests": describe_nests(function),
        "layouts": describe_layouts(function),
    }
    if profile is not None:
        extra["profile"] = _describe(profile)
    page = function._unit.module.explain(function.name, json.dumps(extra))
    path = Path(file)
    path.write_text(page, encoding="utf-8")
    return path


def _files_not_on_disk() -> dict[str, list[str]]:
    """Return the source of cells of notebooks and the like; the compiler reads other files."""
    return {
        name: [line.rstrip("\n") for line in entry[2]]
        for name, entry in list(linecache.cache.items())
        if len(entry) == 4 and not os.path.exists(name)
    }


def _describe(profile: Profile) -> dict[str, Any]:
    return {
        "text": str(profile),
        "operations": profile.limits.operations,
        "bandwidth": profile.limits.bandwidth,
        "kernels": [
            {"name": kernel.kernel, "intensity": kernel.intensity, "rate": kernel.operation_rate}
            for kernel in profile.kernels
        ],
    }
