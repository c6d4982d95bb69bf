# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names that people gave to things: variables, and identifiers made of them.

Errors and emitted code speak of arrays and loops by the user's own names. Where none was given
explicitly, the name is that of the variable: the one the object is being assigned to, which the
bytecode after the call tells, or the one through which a function reaches it.
"""

from __future__ import annotations

import dis
import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

__all__ = [
    "assigned_name",
    "identifier",
    "is_identifier",
    "name_in",
    "result_names",
    "unique",
    "unpacked_names",
    "variables_of_frame",
    "variables_of_function",
]


def is_identifier(name: str) -> bool:
    """Return whether `name` has the form of an identifier of C++."""
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) is not None


def identifier(name: str) -> str:
    """Return `name` in the form of an identifier of C++, unchanged where it already has it."""
    made = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return made if is_identifier(made) else "_" + made


def unique(name: str, taken: set[str]) -> str:
    """Return `name`, numbered if it is in `taken`, and add the result to `taken`."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    taken.add(candidate)
    return candidate


@functools.lru_cache(maxsize=128)
def _instructions(code: CodeType) -> tuple[dis.Instruction, ...]:
    return tuple(dis.get_instructions(code))


def _stores_after(frame: FrameType, offset: int) -> Iterator[str]:
    """Yield the variables and attributes that the bytecode stores to right after `offset`."""
    for instruction in _instructions(frame.f_code):
        if instruction.offset <= offset or instruction.opname == "CACHE":
            continue
        if instruction.opname.startswith("LOAD_"):  # the owner of an attribute
            continue
        stored = instruction.argval
        if not instruction.opname.startswith("STORE_") or stored is None:
            return
        # Newer interpreters fuse two stores, or a store and a load, into one instruction.
        stored = stored if isinstance(stored, tuple) else (stored,)
        yield from stored[:1] if "LOAD" in instruction.opname else stored


def assigned_name(frame: FrameType | None) -> str | None:
    """Return the variable that the result of the running call will be assigned to."""
    return None if frame is None else next(_stores_after(frame, frame.f_lasti), None)


def unpacked_names(frame: FrameType | None, count: int | None = None) -> list[str] | None:
    """Return the variables that the result of the running call will be unpacked into."""
    if frame is None:
        return None
    following = (
        instruction
        for instruction in _instructions(frame.f_code)
        if instruction.offset > frame.f_lasti and instruction.opname != "CACHE"
    )
    unpack = next(following, None)
    if unpack is None or unpack.opname != "UNPACK_SEQUENCE":
        return None
    if count is not None and unpack.arg != count:
        return None
    names = list(itertools.islice(_stores_after(frame, unpack.offset), unpack.arg))
    return names if len(names) == unpack.arg else None


def result_names(frame: FrameType | None, count: int | None = None) -> Sequence[str | None] | str:
    """Return the names of `count` results of the running call, or of as many as there are.

    One that is not unpacked has a name alone, which is empty where it cannot be seen.
    """
    found = unpacked_names(frame)
    if count is not None:
        return found if found is not None and len(found) == count else [None] * count
    return found if found is not None else assigned_name(frame) or ""


def variables_of_function(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the variables through which `function` reaches the world around it."""
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    found: dict[str, Any] = {}
    namespace = function.__globals__
    for name in code.co_names:
        if name in namespace:
            found[name] = namespace[name]
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # assigned only later
            continue
    return found


def variables_of_frame(frame: FrameType | None) -> dict[str, Any]:
    """Return the local and global variables that the code of `frame` sees."""
    return {} if frame is None else {**frame.f_globals, **frame.f_locals}


def name_in(variables: Mapping[str, Any], thing: object) -> str | None:
    """Return the first variable that holds `thing` itself."""
    return next((name for name, held in variables.items() if held is thing), None)
