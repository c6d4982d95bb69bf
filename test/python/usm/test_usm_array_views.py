# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The USM array: its elements by index, as views, and assigned to."""

from concurrent.futures import ThreadPoolExecutor

import dpnp
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


def test_assignment_backwards_and_between_views():
    a = numbered((6,), "i4")
    a[...] = a[::-1]
    np.testing.assert_array_equal(a.asnumpy(), [5, 4, 3, 2, 1, 0])
    b = numbered((3, 3), "i4", "shared")
    b[...] = b.T
    np.testing.assert_array_equal(b.asnumpy(), np.arange(9).reshape(3, 3).T)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("i4", 1.5),
        ("i4", [1.5]),
        ("i4", np.float32(1)),
        ("i4", float("nan")),
        ("f4", 1j),
        ("f4", np.zeros(3, complex)),
        ("?", np.zeros(3, int)),
        ("u4", np.zeros(3, int)),
        (sa.bfloat16, 1j),
        (sa.bfloat16, np.zeros(3, complex)),
        ("i4", np.zeros(3, sa.bfloat16.dtype)),
        ("i4", ["a"]),
        ("i4", [None]),
        ("f4", np.array(["a"])),
    ],
    ids=str,
)
def test_assignment_of_what_has_no_place(dtype, value):
    a = numbered((3,), dtype, "shared")
    before = a.asnumpy()
    with pytest.raises((TypeError, ValueError)):
        a[...] = value
    np.testing.assert_array_equal(a.asnumpy(), before)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("f4", 1),
        ("f4", [1, 2.5, True]),
        ("u1", [1, 2, 3]),
        ("u1", 255),
        ("c8", [1, 2j, 0.5]),
        ("?", True),
        ("i1", np.array([1, 2, 3])),
        ("f4", np.array([1e300, 1, 2])),
        ("f4", float("inf")),
        ("i4", np.array([[[1, 2, 3]]])),
        ("f8", np.array([[1], [2]])[:1]),
        ("i4", []),
        ("f2", np.float64(0.1)),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_assignment_converts_as_numpy_does(dtype, value):
    target = ... if np.size(value) else slice(0)
    a = numbered((3,), dtype)
    expected = np.arange(3).astype(dtype)
    a[target] = value
    expected[target] = value
    np.testing.assert_array_equal(a.asnumpy(), expected)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [("u1", 256), ("u1", -1), ("i8", 2**63), ("i1", [1, 2, 300]), ("f4", 1e300), ("f2", 10**400)],
    ids=str,
)
def test_assignment_of_numbers_out_of_range(dtype, value):
    a = sa.zeros(3, dtype=dtype)
    with pytest.raises(OverflowError, match="outside of the range") as caught:
        a[...] = value
    assert isinstance(caught.value, sa.ArgumentRangeError)


def test_assignment_of_another_shape():
    a = sa.zeros((2, 3))
    for value in (np.zeros(4), np.zeros((3, 2)), np.zeros((2, 2, 3)), sa.zeros(2)):
        with pytest.raises(ValueError, match="do not broadcast to elements of shape"):
            a[...] = value


def test_assignment_of_bfloat16():
    a = sa.zeros(3, dtype=sa.bfloat16)
    a[...] = [1, 2.5, 1 / 3]
    np.testing.assert_array_equal(a.asnumpy().astype("f4"), [1, 2.5, 0.333984375])
    b = sa.zeros(3)
    b[...] = a
    np.testing.assert_array_equal(b.asnumpy(), [1, 2.5, 0.333984375])


def test_assignment_of_arrays_of_dpnp():
    a = sa.zeros((2, 3), dtype="i8", usm_type="device")
    a[:, ::2] = dpnp.arange(4).reshape(2, 2)
    np.testing.assert_array_equal(a.asnumpy(), [[0, 0, 1], [2, 0, 3]])


@pytest.mark.parametrize("usm_type", USM_TYPES)
@pytest.mark.parametrize("shape", [(120, 80), (500, 7), (3, 5000)])
def test_elements_in_many_pieces(usm_type, shape):
    """On a device they are copied together with what is between them."""
    a = numbered(shape, "i4", usm_type)
    expected = np.arange(a.size).reshape(shape)
    for key in (np.s_[::2], np.s_[::-3, 1:-1], np.s_[:, ::2], np.s_[1::7, ::-1]):
        np.testing.assert_array_equal(a[key].asnumpy(), expected[key])
        np.testing.assert_array_equal(
            a.T[key[::-1] if isinstance(key, tuple) else key].asnumpy(),
            expected.T[key[::-1] if isinstance(key, tuple) else key],
        )
        a[key] = a[key].asnumpy() * -2
        expected[key] *= -2
        np.testing.assert_array_equal(a.asnumpy(), expected)


def test_elements_that_are_the_same():
    a = sa.USMArray((4, 3), "i4", "device", strides=(1, 1))
    a[...] = 7
    a[1] = [1, 2, 3]
    np.testing.assert_array_equal(a.asnumpy(), [[7, 1, 2], [1, 2, 3], [2, 3, 7], [3, 7, 7]])
    b = sa.USMArray((1000, 2), "i4", "device", strides=(0, 1))
    b[...] = np.arange(2000).reshape(1000, 2)
    np.testing.assert_array_equal(b[0].asnumpy(), [1998, 1999])


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_threads_that_write_interleaved_elements(usm_type):
    """Elements that are copied with what is between them."""
    ways = 4
    a = sa.zeros(ways * 5000, dtype="i4", usm_type=usm_type)

    def work(which):
        for repeat in range(10):
            a[which::ways] = np.arange(5000) + repeat

    with ThreadPoolExecutor(ways) as pool:
        list(pool.map(work, range(ways)))
    np.testing.assert_array_equal(a.asnumpy(), np.repeat(np.arange(5000) + 9, ways))


def test_length_and_loops():
    a = numbered((3, 2), "i4")
    assert len(a) == 3
    assert [row.asnumpy().tolist() for row in a] == [[0, 1], [2, 3], [4, 5]]
    with pytest.raises(TypeError, match="no length"):
        len(sa.USMArray(()))
