# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans that `sa.tune` found, kept in the compile cache for the same nests on the same target."""

from __future__ import annotations

import dataclasses
import hashlib
import json

from saopt._src.build.function_source import FunctionSource, make_entries
from saopt._src.build.module_builder import build_module
from saopt._src.build.options import Options
from saopt._src.build.plan_source import apply_schedule_source
from saopt._src.language.nest import Nest
from saopt._src.schedule.target import Target
from saopt._src.support.errors import CompileError

__all__ = ["keep_tuned_plan", "program_key", "with_tuned_plan"]

_INDEX = "saopt tuned programs"


def program_key(source: FunctionSource) -> str:
    """Return what identifies the nests of a function, and the target, whatever its name is."""
    named = dataclasses.replace(source, name="tuned")
    text = build_module([named], Options(strict=False, skip_zeros=True, schedule="none")).mlir
    target = repr(Target.host_if_any())
    return hashlib.sha256(f"{target}\n{text}".encode()).hexdigest()


def keep_tuned_plan(source: FunctionSource, text: str) -> None:
    """Let later compilations of the same nests use a plan."""
    from saopt import _runtime

    key = program_key(source)
    _runtime.write_cache(f"tuned plan {key}", text.encode())
    _runtime.write_cache(_INDEX, json.dumps(sorted({*_known_keys(), key})).encode())


def with_tuned_plan(source: FunctionSource) -> FunctionSource:
    """Return a function with the plan that was found for its nests, or the function itself."""
    if not all(isinstance(entry, Nest) for entry in source.entries):
        return source
    known = _known_keys()
    if not known:
        return source
    try:
        key = program_key(source)
    except CompileError:
        # The compilation of the function itself says what is wrong.
        return source
    text = _read(f"tuned plan {key}") if key in known else None
    if text is None:
        return source
    arrays = {name: array for array, name in source.names.items()}
    nests = [entry for entry in source.entries if isinstance(entry, Nest)]
    try:
        planned = apply_schedule_source(text, nests, arrays)
    except CompileError:
        # A newer compiler may refuse what an older one took.
        return source
    return dataclasses.replace(source, entries=make_entries(planned), tuned=text)


def _known_keys() -> frozenset[str]:
    """Return the keys of all tuned programs: most users have none, and pay nothing for the look."""
    text = _read(_INDEX)
    return frozenset(json.loads(text)) if text else frozenset()


def _read(key: str) -> str | None:
    from saopt import _runtime

    content = _runtime.read_cache(key)
    return None if content is None else content.decode()
