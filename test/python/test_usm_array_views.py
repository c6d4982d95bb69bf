# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The USM array: its elements by index, as views, and assigned to."""

import numpy as np
import pytest
import saopt as sa

USM_TYPES = ("device", "shared", "host")


def numbered(*args, **kwargs):
    """Return a new array whose element i, in C's order, is i."""
    array = sa.USMArray(*args, **kwargs)
    array[...] = np.arange(array.size).reshape(array.shape).astype(array.dtype)
    return array


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        ((), (4, 5, 6)),
        (..., (4, 5, 6)),
        (1, (5, 6)),
        (-1, (5, 6)),
        ((1, 2), (6,)),
        ((1, 2, 3), ()),
        ((..., 3), (4, 5)),
        ((1, ..., 3), (5,)),
        ((1, 2, 3, ...), ()),
        (slice(1, 3), (2, 5, 6)),
        ((slice(None), slice(None, None, 2)), (4, 3, 6)),
        ((slice(None, None, -1), slice(4, None, -2), slice(-3, -1)), (4, 3, 2)),
        ((slice(3, 1), 0), (0, 6)),
        ((slice(100, None), slice(-100, 100, 3)), (0, 2, 6)),
        ((None, 1, None, ..., None), (1, 1, 5, 6, 1)),
        (np.int32(2), (5, 6)),
    ],
    ids=str,
)
def test_indexing(key, shape):
    a = numbered((4, 5, 6), "i4")
    view = a[key]
    expected = np.arange(120).reshape(4, 5, 6)[key]
    assert view.shape == shape
    assert view.base is a.base
    np.testing.assert_array_equal(view.asnumpy(), expected)


def test_views_of_views():
    a = numbered((4, 6), "i4", strides=(-8, 1))
    view = a[::-2, 1::2].T[::-1]
    expected = np.arange(24).reshape(4, 6)[::-2, 1::2].T[::-1]
    np.testing.assert_array_equal(view.asnumpy(), expected)
    view[0] = -1
    expected[0] = -1
    np.testing.assert_array_equal(view.asnumpy(), expected)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (4, "index 4 is outside of dimension 0, whose size is 4"),
        (-5, "index -5 is outside of dimension 0"),
        ((0, 5), "index 5 is outside of dimension 1, whose size is 5"),
        ((0, 0, 0), "too many indices: the array has 2 dimensions, and 3"),
        ((..., ...), "only one ellipsis"),
        ([0, 1], r"\[0, 1\] cannot be an index"),
        (True, "True cannot be an index"),
        (1.0, "1.0 cannot be an index"),
        ("x", "'x' cannot be an index"),
    ],
    ids=str,
)
def test_indices_that_are_refused(key, message):
    with pytest.raises(IndexError, match=message):
        sa.USMArray((4, 5))[key]


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_assignment_leaves_other_elements_alone(usm_type):
    a = numbered((4, 6), "i4", usm_type)
    expected = np.arange(24).reshape(4, 6)
    a[1:3, ::2] = 100
    expected[1:3, ::2] = 100
    a[0] = a[3]
    expected[0] = expected[3]
    a[:, 1] = np.array([7, 8, 9, 10], np.int16)
    expected[:, 1] = [7, 8, 9, 10]
    a[2, 2] = -5
    expected[2, 2] = -5
    np.testing.assert_array_equal(a.asnumpy(), expected)


def test_assignment_to_overlapping_elements():
    a = numbered((6,), "i4")
    a[1:] = a[:-1]
    np.testing.assert_array_equal(a.asnumpy(), [0, 0, 1, 2, 3, 4])


def test_assignment_that_loses_something():
    a = sa.USMArray(3, "i4")
    with pytest.raises(TypeError, match="Cannot cast"):
        a[...] = 1.5
    with pytest.raises(ValueError, match="broadcast"):
        a[...] = np.zeros(4, np.int32)


def test_length_and_loops():
    a = numbered((3, 2), "i4")
    assert len(a) == 3
    assert [row.asnumpy().tolist() for row in a] == [[0, 1], [2, 3], [4, 5]]
    with pytest.raises(TypeError, match="no length"):
        len(sa.USMArray(()))
