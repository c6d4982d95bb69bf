# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The run-time sizes of an eager call, found from its arguments as the device engines do.

An array of the declared rank says its sizes itself. Flat storage says one that nothing else
does, by its length; the loops say the open sizes of outputs that are not given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
from saopt._src.errors import ArgumentError
from saopt._src.fitting import is_storage_only, storage_size
from saopt._src.host import HostArgument
from saopt._src.layouts.strided import Strided
from saopt._src.needs import needed_size
from saopt._src.parameters import Parameter
from saopt._src.source import FunctionSource

__all__ = ["Sizes"]

Key = Dimension | tuple[Array, int]
"""What a size belongs to: a dimension, or an open dimension of one array."""

_LARGEST = 2**62


class Sizes:
    """The sizes of one call.

    Parameters
    ----------
    source : FunctionSource
        The function.
    arguments : sequence of HostArgument or None
        What it is called with; None for outputs that are left out.

    Raises
    ------
    ArgumentError
        When two arguments disagree, or none says what a size is.
    """

    def __init__(self, source: FunctionSource, arguments: Sequence[HostArgument | None]) -> None:
        self._source = source
        # The values of parameters count as if they stood in the shapes.
        self._values: dict[Key, int] = dict(source.parameters)
        self._given = [argument for argument in arguments if argument is not None]
        pairs = zip(source.arguments, arguments, strict=True)
        self._omitted = [array for array, argument in pairs if argument is None]
        self._shaped = [argument for argument in self._given if not _looks_flat(argument)]
        for argument in self._shaped:
            self._read_shape(argument)
        while self._find_another():
            pass
        for array in source.arguments:
            for key in _keys(array):
                if key is not None and key not in self._values:
                    raise self._unknown(key)

    @property
    def dimensions(self) -> dict[Dimension, int]:
        """The values of the dimensions."""
        return {key: value for key, value in self._values.items() if isinstance(key, Dimension)}

    def shape_of(self, array: Array) -> tuple[int, ...]:
        """Return the shape that an array has in this call."""
        keys = zip(_keys(array), array.shape, strict=True)
        return tuple(size if key is None else self._values[key] for key, size in keys)

    def check_needs(self) -> None:
        """Check that open dimensions are as large as the loops need.

        Raises
        ------
        ArgumentError
            When one is not.
        """
        for argument in self._given:
            for axis, key in enumerate(_keys(argument.array)):
                if not isinstance(key, tuple):
                    continue
                found, need = self._values[key], self._need(key)
                assert need is not None
                if found < need:
                    where = f"shape[{axis}] is {found}"
                    if argument not in self._shaped:
                        where = f"its storage has room for {found} in dimension {axis}"
                    raise argument.refusal(f"{where}, but the loops need at least {need}")

    def _need(self, key: tuple[Array, int]) -> int | None:
        """Return how large an open dimension must be, when that can be said already."""
        try:
            return needed_size(self._source.steps, *key, self.dimensions)
        except KeyError:
            return None

    def _read_shape(self, argument: HostArgument) -> None:
        for axis, key in enumerate(_keys(argument.array)):
            found = argument.elements.shape[axis]
            if key is None or self._values.setdefault(key, found) == found:
                continue
            name = self._name(key)
            said = f"{name} is {self._values[key]}"
            for other in self._shaped:
                keys = list(_keys(other.array))[: axis if other is argument else None]
                at = next((a for a, k in enumerate(keys) if k is key), None)
                if at is not None:
                    said = f"shape[{at}] of argument '{other.name}' says that {said}"
                    break
            else:
                for other in self._given:
                    if other not in self._shaped and key in _unfixed(other.array):
                        said = f"the storage of argument '{other.name}' says that {said}"
                        break
            raise argument.refusal(f"shape[{axis}] is {found}, but {said}")

    def _find_another(self) -> bool:
        """Find a size that no shape says, if there is one to be found."""
        for argument in self._given:
            if argument not in self._shaped and self._solve(argument):
                return True
        for array in self._omitted:
            for key in _keys(array):
                if isinstance(key, tuple) and key not in self._values:
                    need = self._need(key)
                    if need is not None:
                        self._values[key] = need
                        return True
        for argument in self._given:
            if argument not in self._shaped and self._is_no_storage(argument):
                self._shaped.append(argument)
                self._read_shape(argument)
                return True
        return False

    def _solve(self, argument: HostArgument) -> bool:
        """Find the only unknown size of flat storage by its length."""
        unknown = _unfixed(argument.array) - self._values.keys()
        if len(unknown) != 1 or argument.length is None:
            return False
        (key,) = unknown
        length = argument.length

        def stored(size: int) -> int:
            self._values[key] = size
            try:
                return storage_size(argument.array, self.shape_of(argument.array))
            finally:
                del self._values[key]

        size = _largest(lambda size: stored(size) <= length)
        if isinstance(key, tuple):
            size = self._need(key) if size is None else size
        elif size is not None and (stored(size) != length or size and stored(size - 1) == length):
            return False
        if size is None:
            return False
        self._values[key] = size
        return True

    def _is_no_storage(self, argument: HostArgument) -> bool:
        """Return whether one dimension that looked like storage has not its length."""
        if not _is_ambiguous(argument):
            return False
        keys = _unfixed(argument.array)
        if keys - self._values.keys():
            return True
        size = storage_size(argument.array, self.shape_of(argument.array))
        grows = any(isinstance(key, tuple) for key in keys)
        return argument.length != size and not (grows and size < (argument.length or 0))

    def _unknown(self, key: Key) -> ArgumentError:
        name = self._name(key)
        for argument in self._given:
            if argument in self._shaped or key not in _unfixed(argument.array):
                continue
            if argument.length is None:
                found = argument.elements
                return argument.refusal(
                    f"rank is {found.ndim}, expected {argument.array.ndim}: shape is {found.shape}"
                )
            return argument.refusal(f"{argument.shown_length} not say what size {name} is")
        reason = ""
        for array in self._omitted:
            if key in _unfixed(array):
                reason = f", so output '{self._source.names[array]}' cannot be left out"
        return ArgumentError(
            f"function '{self._source.name}': no argument's shape says what size {name} is{reason}"
        )

    def _name(self, key: Key) -> str:
        if isinstance(key, Parameter):
            return str(key)
        if isinstance(key, Dimension):
            return self._source.dimensions[key]
        return f"{self._source.names[key[0]]}_size{key[1]}"


