# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers in the place of arrays: an INPUT of rank zero takes one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from saopt._src.language.roles import Role
from saopt._src.support.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from saopt._src.calls.device_function import Argument

__all__ = ["is_number", "number_positions", "place_numbers"]


def number_positions(arrays: Sequence[Argument]) -> tuple[int, ...]:
    """Return the positions of the arrays for which a number can be given."""
    return tuple(n for n, a in enumerate(arrays) if a.role is Role.INPUT and a.ndim == 0)


def is_number(argument: Any) -> bool:
    """Say whether an argument is a number of Python or NumPy."""
    return isinstance(argument, (bool, int, float, complex, np.generic))


def place_numbers(
    positions: Sequence[int],
    arrays: Sequence[Argument],
    names: Sequence[str],
    arguments: Sequence[Any],
    on_device: bool,
) -> list[Any]:
    """Return the arguments with arrays of one element in the place of numbers.

    Parameters
    ----------
    positions : sequence of int
        Where numbers may stand.
    arrays, names : sequence
        The arrays of the signature, and their names.
    arguments : sequence
        One argument for each of them.
    on_device : bool
        Whether the numbers go to the queue of the other arguments, or stay with NumPy.

    Raises
    ------
    ArgumentTypeError
        When a number is of a kind that has no place in the array, such as a fraction in an integer.
    ArgumentRangeError
        When a number is outside of the range of the array's type.
    """
    from saopt._src.usm.host_array import ashostarray, is_sycl_visible
    from saopt._src.usm.memory import queue_of
    from saopt._src.usm.values import as_number, number_element

    placed = list(arguments)
    for position in positions:
        by_value = on_device and arrays[position].by_value
        if by_value and not is_number(placed[position]):
            placed[position] = _number_of(placed[position], arrays[position], names[position])
        if not is_number(placed[position]):
            continue
        try:
            number = as_number(placed[position], "it")
            element = number_element(number, arrays[position].element_type)
        except TypeError as error:
            raise ArgumentTypeError(f"argument '{names[position]}': {error}") from None
        except ArgumentError as error:
            raise type(error)(f"argument '{names[position]}': {error}") from None
        if by_value:
            element = element.item()
        elif on_device:
            given = zip(arguments, names, strict=True)
            queues = (_queue_of(a, name) for a, name in given if is_sycl_visible(a))
            element = ashostarray(element, queue=queue_of(next(queues, None)))
        placed[position] = element
    return placed


def _number_of(argument: Any, array: Argument, name: str) -> Any:
    """Return the only element of an array that is given for a number; the host waits for it."""
    from saopt._src.usm.creation import usm_array
    from saopt._src.usm.host_array import HostArray

    if isinstance(argument, (np.ndarray, HostArray)):
        content = np.asarray(argument)
    elif hasattr(argument, "__sycl_usm_array_interface__"):
        content = usm_array(argument).asnumpy()
    else:
        raise ArgumentTypeError(
            f"argument '{name}': a {type(argument).__name__} is no number: pass one, or an array "
            f"of shape () that holds {array.element_type}"
        )
    if content.shape not in ((), (1,)) or content.dtype != array.element_type.dtype:
        raise ArgumentError(
            f"argument '{name}': an array of shape {content.shape} and type {content.dtype} is "
            f"given for a number: pass the number, or an array of shape () that holds "
            f"{array.element_type}"
        )
    element = content.reshape(())[()]
    return element if isinstance(element, np.generic) else float(element)


def _queue_of(argument: Any, name: str) -> Any:
    from saopt import _runtime
    from saopt._src.usm.host_array import HostArray

    if isinstance(argument, HostArray):
        return argument.sycl_queue
    return _runtime.read_interface(argument, name).queue
