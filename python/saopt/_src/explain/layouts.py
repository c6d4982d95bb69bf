# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The offsets of the elements of arrays, for pictures of memory."""

from __future__ import annotations

import itertools
import math
from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.language.layouts.picture import offset_at

__all__ = ["describe_layouts"]

# The elements of arrays with more elements are drawn from their strides alone.
_MOST_ELEMENTS = 16384


def describe_layouts(function: CompiledFunction) -> dict[str, dict[str, Any]]:
    """Return shape, layout and offsets of the arrays whose shape is known, by their names."""
    source = function._source
    described = {}
    for array in (*source.arguments, *source.internal):
        shape = tuple(array.shape)
        if not shape or not all(isinstance(size, int) for size in shape):
            continue
        if math.prod(shape) > _MOST_ELEMENTS or array.layout is None:
            continue
        points = itertools.product(*(range(size) for size in shape))
        described[source.names[array]] = {
            "shape": list(shape),
            "text": str(array.layout),
            "offsets": [offset_at(array.layout, shape, point) for point in points],
        }
    return described
