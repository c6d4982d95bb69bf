# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All the arguments of an eager call together: sizes, new outputs, queues, overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
from saopt._src.errors import ExecutionPlacementError
from saopt._src.footprint import may_overlap
from saopt._src.host import HostArgument
from saopt._src.layouts import any_layout, row_major
from saopt._src.outputs import new_numpy_array, new_usm_array, promoted_usm_type
from saopt._src.sizes import Sizes
from saopt._src.source import FunctionSource

__all__ = ["Binding", "bind"]


class Binding(NamedTuple):
    """The arguments of a call, checked.

    Attributes
    ----------
    arguments : list of HostArgument
        All of them.
    outputs : list
        The new arrays, for outputs that were left out.
    sizes : dict of Dimension to int
        The run-time sizes.
    """

    arguments: list[HostArgument]
    outputs: list[Any]
    sizes: dict[Dimension, int]


class _Need(NamedTuple):
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    offset: int
    storage: int
    filled: bool = False


def _need(array: Array, shape: tuple[int, ...]) -> _Need:
    layout = row_major if array.layout == any_layout else array.layout
    return _Need(shape, layout.strides(shape), layout.start(shape), layout.size(shape))


def _check_placement(bound: Sequence[HostArgument]) -> None:
    on_device = [argument for argument in bound if argument.queue is not None]
    for argument in on_device[1:]:
        if argument.queue != on_device[0].queue:
            raise ExecutionPlacementError(
                f"argument '{argument.name}': syclobj is another queue than that of argument "
                f"'{on_device[0].name}'; all arguments must be on one queue"
            )


def _check_overlap(bound: Sequence[HostArgument]) -> None:
    footprints = [argument.footprint() for argument in bound]
    for written, footprint in zip(bound, footprints, strict=True):
        if not written.array.role.is_written:
            continue
        for other, other_footprint in zip(bound, footprints, strict=True):
            if other is not written and may_overlap(footprint, other_footprint):
                raise written.refusal(
                    f"data overlaps argument '{other.name}', but the function writes to this array"
                )


def bind(source: FunctionSource, arguments: Sequence[Any]) -> Binding:
    """Check the arguments of a call, bring them to the host, and make what was left out.

    Parameters
    ----------
    source : FunctionSource
        The function.
    arguments : sequence
        The NumPy arrays and USM arrays of the caller; None for outputs that are left out. These
        become USM arrays when there is another one among the arguments, else NumPy arrays.

    Raises
    ------
    ArgumentError
        When one of them does not fit its array; nothing has been changed then.
    """
    bound: list[HostArgument | None] = []
    for array, argument in zip(source.arguments, arguments, strict=True):
        is_omitted = argument is None and array.role.may_be_omitted
        name = source.names[array]
        bound.append(None if is_omitted else HostArgument(array, name, argument))
    given = [argument for argument in bound if argument is not None]
    _check_placement(given)
    sizes = Sizes(source, bound)
    for argument in given:
        argument.fit(sizes.shape_of(argument.array))
    sizes.check_needs()
    _check_overlap(given)
    queue = next((argument.queue for argument in given if argument.queue is not None), None)
    complete, outputs = [], []
    for array, found in zip(source.arguments, bound, strict=True):
        if found is None:
            need = _need(array, sizes.shape_of(array))
            if queue is None:
                made: Any = new_numpy_array(array, need)
            else:
                names = [source.names[each] for each in source.arguments]
                made = new_usm_array(array, need, queue, promoted_usm_type(arguments, names))
            found = HostArgument(array, source.names[array], made)
            found.fit(need.shape)
            outputs.append(made)
        complete.append(found)
    return Binding(complete, outputs, sizes.dimensions)
