# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans that `sa.tune` found, kept in the compile cache for the same nests on the same target.

Each plan has an entry of its own, which one write makes: processes that tune at the same time
need no lock. A program is built to compute its key only where there is a plan for a program with
arrays and nests of the same kinds, so that those who never tune pay for one look into the cache.
"""

from __future__ import annotations

import dataclasses
import hashlib

from saopt._src.build.function_source import FunctionSource, make_entries
from saopt._src.build.module_builder import build_module
from saopt._src.build.options import Options
from saopt._src.build.plan_source import apply_schedule_source
from saopt._src.language.nest import Nest
from saopt._src.language.shapes import open_axes
from saopt._src.schedule.target import Target
from saopt._src.support.errors import CompileError

__all__ = ["can_keep_plan", "keep_tuned_plan", "with_tuned_plan"]


def can_keep_plan(source: FunctionSource) -> bool:
    """Return whether a plan that was measured is one for all calls of a function.

    It is not where sizes are known only at the call: the plan is for those that were measured.
    """
    arrays = (*source.arguments, *source.internal)
    return not source.dimensions and not any(open_axes(array.shape) for array in arrays)


def keep_tuned_plan(source: FunctionSource, options: Options, text: str) -> None:
    """Let later compilations of the same nests with the same options use a plan."""
    from saopt import _runtime

    _runtime.write_cache(_plan_entry(source, options), text.encode())
    _runtime.write_cache(_outline_entry(source), b"tuned")


def with_tuned_plan(source: FunctionSource, options: Options) -> FunctionSource:
    """Return a function with the plan that was found for its nests, or the function itself."""
    # What was measured is for the device that SYCL chooses.
    is_for_host = not options.portable and options.target is None
    if options.schedule != "auto" or not is_for_host or not can_keep_plan(source):
        return source
    if not all(isinstance(entry, Nest) for entry in source.entries):
        return source
    if _read(_outline_entry(source)) is None:
        return source
    try:
        text = _read(_plan_entry(source, options))
        if text is None:
            return source
        arrays = {name: array for array, name in source.names.items()}
        nests = [entry for entry in source.entries if isinstance(entry, Nest)]
        planned = make_entries(apply_schedule_source(text, nests, arrays))
    except CompileError:
        # The compilation of the function itself says what is wrong with it, and a newer compiler
        # may refuse a plan that an older one took.
        return source
    return dataclasses.replace(source, entries=planned, tuned=text)


def _plan_entry(source: FunctionSource, options: Options) -> str:
    """Return the entry of the nests, the options and the target, whatever the function's name."""
    named = dataclasses.replace(source, name="tuned")
    unscheduled = Options(options.strict, options.skip_zeros, "none")
    what = (
        repr(Target.host_if_any()),
        f"strict={options.strict} skip_zeros={options.skip_zeros}",
        build_module([named], unscheduled).mlir,
    )
    return f"tuned plan {hashlib.sha256(chr(10).join(what).encode()).hexdigest()}"


def _outline_entry(source: FunctionSource) -> str:
    """Return the entry of the kinds of arrays and nests, which costs no program to compute."""
    arrays = [(a.role.name, str(a.element_type), len(a.shape)) for a in source.arguments]
    nests = [len(entry.shape) for entry in source.entries if isinstance(entry, Nest)]
    return f"tuned outline {hashlib.sha256(repr((arrays, nests)).encode()).hexdigest()}"


def _read(key: str) -> str | None:
    from saopt import _runtime

    content = _runtime.read_cache(key)
    return None if content is None else content.decode()
