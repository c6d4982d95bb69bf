# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of an eager call: checked by the runtime's rules, and seen through NumPy.

NumPy arrays are used in place. USM memory is copied to the host, and the elements of arrays that
are written are copied back when the call is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from saopt import _runtime
from saopt._src.build.array_builder import build_array
from saopt._src.build.function_source import FunctionSource
from saopt._src.calls.outputs import (
    as_caller_s,
    new_numpy_array,
    new_usm_array,
    promoted_usm_type,
)
from saopt._src.eager.memory import Memory, window
from saopt._src.eager.needed_size import needed_size
from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.layouts import any_layout, row_major
from saopt._src.language.layouts.strided import Strided
from saopt._src.language.scalar_parameters import SizeParameter
from saopt._src.support.errors import ArgumentError
from saopt._src.usm import copies
from saopt._src.usm.foreign import has_interface, usm_view
from saopt._src.usm.host_array import HostArray

__all__ = ["ArgumentBinder", "Binding"]


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


class HostArgument:
    """One argument of a call.

    Attributes
    ----------
    array : Array
        The array that it is passed for.
    descriptor : saopt._runtime.Descriptor
        What it says of itself.
    memory : Memory
        Its elements; after `bind`.
    """

    memory: Memory

    def __init__(self, array: Array, name: str, argument: Any) -> None:
        self.array = array
        self._argument = argument
        self._name = name
        if isinstance(argument, HostArray):
            # As on a device, which gets a copy.
            self._argument = argument.copy().asnumpy()
            self.descriptor = _described(self._argument, name, argument.sycl_queue)
        elif isinstance(argument, np.ndarray):
            self.descriptor = _described(argument, name, None)
        elif has_interface(argument):
            self.descriptor = _runtime.read_interface(argument, name)
        else:
            raise ArgumentError(
                f"argument '{name}': a {type(argument).__name__} is neither a USM array nor a "
                "NumPy array"
            )

    def bind(self, elements: _runtime.HostElements) -> None:
        """Make the memory, of what the runtime says of the elements."""
        shape, strides, first, length = elements
        dtype = self.array.element_type.dtype
        self._usm = None
        if isinstance(self._argument, np.ndarray):
            storage = window(self._argument).view(dtype)
        else:
            view = usm_view(self._argument, self._name)
            if view.strides == (1,):  # which may be storage that has more
                view = view[: length * dtype.itemsize // view.itemsize]
            self._usm, self._copy = view, copies.read_window(view)
            storage = self._copy.view(dtype)
        layout = self.array.layout
        if layout == any_layout:
            layout, first = Strided(strides, -first), 0
        self.memory = Memory(layout, shape, storage[:length], first)

    def finish(self) -> None:
        """Copy what was written back to USM memory."""
        if self._usm is not None and self.array.role.is_written:
            copies.write_window(self._usm, self._copy)


def _described(elements: np.ndarray[Any, Any], name: str, queue: Any) -> _runtime.Descriptor:
    for size, stride in zip(elements.shape, elements.strides, strict=True):
        if size > 1 and stride % elements.itemsize:
            raise ArgumentError(
                f"argument '{name}': strides are {elements.strides} bytes, which are not multiples "
                f"of an element's {elements.itemsize} bytes: copy it, as in "
                "numpy.ascontiguousarray(array)"
            )
    return _runtime.Descriptor(
        elements.__array_interface__["data"][0],
        not elements.flags.writeable,
        elements.dtype.str,
        elements.shape,
        [stride // (elements.itemsize or 1) for stride in elements.strides],
        queue,
    )


class SizeArgument:
    """A size that a call passes, as an array of so many elements that share their memory."""

    def __init__(self, array: SizeParameter, name: str, argument: Any) -> None:
        self.array = array
        try:
            elements = np.broadcast_to(np.zeros((), np.int8), (int(argument),))
        except (TypeError, ValueError):
            raise ArgumentError(
                f"argument '{name}': {argument} is no size, which is not negative"
            ) from None
        self.descriptor = _described(elements, name, None)
        self.memory = Memory(row_major, (), np.array([int(argument)], np.int64))

    def bind(self, elements: Any) -> None:
        """Have nothing to bring to the host."""

    def finish(self) -> None:
        """Have nothing to bring back."""


class ArgumentBinder:
    """Checks the arguments of calls of one function.

    Parameters
    ----------
    source : FunctionSource
        The function.
    """

    def __init__(self, source: FunctionSource) -> None:
        from saopt import _compiler

        self._source = source
        self._names = [source.names[array] for array in source.arguments]
        sizes = {**source.dimensions, **source.parameters}
        pairs = zip(source.arguments, self._names, strict=True)
        builder = _compiler.ModuleBuilder()
        parameters = [
            (name, "input", "i8", [name], builder.strided_layout([0], 0))
            if isinstance(array, SizeParameter)
            else build_array(builder, array, name, sizes)
            for array, name in pairs
        ]
        builder.begin_function(source.name, parameters, source.location)
        self._manifest = _runtime.Manifest(builder.argument_manifest())

    def bind(self, arguments: Sequence[Any]) -> Binding:
        """Check the arguments of a call, bring them to the host, and make what was left out.

        Parameters
        ----------
        arguments : sequence
            The NumPy arrays and USM arrays of the caller; None for outputs that are left out.
            These become USM arrays when there is another one among the arguments, else NumPy
            arrays.

        Raises
        ------
        ArgumentError
            When one of them does not fit its array; nothing has been changed then.
        """
        source = self._source
        bound: list[Any] = [
            SizeArgument(array, name, argument)
            if isinstance(array, SizeParameter)
            else None
            if argument is None and array.role.may_be_omitted
            else HostArgument(array, name, argument)
            for array, name, argument in zip(source.arguments, self._names, arguments, strict=True)
        ]
        sizes, elements, queue, needs = self._manifest.check_on_host(
            source.name, [None if each is None else each.descriptor for each in bound], self._need
        )
        outputs = []
        if needs:
            complete = list(arguments)
            for need in needs:
                array = source.arguments[need.argument]
                if queue is None:
                    made: Any = new_numpy_array(array, need)
                else:
                    kind = promoted_usm_type(arguments, self._names)
                    domain = bool(array.layout._domain((0,) * array.ndim))
                    made = new_usm_array(array.element_type, domain, need, queue, kind)
                complete[need.argument] = made
                outputs.append(made)
            return self.bind(complete)._replace(outputs=as_caller_s(outputs, arguments))
        given = [argument for argument in bound if argument is not None]
        for position, argument in enumerate(given):
            argument.bind(elements[position])
        return Binding(given, outputs, self._dimensions(sizes))

    def _dimensions(self, sizes: dict[str, int]) -> dict[Dimension, int]:
        found = {d: sizes[name] for d, name in self._source.dimensions.items() if name in sizes}
        return {**found, **self._source.parameters}

    def _need(self, argument: int, axis: int, sizes: dict[str, int]) -> int | None:
        """Return how large an open dimension must be, when that can be said already."""
        source = self._source
        try:
            dimensions = self._dimensions(sizes)
            return needed_size(source.entries, source.arguments[argument], axis, dimensions)
        except KeyError:
            return None
