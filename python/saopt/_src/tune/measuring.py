# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data for the arguments, the times of calls, and whether results are right."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.arrays import Array
from saopt._src.language.indices import IndexExpression
from saopt._src.language.layouts import Layout, any_layout
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean
from saopt._src.usm.creation import asarray

__all__ = ["Data", "Effort", "largest_difference", "make_data"]

_SEED = 2024


def make_data(
    args: Sequence[Array],
    inputs: Mapping[Any, Any] | None,
    sizes: Mapping[Any, int] | None,
    queue: Any,
    parameters: Mapping[Any, Any],
) -> Data:
    """Return the data that functions are called with while they are measured.

    What the caller gives is used, and everything else is random. `parameters` are the values of
    those that shapes are made of.
    """
    given = {_label(key): value for key, value in (inputs or {}).items()}
    known = {_label(key): value for key, value in parameters.items()}
    known.update({_label(key): int(value) for key, value in (sizes or {}).items()})
    generator = np.random.default_rng(_SEED)
    hosts = []
    for array in args:
        name = array.name or ""
        if name in given:
            hosts.append(np.array(_host(given.pop(name)), copy=True))
        else:
            hosts.append(_random(array, known, generator))
    if given:
        raise compile_error(
            f"inputs names '{next(iter(given))}', which is no argument: the arguments are "
            + ", ".join(f"'{array.name}'" for array in args)
            + did_you_mean(next(iter(given)), (array.name or "" for array in args))
        )
    return Data(tuple(args), hosts, queue)


def _label(key: Any) -> str:
    return str(key) if isinstance(key, str) else (getattr(key, "name", None) or repr(key))


def _host(value: Any) -> Any:
    return value.asnumpy() if hasattr(value, "asnumpy") else value


def _random(
    array: Array, sizes: Mapping[str, int], generator: np.random.Generator
) -> np.ndarray[Any, Any]:
    shape = tuple(_size(size, array, sizes) for size in array.shape)
    dtype = array.element_type.dtype
    if array.layout in (any_layout, Layout.FIRST_MAJOR):
        return _numbers(shape, dtype, generator)
    if array.layout == Layout.LAST_MAJOR:
        return np.asfortranarray(_numbers(shape, dtype, generator))
    return _numbers((array.layout.size(shape),), dtype, generator)


def _size(size: Any, array: Array, sizes: Mapping[str, int]) -> int:
    if isinstance(size, int):
        return size
    if isinstance(size, IndexExpression):
        dimensions = list(size.dimensions())
        if all(_label(dimension) in sizes for dimension in dimensions):
            return int(size.evaluate({d: sizes[_label(d)] for d in dimensions}))
        raise compile_error(
            f"the size '{size}' of {array.label} is known only at the call: say how large the "
            f"arrays of the measurement are, as in sizes={{'{size}': 1024}}"
        )
    raise compile_error(
        f"{array.label} has an open size: give the array of the measurement, as in "
        f"inputs={{'{array.name}': array}}"
    )


def _numbers(
    shape: tuple[int, ...], dtype: np.dtype[Any], generator: np.random.Generator
) -> np.ndarray[Any, Any]:
    if dtype.kind == "b":
        return generator.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return generator.integers(0, 8, shape).astype(dtype)
    # Away from zero, so that quotients, roots and logarithms are numbers.
    return generator.uniform(0.5, 1.5, shape).astype(dtype)


@dataclass
class Data:
    """The arguments of all calls of a search.

    Attributes
    ----------
    args : tuple of Array
        The arrays that the arguments are for.
    hosts : list of numpy.ndarray
        What they hold before a call whose result is compared.
    queue : SyclQueue or None
        Where they are; None for the default device.
    """

    args: tuple[Array, ...]
    hosts: list[np.ndarray[Any, Any]]
    queue: Any

    def place(self) -> list[Any]:
        """Return new USM arrays that hold the data."""
        where = {} if self.queue is None else {"device": self.queue}
        return [asarray(host, copy=True, **where) for host in self.hosts]

    def results(self, function: CompiledFunction) -> list[np.ndarray[Any, Any]]:
        """Return what a function makes of the data, in the arrays that it may write."""
        placed = self.place()
        function(*placed)
        written = [a for array, a in zip(self.args, placed, strict=True) if array.role.is_written]
        return [array.asnumpy() for array in written]


def largest_difference(
    found: Sequence[np.ndarray[Any, Any]],
    expected: Sequence[np.ndarray[Any, Any]],
    tolerance: float,
) -> str:
    """Return where results differ by more than is allowed; an empty text if they do not.

    Integers have to be equal. The difference of floats is compared with the largest element of
    the array, because reordered sums round differently.
    """
    for position, (got, want) in enumerate(zip(found, expected, strict=True)):
        if want.dtype.kind in "biu":
            wrong = got != want
        else:
            wide = np.complex128 if want.dtype.kind == "c" else np.float64
            left, right = got.astype(wide), want.astype(wide)
            finite = np.abs(right[np.isfinite(right)])
            allowed = tolerance * max(float(finite.max(initial=0.0)), np.finfo(np.float32).tiny)
            same = (left == right) | (np.isnan(left) & np.isnan(right))
            with np.errstate(invalid="ignore"):
                wrong = ~(same | (np.abs(left - right) <= allowed))
        if wrong.any():
            where = tuple(int(axis[0]) for axis in np.nonzero(wrong))
            return (
                f"written array {position} is {got[where]} instead of {want[where]} at "
                f"{list(where)}, and differs in {int(wrong.sum())} of {want.size} elements"
            )
    return ""


@dataclass(frozen=True)
class Effort:
    """How long a function is measured.

    Attributes
    ----------
    calls : int
        The least number of calls, after a first one that does not count.
    most : int
        The largest number of them.
    seconds : float
        Calls go on until so much time has passed.
    patience : float
        A function whose first calls all take longer than the fastest one so far by this factor is
        left.
    first_patience : float
        The same for the first call alone, which touches the pages of new arrays.
    """

    calls: int = 5
    most: int = 20
    seconds: float = 0.05
    patience: float = 1.5
    first_patience: float = 5.0

    def measure(self, run: Callable[[], object], fastest: float) -> tuple[tuple[float, ...], bool]:
        """Return the times of calls, and whether the measurement came to its end."""
        first = _seconds(run)
        if first > self.first_patience * fastest:
            return (first,), False
        times: list[float] = []
        begin = time.perf_counter()
        while len(times) < self.calls or (
            time.perf_counter() - begin < self.seconds and len(times) < self.most
        ):
            times.append(_seconds(run))
            if len(times) == 2 and min(times) > self.patience * fastest:
                return tuple(times), False
        return tuple(times), True


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
