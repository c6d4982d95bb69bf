# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms in which a descriptor may say where its memory lives."""

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, function, increment, kernel_launch

N = 8


class WithCapsule:
    """Anything that can give a capsule."""

    def __init__(self, owner):
        self.owner = owner
        self.calls = 0

    def _get_capsule(self):
        self.calls += 1
        return self.owner._get_capsule()


@pytest.fixture
def arrays():
    return dpnp.arange(N, dtype="f4"), dpnp.zeros(N, dtype="f4")


FORMS = {
    "queue": lambda queue: queue,
    "context": lambda queue: queue.sycl_context,
    "filter": lambda queue: queue.sycl_device.filter_string,
    "queue-capsule": lambda queue: queue._get_capsule(),
    "context-capsule": lambda queue: queue.sycl_context._get_capsule(),
    "with-queue": WithCapsule,
    "with-context": lambda queue: WithCapsule(queue.sycl_context),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_means_the_same_queue(form, arrays):
    a, b = arrays
    syclobj = FORMS[form](a.sycl_queue)
    increment(N)(HandMade(a, syclobj=syclobj), b)
    increment(N)(HandMade(a, syclobj=syclobj), HandMade(b, syclobj=syclobj))
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, N + 1))


@pytest.mark.parametrize("form", ["queue-capsule", "context-capsule"])
def test_capsules_are_not_consumed(form, arrays):
    a, b = arrays
    capsule = FORMS[form](a.sycl_queue)
    before = repr(capsule)
    for _ in range(3):
        increment(N)(HandMade(a, syclobj=capsule), b)
    assert repr(capsule) == before
    kind = dpctl.SyclQueue if form == "queue-capsule" else dpctl.SyclContext
    assert kind(capsule) is not None


def test_consumed_capsules_are_refused(arrays):
    a, b = arrays
    capsule = a.sycl_queue._get_capsule()
    dpctl.SyclQueue(capsule)
    with pytest.raises(sa.ArgumentError, match="'A': syclobj .* was consumed by somebody else"):
        increment(N)(HandMade(a, syclobj=capsule), b)


def test_contexts_of_several_devices_are_refused(arrays):
    a, b = arrays
    halves = a.sycl_device.create_sub_devices(partition=1)
    context = dpctl.SyclContext(list(halves))
    with pytest.raises(sa.ArgumentError, match=r"'A': syclobj .* the context has \d+ devices"):
        increment(N)(HandMade(a, syclobj=context), b)


def test_each_queue_runs_its_own_arguments():
    f = increment(N)
    for properties in ([], ["in_order"], ["enable_profiling"], ["in_order", "enable_profiling"]):
        queue = dpctl.SyclQueue(property=properties)
        a = dpnp.arange(N, dtype="f4", sycl_queue=queue)
        b = dpnp.zeros(N, dtype="f4", sycl_queue=queue)
        f(a, b)
        np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, N + 1))


def test_sub_devices():
    device = dpctl.SyclDevice()
    for part in device.create_sub_devices(partition=1):
        queue = dpctl.SyclQueue(dpctl.SyclContext(part), part)
        a = dpctl.memory.MemoryUSMShared(4 * N, queue=queue)
        b = dpctl.memory.MemoryUSMShared(4 * N, queue=queue)
        np.frombuffer(a, dtype="f4")[:] = np.arange(N)
        increment(N)(a, b)
        np.testing.assert_array_equal(np.frombuffer(b, dtype="f4"), np.arange(1, N + 1))


def with_aspects(*aspects):
    """Make a function that needs these aspects of its device."""
    arguments = [array("A", "inout", "f32", [N])]
    return function(arguments, [kernel_launch("accumulate", [N], 0, 0)], aspects=aspects)


def test_aspects_that_the_device_has(arrays):
    device = arrays[0].sycl_device
    names = ("cpu", "gpu", "fp16", "fp64", "atomic64")
    with_aspects(*[name for name in names if getattr(device, f"has_aspect_{name}")])(arrays[0])
    np.testing.assert_array_equal(dpnp.asnumpy(arrays[0]), 2 * np.arange(N))


def test_aspects_that_the_device_lacks(arrays):
    device = arrays[0].sycl_device
    missing = next(name for name in ("gpu", "cpu") if not getattr(device, f"has_aspect_{name}"))
    with pytest.raises(sa.ExecutionPlacementError, match=f"'f' needs a device with {missing}"):
        with_aspects(missing)(arrays[0])
