# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches that nobody waits for."""

import ctypes
import gc
import weakref

import dpctl
import dpctl.memory
import dpctl.program
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import (
    Gate,
    HandMade,
    Weak,
    array,
    function,
    increment,
    kernel_launch,
    run_program,
    slow_copy,
    until,
)
from saopt import _runtime


@pytest.mark.parametrize("properties", [[], ["in_order"]])
def test_the_event_is_complete_when_the_work_is(properties):
    queue = dpctl.SyclQueue(property=properties)
    a = dpnp.ones(64, dtype="f4", sycl_queue=queue)
    b = dpnp.zeros(64, dtype="f4", sycl_queue=queue)
    gate = Gate(queue)
    event = increment(64).call_async((a, b), [gate.event])
    assert isinstance(event, dpctl.SyclEvent)
    assert event.execution_status != dpctl.event_status_type.complete
    gate.open()
    event.wait()
    assert event.execution_status == dpctl.event_status_type.complete
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.full(64, 2))


@pytest.mark.parametrize("properties", [[], ["in_order"]])
def test_launches_run_in_order(properties):
    queue = dpctl.SyclQueue(property=properties)
    f = increment(1)
    a = dpnp.zeros(1, dtype="f4", sycl_queue=queue)
    b = dpnp.zeros(1, dtype="f4", sycl_queue=queue)
    event = None
    for _ in range(300):
        f.call_async((a, b))
        event = f.call_async((b, a))
    event.wait()
    assert float(a[0]) == 600


def test_work_of_dpnp_comes_first_and_last():
    """Each kernel of the chain reads what the one before it wrote."""
    n = 100_001
    f = increment(n)
    a, b = dpnp.zeros(n, dtype="f4"), dpnp.zeros(n, dtype="f4")
    assert not a.sycl_queue.is_in_order
    for k in range(1, 31):
        dpnp.add(a, 1, out=a)
        f.call_async((a, b))
        dpnp.add(b, 1, out=a)
        assert (dpnp.asnumpy(a) == 3 * k).all()


def test_memory_operations_of_dpctl_come_last():
    queue = dpctl.SyclQueue()
    a = dpctl.memory.MemoryUSMShared(4 * 64, queue=queue)
    b = dpctl.memory.MemoryUSMShared(4 * 64, queue=queue)
    a.copy_from_host(np.ones(64, dtype="f4").view("u1"))
    slow_copy(64, 3_000_000).call_async((a, b))
    np.testing.assert_allclose(b.copy_to_host().view("f4"), 2)


def test_depends_is_waited_for():
    first, second = dpctl.SyclQueue(), dpctl.SyclQueue()
    a = dpnp.ones(64, dtype="f4", sycl_queue=first)
    b = dpnp.zeros(64, dtype="f4", sycl_queue=first)
    c = dpnp.zeros(64, dtype="f4", sycl_queue=second)
    # The second call reads the memory of the first queue.
    there = HandMade(b, syclobj=second)
    event = slow_copy(64, 5_000_000).call_async((a, b))
    increment(64).call_async((there, c), [event]).wait()
    np.testing.assert_allclose(dpnp.asnumpy(c), 3)


def test_one_event_is_enough():
    a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
    event = increment(4).call_async((a, b), dpctl.SyclEvent())
    event.wait()
    assert dpnp.asnumpy(b).tolist() == [2] * 4


@pytest.mark.parametrize(
    "depends, message",
    [
        (5, "depends cannot be read, expected events: "),
        ([None], r"depends\[0\] is of type 'NoneType', expected a dpctl.SyclEvent"),
        ([dpctl.SyclEvent(), "x"], r"depends\[1\] is of type 'str'"),
    ],
)
def test_depends_is_checked(depends, message):
    a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
    with pytest.raises(sa.ArgumentError, match=message):
        increment(4).call_async((a, b), depends)


def test_arguments_are_checked_before_anything_is_launched():
    a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(5, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="argument 'B': shape is"):
        increment(4).call_async((a, b))


def test_launches_of_nothing():
    a, b = dpnp.zeros(0, dtype="f4"), dpnp.zeros(0, dtype="f4")
    event = increment().call_async((a, b))
    event.wait()
    assert event.execution_status == dpctl.event_status_type.complete


