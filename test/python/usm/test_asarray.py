# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asarray` and `usm_array`: host data, own arrays, and those of others."""

import array
import ctypes

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa

USM_TYPES = ("device", "shared", "host")
NUMBERS = np.arange(6, dtype=np.int16).reshape(2, 3)


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (5, np.array(5)),
        ([1, 2, 3], np.array([1, 2, 3])),
        ((1, 2.5), np.array([1, 2.5])),
        ([[True], [False]], np.array([[True], [False]])),
        ([True, 2], np.array([1, 2])),
        ([1, 2j], np.array([1, 2j])),
        ([], np.array([])),
        ([[], []], np.empty((2, 0))),
        (range(3), np.arange(3)),
        ([2**63, 0.5], np.array([2.0**63, 0.5])),
        ([np.float32(1), np.float32(2)], np.array([1, 2], np.float32)),
        ([np.uint64(2**63)], np.array([2**63], np.uint64)),
        ([NUMBERS, NUMBERS], np.array([NUMBERS, NUMBERS])),
        (np.float32(3), np.array(3, np.float32)),
        (NUMBERS, NUMBERS),
        (NUMBERS[::-1, ::2], NUMBERS[::-1, ::2]),
        (NUMBERS.astype(">i2"), NUMBERS),
        (NUMBERS.T, NUMBERS.T),
        (b"abc", np.array([97, 98, 99], np.uint8)),
        (bytearray(b"abc"), np.array([97, 98, 99], np.uint8)),
        (memoryview(NUMBERS)[::2], NUMBERS[::2]),
        (array.array("d", [1, 2]), np.array([1.0, 2.0])),
        ((ctypes.c_int * 3)(1, 2, 3), np.array([1, 2, 3], np.int32)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_host_data(thing, expected):
    for usm_type in USM_TYPES:
        a = sa.asarray(thing, usm_type=usm_type)
        assert a.dtype == expected.dtype and a.shape == expected.shape
        np.testing.assert_array_equal(a.asnumpy(), expected)
    assert sa.asarray(thing, copy=True).usm_type == "shared"
    with pytest.raises(ValueError, match="copy=False forbids a copy"):
        sa.asarray(thing, copy=False)


def test_host_data_is_copied():
    host = np.zeros(3)
    a = sa.asarray(host)
    host[0] = 1
    assert not a.asnumpy().any()


def test_order_of_host_data():
    assert sa.asarray(np.zeros((2, 3), order="F")).flags.f_contiguous
    assert sa.asarray(np.zeros((2, 3, 4)).transpose(1, 0, 2)).flags.c_contiguous


@pytest.mark.parametrize(
    ("thing", "dtype", "error"),
    [
        ("abc", None, ValueError),
        (None, None, ValueError),
        (object, None, ValueError),
        ({1, 2}, None, ValueError),
        ([1, "a"], None, ValueError),
        ([1, None], None, ValueError),
        ([[1, 2], [3]], None, ValueError),
        (np.array(["a"]), None, ValueError),
        (np.array([1], "M8[s]"), None, ValueError),
        (np.array([1], "i4,i4"), None, ValueError),
        (np.longdouble(1), None, ValueError),
        ([2**63], None, OverflowError),
        ([2**63, -1], None, OverflowError),
        ([[1, 2**64]], None, OverflowError),
        (-(2**63) - 1, None, OverflowError),
        (300, "u1", OverflowError),
        ([1, -1], "u4", OverflowError),
        (1j, "f4", TypeError),
        (float("nan"), "i4", ValueError),
    ],
    ids=str,
)
def test_host_data_that_is_refused(thing, dtype, error):
    with pytest.raises(error):
        sa.asarray(thing, dtype=dtype)


def test_numbers_are_converted_when_asked():
    np.testing.assert_array_equal(sa.asarray([1.5, -1.5], dtype="i4").asnumpy(), [1, -1])
    a = sa.asarray(sa.asarray([1.5, 2.5], usm_type="device"), dtype=sa.int8)
    assert (a.usm_type, a.dtype) == ("device", np.int8)
    np.testing.assert_array_equal(a.asnumpy(), [1, 2])
    assert sa.asarray(np.array([1.5]), dtype=sa.bfloat16).dtype == sa.bfloat16.dtype


def test_usm_arrays_in_lists_are_not_copied_unasked():
    with pytest.raises(TypeError, match=r"asnumpy\(\)"):
        sa.asarray([sa.zeros(2), sa.zeros(2)])


@pytest.mark.parametrize("copy", [0, "yes", 1.0])
def test_copy_is_one_of_three(copy):
    for function in (sa.asarray, sa.from_dlpack, sa.usm_array):
        with pytest.raises(sa.ArgumentError, match="copy is .*: use True, False or None"):
            function(sa.zeros(2), copy=copy)


def test_own_arrays():
    a = sa.arange(6, usm_type="device")
    assert sa.asarray(a) is a and sa.asarray(a, copy=False) is a
    assert sa.asarray(a, dtype="i8", usm_type="device", device=a.sycl_queue) is a
    b = sa.asarray(a, copy=True)
    assert b.base is not a.base and b.usm_type == "device"
    np.testing.assert_array_equal(b.asnumpy(), np.arange(6))
    assert sa.asarray(a, usm_type="host").usm_type == "host"
    for keywords, why in (
        ({"dtype": "i4"}, "elements of type int64 become int32"),
        ({"usm_type": "host"}, "device memory becomes host"),
    ):
        with pytest.raises(ValueError, match=f"copy=False forbids a copy, but {why}"):
            sa.asarray(a, copy=False, **keywords)


def test_copies_of_read_only_views_are_dense_and_writeable():
    a = sa.arange(10)
    a.flags.writeable = False
    b = sa.asarray(a[::-2], copy=True)
    assert b.flags.writeable and b.strides == (1,)
    assert not sa.asarray(a[::-2]).flags.writeable
    np.testing.assert_array_equal(b.asnumpy(), [9, 7, 5, 3, 1])


def test_arrays_of_dpnp_share_their_memory():
    x = dpnp.arange(12).reshape(3, 4)
    for theirs in (x, x.T, x[::2, ::-1], x[1], x.get_array()):
        a = sa.asarray(theirs, copy=False)
        assert (a.shape, a.sycl_queue, a.usm_type) == (theirs.shape, x.sycl_queue, "device")
        np.testing.assert_array_equal(a.asnumpy(), dpnp.asnumpy(theirs))
    a = sa.asarray(x)
    assert a.base is x.get_array().usm_data
    a[0, 0] = 77
    assert int(x[0, 0]) == 77
    del x
    np.testing.assert_array_equal(a[1].asnumpy(), [4, 5, 6, 7])


def test_no_elements_of_dpnp():
    a = sa.asarray(dpnp.zeros((0, 3), dtype="f4"))
    assert (a.shape, a.dtype) == ((0, 3), np.float32)


def test_memory_of_dpctl_as_bytes():
    memory = dpctl.memory.MemoryUSMShared(8)
    a = sa.asarray(memory)
    assert (a.base, a.dtype, a.shape, a.flags.writeable) == (memory, np.uint8, (8,), True)


class HandMade:
    """An object with an interface of its own."""

    def __init__(self, owner, **fields):
        self.owner = owner
        self.__sycl_usm_array_interface__ = {**owner.__sycl_usm_array_interface__, **fields}


def test_hand_made_arrays():
    a = sa.arange(10, dtype="i4", usm_type="device")
    strides, pointer = (-2,), a.base._pointer
    made = HandMade(a, data=(pointer + 4, True), shape=(4,), strides=strides, offset=7)
    b = sa.asarray(made)
    assert not b.flags.writeable and b.usm_type == "device"
    np.testing.assert_array_equal(b.asnumpy(), [8, 6, 4, 2])
    del a, made
    np.testing.assert_array_equal(b.asnumpy(), [8, 6, 4, 2])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"version": 2}, "version is 2, expected 1"),
        ({"typestr": "<U4"}, "typestr '<U4' cannot be the type of a USM array"),
        ({"typestr": ">i4"}, "typestr '>i4' cannot be the type of a USM array"),
        ({"shape": (11,)}, "data reaches over 44 bytes, but its allocation has 40 from there on"),
        ({"offset": 1}, "data points to no USM allocation|data reaches over"),
        ({"offset": -1}, "data points to no USM allocation"),
        ({"shape": (-3,)}, r"shape \(-3,\) has a negative length"),
        ({"shape": (2**62,), "strides": (4,)}, ".* too large to address"),
        ({"shape": (2, 2), "strides": (1,)}, ".* not one for each dimension"),
        ({"data": (4096, False)}, "data points to no USM allocation"),
        ({"data": (None, False)}, "data pointer is of type 'NoneType'"),
        ({"offset": 2**62}, ".* too large to address"),
        ({"syclobj": 3}, "syclobj gives no queue"),
        ({"strides": 3}, "strides is of type 'int'"),
    ],
    ids=str,
)
def test_hand_made_arrays_that_are_refused(fields, message):
    a = sa.arange(10, dtype="i4", usm_type="device")
    with pytest.raises(sa.ArgumentError, match=f"argument 'obj': ({message})"):
        sa.asarray(HandMade(a, **fields))


