# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""USM arrays through DLPack, in both directions."""

import gc

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa
from dlpack_support import Once, name_of, numbered
from saopt import _runtime

USM_TYPES = ("device", "shared", "host")
NAMES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
KEYS = [..., np.s_[::-1], np.s_[1:, ::2], np.s_[::-2, ::-3], np.s_[0], np.s_[1, 2], np.s_[:0], None]


def address(array):
    interface = array.__sycl_usm_array_interface__
    return interface["data"][0] + interface["offset"] * np.dtype(interface["typestr"]).itemsize


# To others


@pytest.mark.parametrize("usm_type", USM_TYPES)
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_dpnp_takes_views(usm_type, key):
    a = numbered(usm_type=usm_type)
    view = a[key]
    theirs = dpnp.from_dlpack(view)
    assert (theirs.shape, theirs.dtype, theirs.usm_type) == (view.shape, view.dtype, usm_type)
    np.testing.assert_array_equal(dpnp.asnumpy(theirs), view.asnumpy())
    if view.size:
        theirs[...] = 77
        assert np.all(view.asnumpy() == 77)


@pytest.mark.parametrize("dtype", NAMES)
def test_dpnp_takes_every_type(dtype):
    a = numbered(dtype=dtype)
    theirs = dpnp.from_dlpack(a)
    assert theirs.dtype == a.dtype
    np.testing.assert_array_equal(dpnp.asnumpy(theirs), a.asnumpy())


@pytest.mark.parametrize("usm_type", USM_TYPES)
@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("copy", [None, True, False])
def test_numpy_takes_them_when_asked(usm_type, key, copy):
    a = numbered(usm_type=usm_type)
    view = a[key]
    with pytest.raises((BufferError, RuntimeError)):
        np.from_dlpack(view)
    if copy is False and usm_type == "device":
        with pytest.raises(BufferError, match="the host cannot read device memory"):
            np.from_dlpack(view, device="cpu", copy=False)
        return
    host = np.from_dlpack(view, device="cpu", copy=copy)
    np.testing.assert_array_equal(host, view.asnumpy())
    is_same = usm_type != "device" and copy is not True
    if view.size:
        view[...] = 77
        assert np.all(host == 77) == is_same


def test_host_views_keep_the_memory():
    host = np.from_dlpack(numbered(usm_type="shared"), device="cpu")
    gc.collect()
    others = [numbered(usm_type="shared") for _ in range(5)]
    np.testing.assert_array_equal(host, np.arange(24).reshape(4, 6))
    del others


def test_versions():
    a = numbered()
    for version in (None, (0, 8), [0, 9]):
        assert name_of(a.__dlpack__(max_version=version)) == "dltensor"
    for version in ((1, 0), (1, 5), (2, 0)):
        assert name_of(a.__dlpack__(max_version=version)) == "dltensor_versioned"
    for version in (1, "1.0", (1,), (1, 0, 0)):
        with pytest.raises(TypeError, match="max_version is .*: use a pair of integers"):
            a.__dlpack__(max_version=version)


def test_devices():
    a = numbered()
    number = a.device.get_device_id()
    assert a.__dlpack_device__() == (14, number)
    assert a.__dlpack_device__() == dpnp.zeros(1).__dlpack_device__()
    for device in (None, (14, number), (1, 0)):
        assert a.__dlpack__(dl_device=device)
    for device in ((2, 0), (14, number + 1), (3, 0)):
        with pytest.raises(BufferError, match="is not to be had on device"):
            a.__dlpack__(dl_device=device)
    for device in (1, (1,), ("cpu", 0)):
        with pytest.raises(TypeError, match="dl_device is"):
            a.__dlpack__(dl_device=device)


def test_read_only_arrays():
    a = numbered()
    a.flags.writeable = False
    with pytest.raises(BufferError, match="read-only, which DLPack can say since version 1"):
        a.__dlpack__()
    assert not sa.from_dlpack(Once(a.__dlpack__(max_version=(1, 0)))).flags.writeable
    shared = numbered(usm_type="shared")
    shared.flags.writeable = False
    host = np.from_dlpack(shared, device="cpu")
    assert not host.flags.writeable


def test_streams():
    a = numbered()
    for stream in (None, -1, a.sycl_queue, dpctl.SyclQueue()):
        assert a.__dlpack__(stream=stream)
    for stream in (1, "q", True):
        with pytest.raises(TypeError, match="stream is .*: use a dpctl.SyclQueue, None, or -1"):
            a.__dlpack__(stream=stream)


def test_work_is_done_when_the_capsule_is_there():
    queue = dpctl.SyclQueue()
    source = sa.full(2**22, 3, dtype="u1", device=queue)
    for _ in range(5):
        target = sa.zeros(2**22, dtype="u1", device=queue)
        event = queue.memcpy_async(target.base, source.base, 2**22)
        host = np.from_dlpack(target, device="cpu")
        assert host[-1] == 3 and np.all(host == 3)
        event.wait()


def test_copies_are_of_ones_own():
    a = numbered()
    b = sa.from_dlpack(Once(a.__dlpack__(max_version=(1, 0), copy=True)))
    a[...] = 0
    np.testing.assert_array_equal(b.asnumpy(), np.arange(24).reshape(4, 6))


def other_context_queue():
    device = dpctl.SyclDevice("cpu")
    return dpctl.SyclQueue(dpctl.SyclContext([device]), device)