def test_arguments_live_until_the_work_is_done():
    a, b = Weak(dpnp.ones(64, dtype="f4")), dpnp.zeros(64, dtype="f4")
    alive = weakref.ref(a)
    gate = Gate(b.sycl_queue)
    event = increment(64).call_async((a, b), [gate.event])
    del a
    gc.collect()
    assert alive() is not None
    gate.open()
    event.wait()
    assert until(lambda: alive() is None)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.full(64, 2))


def test_functions_live_until_the_work_is_done():
    a, b = dpnp.ones(64, dtype="f4"), dpnp.zeros(64, dtype="f4")
    event = slow_copy(64, 5_000_000).call_async((a, b))
    gc.collect()
    event.wait()
    np.testing.assert_allclose(dpnp.asnumpy(b), 2)


def test_temporaries_live_until_the_work_is_done():
    arguments = [array("A", "input", "f32", [64]), array("B", "inout", "f32", [64])]
    steps = [
        kernel_launch("slow", [64], 0, {"temporary": 0}, {"size": 2_000_000}),
        kernel_launch("increment", [64], {"temporary": 0}, 1),
    ]
    temporary = {"name": "T", "element_type": "f32", "elements": 64}
    f = function(arguments, steps, temporaries=[temporary])
    a = dpnp.ones(64, dtype="f4")
    results = [dpnp.zeros(64, dtype="f4") for _ in range(10)]
    events = [f.call_async((a, b)) for b in results]
    for event, b in zip(events, results, strict=True):
        event.wait()
        np.testing.assert_allclose(dpnp.asnumpy(b), 3)


def test_nothing_is_kept_in_the_end():
    a, b = dpnp.ones(4, dtype="f4"), dpnp.zeros(4, dtype="f4")
    f = increment(4)
    for _ in range(3000):
        f.call_async((a, b))
    assert _runtime.launches_in_flight() <= 64
    assert until(lambda: _runtime.launches_in_flight() == 0)


