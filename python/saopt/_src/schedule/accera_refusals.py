# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Words of Accera that mean nothing here, and what to say instead.

Programs that come from there find these words missing; the errors tell what takes their place.
"""

from __future__ import annotations

from typing import Any

from saopt._src.schedule.steps import schedule_error

__all__ = ["ENUMERATIONS", "NAMES", "PROPERTIES", "refuse_keywords"]

_KEYWORDS = {
    ("cache", "strategy"): "the work-items of a group share the copying among them; leave it out",
    ("parallelize", "pin"): "SYCL places work-items itself; leave it out, and choose the device by "
    "the queue of the arrays",
    ("tensorize", "mma_shape"): "the sizes of the three loops are the shape of the tile; tile them "
    "to it, as in tile({i: 8, j: 16, k: 4})",
    ("tensorize", "use_static_offsets"): "the compiler folds offsets by itself; leave it out",
    ("tensorize", "num_total_passes"): "the size of the loop over the sum says how much of it a "
    "tile takes at once; split that loop",
    ("tensorize", "num_fused_passes"): "the size of the loop over the sum says how much of it a "
    "tile takes at once; split that loop",
    ("tensorize", "scheduling_policy"): "the order of the loops around the tile is the policy; use "
    "schedule.reorder",
}

NAMES = {
    "DelayedParameter": "sa.create_parameters makes them",
    "CacheStrategy": "the work-items of a group share the copying of a cache among them",
    "FusedSchedule": "sa.fuse returns a sa.Schedule, which has the methods of fused ones",
    "MMAFragmentOp": "write what is done to the product as logic of the nest, and fuse it",
    "MMASchedulingPolicy": "the order of the loops around a tile is the policy: schedule.reorder",
    "MMAShape": "plan.tensorize takes the loops of a tile, whose sizes are its shape",
    "get_parameters_from_grid": "sa.create_parameter_grid returns the combinations themselves",
}
"""Names of Accera's package."""

ENUMERATIONS = {
    "Models": "the known devices are sa.Target.Model",
    "Runtime": "programs run on SYCL devices; leave it out",
}
"""Enumerations of Accera's targets."""

PROPERTIES = {
    "default_block_size": "say max_work_group_size, and bind loops of the size that groups have",
    "extensions": "say vector_bytes and vector_registers",
    "family": "say what it is called as the name",
    "frequency_GHz": "plans do not count on it; leave it out",
    "runtime": "programs run on SYCL devices; leave it out",
    "tensor_core_info": "say matrix_units, as in [(8, 16, 16, sa.float16, sa.float32)]",
    "turbo_frequency_GHz": "plans do not count on it; leave it out",
}
"""Properties of Accera's targets."""


def refuse_keywords(step: str, **given: Any) -> None:
    """Refuse the arguments of a step that have a value."""
    for keyword, value in given.items():
        if value is not None:
            raise schedule_error(f"{step} has no {keyword}: {_KEYWORDS[step, keyword]}")
