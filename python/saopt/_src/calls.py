# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which argument of a call is for which array: by position, by name, or left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from saopt._src.errors import ArgumentCountError
from saopt._src.roles import Role

__all__ = ["place_arguments"]


def place_arguments(
    function: str,
    names: Sequence[str],
    roles: Sequence[Role],
    arguments: Sequence[Any],
    keywords: Mapping[str, Any],
) -> list[Any]:
    """Return one argument for each array, None for the outputs that are left out.

    The positional arguments are for the first arrays, as in Python; when that leaves out an
    array that must be given, for the first of those that must.

    Parameters
    ----------
    function : str
        The name of the function, for errors.
    names, roles : sequence
        The names and roles of the arrays in its signature.
    arguments, keywords
        What the caller gave.

    Raises
    ------
    ArgumentCountError
        When an array is given twice, or not at all and is no output, or there is no such array.
    """
    signature = f"{function}({', '.join(names)})"
    for name in keywords:
        if name not in names:
            raise ArgumentCountError(f"{signature} has no argument '{name}'")
    required = [position for position, role in enumerate(roles) if not role.may_be_omitted]
    if len(arguments) > len(names):
        plural = "" if len(names) == 1 else "s"
        raise ArgumentCountError(
            f"{signature} takes {len(names)} argument{plural}, not {len(arguments)}"
        )
    given = {names.index(name): argument for name, argument in keywords.items()}
    in_order = dict(enumerate(arguments))
    for positional in (in_order, dict(zip(required, arguments, strict=False))):
        complete = all(position in positional or position in given for position in required)
        if len(positional) == len(arguments) and complete and not positional.keys() & given.keys():
            placed = {**positional, **given}
            return [placed.get(position) for position in range(len(names))]
    twice = [names[position] for position in sorted(in_order.keys() & given.keys())]
    if twice:
        raise ArgumentCountError(
            f"{signature} is given '{twice[0]}' twice, by position and by name"
        )
    missing = next(p for p in required if p not in in_order and p not in given)
    count = len(required)
    at_least = "" if count == len(names) else "at least "
    raise ArgumentCountError(
        f"{signature} takes {at_least}{count} argument{'' if count == 1 else 's'}, not "
        f"{len(arguments) + len(keywords)}: '{names[missing]}' is missing"
    )
