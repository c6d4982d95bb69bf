# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`release_memory`: the memory that calls keep for later calls."""

from __future__ import annotations

from saopt import _runtime

__all__ = ["release_memory"]


def release_memory() -> int:
    """Give the memory of temporaries back that no call is using.

    A call takes the memory of its temporaries from a pool, so that a later call allocates
    nothing. The pool keeps at most an eighth of the memory of a device.

    Returns
    -------
    int
        The number of bytes that were freed.

    Examples
    --------
    >>> _ = sa.release_memory()
    >>> sa.release_memory()  # there is nothing left
    0
    """
    return _runtime.release_memory()
