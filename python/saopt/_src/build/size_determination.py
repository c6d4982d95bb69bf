# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether calls can say the run-time sizes of a function.

An array that is passed with its shape says all of its sizes; one that is only passed as its flat
storage says one by its length, when the others are known.
"""

from __future__ import annotations

from collections.abc import Set

from saopt._src.arrays import Array
from saopt._src.dimensions import Dimension
from saopt._src.errors import CompileError
from saopt._src.fitting import is_storage_only, storage_size
from saopt._src.source import FunctionSource

__all__ = ["check_sizes"]


def check_sizes(source: FunctionSource) -> None:
    """Refuse a function that no call can give its sizes.

    Parameters
    ----------
    source : FunctionSource
        The function.

    Raises
    ------
    CompileError
        When nothing that is passed says what a size is.
    """
    known: set[Dimension] = set(source.parameters)
    flat = [array for array in source.arguments if is_storage_only(array)]
    for array in source.arguments:
        if array not in flat:
            known |= _dimensions(array)
    progress = True
    while progress:
        found = {size for array in flat if (size := _said_by_length(array, known)) is not None}
        progress = not found <= known
        known |= found
    for array in flat:
        unknown = [size for size in array.shape if isinstance(size, Dimension)]
        unknown = [size for size in dict.fromkeys(unknown) if size not in known]
        if unknown:
            names = " and ".join(source.dimensions[size] for size in unknown)
            what = "size" if len(unknown) == 1 else "sizes"
            verb = "is" if len(unknown) == 1 else "are"
            raise CompileError(
                f"no call can say what {what} {names} {verb}: array '{source.names[array]}' is "
                "only passed as its flat storage, whose length does not tell; use "
                f"{'it' if len(unknown) == 1 else 'them'} in the shape of an array that is passed "
                "with its shape as well, such as a row-major one, or give numbers",
                source.location,
            )


def _dimensions(array: Array) -> set[Dimension]:
    return {size for size in array.shape if isinstance(size, Dimension)}


def _said_by_length(array: Array, known: Set[Dimension]) -> Dimension | None:
    """Return the only unknown size of flat storage, when its length depends on it."""
    unknown = _dimensions(array) - known
    if len(unknown) != 1:
        return None
    (found,) = unknown

    def stored(value: int) -> int:
        sizes = (value if size is found else 64 for size in array.shape)
        shape = tuple(s if isinstance(s, int) else 64 for s in sizes)
        return storage_size(array, shape)

    try:
        return found if stored(64) != stored(4096) else None
    except CompileError:
        return found  # The layout has not all shapes; what it has, a call will tell.
