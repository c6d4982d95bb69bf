# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Descriptors that are wrong by themselves: each raises, and nothing is launched."""

import datetime

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import BadIndex, HandMade, increment, pointer

N = 12
BIG = 2**63


@pytest.fixture
def arrays():
    """An input and an output that fit `increment`."""
    return dpnp.arange(N, dtype="f4"), dpnp.zeros(N, dtype="f4")


class Raising:
    """An array whose interface cannot be read."""

    @property
    def __sycl_usm_array_interface__(self):
        raise RuntimeError("no interface today")


class RaisingAttribute:
    """An array whose interface fails in a way that looks like having none."""

    @property
    def __sycl_usm_array_interface__(self):
        return self.not_there


class BadFlag(int):
    """A flag that cannot say which."""

    def __bool__(self):
        raise RuntimeError("no flag today")


class BadKey(str):
    """A key that does not compare."""

    def __eq__(self, other):
        raise RuntimeError("no comparison today")

    def __hash__(self):
        return hash(str(self))


class BadCapsule:
    """A syclobj that has no capsule after all."""

    def __init__(self, result):
        self.result = result

    def _get_capsule(self):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def replaced(**fields):
    """Make a case where these fields of A's interface are replaced."""
    return lambda a: HandMade(a, **fields)


def with_data(make):
    """Make a case where A's data is what ``make`` gives for its pointer."""
    return lambda a: HandMade(a, data=make(pointer(a)))


def with_interface(interface):
    """Make a case where A's interface is this object."""

    def make(a):
        made = HandMade(a)
        made.__sycl_usm_array_interface__ = interface
        return made

    return make


def bad_key(a):
    """Make an interface with a key that raises while others are looked up."""
    made = HandMade(a)
    made.__sycl_usm_array_interface__ = {BadKey("version"): 1}
    return made


