# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The USM array: where its elements are, and what it shows of them."""

import dpctl
import dpctl.memory
import numpy as np
import pytest
import saopt as sa

USM_TYPES = ("device", "shared", "host")


def numbered(*args, **kwargs):
    """Return a new array whose element i, in C's order, is i."""
    array = sa.USMArray(*args, **kwargs)
    array[...] = np.arange(array.size).reshape(array.shape).astype(array.dtype)
    return array


def memory_order(array):
    """Return the memory of an array, element by element."""
    return np.frombuffer(array.usm_data.copy_to_host(), array.dtype).tolist()


def test_row_major():
    a = sa.USMArray((2, 3), dtype="u2", buffer="device")
    assert (a.shape, a.strides, a.ndim, a.size) == ((2, 3), (3, 1), 2, 6)
    assert (a.usm_data.nbytes, a.nbytes, a.itemsize) == (12, 12, 2)
    assert (a.dtype, a.usm_type) == (np.uint16, "device")
    a[...] = np.arange(6, dtype=np.uint16).reshape(2, 3)
    assert memory_order(a) == [0, 1, 2, 3, 4, 5]


def test_strides_with_gaps():
    a = sa.USMArray((2, 3), dtype="i8", buffer="shared", strides=(6, 1))
    assert (a.usm_data.nbytes, a.nbytes, a.usm_type) == (9 * 8, 6 * 8, "shared")
    a.usm_data.memset(0)
    a[...] = np.arange(1, 7).reshape(2, 3)
    assert memory_order(a) == [1, 2, 3, 0, 0, 0, 4, 5, 6]


def test_offset_of_negative_strides():
    a = numbered((2, 2), dtype="u1", buffer="host", strides=(2, -1))
    assert (a.usm_data.nbytes, a.usm_type) == (4, "host")
    assert a.__sycl_usm_array_interface__["offset"] == 1
    assert memory_order(a) == [1, 0, 3, 2]


def test_existing_memory():
    memory = dpctl.memory.MemoryUSMShared(64)
    memory.memset(0)
    a = sa.USMArray((4,), dtype="f8", buffer=memory, strides=(-2,), offset=7)
    assert a.base is memory and a.usm_data is memory
    a[...] = np.array([1.0, 2.0, 3.0, 4.0])
    assert memory_order(a) == [0, 4, 0, 3, 0, 2, 0, 1]


def test_round_trip_of_the_interface():
    W = sa.USMArray((4, 2), dtype="i4", buffer="device", strides=(-5, -2))
    interface = W.__sycl_usm_array_interface__
    assert (interface["offset"], W.usm_data.nbytes) == (17, 18 * 4)
    W2 = sa.USMArray(
        interface["shape"],
        dtype=interface["typestr"],
        buffer=W,
        strides=interface["strides"],
        offset=interface["offset"],
    )
    assert W2.__sycl_usm_array_interface__ == interface
    assert W2.base is W.base


def test_defaults():
    a = sa.USMArray((2,))
    assert (a.dtype, a.usm_type, a.strides) == (np.float64, "device", (1,))
    assert sa.USMArray(1024).shape == (1024,)


def test_column_major():
    a = numbered((2, 3), dtype="i4", order="F")
    assert a.strides == (1, 2)
    assert memory_order(a) == [0, 3, 1, 4, 2, 5]
    assert a.asnumpy().flags.f_contiguous


def test_queue_and_device():
    queue = dpctl.SyclQueue()
    a = sa.USMArray(3, buffer_ctor_kwargs={"queue": queue})
    assert a.sycl_queue == queue and a.queue == queue
    assert a.device == queue.sycl_device
    assert a.__sycl_usm_array_interface__["syclobj"] == queue


@pytest.mark.parametrize("usm_type", USM_TYPES)
@pytest.mark.parametrize(
    "dtype", ["?", "i1", "u1", "i2", "u4", "i8", "f2", "f4", "f8", "c8", "c16"]
)
def test_element_types(usm_type, dtype):
    data = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    a = sa.USMArray((2, 3), dtype=dtype, buffer=usm_type)
    a[...] = data
    assert a.asnumpy().dtype == a.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(a.asnumpy(), data)
    assert a.__sycl_usm_array_interface__["typestr"] == np.dtype(dtype).str


