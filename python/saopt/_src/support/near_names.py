# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that are almost right: what messages propose instead of them."""

from __future__ import annotations

import difflib
import enum
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

__all__ = ["NamedMembers", "NearAttributes", "advise_call", "did_you_mean", "near_name"]

_UNEXPECTED = re.compile(r"got an unexpected keyword argument '(\w+)'$")
_COUNTED = re.compile(r"takes .* positional arguments? .*given$|missing \d+ required ")


def near_name(name: object, known: Iterable[str]) -> str | None:
    """Return the name out of `known` that `name` resembles most, however it is capitalized."""
    if not isinstance(name, str):
        return None
    by_key = {_key(candidate): candidate for candidate in known}
    found = difflib.get_close_matches(_key(name), by_key, n=1, cutoff=0.6)
    return by_key[found[0]] if found else None


def _key(name: str) -> str:
    return name.lower().replace("-", "_")


def did_you_mean(name: object, known: Iterable[str], form: str = "'{}'") -> str:
    """Return the part of a message that proposes a name, or nothing when none is near.

    Parameters
    ----------
    name : object
        What was given; only a string resembles a name.
    known : iterable of str
        The names that exist.
    form : str
        How the message writes a name, as in ``"sa.Role.{}"``.
    """
    found = near_name(name, known)
    return "" if found is None else f"; did you mean {form.format(found)}?"


class NamedMembers(enum.EnumMeta):
    """The type of enumerations that propose a member for a name that they do not have."""

    def __getattr__(cls, name: str) -> Any:
        """Return the member of that name, where Python leaves this to the enumeration."""
        if name in cls.__members__:
            return cls.__members__[name]
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(
            f"sa.{cls.__qualname__} has no member {name!r}: the members are "
            + ", ".join(cls.__members__)
            + did_you_mean(name, cls.__members__)
        )


class NearAttributes:
    """An object that proposes an attribute for a name that it does not have."""

    _elsewhere: ClassVar[Mapping[str, str]] = {}
    """What to do instead, for names that other classes or packages have."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name.startswith("_"):
                raise AttributeError(message)
            if name in self._elsewhere:
                raise AttributeError(f"{message}: {self._elsewhere[name]}")
            known = [own for own in dir(type(self)) if not own.startswith("_")]
            found = near_name(name, [*known, *self._elsewhere])
            advice = "" if found is None else f"; did you mean '{found}'?"
            if found in self._elsewhere:
                advice = f"{advice[:-1]}: {self._elsewhere[found]}"
            raise AttributeError(message + advice)


def advise_call(function: Callable[..., Any], error: TypeError) -> None:
    """Add to an error of a call that does not fit the parameters what does.

    Parameters
    ----------
    function : callable
        What was called.
    error : TypeError
        Python's own error, whose text is changed.
    """
    message = str(error)
    if not message.startswith(f"{function.__qualname__}() "):
        return
    unexpected = _UNEXPECTED.search(message)
    if unexpected is None and not _COUNTED.search(message):
        return
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    advice = did_you_mean(unexpected[1], names) if unexpected else ""
    if not advice:
        listed = ", ".join(names)
        advice = f"; it takes {listed}" if names else "; it takes nothing"
    error.args = (message + advice,)