def test_misaligned_arrays_are_refused():
    a = sa.arange(10, dtype="i4", usm_type="device")
    made = HandMade(a, data=(a.base._pointer + 2, False), shape=(3,))
    with pytest.raises(sa.ArgumentError, match="argument 'obj': .* no multiple of 4"):
        sa.asarray(made)


# usm_array


def test_usm_array_of_a_shape():
    a = sa.usm_array(1024)
    assert (a.shape, a.dtype) == ((1024,), np.float64)
    assert not a.asnumpy().any()
    b = sa.usm_array((2, 3), dtype="i2", usm_type="device")
    assert (b.shape, b.dtype, b.usm_type) == ((2, 3), np.int16, "device")
    assert sa.usm_array(()).shape == ()


def test_usm_array_of_an_object():
    for thing in ([1, 2], np.array([1, 2]), dpnp.array([1, 2]), sa.asarray([1, 2])):
        np.testing.assert_array_equal(sa.usm_array(thing).asnumpy(), [1, 2])
    assert sa.usm_array(True).shape == sa.usm_array(2.5).shape == ()
    assert sa.usm_array((1.0, 2)).dtype == np.float64


class Unreadable:
    """An object none of whose attributes can be read."""

    def __getattr__(self, name):
        raise OSError(name)


@pytest.mark.parametrize("function", [sa.asarray, sa.usm_array, sa.zeros_like, sa.empty_like])
def test_an_interface_that_raises(function):
    message = "argument 'obj': __sycl_usm_array_interface__ cannot be read"
    with pytest.raises(sa.ArgumentError, match=message) as error:
        function(Unreadable())
    assert isinstance(error.value.__cause__, OSError)
