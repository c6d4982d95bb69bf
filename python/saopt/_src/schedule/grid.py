# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Units of the grid, and memory for caches: the names that plans take."""

from __future__ import annotations

import enum

from saopt._src.support.near_names import NamedMembers

__all__ = ["AUTO", "Auto", "Grid", "MemorySpace"]


class Auto(enum.Enum):
    """What is left to the compiler."""

    AUTO = "auto"


AUTO = Auto.AUTO
"""An argument of a cache or of `parallelize` that is left to the compiler."""


class Grid(enum.Enum, metaclass=NamedMembers):
    """The parts of a grid of work-items that loops are bound to.

    The value of a member is its name in the IR.

    Examples
    --------
    >>> plan = nest.create_plan()
    >>> plan.bind({i: sa.Grid.BLOCK_X, j: sa.Grid.THREAD_X})
    >>> plan
    for i in range(16):  # block_x
      for j in range(32):  # thread_x
        for k in range(8):
          C[i, j] += A[i, k] * B[k, j]
    """

    BLOCK_X = "block_x"
    """The work-groups, in the dimension that changes fastest."""

    BLOCK_Y = "block_y"
    BLOCK_Z = "block_z"

    THREAD_X = "thread_x"
    """The work-items of a group, in the dimension that changes fastest."""

    THREAD_Y = "thread_y"
    THREAD_Z = "thread_z"

    SUBGROUP = "subgroup"
    """The work-items that run in the lanes of one vector register."""

    @property
    def is_block(self) -> bool:
        """Whether it counts work-groups."""
        return self.value.startswith("block")


class MemorySpace(enum.Enum, metaclass=NamedMembers):
    """The kinds of memory that a cache can lie in.

    The value of a member is its name in the IR.

    Examples
    --------
    >>> plan = nest.create_plan()
    >>> tile = plan.cache(C, index=k, location=sa.MemorySpace.PRIVATE)
    """

    PRIVATE = "private"
    """Of one work-item: its registers, or its stack."""

    LOCAL = "local"
    """Of a work-group."""

    SHARED = "local"
    """Another name for `LOCAL`."""

    GLOBAL = "global"
    """Of the device, as that of arrays."""

    NONE = "none"
    """No choice: the compiler chooses, as without a location."""
