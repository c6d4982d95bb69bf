# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""New USM arrays whose elements follow a rule: `arange`, `linspace`, `eye`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError, ArgumentRangeError
from saopt._src.usm.array import USMArray
from saopt._src.usm.element_types import element_type
from saopt._src.usm.geometry import as_integer
from saopt._src.usm.memory import check_usm_type, queue_of
from saopt._src.usm.placing import new_array
from saopt._src.usm.values import as_number

__all__ = ["arange", "eye", "linspace"]

_LARGEST = 2**63 - 1


def arange(
    start: int | float,
    /,
    stop: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: Any = None,
    device: Any = None,
    usm_type: str = "shared",
) -> USMArray:
    """Return the numbers from `start` on, `step` apart, before `stop`.

    Parameters
    ----------
    start, stop : int or float
        The ends; with one of them, from 0 to there.
    step : int or float
        The distance, negative for numbers that go down; not 0.
    dtype : dtype, optional
        The type of the elements; without it ``int64`` if the others are integers, and else
        ``float64``.
    device, usm_type
        As of `empty`.

    Raises
    ------
    ArgumentError
        When the numbers would have no end, or the step is 0.
    ArgumentRangeError
        When integers are outside of the range of the type.

    Examples
    --------
    >>> sa.arange(2, 10, 3).asnumpy()
    array([2, 5, 8])
    """
    check_usm_type(usm_type)
    if stop is None:
        start, stop = 0, start
    names = {"start": start, "stop": stop, "step": step}
    numbers = [as_number(value, name) for name, value in names.items()]
    if any(isinstance(number, complex) for number in numbers):
        raise ArgumentError("the ends and the step of arange must be real numbers")
    if numbers[2] == 0:
        raise ArgumentError("the step of arange must not be 0")
    is_exact = all(isinstance(number, int) for number in numbers)
    if dtype is None:
        elements = ScalarType.int64 if is_exact else ScalarType.float64
    else:
        elements = element_type(dtype)
    numbers = numbers if is_exact else _as_floats(numbers)
    made = _new(_length(numbers), elements, device, usm_type)
    if made.size:
        made[...] = _integers(numbers, made) if is_exact else _reals(numbers, made)
    return made


def _new(shape: Any, elements: ScalarType, device: Any, usm_type: str) -> USMArray:
    """Return a new array; what is too large is found out here, before NumPy makes a copy."""
    return new_array(shape, elements, queue_of(device), usm_type)


def _as_floats(numbers: list[Any]) -> list[Any]:
    try:
        floats = [float(number) for number in numbers]
    except OverflowError as error:
        raise ArgumentRangeError(f"a number for arange is too large: {error}") from error
    if any(math.isnan(number) for number in floats):
        raise ArgumentError("the ends and the step of arange must not be NaN")
    return floats


