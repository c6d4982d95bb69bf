# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of calls: which is for which array, and calls that have theirs already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from saopt._src.language.roles import Role
from saopt._src.support.errors import ArgumentCountError, ArgumentError
from saopt._src.usm.foreign import has_interface

__all__ = ["PreparedCall", "advised", "place_arguments"]


class PreparedCall:
    """A call whose arguments have been checked; made by `CompiledFunction.prepare`.

    It keeps its arguments alive, and runs on the memory that they had when they were checked.
    Calling it runs the function and waits for it.

    Parameters
    ----------
    function : object
        The function, for `repr`.
    launch : callable
        Runs it and waits.
    launch_async : callable
        Launches it after the events that it is given, and returns an event.
    result : object
        What a call returns.
    """

    __slots__ = ("__weakref__", "_function", "_launch", "_launch_async", "_result")

    def __init__(
        self,
        function: Any,
        launch: Callable[[], None],
        launch_async: Callable[[Any], Any],
        result: Any,
    ) -> None:
        self._function = function
        self._launch = launch
        self._launch_async = launch_async
        self._result = result

    def __call__(self) -> Any:
        """Run the function and wait for it.

        Returns
        -------
        None, array or tuple of arrays
            The outputs that were left out of `prepare`, the same ones each time.
        """
        self._launch()
        return self._result

    def call_async(self, *, depends: Any = ()) -> Any:
        """Launch the function, as `CompiledFunction.call_async` does.

        Parameters
        ----------
        depends : iterable of dpctl.SyclEvent
            What it has to wait for besides.

        Returns
        -------
        dpctl.SyclEvent
        """
        return self._launch_async(depends)

    def __copy__(self) -> PreparedCall:
        return self

    def __deepcopy__(self, memo: Any) -> PreparedCall:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("a prepared call cannot be pickled: prepare it in the process that calls")

    def __repr__(self) -> str:
        return f"<prepared call of {self._function!r}>"


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
    if len(arguments) + len(keywords) >= len(required):
        raise ArgumentCountError(f"{signature} is called without '{names[missing]}'")
    count = len(required)
    at_least = "" if count == len(names) else "at least "
    raise ArgumentCountError(
        f"{signature} takes {at_least}{count} argument{'' if count == 1 else 's'}, not "
        f"{len(arguments) + len(keywords)}: '{names[missing]}' is missing"
    )


def advised(error: ArgumentError, arguments: Sequence[Any]) -> ArgumentError:
    """Return the error of a call on a device, with advice where it was given host arrays."""
    if "__sycl_usm_array_interface__" not in str(error):
        return error
    if any(isinstance(argument, (np.ndarray, np.generic)) for argument in arguments):
        return type(error)(
            f'{error}, as sa.asarray(x) does, or compile with engine="eager", which takes NumPy\'s '
            "arrays as they are"
        )
    shared = next((a for a in arguments if hasattr(a, "__dlpack__") and not has_interface(a)), None)
    if shared is not None:
        return type(error)(
            f"{error}; pass sa.asarray(x), which shares the memory of a tensor on a SYCL device "
            "and copies one of the host"
        )
    if any(isinstance(argument, (list, tuple)) for argument in arguments):
        return type(error)(f"{error}; pass sa.asarray(x), which makes an array of its numbers")
    return error
