# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parameters of functions in packages: as data, and in names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from saopt._src.language.indices import Index
from saopt._src.language.parameters import Parameter
from saopt._src.support.locations import compile_error

__all__ = ["check_data", "parameter_data", "variant_name"]


def parameter_data(values: Mapping[Parameter, Any]) -> dict[str, Any]:
    """Return the values of parameters by their names, as JSON has them.

    A loop is its name, an order of loops a list of names; a layout and a member of an enumeration,
    such as a unit of the grid, are what the package calls them.
    """
    data: dict[str, Any] = {}
    for position, (parameter, value) in enumerate(values.items()):
        name = parameter.name or f"parameter_{position}"
        if name in data:
            raise compile_error(
                f"two parameters are called '{name}', and a package lists them by their names: "
                "give one another name"
            )
        data[name] = _as_json(value)
    return data


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_json(entry) for entry in value]
    if isinstance(value, Index):
        return value.name or "index"
    return value if isinstance(value, (bool, int, float)) else str(value)


def variant_name(base_name: str, parameters: Mapping[str, Any]) -> str:
    """Return the name of one variant of a function: that of the function, and a hash."""
    text = json.dumps(parameters, sort_keys=True)
    return f"{base_name}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def check_data(data: Any, what: str) -> dict[str, Any]:
    """Return data of the user, a dictionary that JSON can hold."""
    if data is None:
        return {}
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise compile_error(
            f"{what} is a dictionary with strings as keys, not a {type(data).__name__}"
        )
    try:
        return dict(json.loads(json.dumps(data, allow_nan=False)))
    except (TypeError, ValueError) as error:
        raise compile_error(f"{what} holds what JSON cannot express: {error}") from None
