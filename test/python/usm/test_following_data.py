# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on queues of the caller's choice, handed over, and functions that run where they are."""

import itertools

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa
from adding import N, make_add, ones

USM_TYPES = ("device", "shared", "host")


@pytest.fixture(scope="module", params=["spirv", "eager"])
def add(request):
    return make_add(request.param)


def parts():
    """Return queues on two halves of the CPU, in one context."""
    device = dpctl.SyclDevice("cpu")
    count = device.max_compute_units // 2
    halves = device.create_sub_devices(partition=(count, count))
    context = dpctl.SyclContext(list(halves))
    return [dpctl.SyclQueue(context, half) for half in halves]


def other_context():
    device = dpctl.SyclDevice("cpu")
    return dpctl.SyclQueue(dpctl.SyclContext([device]), device)


def test_the_example_with_parts_of_a_device(add):
    q0, q1 = parts()
    a = sa.usm_array(N, device=q0, dtype="f4")
    b = sa.usm_array(N, device=q1, dtype="f4")
    a[...] = 1
    b[...] = 2
    with pytest.raises(sa.ExecutionPlacementError, match="'B'.*'A'|'A'.*'B'"):
        add(a, b)
    a = sa.usm_array(a, device=q1)
    c = add(a, b)
    assert c.sycl_queue == q1 and c.device == q1.sycl_device
    assert np.all(c.asnumpy() == 3)


def test_the_example_with_host_data(add):
    a, b = np.ones(N, np.float32), np.ones(N, np.float32)
    a = sa.usm_array(a, device="cpu")
    b = sa.usm_array(b, device="cpu")
    assert np.all(add(a, b).asnumpy() == 2)


def test_queues_of_one_device_are_different_places(add):
    q0, q1 = dpctl.SyclQueue(), dpctl.SyclQueue(property="in_order")
    with pytest.raises(sa.ExecutionPlacementError) as caught:
        add(ones(device=q0), ones(device=q1))
    assert "'A'" in str(caught.value) and "'B'" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    for queue in (q0, q1):
        c = add(ones(device=queue), ones(device=queue))
        assert c.sycl_queue == queue and np.all(c.asnumpy() == 2)


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_hand_over_within_a_context(usm_type):
    q0, q1 = dpctl.SyclQueue(), dpctl.SyclQueue()
    a = ones(device=q0, usm_type=usm_type)[::-2]
    for moved in (
        sa.asarray(a, device=q1),
        sa.asarray(a, device=q1, copy=False),
        a.to_device(q1),
        sa.usm_array(a, device=q1),
        sa.from_dlpack(a, device=q1, copy=False),
    ):
        assert moved.sycl_queue == q1 and moved.queue == q1 and moved.usm_type == usm_type
        assert moved.base._pointer == a.base._pointer and moved.strides == a.strides
        assert moved.base.sycl_queue == q1
        assert moved.__sycl_usm_array_interface__["syclobj"] == q1
    assert a.sycl_queue == q0
    moved[0] = 5
    assert float(a[0]) == 5
    del a
    assert float(moved[0]) == 5


def test_hand_over_keeps_read_only():
    a = ones()
    a.flags.writeable = False
    assert not sa.asarray(a, device=dpctl.SyclQueue()).flags.writeable


def test_hand_over_by_device():
    a = ones(device=dpctl.SyclQueue())
    for device in ("cpu", dpctl.SyclDevice("cpu")):
        moved = a.to_device(device)
        assert moved.sycl_queue == dpctl.get_device_cached_queue("cpu")
        assert moved.base._pointer == a.base._pointer
    assert a.to_device(a.sycl_queue) is a


def test_hand_over_of_dpnp_arrays(add):
    queue = dpctl.SyclQueue()
    x = dpnp.ones(N, dtype="f4")
    moved = sa.asarray(x, device=queue, copy=False)
    c = add(moved, ones(device=queue))
    assert c.sycl_queue == queue and np.all(c.asnumpy() == 2)


def test_hand_over_waits_for_the_source(add):
    """What was submitted to the source queue is done when the array is on the other one."""
    size = 2**22
    q0, q1 = dpctl.SyclQueue(), dpctl.SyclQueue()
    source = sa.full(size, 3, dtype="u1", device=q0)
    for _ in range(10):
        target = sa.zeros(size, dtype="u1", device=q0)
        event = q0.memcpy_async(target.base, source.base, size)
        moved = sa.asarray(target, device=q1, copy=False)
        # Without any further waiting.
        assert np.all(np.frombuffer(moved.base, np.uint8) == 3)
        event.wait()


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_another_context_gets_a_copy(usm_type):
    queue = other_context()
    a = sa.arange(10, usm_type=usm_type)[::2]
    for moved in (sa.asarray(a, device=queue), a.to_device(queue)):
        assert moved.sycl_queue == queue and moved.usm_type == usm_type
        assert moved.base._pointer != a.base._pointer
        np.testing.assert_array_equal(moved.asnumpy(), [0, 2, 4, 6, 8])
        moved[0] = 7
        assert int(a[0]) == 0
    with pytest.raises(ValueError, match="copy=False forbids a copy, but it leaves its context"):
        sa.asarray(a, device=queue, copy=False)


def test_to_device_of_what_does_not_exist():
    a = ones()
    with pytest.raises(sa.ArgumentError, match="there is none"):
        a.to_device("gpu:77")
    with pytest.raises(TypeError):
        a.to_device("cpu", stream="fast")
    assert a.to_device("cpu", stream=dpctl.SyclQueue()).size == N


@pytest.mark.parametrize(("first", "second"), list(itertools.product(USM_TYPES, USM_TYPES)))
def test_kinds_of_results(add, first, second):
    c = add(ones(usm_type=first), ones(usm_type=second))
    assert c.usm_type == (first if first == second else "shared")
    theirs = dpnp.ones(N, dtype="f4", usm_type=second)
    assert add(ones(usm_type=first), theirs).usm_type == c.usm_type


def test_parts_of_a_device_run_functions(add):
    for queue in parts():
        for usm_type in USM_TYPES:
            c = add(ones(device=queue, usm_type=usm_type), ones(device=queue, usm_type=usm_type))
            assert c.sycl_queue == queue and np.all(c.asnumpy() == 2)


def test_a_part_of_a_device_by_itself(add):
    device = dpctl.SyclDevice("cpu")
    half = device.create_sub_devices(partition=(device.max_compute_units // 2,) * 2)[0]
    a = ones(device=half)
    assert a.device == half and a.sycl_queue == ones(device=half).sycl_queue
    assert np.all(add(a, ones(device=half)).asnumpy() == 2)
    whole = sa.asarray(a, device="cpu")
    assert whole.device == device and np.all(whole.asnumpy() == 1)
    theirs = dpnp.from_dlpack(a)
    assert np.all(dpnp.asnumpy(theirs) == 1)


def test_many_hand_overs():
    queues = [dpctl.SyclQueue() for _ in range(4)]
    a = sa.arange(100, device=queues[0])
    for step in range(200):
        a = sa.asarray(a, device=queues[step % 4], copy=False)
    np.testing.assert_array_equal(a.asnumpy(), np.arange(100))


def test_hand_overs_do_not_pile_up():
    queues = [dpctl.SyclQueue() for _ in range(2)]
    a = sa.arange(100, device=queues[0])
    first = a.base
    for step in range(5):
        a = sa.asarray(a, device=queues[1 - step % 2], copy=False)
        assert a.base.reference_obj is first
