# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the elements of an array lie in memory: one class for each layout, one job for each file."""

from saopt._src.language.layouts.affine import affine
from saopt._src.language.layouts.base import Layout
from saopt._src.language.layouts.matrices import (
    banded,
    lower_triangular,
    packed_lower_triangular,
    packed_upper_triangular,
    toeplitz,
    upper_triangular,
)
from saopt._src.language.layouts.strided import any_layout, col_major, deferred, row_major, strided
from saopt._src.language.layouts.tiles import blocked, striped, z_order

__all__ = [
    "Layout",
    "affine",
    "any_layout",
    "banded",
    "blocked",
    "col_major",
    "deferred",
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
