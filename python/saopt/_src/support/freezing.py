# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of functions that keep what they capture as it is now.

A logic is recorded when it is given to its nest. The eager engine runs the function again, later,
when what it uses may have moved on: the variables around it, in a loop that makes several nests,
and the lists, arrays and objects in them. So it runs a copy over copies of these.

A copy has what the code can reach: variables, and the attributes that it names. What has an
identity of its own (classes, modules without such attributes, arrays and indices of this package,
objects of other libraries) is shared.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from types import CellType, CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

__all__ = ["Freezing"]

_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)


class Freezing:
    """The copy of a function; made before the function runs, and asked for afterwards.

    What the function itself changes, such as a list that it appends what it saw to, is no input
    of it, and shared.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._before = _copied(function, ())

    def frozen(self) -> Callable[..., Any]:
        """Return a copy with the same code over copies of what the function captures."""
        if self._before is None:
            return self._function
        changed = self._before.changed()
        freezer = _copied(self._function, changed) if changed else self._before
        assert freezer is not None
        function: Callable[..., Any] = freezer.copy(self._function)
        return function


def _copied(function: Callable[..., Any], shared: Iterable[Any]) -> _Freezer | None:
    """Return a freezer that has copied a function, or None for what is no plain function."""
    if not isinstance(function, FunctionType):
        return None
    freezer = _Freezer(_names(function.__code__), shared)
    freezer.copy(function)
    return freezer


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in a function, and in those inside of it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _slots(kind: type) -> Iterator[str]:
    """Yield the attributes of objects of a class that are not in their ``__dict__``."""
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                yield name


class _Freezer:
    """Copies what a function captures, each thing once.

    Parameters
    ----------
    names : iterable of str
        The names in its code.
    shared : iterable of object
        What is not copied.
    """

    def __init__(self, names: Iterable[str], shared: Iterable[Any]) -> None:
        self._names = set(names)
        # What was copied stays alive, so that no other object gets its place.
        self._originals = list(shared)
        self._copies: dict[int, Any] = {id(thing): thing for thing in self._originals}

    def changed(self) -> list[Any]:
        """Return the originals that are not as they were when they were copied."""
        return [thing for thing in self._originals if not self._is_same(thing)]

    def _is_same(self, thing: Any) -> bool:
        copied = self._copies[id(thing)]
        if isinstance(thing, (list, tuple, dict)):
            if len(thing) != len(copied):
                return False
            entries = thing.items() if isinstance(thing, dict) else enumerate(thing)
            there = copied if isinstance(thing, dict) else dict(enumerate(copied))
            return all(key in there and self._is_copy(value, there[key]) for key, value in entries)
        if isinstance(thing, (set, bytearray)):
            return bool(thing == copied)
        if isinstance(thing, np.ndarray):
            return thing.shape == copied.shape and thing.tobytes() == copied.tobytes()
        if self._is_record(type(thing)):
            return all(
                self._is_copy(getattr(thing, name), getattr(copied, name, None))
                for name in self._names
                if name in getattr(thing, "__dict__", ()) or name in _slots(type(thing))
            )
        return True

    def _is_copy(self, thing: Any, copied: Any) -> bool:
        return thing is copied or self._copies.get(id(thing)) is copied

    def copy(self, thing: Any) -> Any:
        """Return the copy of a thing; the thing itself where that is what the code means."""
        if isinstance(thing, _PLAIN) or id(thing) in self._copies:
            return self._copies.get(id(thing), thing)
        kind = type(thing)
        if kind is FunctionType:
            return self._function(thing)
        if kind in (list, set, dict, bytearray):
            return self._container(thing)
        if kind in (tuple, frozenset):
            return self._keep(thing, kind(self.copy(entry) for entry in thing))
        if kind is np.ndarray:
            return self._keep(thing, thing.copy() if thing.dtype != object else thing)
        if kind is MethodType:
            owner = self.copy(thing.__self__)
            return thing if owner is thing.__self__ else MethodType(thing.__func__, owner)
        if kind is ModuleType:
            return self._module(thing)
        if kind is type:
            return self._class(thing)
        return self._instance(thing) if self._is_record(kind) else thing

    def _keep(self, thing: Any, copied: Any) -> Any:
        self._originals.append(thing)
        self._copies[id(thing)] = copied
        return copied

    def _container(self, thing: Any) -> Any:
        copied = self._keep(thing, type(thing)())
        if isinstance(thing, dict):
            copied.update((key, self.copy(value)) for key, value in thing.items())
        elif isinstance(thing, set):
            copied.update(thing)
        else:
            copied.extend(map(self.copy, thing))
        return copied

    def _function(self, function: FunctionType) -> Any:
        if (function.__module__ or "").partition(".")[0] == "saopt":
            return function
        self._names.update(_names(function.__code__))
        cells = tuple(CellType() for _ in function.__closure__ or ())
        namespace = dict(function.__globals__)
        copied = FunctionType(function.__code__, namespace, function.__name__, None, cells)
        self._keep(function, copied)
        for cell, original in zip(cells, function.__closure__ or (), strict=True):
            try:
                cell.cell_contents = self.copy(original.cell_contents)
            except ValueError:  # assigned only later
                continue
        for name in set(_names(function.__code__)) & namespace.keys():
            namespace[name] = self.copy(namespace[name])
        copied.__defaults__ = self.copy(function.__defaults__)
        copied.__kwdefaults__ = self.copy(function.__kwdefaults__)
        copied.__qualname__ = function.__qualname__
        return copied

    def _module(self, module: ModuleType) -> Any:
        """Copy a module whose attributes the code reads, unless it only calls them."""
        held = vars(module)
        named = self._names & held.keys()
        if module.__name__.partition(".")[0] in ("saopt", "numpy"):
            return module
        if not any(self._is_data(held[name]) for name in named):
            return module
        copied = self._keep(module, ModuleType(module.__name__))
        vars(copied).update(held)
        for name in named:
            setattr(copied, name, self.copy(held[name]))
        return copied

    def _class(self, owner: type) -> Any:
        """Return a subclass with the attributes that the code reads as they are now."""
        named = self._names & vars(owner).keys()
        data = {name: vars(owner)[name] for name in named if self._is_data(vars(owner)[name])}
        if owner.__module__.partition(".")[0] in ("saopt", "builtins", "numpy") or not data:
            return owner
        copied = self._keep(owner, type(owner.__name__, (owner,), {"__slots__": ()}))
        for name, value in data.items():
            setattr(copied, name, self.copy(value))
        return copied

    def _is_data(self, value: Any) -> bool:
        return (
            isinstance(value, (*_PLAIN, list, set, dict, tuple, frozenset, bytearray, np.ndarray))
            and value is not None
        ) or self._is_record(type(value))

    @staticmethod
    def _is_record(kind: type) -> bool:
        """Return whether objects of a class are nothing but their attributes."""
        if kind is SimpleNamespace:
            return True
        bases = kind.__mro__[:-1]
        return not issubclass(kind, (enum.Enum, type)) and all(
            type(base) is type
            and base.__module__.partition(".")[0] not in ("saopt", "builtins", "numpy", "threading")
            and {"__dict__", "__slots__"} & vars(base).keys()  # made by a class statement
            and not {"__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__"} & vars(base).keys()
            for base in bases
        )

    def _instance(self, thing: Any) -> Any:
        """Copy an object, and of its attributes those that the code names."""
        for base in type(thing).__mro__:
            for name in list(self._names & vars(base).keys()):
                member = vars(base)[name]
                function = getattr(member, "fget", getattr(member, "__func__", member))
                if isinstance(function, FunctionType):
                    self._names.update(_names(function.__code__))
        kind = type(thing)
        made = kind() if kind is SimpleNamespace else object.__new__(kind)
        copied = self._keep(thing, made)
        held = dict(getattr(thing, "__dict__", {}))
        held |= {name: getattr(thing, name) for name in _slots(kind) if hasattr(thing, name)}
        for name, value in held.items():
            object.__setattr__(copied, name, self.copy(value) if name in self._names else value)
        return copied
