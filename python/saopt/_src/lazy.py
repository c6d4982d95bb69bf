# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes that are computed when they are first read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["lazy_property"]

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801 - it is used as a decorator
    """A property that is computed once for each object, whichever thread asks first.

    Others who ask for it meanwhile wait. Those who ask another object do not, as they would with
    `functools.cached_property` before Python 3.12; since then, that may compute it twice.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._lock_name = f"_lock_of_{name}"

    @overload
    def __get__(self, instance: None, owner: type) -> lazy_property[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | lazy_property[T]:
        if instance is None:
            return self
        # What is in here is found without coming here the next time.
        values = vars(instance)
        with values.setdefault(self._lock_name, threading.RLock()):
            if self._name not in values:
                values[self._name] = self._compute(instance)
            return values[self._name]  # type: ignore[no-any-return]