def _length(numbers: list[Any]) -> int:
    """Return how many numbers there are; integers are counted exactly."""
    start, stop, step = numbers
    if start == stop or (start < stop) != (step > 0):
        return 0
    if isinstance(step, int):
        return -((start - stop) // step)
    quotient = (stop - start) / step
    if not quotient <= _LARGEST:
        raise ArgumentError(f"an array of {quotient} elements is too large to address")
    return max(math.ceil(quotient), 1)


def _integers(numbers: list[int], made: USMArray) -> np.ndarray[Any, Any]:
    """Return integers that are counted exactly, in 64 bits or in the type of the array."""
    start, _, step = numbers
    elements = made._type
    held = elements if elements.is_integer or elements is ScalarType.bool_ else ScalarType.int64
    last = start + step * (made.size - 1)
    if elements is not held and max(start, last) > _LARGEST:
        held = ScalarType.uint64
    lowest, highest = held.limits
    for end in (start, last):
        if not lowest <= end <= highest:
            raise ArgumentRangeError(f"{end} is outside of the range of {held}")
    # Modulo 2**64 everything is exact.
    found = np.arange(made.size, dtype=np.uint64) * np.uint64(step % 2**64)
    found += np.uint64(start % 2**64)
    return (found.view(np.int64) if held.is_signed else found).astype(made.dtype)


def _reals(numbers: list[float], made: USMArray) -> np.ndarray[Any, Any]:
    elements = made._type
    if not elements.is_integer and elements is not ScalarType.bool_:
        is_bfloat16 = elements is ScalarType.bfloat16
        found = np.arange(*numbers, dtype=np.float64 if is_bfloat16 else made.dtype)
        return found.astype(made.dtype)
    # As NumPy: the first two numbers are rounded, and say the distance of all.
    first, second = int(numbers[0]), int(numbers[0] + numbers[2])
    return _integers([first, second, second - first], made)


def linspace(
    start: int | float | complex,
    stop: int | float | complex,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: bool = True,
    usm_type: str = "shared",
) -> USMArray:
    """Return evenly spaced numbers.

    Parameters
    ----------
    start, stop : number
        The ends.
    num : int
        How many numbers.
    dtype : dtype, optional
        The type of the elements; without it ``complex128`` if an end is complex, and else
        ``float64``. Integers are rounded down.
    device, usm_type
        As of `empty`.
    endpoint : bool
        Whether `stop` is the last of them, or the one after the last.

    Examples
    --------
    >>> sa.linspace(0, 1, 5).asnumpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    check_usm_type(usm_type)
    ends = [as_number(start, "start"), as_number(stop, "stop")]
    count = as_integer(num, "num")
    if count < 0:
        raise ArgumentError(f"num is {count}: it must not be negative")
    is_complex = any(isinstance(end, complex) for end in ends)
    if dtype is None:
        elements = ScalarType.complex128 if is_complex else ScalarType.float64
    else:
        elements = element_type(dtype)
    if is_complex and not elements.is_complex:
        raise TypeError(f"Cannot cast complex numbers to {elements}: use a complex dtype")
    made = _new(count, elements, device, usm_type)
    values = _spaced([end.real for end in ends], count, bool(endpoint), elements.part)
    if is_complex:
        values = values.astype(elements.dtype)
        values.imag = _spaced([end.imag for end in ends], count, bool(endpoint), elements.part)
    made[...] = values
    return made


def _spaced(
    ends: list[Any], count: int, endpoint: bool, elements: ScalarType
) -> np.ndarray[Any, Any]:
    try:
        start, stop = (float(end) for end in ends)
    except OverflowError as error:
        raise ArgumentRangeError(f"an end of linspace is too large: {error}") from error
    if math.isfinite(start) and math.isfinite(stop) and math.isinf(stop - start):
        halves = _spaced([start / 2, stop / 2], count, endpoint, ScalarType.float64)
        values = halves * 2
    else:
        values = np.linspace(start, stop, count, endpoint)
    if elements.is_float:
        return values.astype(elements.dtype)
    values = np.floor(values)
    # The ends are exact, also where a float64 is not.
    exact = {0: ends[0]} if count else {}
    if endpoint and count > 1:
        exact[count - 1] = ends[1]
    exact = {place: end for place, end in exact.items() if isinstance(end, int)}
    lowest, highest = elements.limits
    if not all(lowest <= end <= highest for end in exact.values()):
        raise _out_of_range(elements, "linspace")
    inner = np.delete(values, list(exact))
    made = np.empty(count, elements.dtype)
    made[np.setdiff1d(np.arange(count), list(exact))] = _in_range(inner, elements, "linspace")
    for place, end in exact.items():
        made[place] = end
    return made


def _in_range(
    values: np.ndarray[Any, Any], elements: ScalarType, what: str
) -> np.ndarray[Any, Any]:
    """Return whole float64 numbers as integers of a type, all of which it holds."""
    lowest, highest = elements.limits
    # The number after the highest one is a float64; the highest one need not be.
    if not np.all((values >= float(lowest)) & (values < float(highest + 1))):
        raise _out_of_range(elements, what)
    return values.astype(elements.dtype)


def _out_of_range(elements: ScalarType, what: str) -> ArgumentRangeError:
    return ArgumentRangeError(f"numbers of {what} are outside of the range of {elements}")


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    M: int | None = None,
    k: int = 0,
    dtype: Any = None,
    device: Any = None,
    usm_type: str = "shared",
) -> USMArray:
    """Return a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows : int
        The number of rows.
    n_cols : int, optional
        The number of columns, also as `M`; as many as rows unless given.
    k : int
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    dtype : dtype, optional
        The type of the elements, ``float64`` unless given.
    device, usm_type
        As of `empty`.

    Examples
    --------
    >>> sa.eye(2).asnumpy()
    array([[1., 0.],
           [0., 1.]])
    """
    check_usm_type(usm_type)
    if n_cols is not None and M is not None:
        raise ArgumentError("the number of columns is given twice")
    columns = M if n_cols is None else n_cols
    rows = as_integer(n_rows, "n_rows")
    columns = rows if columns is None else as_integer(columns, "n_cols")
    elements = ScalarType.float64 if dtype is None else element_type(dtype)
    made = _new((rows, columns), elements, device, usm_type)
    diagonal = min(max(as_integer(k, "k"), -rows), columns)
    made[...] = np.eye(rows, columns, diagonal, made.dtype)
    return made
