# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes that are computed when they are first read."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar, overload

__all__ = ["lazy_property"]

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801 - it is used as a decorator
    """A property that is computed once for each object, whichever thread asks first.

    Others who ask for it meanwhile wait. Those who ask another object do not, as they would with
    `functools.cached_property` before Python 3.12; since then, that may compute it twice.
    A forked process computes what its parent had not finished, with locks of its own: the thread
    that would open the parent's is not there.
    """

    _num_forks: ClassVar[int] = 0

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy_property[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | lazy_property[T]:
        if instance is None:
            return self
        # What is in here is found without coming here the next time.
        values = vars(instance)
        lock_name = f"_lock_of_{self._name}_after_{self._num_forks}_forks"
        with values.setdefault(lock_name, threading.RLock()):
            if self._name not in values:
                values[self._name] = self._compute(instance)
            return values[self._name]  # type: ignore[no-any-return]


def _leave_locks() -> None:
    lazy_property._num_forks += 1


os.register_at_fork(after_in_child=_leave_locks)
