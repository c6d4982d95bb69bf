# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tracebacks that show the user's lines, and not how the package found the mistake.

The public functions and methods are put behind `_runtime.TracebackBoundary`, which takes the
frames of this package out of errors that leave them. With the variable ``SAOPT_TRACEBACK`` set to
``full`` they stay.
"""

from __future__ import annotations

import enum
import functools
import os
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from saopt import _runtime
from saopt._src.support.errors import Error
from saopt._src.support.near_names import advise_call

__all__ = ["hide_own_frames"]

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
_PACKAGE = os.path.normpath(_FOLDER) + os.sep

# Methods that Python itself looks for, and that raise nothing of the user's.
_LEFT_ALONE = {
    "__class_getitem__",
    "__del__",
    "__getattr__",
    "__getattribute__",
    "__hash__",
    "__init_subclass__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__set_name__",
    "__setattr__",
}


def hide_own_frames(namespace: dict[str, Any], names: Iterable[str]) -> None:
    """Put the public functions and classes in a module's namespace behind the boundary.

    Parameters
    ----------
    namespace : dict
        The namespace, whose functions are replaced; classes are changed.
    names : iterable of str
        The names in it.
    """
    done: set[type] = set()
    for name in names:
        thing = namespace[name]
        if isinstance(thing, FunctionType):
            namespace[name] = boundary = _boundary(thing)
            boundary.__module__ = namespace["__name__"]
        elif isinstance(thing, type) and not issubclass(thing, (BaseException, enum.Enum)):
            for base in thing.__mro__:
                _hide_in_class(base, done)


def _hide_in_class(owner: type, done: set[type]) -> None:
    if owner in done or not owner.__module__.startswith("saopt"):
        return
    done.add(owner)
    for name, member in list(vars(owner).items()):
        is_special = name.startswith("__") and name.endswith("__")
        if name in _LEFT_ALONE or (name.startswith("_") and not is_special):
            continue
        hidden = _hidden(member)
        if hidden is not None:
            if isinstance(member, FunctionType) and member.__doc__ is None:
                hidden.__doc__ = _inherited_documentation(owner, name)
            setattr(owner, name, hidden)


def _inherited_documentation(owner: type, name: str) -> str | None:
    """Return what a base says about a method: `inspect` finds that for plain functions only."""
    inherited = (vars(base).get(name) for base in owner.__mro__[1:])
    return next((thing.__doc__ for thing in inherited if getattr(thing, "__doc__", None)), None)


def _hidden(member: Any) -> Any:
    """Return a member of a class behind the boundary; None for what is none of its methods."""
    if isinstance(member, FunctionType):
        return _boundary(member)
    if isinstance(member, (staticmethod, classmethod)):
        function = member.__func__
        return type(member)(_boundary(function)) if isinstance(function, FunctionType) else None
    if type(member) is property:
        parts = (member.fget, member.fset, member.fdel)
        return property(*(part and _boundary(part) for part in parts), member.__doc__)
    return None


def _boundary(function: Any) -> Any:
    boundary = _runtime.TracebackBoundary(function, _PACKAGE, Error, advise_call)
    return functools.update_wrapper(boundary, function)
