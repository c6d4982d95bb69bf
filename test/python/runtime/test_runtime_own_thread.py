# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches of one work-group, which run on the thread of the caller."""

import threading

import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import run_program
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


def make_private(size, engine="spirv"):
    """Make a function of one work-item with size * size elements in private memory."""
    mm = product(1, size, size, element_type=sa.float32)
    plan = mm.nest.create_schedule().create_plan()
    plan.parallelize(mm.i)
    plan.cache(mm.B, level=2, location=sa.MemorySpace.PRIVATE)
    return sa.compile(plan, mm.args, engine)


@pytest.mark.parametrize("stack", [32, 64, 128, 1024])
@pytest.mark.parametrize("size", [1, 16, 64, 256])
def test_a_small_stack_is_enough(size, stack):
    """A copy in private memory is on the stack of whoever runs the work-item."""
    f = make_private(size)
    a, b = sa.ones((1, size), dtype="f4"), sa.ones((size, size), dtype="f4")
    c = sa.zeros((1, size), dtype="f4")
    prepared = f.prepare(a, b, c)

    def work():
        f(a, b, c)
        prepared()
        f.call_async(a, b, c).wait()
        prepared.call_async()
        c.asnumpy()

    for _ in range(3):
        in_a_thread(stack * 1024, work)
    np.testing.assert_array_equal(c.asnumpy(), 12 * size)


FIRST = {
    "call": "f(a, b)",
    "call_async": "f.call_async(a, b, c).wait()",
    "prepare": "f.prepare(a, b, c).call_async().wait()",
    "constructor": "sa.USMArray((2, 3), buffer='shared')",
    "creation": "sa.asarray([1, 2]), sa.arange(5), sa.eye(3), sa.linspace(0, 1, 5), sa.full(3, 1)",
    "device": "sa.zeros(3, device='cpu'), sa.ones(2, device=dpctl.SyclDevice())",
    "filter string": "f(HandMade(a, syclobj='cpu'), HandMade(b, syclobj='cpu'))",
    "copies": "b[::2] = a[::2]; b.asnumpy(); sa.asarray(a, copy=True)",
    "to_device": "a.to_device(queue)",
    "dlpack": "sa.from_dlpack(a)",
    "host arrays": "f(sa.ashostarray(np.ones(64, 'f4'), queue=b.sycl_queue), b)",
}


@pytest.mark.parametrize("stack", [32, 64])
@pytest.mark.parametrize("use", FIRST)
def test_the_first_use_may_have_a_small_stack(use, stack):
    """What others do for the first time, with the driver, needs more than that."""
    result = run_program(f"""
        import dpctl
        import numpy as np
        import saopt as sa
        from adding import make_add, ones
        from runtime_support import HandMade
        from test_runtime_own_thread import in_a_thread

        def work():
            {FIRST[use]}

        f = make_add("spirv")
        queue = dpctl.SyclQueue()
        a, b, c = (ones(device="cpu", usm_type="device") for _ in range(3))
        in_a_thread({stack} * 1024, work)
        print("fine")
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "fine\n", "")


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_a_small_stack_is_enough_to_compile(engine):
    result = run_program(
        f"""
        import saopt as sa
        from adding import make_add, ones
        from test_runtime_own_thread import in_a_thread

        a = ones()
        c = sa.zeros(64, dtype="f4")
        in_a_thread(64 * 1024, lambda: make_add({engine!r})(a, a, c))
        print(c[0])
        """,
        SAOPT_CACHE_DIR="",
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_deep_recursion():
    """The frames of C between those of Python use up the stack of the main thread."""
    result = run_program("""
        import sys
        import saopt as sa
        from test_runtime_own_thread import make_private

        f = make_private(64)
        a, b, c = (sa.ones(shape, dtype="f4") for shape in [(1, 64), (64, 64), (1, 64)])

        def deep(depth):
            if depth == 0:
                f(a, b, c)
                f.call_async(a, b, c).wait()
            else:
                list(map(deep, [depth - 1]))

        sys.setrecursionlimit(100_000)
        for depth in range(0, 12_001, 3_000):
            try:
                deep(depth)
            except RecursionError:
                break
        print("fine")
    """)
    assert (result.returncode, result.stdout) == (0, "fine\n"), result.stderr


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
