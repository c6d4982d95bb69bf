# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches of one work-group, which run on the thread of the caller."""

import threading

import dpnp
import numpy as np
import pytest
import saopt as sa
from schedule_programs import product


def in_a_thread(stack_size, work):
    """Run something in a thread with a stack of some bytes; what it raises is raised here."""
    failures = []

    def run():
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    previous = threading.stack_size(stack_size)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(previous)
    thread.join()
    for failure in failures:
        raise failure


@pytest.mark.parametrize("size", [1, 4, 16])
@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_a_small_stack_is_enough(engine, size):
    """A copy in private memory is on the stack of whoever runs the work-item."""
    mm = product(1, size, size, element_type=sa.float32)
    plan = mm.nest.create_schedule().create_plan()
    plan.parallelize(mm.i)
    plan.cache(mm.B, level=2, location=sa.MemorySpace.PRIVATE)
    f = sa.compile(plan, mm.args, engine)
    a = dpnp.ones((1, size), dtype="f4")
    b = dpnp.ones((size, size), dtype="f4")
    c = dpnp.zeros((1, size), dtype="f4")
    f(a, b, c)  # Compilers need more.
    in_a_thread(128 * 1024, lambda: f(a, b, c))
    np.testing.assert_array_equal(dpnp.asnumpy(c), 2 * size)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_one_group_with_barriers(engine):
    """All work-items of the only group wait for what the others put into local memory."""
    mm = product(8, 8, 8, element_type=sa.float32)
    schedule = mm.nest.create_schedule()
    schedule.reorder(mm.i, mm.j, mm.k)
    plan = schedule.create_plan()
    plan.bind({mm.i: sa.Grid.THREAD_Y, mm.j: sa.Grid.THREAD_X})
    plan.cache(mm.A, index=mm.k, location=sa.MemorySpace.LOCAL)
    plan.cache(mm.B, index=mm.k, location=sa.MemorySpace.LOCAL)
    f = sa.compile(plan, mm.args, engine)
    a, b = (np.random.default_rng(k).integers(-9, 9, (8, 8)).astype("f4") for k in range(2))
    c = dpnp.zeros((8, 8), dtype="f4")
    f(dpnp.asarray(a), dpnp.asarray(b), c)
    np.testing.assert_array_equal(dpnp.asnumpy(c), a @ b)