@pytest.mark.parametrize("dtype", [sa.bfloat16, "bf16", "bfloat16", "<V2"])
def test_bfloat16(dtype):
    a = sa.USMArray(3, dtype=dtype)
    assert (a.dtype, a.itemsize) == (sa.bfloat16.dtype, 2)
    a[...] = np.array([1, 2.5, -3]).astype(sa.bfloat16.dtype)
    np.testing.assert_array_equal(a.asnumpy().astype(np.float32), [1, 2.5, -3])
    again = sa.USMArray(3, a.__sycl_usm_array_interface__["typestr"], a)
    assert again.dtype == a.dtype


@pytest.mark.parametrize("dtype", [sa.float32, "f32", np.float32, "float32", "<f4", np.dtype("f4")])
def test_names_of_types(dtype):
    assert sa.USMArray(1, dtype).dtype == np.float32


@pytest.mark.parametrize("dtype", ["U4", "O", ">f4", "M8[s]", "g", "no type", "i4,i4", 7, "V4"])
def test_types_that_are_refused(dtype):
    with pytest.raises(ValueError, match="cannot be the type of a USM array"):
        sa.USMArray(3, dtype)


def test_read_only():
    a = numbered((3,), "i4")
    a.flags.writeable = False
    assert a.__sycl_usm_array_interface__["data"] == (a.base._pointer, True)
    assert not a[1:].flags.writeable and not sa.USMArray(3, "i4", a).flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        a[0] = 1
    a.flags.writeable = True
    a[0] = 1
    with pytest.raises(ValueError, match=r"flags\.writeable must be True or False"):
        a.flags.writeable = "yes"


def test_flags():
    a = sa.USMArray((3, 4))
    assert (a.flags.c_contiguous, a.flags.f_contiguous, a.flags.writeable) == (True, False, True)
    assert (a.T.flags.c_contiguous, a.T.flags.f_contiguous) == (False, True)
    assert not a[:, ::2].flags.c_contiguous
    assert a[:1, ::2][:, :1].flags.c_contiguous  # one element
    assert a[:0, ::2].flags.f_contiguous  # none
    assert repr(a.flags) == "Flags(c_contiguous=True, f_contiguous=False, writeable=True)"


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2**40), ()])
@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_no_elements_and_one(shape, usm_type):
    a = sa.USMArray(shape, "f4", usm_type)
    a[...] = 7
    assert a.size == (shape == ())
    np.testing.assert_array_equal(a.asnumpy(), np.full(shape, 7, np.float32))


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "reach"),
    [
        ((9,), (1,), 0, "element 0 to 8"),
        ((8,), (1,), 1, "element 1 to 8"),
        ((8,), (-1,), 6, "element -1 to 6"),
        ((2, 2), (7, 2), 0, "element 0 to 9"),
        ((1,), (1,), -1, "element -1 to -1"),
        ((2**62,), (0,), 8, "element 8 to 8"),
    ],
)
def test_elements_outside_of_the_memory(shape, strides, offset, reach):
    memory = dpctl.memory.MemoryUSMShared(64)
    with pytest.raises(ValueError, match=f"reaches from {reach} of a buffer.* 0 to 7"):
        sa.USMArray(shape, "f8", memory, strides, offset)


