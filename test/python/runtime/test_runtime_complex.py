# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of complex numbers."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, function, increment, kernel_launch, pointer

TYPES = {"c64": "c8", "c128": "c16"}


def values(n, dtype):
    return (np.arange(n) - 2j * np.arange(n)).astype(dtype)


@pytest.mark.parametrize("element_type", TYPES)
def test_increment(element_type):
    dtype = TYPES[element_type]
    a, b = dpnp.asarray(values(9, dtype)), dpnp.zeros(9, dtype=dtype)
    increment(element_type=element_type, kernel=f"increment_{element_type}")(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), values(9, dtype) + 1)


@pytest.mark.parametrize("element_type", TYPES)
def test_temporaries(element_type):
    dtype = TYPES[element_type]
    kernel = f"increment_{element_type}"
    arguments = [array("A", "input", element_type, [9]), array("B", "inout", element_type, [9])]
    temporary = {"name": "T", "element_type": element_type, "elements": 9}
    steps = [
        kernel_launch(kernel, [9], 0, {"temporary": 0}),
        kernel_launch(kernel, [9], {"temporary": 0}, 1),
    ]
    b = dpnp.zeros(9, dtype=dtype)
    function(arguments, steps, temporaries=[temporary])(dpnp.asarray(values(9, dtype)), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), values(9, dtype) + 2)


def test_raw_memory_has_two_parts_for_each_element():
    f = increment(4, "c64", "increment_c64")
    b = dpnp.zeros(4, dtype="c8")
    f(dpctl.memory.MemoryUSMShared(32), b)
    with pytest.raises(sa.ArgumentError, match="'A': memory has 16 bytes, expected 32"):
        f(dpctl.memory.MemoryUSMShared(16), b)


BAD_TYPESTRS = {
    "c64": {"<f4": "typestr is '<f4', expected '<c8'", ">c8": "has the wrong byte order"},
    "c128": {"<c8": "typestr is '<c8', expected '<c16'", "<f8": "expected '<c16' .c128."},
}


@pytest.mark.parametrize("element_type", BAD_TYPESTRS)
def test_typestrs(element_type):
    a = dpnp.zeros(4, dtype=TYPES[element_type])
    f = function([array("A", "inout", element_type, [4])], [])
    for typestr, message in BAD_TYPESTRS[element_type].items():
        with pytest.raises(sa.ArgumentError, match=f"argument 'A': .*{message}"):
            f(HandMade(a, typestr=typestr))


def test_parts_are_aligned_and_pairs_need_not_be():
    whole = dpnp.arange(20, dtype="f4")
    b = dpnp.zeros(4, dtype="c8")
    f = increment(4, "c64", "increment_c64")
    f(HandMade(whole, data=(pointer(whole) + 4, False), typestr="<c8", shape=(4,)), b)
    expected = np.arange(1, 9, dtype="f4").view("c8") + 1
    np.testing.assert_array_equal(dpnp.asnumpy(b), expected)
    message = "is not aligned to the 4 bytes of the parts of an element"
    with pytest.raises(sa.ArgumentError, match=message):
        f(HandMade(whole, data=(pointer(whole) + 2, False), typestr="<c8", shape=(4,)), b)
