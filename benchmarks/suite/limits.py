# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the machine can do, measured by kernels of saopt that do nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import saopt as sa

import dpnp  # isort: skip - after saopt, which makes the CPU device known


@dataclass(frozen=True)
class Limits:
    """Rates of the machine.

    Attributes
    ----------
    flops : dict of str to float
        Operations per second of fused multiplications and additions, for each element type whose
        products a kernel of vectors measures.
    read : float
        Bytes per second that are read from memory.
    copy : float
        Bytes per second that a copy reads and writes.
    submit : float
        Seconds that a call of a function of one point takes.
    """

    flops: dict[str, float]
    read: float
    copy: float
    submit: float


def shortest(run: Callable[[], object], calls: int = 9) -> float:
    """Return the time of the fastest call."""
    run()
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def multiply_add_rate(element: str, lanes: int) -> float:
    """Return operations per second of a block of sums that stays in registers.

    Each work-item adds a[k] * b[l] to 12 vectors; b stays in registers, and a in the first cache.
    """
    width, depth, repeats, workers = 12 * lanes, 1024, 64, 8
    sums = np.dtype("i4") if np.dtype(element).kind == "i" else np.dtype(element)
    a = sa.Array(role=sa.Role.INPUT, element_type=element, shape=(depth,), name="a")
    b = sa.Array(role=sa.Role.INPUT, element_type=element, shape=(width,), name="b")
    c = sa.Array(role=sa.Role.INOUT, element_type=sums.name, shape=(workers, width), name="c")
    nest = sa.Nest(shape=(workers, repeats, depth, width))
    w, _, k, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        c[w, j] += sa.cast(a[k], sums) * sa.cast(b[j], sums)

    schedule = nest.create_schedule()
    lane = schedule.split(j, lanes)
    plan = schedule.create_plan()
    plan.parallelize(w)
    plan.unroll(j)
    plan.vectorize(lane)
    function = sa.compile(plan, args=(a, b, c), name="multiply_add")
    arguments = (
        dpnp.zeros(depth, dtype=element),
        dpnp.zeros(width, dtype=element),
        dpnp.zeros((workers, width), dtype=sums),
    )
    seconds = shortest(lambda: function(*arguments))
    return 2.0 * workers * repeats * depth * width / seconds


def bandwidth(write: bool, count: int = 1 << 25) -> float:
    """Return bytes per second of a copy, or of a sum of a long vector."""
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(count,), name="a")
    shape = (count,) if write else ()
    out = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=shape, name="out")
    nest = sa.Nest(shape=(count,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        if write:
            out[i] = a[i]
        else:
            out[()] += a[i]

    schedule = nest.create_schedule()
    piece = schedule.split(i, 1 << 20)
    lane = schedule.split(piece, 64)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.vectorize(lane)
    function = sa.compile(plan, args=(a, out), name="stream")
    arguments = dpnp.ones(count, dtype="f4"), dpnp.zeros(shape, dtype="f4")
    seconds = shortest(lambda: function(*arguments))
    return 4.0 * count * (2 if write else 1) / seconds


def call_time() -> float:
    """Return the seconds of a call that computes one element."""
    a = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(1,), name="a")
    nest = sa.Nest(shape=(1,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        a[i] += 1.0

    function = sa.compile(nest, args=(a,), name="one")
    argument = dpnp.zeros(1, dtype="f4")
    return shortest(lambda: function(argument), calls=200)


def rate_of(limits: Limits, element: str) -> float:
    """Return the limit of an element type; that of float32 for narrower floats, summed in it."""
    return limits.flops.get(element, limits.flops["float32"])


def measure() -> Limits:
    """Measure everything."""
    vector = sa.Target.HOST.vector_bytes
    flops = {
        name: multiply_add_rate(name, vector // np.dtype(name).itemsize)
        for name in ("float32", "float64")
    }
    flops["int8"] = multiply_add_rate("int8", vector // 4)
    return Limits(flops, bandwidth(write=False), bandwidth(write=True), call_time())
