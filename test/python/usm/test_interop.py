# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of other libraries, as they are."""

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import copying, random

SHAPE = (5, 7)


@pytest.fixture
def function(engine):
    return copying(engine, SHAPE)


def test_dpnp(function):
    a = random(*SHAPE)
    b = dpnp.zeros(SHAPE, dtype=np.float32)
    function(dpnp.asarray(a), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), a)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_dpnp_on_every_kind_of_usm(function, usm_type):
    a = random(*SHAPE)
    b = dpnp.zeros(SHAPE, dtype=np.float32, usm_type=usm_type)
    function(dpnp.asarray(a, usm_type=usm_type), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), a)


def test_dpnp_views(function):
    whole = dpnp.asarray(random(10, 7))
    b = dpnp.zeros((3, *SHAPE), dtype=np.float32)
    function(whole[5:], b[1])
    np.testing.assert_array_equal(dpnp.asnumpy(b[1]), dpnp.asnumpy(whole)[5:])
    assert not dpnp.asnumpy(b[0]).any()
    assert not dpnp.asnumpy(b[2]).any()


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_dpnp_of_complex_numbers(engine, dtype):
    Z = sa.Array(role=sa.Role.INPUT, element_type=dtype, shape=SHAPE, name="Z")
    W = sa.Array(role=sa.Role.INOUT, element_type=dtype, shape=SHAPE, name="W")
    nest = sa.Nest(shape=SHAPE)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        W[i, j] = Z[i, j].conj() + 1j

    z = random(*SHAPE, dtype=dtype)
    w = dpnp.zeros(SHAPE, dtype=dtype)
    sa.compile(nest, args=(Z, W), engine=engine)(dpnp.asarray(z), w)
    np.testing.assert_array_equal(dpnp.asnumpy(w), z.conj() + dtype(1j))


def test_dpnp_views_with_gaps_are_refused(function):
    whole = dpnp.asarray(random(10, 7))
    with pytest.raises(sa.ArgumentError, match="'A'.*stride"):
        function(whole[::2], dpnp.zeros(SHAPE, dtype=np.float32))


def test_work_of_dpnp_comes_first(function):
    b = dpnp.zeros(SHAPE, dtype=np.float32)
    a = dpnp.ones(SHAPE, dtype=np.float32)
    for _ in range(20):
        a = a + 1
    function(a, b)
    b += 1
    np.testing.assert_array_equal(dpnp.asnumpy(b), 22)


def test_dpctl_memory(function):
    a = random(*SHAPE)
    source, target = (dpctl.memory.MemoryUSMDevice(a.nbytes) for _ in range(2))
    source.copy_from_host(a.ravel().view(np.uint8))
    function(source, target)
    np.testing.assert_array_equal(target.copy_to_host(), a.ravel().view(np.uint8))


def test_dpctl_memory_of_another_size_is_refused(function):
    memory = dpctl.memory.MemoryUSMDevice(100)
    with pytest.raises(sa.ArgumentError, match="'A'.*100"):
        function(memory, dpnp.zeros(SHAPE, dtype=np.float32))


def test_a_queue_of_ones_own(function):
    queue = dpctl.SyclQueue(property="in_order")
    a = random(*SHAPE)
    b = dpnp.zeros(SHAPE, dtype=np.float32, sycl_queue=queue)
    function(dpnp.asarray(a, sycl_queue=queue), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), a)


def test_queues_of_dpnp_arrays_must_agree(function):
    queue = dpctl.SyclQueue()
    b = dpnp.zeros(SHAPE, dtype=np.float32, sycl_queue=queue)
    with pytest.raises(sa.ExecutionPlacementError, match="'[AB]'"):
        function(dpnp.zeros(SHAPE, dtype=np.float32), b)


@pytest.mark.parametrize("n", [1, 20_001])
def test_elements_are_read_and_written_between_the_work_of_dpnp(n):
    """Copies come after what dpnp submitted, and before what it submits next."""
    queue = dpctl.SyclQueue()
    theirs = dpnp.zeros(n, dtype="f4", sycl_queue=queue)
    ours = sa.asarray(theirs, copy=False)
    for k in range(1, 101):
        dpnp.add(theirs, 1, out=theirs)
        dpnp.add(theirs, 1, out=theirs)
        np.testing.assert_array_equal(ours.asnumpy(), k + 1)
        ours[...] = k
        dpnp.add(theirs, 1, out=theirs)
        copied = sa.asarray(ours, copy=True)
        dpnp.add(theirs, -1, out=theirs)
        np.testing.assert_array_equal(copied.asnumpy(), k + 1)