def test_other_contexts_are_copied_to_the_default_one():
    a = numbered(device=other_context_queue())
    with pytest.raises(BufferError, match="knows only the default context of a device"):
        a.__dlpack__(copy=False)
    theirs = dpnp.from_dlpack(a)
    np.testing.assert_array_equal(dpnp.asnumpy(theirs), a.asnumpy())


# From others


@pytest.mark.parametrize("usm_type", USM_TYPES)
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_arrays_of_dpnp(usm_type, key):
    theirs = dpnp.arange(24, usm_type=usm_type).reshape(4, 6)[key]
    for copy in (None, False):
        a = sa.from_dlpack(theirs, copy=copy)
        assert (a.shape, a.dtype) == (theirs.shape, theirs.dtype)
        np.testing.assert_array_equal(a.asnumpy(), dpnp.asnumpy(theirs))
        if a.size:
            assert a.usm_type == usm_type
            assert address(a) == theirs.__sycl_usm_array_interface__["data"][0] + (
                theirs.__sycl_usm_array_interface__["offset"] * 8
            )
    b = sa.from_dlpack(theirs, copy=True)
    np.testing.assert_array_equal(b.asnumpy(), dpnp.asnumpy(theirs))
    assert not b.size or address(b) != address(a)


def test_the_queue_of_dpnp_is_kept():
    queue = dpctl.SyclQueue()
    theirs = dpnp.arange(5, sycl_queue=queue)
    assert sa.from_dlpack(theirs).sycl_queue == queue
    other = dpctl.SyclQueue()
    moved = sa.from_dlpack(theirs, device=other, copy=False)
    assert moved.sycl_queue == other and address(moved) == address(sa.asarray(theirs))


def test_numpy_arrays():
    host = np.arange(6.0).reshape(2, 3)[:, ::-1]
    a = sa.from_dlpack(host)
    assert a.usm_type == "shared"
    np.testing.assert_array_equal(a.asnumpy(), host)
    host.flags.writeable = False
    assert sa.from_dlpack(host, device="cpu", copy=True).flags.writeable
    with pytest.raises(BufferError, match="not in USM memory, and copy=False forbids") as caught:
        sa.from_dlpack(host, copy=False)
    assert isinstance(caught.value, ValueError)


def test_own_arrays():
    a = numbered()[::-1]
    b = sa.from_dlpack(a, copy=False)
    assert b is not a and b.base is a.base and b.strides == a.strides
    queue = dpctl.SyclQueue()
    assert sa.from_dlpack(a, device=queue).sycl_queue == queue
    assert sa.from_dlpack(a, copy=True).base is not a.base
    elsewhere = other_context_queue()
    assert sa.from_dlpack(a, device=elsewhere).sycl_queue == elsewhere
    with pytest.raises(ValueError, match="copy=False forbids a copy, but it leaves its context"):
        sa.from_dlpack(a, device=elsewhere, copy=False)


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("version", [None, (1, 0)])
def test_own_capsules(key, version):
    view = numbered(dtype="f4")[key]
    b = sa.from_dlpack(Once(view.__dlpack__(max_version=version)))
    assert (b.shape, b.dtype) == (view.shape, view.dtype)
    np.testing.assert_array_equal(b.asnumpy(), view.asnumpy())
    assert not b.size or address(b) == address(view)


def test_bfloat16():
    a = sa.asarray([1, 2.5], dtype=sa.bfloat16, usm_type="device")
    b = sa.from_dlpack(Once(a.__dlpack__()))
    assert b.dtype == sa.bfloat16.dtype and address(a) == address(b)


def test_producers_of_the_first_version():
    class Old:
        def __dlpack_device__(self):
            return (14, 0)

        def __dlpack__(self, stream=None):
            return numbered().__dlpack__(stream=stream)

    np.testing.assert_array_equal(sa.from_dlpack(Old()).asnumpy()[0], np.arange(6))


@pytest.mark.parametrize("thing", [3, [1, 2], None, "abc"])
def test_what_knows_nothing_of_dlpack(thing):
    with pytest.raises(AttributeError, match="__dlpack"):
        sa.from_dlpack(thing)


def test_devices_without_usm():
    with pytest.raises(BufferError, match="on a device of type 2 of DLPack"):
        sa.from_dlpack(Once(None, (2, 0)))
    host = np.arange(3).__dlpack__()
    with pytest.raises(BufferError, match="the capsule is of a device of type 1"):
        sa.from_dlpack(Once(host))
    with pytest.raises(ValueError, match="device is"):
        sa.from_dlpack(Once(numbered().__dlpack__()), device="gpu:77")


def test_what_is_no_capsule():
    with pytest.raises(TypeError, match="returned no capsule"):
        sa.from_dlpack(Once(7))
    other = dpctl.SyclQueue()._get_capsule()
    with pytest.raises(BufferError, match="the capsule is called 'SyclQueueRef'"):
        sa.from_dlpack(Once(other))
    assert name_of(other) == "SyclQueueRef"


def test_the_memory_of_a_capsule_is_checked():
    host = np.zeros(3)
    pointer = host.__array_interface__["data"][0]
    fields = ("f64", [3], [1], 14, 0, False, False, True)
    with pytest.raises(ValueError, match="no USM allocation"):
        sa.from_dlpack(Once(_runtime.export_dlpack(host, pointer, 0, *fields)))
    a = sa.zeros(2, usm_type="device")
    with pytest.raises(ValueError, match="reaches over 24 bytes, but its allocation has 16"):
        sa.from_dlpack(Once(_runtime.export_dlpack(a, a.base._pointer, 0, *fields)))
