# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays with strides and offsets, as views and as storage."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, function, kernel_launch


def copy2(strides, offset=0, shape=(4, 6)):
    """Make ``B = A`` for an A with this layout and a row-major B."""
    arguments = [
        array("A", "input", "f32", shape, strides, offset),
        array("B", "inout", "f32", shape),
    ]
    numbers = [{"size": n} for n in (*strides, offset, shape[1], 1, 0)]
    return function(arguments, [kernel_launch("copy2", shape, 0, 1, *numbers)])


def test_column_major():
    a = dpnp.asarray(np.arange(24, dtype="f4").reshape(4, 6), order="F")
    b = dpnp.zeros((4, 6), dtype="f4")
    copy2((1, 4))(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a))


def test_column_major_as_flat_storage():
    flat = dpnp.arange(24, dtype="f4")
    b = dpnp.zeros((4, 6), dtype="f4")
    copy2((1, 4))(flat, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(24).reshape(6, 4).T)


def test_strided_view():
    whole = dpnp.arange(96, dtype="f4").reshape(8, 12)
    b = dpnp.zeros((4, 6), dtype="f4")
    copy2((24, 2))(whole[::2, 1::2], b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(whole)[::2, 1::2])


def test_raw_memory_with_gaps():
    memory = dpctl.memory.MemoryUSMShared((3 * 24 + 5 * 2 + 1) * 4)
    data = np.frombuffer(memory, dtype="f4")
    data[:] = np.arange(data.size)
    b = dpnp.zeros((4, 6), dtype="f4", sycl_queue=memory.sycl_queue)
    copy2((24, 2))(memory, b)
    expected = np.lib.stride_tricks.as_strided(data, (4, 6), (96, 8))
    np.testing.assert_array_equal(dpnp.asnumpy(b), expected)


def test_negative_strides_with_an_offset():
    whole = dpnp.arange(24, dtype="f4").reshape(4, 6)
    b = dpnp.zeros((4, 6), dtype="f4")
    reverse = copy2((-6, -1), offset=23)
    reverse(whole[::-1, ::-1], b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(whole)[::-1, ::-1])
    # The storage itself: its start, and not the element zero in its end.
    b[...] = 0
    reverse(whole.reshape(24), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(whole)[::-1, ::-1])


def test_strides_of_short_axes_do_not_matter():
    a = dpnp.arange(6, dtype="f4").reshape(1, 6)
    b = dpnp.zeros((1, 6), dtype="f4")
    strange = HandMade(a, strides=(-12345, 1))
    copy2((6, 1), shape=(1, 6))(strange, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a))


def test_interleaved_slices_are_no_overlap():
    whole = dpnp.arange(10, dtype="f4")
    arguments = [array("A", "input", "f32", [5], [2]), array("B", "inout", "f32", [5], [2])]
    numbers = [{"size": n} for n in (0, 2, 0, 0, 2, 0)]
    function(arguments, [kernel_launch("copy2", [1, 5], 0, 1, *numbers)])(whole[::2], whole[1::2])
    np.testing.assert_array_equal(dpnp.asnumpy(whole), [0, 0, 2, 2, 4, 4, 6, 6, 8, 8])


def test_dense_strides_that_do_not_fit_into_64_bits():
    shape = (2**40, 2**40)
    f = function([array("A", "input", "f32", shape, (0, 0))], [])
    one = dpnp.zeros(1, dtype="f4")
    f(HandMade(one, shape=shape, strides=(0, 0)))
    message = r"'A': shape \(1099511627776, 1099511627776\) is too large to address"
    with pytest.raises(sa.ArgumentError, match=message):
        f(HandMade(one, shape=shape, strides=None))
