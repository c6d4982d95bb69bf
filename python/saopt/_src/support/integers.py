# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers and shapes as people write them, checked."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

__all__ = ["as_entries", "as_integer", "as_shape", "check_shape", "has_entries", "is_sequence"]

_LARGEST = 2**63 - 1
_MOST_ENTRIES = 2**16

S = TypeVar("S")


def is_sequence(value: Any) -> bool:
    """Return whether `value` has entries, as a tuple has; a text has none."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


def has_entries(value: Any) -> bool:
    """Return whether `value` lists numbers: a sequence, or a NumPy array of one dimension."""
    return is_sequence(value) or (isinstance(value, np.ndarray) and value.ndim == 1)


def as_entries(value: Any) -> Sequence[Any]:
    """Return the entries of what lists numbers; anything else is one by itself."""
    if not has_entries(value):
        return (value,)
    if len(value) > _MOST_ENTRIES:
        raise compile_error(
            f"a {type(value).__name__} of {len(value)} entries is no list of sizes, strides or "
            "indices"
        )
    return list(value) if isinstance(value, np.ndarray) else value


def as_integer(value: Any, what: str) -> int:
    """Return `value` as a Python integer of at most 64 bits; errors call it `what`."""
    try:
        integer = operator.index(value)
    except (TypeError, CompileError):
        integer = None
    if integer is None or isinstance(value, bool):
        raise compile_error(f"{what} must be an integer, not {value!r}")
    if not -_LARGEST <= integer <= _LARGEST:
        raise compile_error(f"{what} must be a 64-bit integer, not {value!r}")
    return integer


def as_shape(shape: Any, what: str, max_rank: int, min_rank: int = 0) -> tuple[int, ...]:
    """Return `shape`, a sequence of sizes or one size, as a tuple of integers."""
    sizes = tuple(as_integer(size, f"a size of {what}") for size in as_entries(shape))
    return check_shape(sizes, what, max_rank, min_rank)


def check_shape(sizes: tuple[S, ...], what: str, max_rank: int, min_rank: int = 0) -> tuple[S, ...]:
    """Return the sizes of a shape, numbers or not, unless they are too many or one is negative."""
    if not min_rank <= len(sizes) <= max_rank:
        raise compile_error(
            f"the shape of {what} has {len(sizes)} dimensions: between {min_rank} and {max_rank} "
            "are possible"
        )
    for size in sizes:
        if isinstance(size, int) and size < 0:
            raise compile_error(f"the shape {sizes} of {what} has a negative size")
    return sizes
