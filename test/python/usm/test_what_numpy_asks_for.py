# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What NumPy and other libraries ask of USM arrays: copies, arithmetic, devices, tensors."""

import ctypes
import operator

import dpctl
import dpnp
import ml_dtypes
import numpy as np
import pytest
import saopt as sa


def test_numpy_array_is_an_explicit_copy():
    a = sa.asarray([1.0, 2.0])
    copied = np.array(a)
    assert copied.dtype == np.float64
    a[0] = 7
    np.testing.assert_array_equal(copied, [1, 2])
    assert np.array(a, dtype="f4").dtype == np.float32
    for take in (np.asarray, lambda a: np.array(a, copy=False), np.ascontiguousarray):
        with pytest.raises((TypeError, ValueError), match=r"numpy\.array\(array\)|copy"):
            take(a)
    np.testing.assert_allclose(np.linalg.norm(np.array(a)), 53**0.5)


BINARY = "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift lt le gt ge eq ne"


@pytest.mark.parametrize("name", BINARY.split())
def test_operators_say_where_to_go(name):
    a, compute = sa.ones(2), getattr(operator, name)
    for other in (1, np.ones(2), a):
        with pytest.raises(TypeError, match=r"dpnp\.asarray\(array\).*numpy\.array\(array\)"):
            compute(a, other)
        with pytest.raises(TypeError, match=r"dpnp\.asarray\(array\).*numpy\.array\(array\)"):
            compute(other, a)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda a: -a,
        lambda a: abs(a),
        lambda a: operator.iadd(a, 1),
        lambda a: np.sqrt(a),
        lambda a: np.add(1, a),
        lambda a: np.sum(a),
        lambda a: np.concatenate([a, a]),
    ],
)
def test_functions_of_numpy_say_where_to_go(attempt):
    with pytest.raises(TypeError, match=r"as .* would: write dpnp\.asarray\(array\)"):
        attempt(sa.ones(2))


def test_methods_of_numpy_say_where_to_go():
    a = sa.ones(2)
    with pytest.raises(AttributeError, match=r"dpnp\.asarray\(array\)\.sum on the device"):
        a.sum()
    with pytest.raises(AttributeError, match=r"attribute 'nonsense'$"):
        _ = a.nonsense
    assert not hasattr(a, "sum") and not hasattr(a, "__array_interface__")


def test_the_device_remembers_the_queue():
    queue = dpctl.SyclQueue()
    a = sa.ones(3, device=queue)
    assert a.device == queue.sycl_device and isinstance(a.device, dpctl.SyclDevice)
    assert hash(a.device) == hash(queue.sycl_device)
    for made in (sa.zeros(2, device=a.device), sa.asarray([1], device=a.device), a[:1]):
        assert made.sycl_queue == a.sycl_queue
    assert sa.ones(1).to_device(a.device).sycl_queue == queue
    assert dpnp.ones(2, device=a.device).sycl_device == queue.sycl_device


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_empty_foreign_arrays_keep_their_memory(usm_type):
    a = dpnp.zeros((0, 3), usm_type=usm_type)
    assert sa.asarray(a).usm_type == usm_type
    assert sa.from_dlpack(a).usm_type == usm_type


@pytest.mark.parametrize(
    "make",
    [
        lambda: sa.arange(250.0, 260.0, dtype="u1"),
        lambda: sa.arange(250.5, 260.0, 1.25, dtype="u1"),
        lambda: sa.arange(-1.0, 3, dtype="u4"),
        lambda: sa.arange(2.0**63, 2.0**63 + 4096, 1024, dtype="int64"),
        lambda: sa.linspace(0, 2**63, 2, dtype="int64"),
        lambda: sa.linspace(0, 2.0**63, 2, dtype="int64"),
        lambda: sa.linspace(-1, 5, 3, dtype="uint8"),
        lambda: sa.linspace(0, 256, 3, dtype="uint8"),
        lambda: sa.linspace(2**64 - 1, 2**64, 3, dtype="uint64"),
    ],
)
def test_ranges_do_not_wrap(make):
    with pytest.raises(sa.ArgumentRangeError, match="outside of the range of"):
        make()


def test_ends_of_ranges_are_exact():
    largest = 2**63 - 1
    np.testing.assert_array_equal(sa.linspace(0, largest, 2, dtype="int64").asnumpy(), [0, largest])
    np.testing.assert_array_equal(
        sa.linspace(-(2**63), 0, 2, dtype="int64").asnumpy(), [-(2**63), 0]
    )
    np.testing.assert_array_equal(sa.linspace(0, 10, 5, dtype="i4").asnumpy(), [0, 2, 5, 7, 10])
    np.testing.assert_array_equal(sa.arange(250.0, 256.0, dtype="u1").asnumpy(), range(250, 256))
    steps = sa.arange(0.0, 9.0, 2.5, dtype="i4").asnumpy()
    np.testing.assert_array_equal(steps, np.arange(0.0, 9.0, 2.5, dtype="i4"))


class HostTensor:
    """A tensor of a library that has types that NumPy has not."""

    def __init__(self, dtype_code, bits, shape, values):
        self.memory = np.array(values)
        self.arguments = dtype_code, bits, shape

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **_):
        return capsule(self.memory, *self.arguments)


class Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


KEPT = []


def capsule(memory, code, bits, shape, device=(1, 0)):
    sizes = np.array(shape, np.int64)
    address = memory.ctypes.data
    tensor = Tensor(address, device, len(shape), code, bits, 1, sizes.ctypes.data, None, 0)
    KEPT.append((memory, sizes, tensor))
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return make(ctypes.addressof(tensor), b"dltensor", None)


def test_bfloat16_of_the_host():
    values = np.array([1.5, -2.0, 3.0, 0.25], ml_dtypes.bfloat16)
    tensor = HostTensor(4, 16, (2, 2), values.view("u2"))
    for a in (sa.from_dlpack(tensor), sa.asarray(tensor)):
        assert a.dtype == values.dtype and a.shape == (2, 2)
        np.testing.assert_array_equal(a.asnumpy(), values.reshape(2, 2))


def test_other_tensors_of_the_host():
    for dtype, code in (("f4", 2), ("i8", 0), ("u2", 1), ("c8", 5), ("?", 6)):
        values = np.arange(6).astype(dtype)
        tensor = HostTensor(code, 8 * values.itemsize, (3, 2), values)
        a = sa.from_dlpack(tensor)
        assert a.dtype == values.dtype
        np.testing.assert_array_equal(a.asnumpy(), values.reshape(3, 2))
    empty = sa.from_dlpack(HostTensor(2, 32, (0, 3), np.zeros(1, "f4")))
    assert (empty.shape, empty.dtype) == ((0, 3), np.float32)


class Refusing(HostTensor):
    def __init__(self, error):
        self.error = error

    def __dlpack__(self, **_):
        raise self.error


@pytest.mark.parametrize(
    "tensor",
    [
        HostTensor(2, 8, (2,), np.zeros(2, "u1")),  # a float of 8 bits
        HostTensor(2, 32, (1,) * 1_000_000, np.zeros(2, "f4")),
        HostTensor(2, 32, (1,) * 65, np.zeros(2, "f4")),
        Refusing(BufferError("not today")),
        Refusing(RuntimeError("needs a gradient")),
        Refusing(ValueError("wrong")),
    ],
)
def test_refusals_are_exchange_errors(tensor):
    for take in (sa.from_dlpack, sa.asarray):
        with pytest.raises(sa.ExchangeError):
            take(tensor)