def _keys(array: Array) -> Iterator[Key | None]:
    """Yield what says the size of each dimension; None for numbers."""
    for axis, size in enumerate(array.shape):
        if isinstance(size, int):
            yield None
        else:
            yield size if isinstance(size, Dimension) else (array, axis)


def _unfixed(array: Array) -> set[Key]:
    """Return what an array has sizes of that are no numbers."""
    return {key for key in _keys(array) if key is not None}


def _is_ambiguous(argument: HostArgument) -> bool:
    """Return whether one dimension may be the storage of a strided array, or its elements."""
    layout, elements = argument.array.layout, argument.elements
    return (
        isinstance(layout, Strided)
        and argument.array.ndim == elements.ndim == 1
        and not argument.is_raw
        and elements.size > 1
        and elements.strides == (elements.itemsize,)
        and (layout.steps, layout.constant) != ((1,), 0)
    )


def _looks_flat(argument: HostArgument) -> bool:
    array = argument.array
    if argument.is_raw or argument.elements.ndim != array.ndim:
        return True
    return is_storage_only(array) or _is_ambiguous(argument)


def _largest(fits: Callable[[int], bool]) -> int | None:
    """Return the largest number that fits, given that all smaller ones do."""
    if not fits(0):
        return None
    low, high = 0, 1
    while fits(high):
        if high > _LARGEST:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