def test_a_launch_while_dpctl_is_told_of_the_first_one():
    """As a finalizer does, which Python may run anywhere."""
    result = run_program("""
        import dpctl.utils
        import dpnp
        from runtime_support import increment

        managers = type(dpctl.utils.SequentialOrderManager)
        get, events = managers.__getitem__, []

        def launch_again(*arguments):
            managers.__getitem__ = get
            events.append(f.call_async((a, b)))
            return get(*arguments)

        a, b, c = (dpnp.zeros(4, dtype="f4") for _ in range(3))
        f = increment(4)
        managers.__getitem__ = launch_again
        events.append(f.call_async((a, c)))
        for event in events:
            event.wait()
        print(len(events), dpnp.asnumpy(b + c).tolist())
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "2 [2.0, 2.0, 2.0, 2.0]\n", "")


def fail_later(queue, gate):
    """Submit work of dpctl's that fails when it gets to the device, after the gate is opened."""
    source = "kernel void take_pointer(global float *a) { *a = 1; }"
    program = dpctl.program.create_program_from_source(queue, source)
    kernel = program.get_sycl_kernel("take_pointer")
    # Four bytes for eight, which SYCL finds out when it passes the command on.
    queue.submit_async(kernel, [ctypes.c_int(1)], [1], dEvents=[gate.event])


def failing_launch(queue, before_it=lambda f: None):
    """Launch what fails after the call has returned, because of earlier work of somebody else."""
    b = Weak(dpnp.ones(64, dtype="f4", sycl_queue=queue))
    f = function([array("B", "inout", "f32", [64])], [kernel_launch("increment", [64], 0, 0)])
    before_it(f)
    # A task on the host is what SYCL waits for before it passes a command on.
    gate = Gate(queue)
    fail_later(queue, gate)
    event = f.call_async((b,))
    gate.open()
    return f, b, event


USES = {
    "call": lambda f, b: f(b),
    "call_async": lambda f, b: f.call_async((b,)),
    "prepare": lambda f, b: f.prepare((b,)),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_failures_are_raised_by_the_next_use(use, elsewhere):
    f, b, event = failing_launch(dpctl.SyclQueue())
    event.wait()
    assert until(lambda: _runtime.launches_in_flight() == 0)
    other = dpnp.zeros(64, dtype="f4", sycl_queue=dpctl.SyclQueue())
    with pytest.raises(sa.Error, match="'f': the work of an earlier call_async failed: "):
        USES[use](f, other if elsewhere else b)
    # Once.
    f(other)
    assert dpnp.asnumpy(other).tolist() == [1] * 64


@pytest.mark.parametrize("which", [0, 1])
def test_failures_are_raised_by_prepared_calls(which):
    queue = dpctl.SyclQueue()
    b = dpnp.ones(64, dtype="f4", sycl_queue=queue)
    launches = []
    failing_launch(queue, lambda f: launches.extend(f.prepare((b,))))
    assert until(lambda: _runtime.launches_in_flight() == 0)
    with pytest.raises(sa.Error, match="the work of an earlier call_async failed: "):
        launches[which](*[()][:which])


def test_a_queue_says_that_work_on_it_has_failed():
    """SYCL does not pass on anything that comes after what it could not pass on."""
    queue = dpctl.SyclQueue()
    a, b = (dpnp.ones(4, dtype="f4", sycl_queue=queue) for _ in range(2))
    f, failed, _ = failing_launch(queue)
    assert until(lambda: _runtime.launches_in_flight() == 0)
    with pytest.raises(sa.Error, match="earlier work on this queue has failed"):
        increment(4)(a, b)
    with pytest.raises(sa.Error, match="the work of an earlier call_async failed"):
        f(failed)


def test_what_failed_keeps_its_memory():
    """SYCL tries again whenever somebody waits for the event."""
    f, b, event = failing_launch(dpctl.SyclQueue())
    assert until(lambda: _runtime.launches_in_flight() == 0)
    with pytest.raises(sa.Error, match="the work of an earlier call_async failed"):
        f(b)
    alive = weakref.ref(b)
    del f, b
    gc.collect()
    event.wait()
    assert alive() is not None


@pytest.mark.parametrize("wait", ["", "until(lambda: _runtime.launches_in_flight() == 0)", "del f"])
def test_failures_that_nobody_asks_for_are_shown_at_exit(wait):
    """Once, and dpctl, which knows the event, does not show them again."""
    result = run_program(f"""
        import dpctl
        from saopt import _runtime
        from runtime_support import until
        from test_runtime_async import failing_launch
        f, b, event = failing_launch(dpctl.SyclQueue())
        {wait}
    """)
    assert result.returncode == 0
    message = "saopt.Error: function 'f': the work of a call_async failed: "
    assert result.stderr.startswith(message)
    assert result.stderr.count("failed") == 2 and "Traceback" not in result.stderr


def test_failures_that_were_raised_are_not_shown_at_exit():
    result = run_program("""
        import dpctl
        import saopt as sa
        from saopt import _runtime
        from runtime_support import until
        from test_runtime_async import failing_launch
        f, b, event = failing_launch(dpctl.SyclQueue())
        until(lambda: _runtime.launches_in_flight() == 0)
        try:
            f(b)
        except sa.Error:
            print("raised")
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "raised\n", "")


def test_work_groups_are_checked_before_anything_is_launched():
    n = 1 << 20
    b = dpnp.zeros(n, dtype="i4")
    f = function(
        [array("B", "inout", "i32", [n])], [kernel_launch("group_sizes", [n], 0, local=[n])]
    )
    for launch in (f, lambda b: f.call_async((b,)), lambda b: f.prepare((b,))):
        message = "kernel 'group_sizes' has work-groups of 1048576 work-items, and the device runs"
        with pytest.raises(sa.Error, match=message):
            launch(b)


def test_processes_end_after_their_launches():
    result = run_program("""
        import dpctl.memory, numpy as np, threading
        from runtime_support import slow_copy
        a, b = (dpctl.memory.MemoryUSMShared(256) for _ in range(2))
        a.copy_from_host(np.ones(64, dtype="f4").view("u1"))
        f = slow_copy(64, 10_000_000)
        prepared = f.prepare((a, b))
        events = [f.call_async((a, b)) for _ in range(5)]
        threading.Thread(target=f, args=(a, b), daemon=True).start()
        print("end", flush=True)
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "end\n", "")
