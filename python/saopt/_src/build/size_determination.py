# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether calls can say the run-time sizes of a function.

An array that is passed with its shape says all of its sizes; one that is only passed as its flat
storage says one by its length, when the others are known.
"""

from __future__ import annotations

from collections.abc import Set

from saopt._src.build.function_source import FunctionSource
from saopt._src.language.arrays import Array
from saopt._src.language.dimensions import Dimension
from saopt._src.language.layouts import any_layout
from saopt._src.language.layouts.base import is_known
from saopt._src.support.errors import CompileError

__all__ = ["check_sizes"]


def check_sizes(source: FunctionSource) -> None:
    """Refuse a function that no call can give its sizes."""
    known: set[Dimension] = set(source.parameters)
    flat = [array for array in source.arguments if _is_storage_only(array)]
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


def _is_storage_only(array: Array) -> bool:
    """Return whether an array is passed as its flat storage, and never with its shape."""
    sample = tuple(size if is_known(size) else 1 for size in array.shape)
    return array.layout != any_layout and array.layout._strides(sample) is None


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
        return array.layout.size(shape)

    try:
        return found if stored(64) != stored(4096) else None
    except CompileError:
        return found  # The layout has not all shapes; what it has, a call will tell.
