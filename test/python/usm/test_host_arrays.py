# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the host as inputs of functions, and what functions can see."""

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from adding import N, make_add, ones


@pytest.fixture(scope="module", params=["spirv", "eager"])
def add(request):
    return make_add(request.param)


def test_host_arrays_are_inputs(add):
    host = np.arange(N, dtype=np.float32)
    a = sa.ashostarray(host)
    c = add(a, ones(usm_type="device"))
    assert isinstance(c, sa.USMArray) and c.usm_type == "device"
    np.testing.assert_array_equal(c.asnumpy(), host + 1)
    host[0] = 100
    c = add(a, a)
    assert c.usm_type == "shared"
    np.testing.assert_array_equal(c.asnumpy(), 2 * host)
    target = ones()
    add(a, a, target)
    np.testing.assert_array_equal(target.asnumpy(), 2 * host)


def test_host_arrays_have_a_queue(add):
    queue = dpctl.SyclQueue()
    a = sa.ashostarray(np.ones(N, np.float32), queue=queue)
    assert a.sycl_queue == a.queue == queue and a.device == queue.sycl_device
    assert add(a, ones(device=queue)).sycl_queue == queue
    with pytest.raises(sa.ExecutionPlacementError):
        add(a, ones())
    elsewhere = sa.ashostarray(a, queue="cpu")
    assert elsewhere.sycl_queue == dpctl.get_device_cached_queue("cpu")
    assert elsewhere.asnumpy().base is not None and sa.ashostarray(a) is a


def test_host_arrays_become_usm_arrays_on_their_queue():
    queue = dpctl.SyclQueue()
    a = sa.asarray(sa.ashostarray([1, 2], queue=queue))
    assert a.sycl_queue == queue and a.usm_type == "shared"
    assert sa.asarray(sa.ashostarray([1, 2], queue=queue), device="cpu").sycl_queue != queue


def test_prepared_calls_read_what_host_arrays_had(add):
    host = np.ones(N, np.float32)
    target = sa.zeros(N, dtype="f4")
    prepared = add.prepare(sa.ashostarray(host), ones(), target)
    host[:] = 100
    prepared()
    np.testing.assert_array_equal(target.asnumpy(), 2)
    prepared.call_async().wait()
    np.testing.assert_array_equal(target.asnumpy(), 2)


def test_host_arrays_are_not_written(add):
    host = np.ones(N, np.float32)
    a = sa.ashostarray(host)
    with pytest.raises(sa.ArgumentError, match="argument 'C': data is read-only"):
        add(ones(), ones(), a)
    assert not a.asnumpy().flags.writeable and host.flags.writeable
    assert np.shares_memory(a.asnumpy(), host)


@pytest.mark.parametrize(
    "host",
    [
        np.arange(2 * N, dtype="f4")[::2],
        np.arange(N, dtype="f4")[::-1],
        np.arange(N, dtype=">f4"),
        memoryview(np.arange(N, dtype="f4")),
        np.broadcast_to(np.float32(3), (N,)),
    ],
    ids=["gaps", "backwards", "byte order", "buffer", "one element"],
)
def test_host_arrays_of_all_sorts(add, host):
    a = sa.ashostarray(host)
    expected = np.asarray(host).astype("f4")
    assert (a.shape, a.ndim, a.size, a.dtype, len(a)) == ((N,), 1, N, np.float32, N)
    np.testing.assert_array_equal(np.asarray(a), expected)
    np.testing.assert_array_equal(add(a, ones()).asnumpy(), expected + 1)


def test_host_arrays_keep_their_order():
    F = sa.Array(
        role=sa.Role.INPUT,
        element_type=sa.float32,
        shape=(4, 6),
        layout=sa.Array.Layout.LAST_MAJOR,
        name="F",
    )
    G = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(4, 6), name="G")
    nest = sa.Nest(shape=(4, 6))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        G[i, j] = F[i, j]

    host = np.arange(24, dtype="f4").reshape(4, 6, order="F")
    copied = sa.compile(nest, args=(F, G))(sa.ashostarray(host))
    np.testing.assert_array_equal(copied.asnumpy(), host)


@pytest.mark.parametrize("wrong", ["abc", None, [1, "a"], np.array(["a"]), np.zeros(2, "M8[s]")])
def test_host_data_that_is_refused(wrong):
    with pytest.raises(ValueError):
        sa.ashostarray(wrong)


@pytest.mark.parametrize(
    "usm", [lambda: sa.zeros(2), lambda: dpnp.zeros(2), lambda: dpctl.memory.MemoryUSMHost(8)]
)
def test_usm_arrays_are_no_host_arrays(usm):
    with pytest.raises(sa.ArgumentError, match="is in USM memory: pass it as it is"):
        sa.ashostarray(usm())


def test_what_prints():
    assert repr(sa.ashostarray([1, 2])) == "HostArray([1, 2], dtype=int64)"


def test_what_functions_can_see():
    class HandMade:
        __sycl_usm_array_interface__ = {}

    for visible in (
        sa.zeros(2),
        dpnp.zeros(2),
        dpnp.zeros(2).get_array(),
        dpctl.memory.MemoryUSMShared(8),
        sa.ashostarray([1, 2]),
        HandMade(),
    ):
        assert sa.is_sycl_visible(visible)
    for other in (np.zeros(2), [1, 2], 3, None, "x", np.float32(3)):
        assert not sa.is_sycl_visible(other)
