# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a device can do, measured by kernels of saopt that do nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from saopt._src.build.compile import compile
from saopt._src.language.arrays import Array
from saopt._src.language.nest import Nest
from saopt._src.language.roles import Role
from saopt._src.schedule.target import Target
from saopt._src.usm.creation_filled import zeros

__all__ = ["Limits", "limits_of"]


@dataclass(frozen=True)
class Limits:
    """Measured rates of a device.

    Attributes
    ----------
    operations : dict of str to float
        Operations per second of fused multiplications and additions in registers, for each
        element type.
    bandwidth : float
        Bytes per second that a copy in memory reads and writes.

    Examples
    --------
    >>> limits = sa.Limits(operations={"float32": 2e11}, bandwidth=3e10)
    >>> limits.operations["float32"] / limits.bandwidth > 6
    True
    """

    operations: dict[str, float]
    bandwidth: float


def limits_of(queue: Any) -> Limits:
    """Return the limits of a queue's device.

    They are measured once for a device, which takes about a second, and then kept in the user's
    cache of compiled kernels.
    """
    from saopt import _runtime

    device = queue.sycl_device
    key = f"limits 1 of {device.name} {device.driver_version} {device.max_compute_units}"
    stored = _runtime.read_cache(key)
    if stored is not None:
        return Limits(**json.loads(stored))
    operations = {name: _operation_rate(name, queue) for name in _element_types(device)}
    limits = Limits(operations, _copy_rate(queue))
    _runtime.write_cache(key, json.dumps(asdict(limits)).encode())
    return limits


def _element_types(device: Any) -> list[str]:
    return ["float32", "float64"] if device.has_aspect_fp64 else ["float32"]


def _shortest(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(7):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def _operation_rate(element: str, queue: Any) -> float:
    """Return operations per second of blocks of sums that stay in registers.

    Each work-item adds a[k] * b[j] to 12 vectors; b stays in registers, a in the nearest cache.
    """
    lanes = (Target.HOST.vector_bytes or 16) // np.dtype(element).itemsize
    width, depth, repeats = 12 * lanes, 1024, 32
    workers = 4 * int(queue.sycl_device.max_compute_units)
    a = Array(role=Role.INPUT, element_type=element, shape=(depth,), name="a")
    b = Array(role=Role.INPUT, element_type=element, shape=(width,), name="b")
    c = Array(role=Role.INOUT, element_type=element, shape=(workers, width), name="c")
    nest = Nest(shape=(workers, repeats, depth, width))
    w, _, k, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        c[w, j] += a[k] * b[j]

    schedule = nest.create_schedule()
    lane = schedule.split(j, lanes)
    plan = schedule.create_plan()
    plan.parallelize(w)
    plan.unroll(j)
    plan.vectorize(lane)
    function = compile(plan, args=(a, b, c), name="multiply_add")
    arrays = [
        zeros(shape, dtype=element, device=queue) for shape in (depth, width, (workers, width))
    ]
    seconds = _shortest(lambda: function(*arrays))
    return 2.0 * workers * repeats * depth * width / seconds


def _copy_rate(queue: Any, count: int = 1 << 24) -> float:
    a = Array(role=Role.INPUT, element_type="float32", shape=(count,), name="a")
    b = Array(role=Role.OUTPUT, element_type="float32", shape=(count,), name="b")
    nest = Nest(shape=(count,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        b[i] = a[i]

    schedule = nest.create_schedule()
    piece = schedule.split(i, 1 << 20)
    lane = schedule.split(piece, 64)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.vectorize(lane)
    function = compile(plan, args=(a, b), name="copy")
    arrays = [zeros(count, dtype="float32", device=queue) for _ in range(2)]
    seconds = _shortest(lambda: function(*arrays))
    return 8.0 * count / seconds