BAD_INPUTS = {
    # Objects that are no arrays.
    "int": (lambda a: 1, "'int' object is not an array in USM memory"),
    "none": (lambda a: None, "'NoneType' object is not an array"),
    "numpy": (dpnp.asnumpy, "'numpy.ndarray' object is not an array.*copy it to a device first"),
    "list": (lambda a: [1.0] * N, "'list' object is not an array"),
    "raises": (lambda a: Raising(), "__sycl_usm_array_interface__ cannot be read"),
    "raises-attribute": (
        lambda a: RaisingAttribute(),
        "__sycl_usm_array_interface__ cannot be read",
    ),
    "interface-none": (with_interface(None), "interface__ is of type 'NoneType', expected a dict"),
    "interface-list": (with_interface([]), "interface__ is of type 'list', expected a dict"),
    "interface-empty": (with_interface({}), "version is missing"),
    "bad-key": (bad_key, "version cannot be read"),
    # version
    "no-version": (lambda a: HandMade(a, remove=["version"]), "version is missing"),
    "version-2": (replaced(version=2), "version is 2, expected 1"),
    "version-text": (replaced(version="1"), "version is of type 'str', expected an integer"),
    "version-true": (replaced(version=True), "version is of type 'bool', expected an integer"),
    # typestr
    "no-typestr": (lambda a: HandMade(a, remove=["typestr"]), "typestr is missing"),
    "typestr-f8": (replaced(typestr="<f8"), r"typestr is '<f8', expected '<f4' \(f32\)"),
    "typestr-i4": (replaced(typestr="<i4"), r"typestr is '<i4', expected '<f4' \(f32\)"),
    "typestr-order": (replaced(typestr=">f4"), "typestr '>f4' has the wrong byte order"),
    "typestr-empty": (replaced(typestr=""), "typestr is '', expected"),
    "typestr-bytes": (replaced(typestr=b"<f4"), "typestr is of type 'bytes', expected a str"),
    "typestr-null": (replaced(typestr="<f4\0"), "typestr has a null character"),
    "typestr-long": (replaced(typestr="<f4" * 999), "typestr has 2997 characters"),
    "typestr-surrogate": (replaced(typestr="\ud800"), "typestr cannot be read"),
    "dtype-object": (replaced(typestr=np.dtype("f4")), "typestr is of type .* expected a str"),
    # shape
    "no-shape": (lambda a: HandMade(a, remove=["shape"]), "shape is missing"),
    "shape-list": (replaced(shape=[N]), "shape is of type 'list', expected a tuple of integers"),
    "shape-int": (replaced(shape=N), "shape is of type 'int', expected a tuple"),
    "shape-float": (replaced(shape=(12.0,)), r"shape\[0\] is of type 'float', expected an integer"),
    "shape-raises": (replaced(shape=(BadIndex(),)), r"shape\[0\] cannot be read"),
    "shape-big": (replaced(shape=(BIG,)), r"shape\[0\] does not fit into 64 bits"),
    "shape-negative": (replaced(shape=(-1,)), r"shape \(-1,\) has a negative length"),
    "shape-short": (replaced(shape=(N - 1,)), r"shape is \(11,\), expected \(12,\)"),
    "shape-huge": (replaced(shape=(BIG - 1,)), rf"shape is \({BIG - 1},\), expected \(12,\)"),
    "rank-2": (replaced(shape=(N, 1)), r"rank is 2, expected 1: shape is \(12, 1\)"),
    "rank-0": (replaced(shape=()), r"rank is 0, expected 1: shape is \(\)"),
    # strides
    "strides-2": (replaced(strides=(2,)), r"strides are \(2,\), expected \(1,\)"),
    "strides-0": (replaced(strides=(0,)), r"strides are \(0,\), expected \(1,\)"),
    "strides-reversed": (lambda a: a[::-1], r"strides are \(-1,\), expected \(1,\)"),
    "strides-list": (replaced(strides=[1]), "strides is of type 'list', expected a tuple"),
    "strides-none": (replaced(strides=(None,)), r"strides\[0\] is of type 'NoneType'"),
    "strides-many": (replaced(strides=(1, 1)), r"strides \(1, 1\) are not one for each dimension"),
    "strides-big": (replaced(strides=(-BIG - 1,)), r"strides\[0\] does not fit into 64 bits"),
    # offset
    "offset-text": (replaced(offset="0"), "offset is of type 'str', expected an integer"),
    "offset-big": (replaced(offset=BIG), "offset does not fit into 64 bits"),
    "offset-far": (replaced(offset=BIG - 1), "offset .* leads outside the address space"),
    "offset-beyond": (replaced(offset=1), "outside the allocation: .* bytes 4 to 52 of 48"),
    "offset-before": (replaced(offset=-1), "outside the allocation: .* bytes -4 to 44 of 48"),
    # data
    "no-data": (lambda a: HandMade(a, remove=["data"]), "data is missing"),
    "data-int": (with_data(lambda p: p), "data is not a pair"),
    "data-list": (with_data(lambda p: [p, False]), "data is not a pair"),
    "data-triple": (with_data(lambda p: (p, False, 0)), "data is not a pair"),
    "data-float": (with_data(lambda p: (float(p), False)), "data pointer is of type 'float'"),
    "data-none": (with_data(lambda p: (None, False)), "data pointer is of type 'NoneType'"),
    "data-negative": (with_data(lambda p: (-p, False)), "data pointer is not an address"),
    "data-big": (with_data(lambda p: (p + 2**64, False)), "data pointer is not an address"),
    "data-flag": (with_data(lambda p: (p, "no")), "data read-only flag is of type 'str'"),
    "data-flag-raises": (
        with_data(lambda p: (p, BadFlag(1))),
        "data read-only flag cannot be read",
    ),
    "data-null": (with_data(lambda p: (0, False)), "data pointer 0x0 is not in USM memory"),
    "data-one": (with_data(lambda p: (1, False)), "data pointer 0x1 is not aligned"),
    "data-odd": (with_data(lambda p: (p + 2, False)), "data pointer .* is not aligned to the 4"),
    "data-late": (with_data(lambda p: (p + 4, False)), "outside the allocation: .* 4 to 52 of 48"),
    "data-end": (with_data(lambda p: (2**64 - 4, False)), "leads outside the address space"),
    "data-kernel": (with_data(lambda p: (2**64 - 4096, False)), "is not in USM memory"),
    # syclobj
    "no-syclobj": (lambda a: HandMade(a, remove=["syclobj"]), "syclobj is missing"),
    "syclobj-int": (replaced(syclobj=5), "syclobj gives no queue: 'int' object is not"),
    "syclobj-filter": (replaced(syclobj="nonsense:7"), "syclobj gives no queue: .*nonsense:7"),
    "syclobj-raises": (
        replaced(syclobj=BadCapsule(RuntimeError("no capsule today"))),
        "syclobj gives no queue: no capsule today",
    ),
    "syclobj-number": (
        replaced(syclobj=BadCapsule(5)),
        r"its _get_capsule\(\) returned no capsule",
    ),
    "syclobj-capsule": (
        replaced(syclobj=datetime.datetime_CAPI),
        "the capsule is called 'datetime.datetime_CAPI', not SyclQueueRef",
    ),
    # Raw memory.
    "memory-short": (
        lambda a: dpctl.memory.MemoryUSMShared(44, queue=a.sycl_queue),
        "memory has 44 bytes, expected 48",
    ),
    "memory-long": (
        lambda a: dpctl.memory.MemoryUSMShared(64, queue=a.sycl_queue),
        "memory has 64 bytes, expected 48",
    ),
}


@pytest.mark.parametrize("case", BAD_INPUTS)
def test_bad_input(case, arrays):
    make, message = BAD_INPUTS[case]
    a, b = arrays
    with pytest.raises(sa.ArgumentError, match=f"^argument 'A': .*{message}"):
        increment(N)(make(a), b)
    assert not dpnp.asnumpy(b).any(), "something was launched"


def test_causes_are_kept(arrays):
    with pytest.raises(sa.ArgumentError) as raised:
        increment(N)(Raising(), arrays[1])
    assert str(raised.value.__cause__) == "no interface today"


def test_interrupts_are_not_swallowed(arrays):
    class Interrupted:
        @property
        def __sycl_usm_array_interface__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        increment(N)(Interrupted(), arrays[1])


def test_there_are_enough_cases():
    assert len(BAD_INPUTS) >= 60
