# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory layouts of arrays: where in its storage each element lives.

Each is given to an array as ``layout=``, knows its ``size(shape)`` and ``offset_of(shape,
index)``, and draws itself with ``show()``:

>>> import saopt as sa
>>> sa.layout.blocked((2, 2)).show((4, 4))
sa.layout.blocked((2, 2)), shape (4, 4): 16 elements of storage
   0  1  4  5
   2  3  6  7
   8  9 12 13
  10 11 14 15
"""

from typing import NoReturn

from saopt._src.language.layouts import (
    affine,
    banded,
    blocked,
    col_major,
    lower_triangular,
    packed_lower_triangular,
    packed_upper_triangular,
    row_major,
    strided,
    striped,
    toeplitz,
    upper_triangular,
    z_order,
)
from saopt._src.language.layouts import any_layout as any
from saopt._src.language.layouts.near_layout import missing_layout as _missing_layout

__all__ = [
    "affine",
    "any",
    "banded",
    "blocked",
    "col_major",
    "lower_triangular",
    "packed_lower_triangular",
    "packed_upper_triangular",
    "row_major",
    "strided",
    "striped",
    "toeplitz",
    "upper_triangular",
    "z_order",
]


def __getattr__(name: str) -> NoReturn:
    """Say which layout may be meant."""
    raise AttributeError(_missing_layout(name), name=name)
