# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of a function, of its arrays and of its sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any

from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.nest import Nest
from saopt._src.language.rounds import nested
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.locations import compile_error
from saopt._src.support.names import assigned_name, identifier, name_in, unique

__all__ = ["choose_function_name", "function_name", "name_arrays", "name_dimensions"]

# What no size is called: the words of the expressions in which manifests have its name.
_AFFINE_WORDS = {"floordiv", "ceildiv", "mod"}


def name_dimensions(
    dimensions: Iterable[Dimension], variables: Mapping[str, Any], taken: set[str]
) -> dict[Dimension, str]:
    """Name dimensions after themselves or their variables, unlike what is taken."""
    names: dict[Dimension, str] = {}
    taken |= _AFFINE_WORDS
    for dimension in dimensions:
        found = dimension.name or name_in(variables, dimension) or "size"
        names[dimension] = unique(identifier(found), taken)
    return names


def name_arrays(
    arrays: Iterable[Array], variables: Mapping[str, Any], taken: set[str]
) -> dict[Array, str]:
    """Name arrays after themselves or their variables, unlike what is taken."""
    names: dict[Array, str] = {}
    for array in arrays:
        found = array.name or name_in(variables, array) or f"{array.role.value}_array"
        names[array] = unique(identifier(found), taken)
    return names


def function_name(name: Any) -> str:
    """Return `name`, if it can be that of a function."""
    from saopt import _compiler

    if not isinstance(name, str) or _compiler.get_function_name(name) != name:
        raise compile_error(
            f"{name!r} cannot be the name of a function: it must be an identifier of C++ "
            "that nothing else has, so neither a keyword nor a common macro, and without "
            "two underscores in a row"
        )
    return name


def choose_function_name(
    name: str | None, entries: Sequence[Any], frame: FrameType | None, default: str
) -> str:
    """Return the given name, or that of the variable, or that of the logic."""
    from saopt import _compiler

    if name is not None:
        return function_name(name)
    assigned = "" if default else assigned_name(frame) or ""
    candidates = [default, assigned, *_logic_names(entries), "function"]
    chosen = next(c for c in candidates if c.strip("_") and c.isidentifier())
    return str(_compiler.get_function_name(chosen))


def _logic_names(entries: Sequence[Any]) -> list[str]:
    nests = [
        nest
        for entry in nested(entries)
        for nest in (entry.nests if isinstance(entry, ScheduledNests) else [entry])
        if isinstance(nest, Nest)
    ]
    return [getattr(logic.function, "__name__", "") for nest in nests for logic in nest.logics]