def test_new_memory_with_an_offset():
    a = numbered((3,), "i4", strides=(-1,), offset=4)
    assert a.base.nbytes == 5 * 4
    with pytest.raises(ValueError, match="reaches from element -1 "):
        sa.USMArray((3,), "i4", strides=(-1,), offset=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shape": (-1,)}, "negative size"),
        ({"shape": (2.5,)}, "the shape must be made of integers, not of 2.5"),
        ({"shape": "ab"}, "the shape must be made of integers"),
        ({"shape": (2**62, 4)}, "too large to address"),
        ({"shape": (2**62, 2**62, 0), "order": "F"}, "too large to address"),
        ({"shape": 3, "strides": (1, 1)}, "not one for each dimension"),
        ({"shape": 3, "strides": ("a",)}, "strides must be made of integers"),
        ({"shape": 3, "offset": 0.5}, "the offset must be made of integers"),
        ({"shape": 3, "order": "A"}, "order is 'A': use 'C' or 'F'"),
        ({"shape": 3, "buffer": "disk"}, "buffer is 'disk'"),
        ({"shape": 3, "buffer": b"1234"}, "buffer is a bytes"),
        ({"shape": 3, "buffer": None}, "buffer is a NoneType"),
        ({"shape": 3, "buffer_ctor_kwargs": {"color": 1}}, "has 'color': the keywords are queue"),
    ],
    ids=str,
)
def test_parameters_that_are_refused(arguments, message):
    with pytest.raises(sa.ArgumentError, match=message):
        sa.USMArray(**arguments)


def test_keywords_are_for_new_memory():
    a = sa.USMArray(3)
    with pytest.raises(sa.ArgumentError, match="is for new memory"):
        sa.USMArray(3, buffer=a, buffer_ctor_kwargs={"alignment": 64})
    assert sa.USMArray(3, buffer_ctor_kwargs={"alignment": 4096}).base._pointer % 4096 == 0


def test_no_silent_copies():
    a = sa.USMArray(3)
    with pytest.raises(TypeError, match=r"asnumpy\(\)"):
        np.asarray(a)
    with pytest.raises(TypeError):
        np.float32(1) + a


def test_what_prints():
    a = numbered((2, 2), "i4", "shared")
    assert repr(a) == ("USMArray([[0, 1],\n          [2, 3]], dtype=int32, usm_type='shared')")


def test_asnumpy_waits_for_the_queue():
    """Work that was submitted before is done in what comes back."""
    queue = dpctl.SyclQueue()
    big = sa.USMArray(2**22, "u1", "shared", buffer_ctor_kwargs={"queue": queue})
    source = sa.USMArray(2**22, "u1", "shared", buffer_ctor_kwargs={"queue": queue})
    source.base.memset(3)
    big.base.memset(0)
    event = queue.memcpy_async(big.base, source.base, 2**22)
    assert np.all(big.asnumpy() == 3)
    event.wait()


def test_a_buffer_whose_elements_would_be_misaligned():
    memory = dpctl.memory.MemoryUSMShared(64)
    odd = sa.asarray(memory)[1:33]
    shifted = sa._runtime.memory_at(memory._pointer + 1, 32, memory.sycl_queue, odd)
    with pytest.raises(ValueError, match="no multiple of 8, as f64 elements need it"):
        sa.USMArray(2, "f8", shifted)
    assert sa.USMArray(32, "u1", shifted).shape == (32,)
    # The parts of complex numbers are what kernels access.
    halfway = sa._runtime.memory_at(memory._pointer + 8, 32, memory.sycl_queue, memory)
    assert sa.USMArray(2, "c16", halfway).size == 2


def test_too_many_dimensions():
    a = sa.USMArray((1,) * 64)
    assert a.ndim == 64
    with pytest.raises(ValueError, match="65 entries: an array has at most 64 dimensions"):
        a[None]


@pytest.mark.parametrize(
    ("n", "refusal"), [(2**33, "no 68719"), (2**59, "no"), (2**60, "too large")]
)
@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_more_than_there_is(n, refusal, usm_type):
    with pytest.raises(ValueError, match=refusal) as caught:
        sa.USMArray(n, "f8", usm_type)
    assert isinstance(caught.value, MemoryError) == (n < 2**60)


def test_keywords_of_memory_that_are_refused():
    with pytest.raises(ValueError, match="24 bytes of device memory with alignment 3"):
        sa.USMArray(3, buffer_ctor_kwargs={"alignment": 3})
    with pytest.raises(TypeError):
        sa.USMArray(3, buffer_ctor_kwargs={"queue": "cpu"})
