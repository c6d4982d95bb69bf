# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`arange`, `linspace` and `eye`: their special cases."""

import numpy as np
import pytest
import saopt as sa

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((5,), [0, 1, 2, 3, 4]),
        ((0,), []),
        ((-3,), []),
        ((2, 2), []),
        ((2, 5), [2, 3, 4]),
        ((5, 2), []),
        ((5, 2, -1), [5, 4, 3]),
        ((2, 5, -1), []),
        ((0, 10, 4), [0, 4, 8]),
        ((0, 8, 4), [0, 4]),
        ((True, 4), [1, 2, 3]),
        ((np.int8(2), np.uint8(4)), [2, 3]),
        ((2**63 - 3, 2**63 - 1), [2**63 - 3, 2**63 - 2]),
        ((2**63 - 1, -(2**63), -(2**63)), [2**63 - 1, -1]),
        ((-(2**63), 2**63, 2**63 - 1), [-(2**63), -1, 2**63 - 2]),
    ],
    ids=str,
)
def test_integers(arguments, expected):
    a = sa.arange(*arguments)
    assert a.dtype == np.int64
    assert a.asnumpy().tolist() == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((3.0,), [0, 1, 2]),
        ((0, 1, 0.25), [0, 0.25, 0.5, 0.75]),
        ((1, 0, -0.25), [1, 0.75, 0.5, 0.25]),
        ((0.5, 3), [0.5, 1.5, 2.5]),
        ((0, 0.1), [0]),
        ((1.0, 0), []),
        ((0.0, 1, -1), []),
        ((2.5, 2.5), []),
        ((0, -INF), []),
        ((-INF, -INF), []),
        ((0, INF, -1), []),
        ((0, 5, INF), [0]),
        ((0, 5e-324, 1e300), [0]),
        ((np.float32(0), 2), [0, 1]),
    ],
    ids=str,
)
def test_reals(arguments, expected):
    a = sa.arange(*arguments)
    assert a.dtype == np.float64
    assert a.asnumpy().tolist() == expected


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("arguments", [(100,), (100, 7, -9), (0, 100, 2.5), (1.0, 5.0), (0, 2.5)])
def test_types_of_arange(dtype, arguments):
    a = sa.arange(*arguments, dtype=dtype)
    expected = np.arange(*arguments, dtype=dtype)
    assert a.dtype == expected.dtype
    np.testing.assert_array_equal(a.asnumpy(), expected)


def test_bfloat16_of_arange():
    for arguments in ((5,), (0, 2, 0.5)):
        a = sa.arange(*arguments, dtype=sa.bfloat16)
        np.testing.assert_array_equal(a.asnumpy().astype("f8"), np.arange(*arguments))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5, 0), "step of arange must not be 0"),
        ((0, 5, 0.0), "step of arange must not be 0"),
        ((NAN,), "must not be NaN"),
        ((0, NAN), "must not be NaN"),
        ((0, 1, NAN), "must not be NaN"),
        ((INF,), "too large to address"),
        ((-INF, 0.0), "too large to address"),
        ((0, 1, 1e-300), "too large to address"),
        ((0, 2**70), "too large to address"),
        ((2**45,), "there are no 281474976710656 bytes"),
        ((3j,), "must be real numbers"),
        (("5",), "stop must be a number"),
        ((0, [1]), "stop must be a number"),
        ((0, 1, None), "step must be a number"),
    ],
    ids=str,
)
def test_arange_that_is_refused(arguments, message):
    with pytest.raises(sa.ArgumentError, match=message):
        sa.arange(*arguments)


@pytest.mark.parametrize(
    ("arguments", "dtype"),
    [
        ((300,), "u1"),
        ((-1, 3), "u4"),
        ((3,), "?"),
        ((2**63, 2**63 + 2), None),
        ((2**64, 2**64 + 2), "f8"),
        ((0.5, 10**400), None),
    ],
    ids=str,
)
def test_arange_out_of_range(arguments, dtype):
    with pytest.raises(OverflowError, match="outside of the range|too large"):
        sa.arange(*arguments, dtype=dtype)


def test_arange_of_large_unsigned_numbers():
    a = sa.arange(2**64 - 1, 2**64 - 6, -2, dtype="u8")
    assert a.asnumpy().tolist() == [2**64 - 1, 2**64 - 3, 2**64 - 5]
    assert sa.arange(2**63, 2**63 + 4096, 2048, dtype="f8").asnumpy().tolist() == [
        2.0**63,
        2.0**63 + 2048,
    ]


def test_stop_and_step_by_name():
    assert sa.arange(2, stop=7, step=2).asnumpy().tolist() == [2, 4, 6]


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("num", [0, 1, 2, 5, 50, np.int8(3)])
@pytest.mark.parametrize("ends", [(0, 1), (1, -1), (2.5, 2.5), (0, 1j), (1 + 1j, 3), (-1e-300, 1)])
def test_linspace(ends, num, endpoint):
    a = sa.linspace(*ends, num, endpoint=endpoint)
    expected = np.linspace(*ends, num, endpoint=endpoint)
    assert a.dtype == expected.dtype and a.shape == (num,)
    np.testing.assert_allclose(a.asnumpy(), expected, rtol=1e-15, atol=1e-16)
    if num:
        assert a.asnumpy()[0] == ends[0]
    if num > 1 and endpoint:
        assert a.asnumpy()[-1] == ends[1]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16", "i2", "u8", sa.bfloat16])
def test_types_of_linspace(dtype):
    a = sa.linspace(0, 10, 5, dtype=dtype)
    elements = getattr(dtype, "dtype", np.dtype(dtype))
    assert a.dtype == elements
    expected = np.linspace(0, 10, 5)
    expected = np.floor(expected) if elements.kind in "iu" else expected
    np.testing.assert_array_equal(a.asnumpy(), expected.astype(elements))


def test_linspace_over_the_whole_range():
    largest = np.finfo("f8").max
    a = sa.linspace(-largest, largest, 5).asnumpy()
    np.testing.assert_allclose(a, [-largest, -largest / 2, 0, largest / 2, largest], rtol=1e-15)
    b = sa.linspace(complex(-largest, 1), complex(largest, 3), 3).asnumpy()
    np.testing.assert_allclose(b.real, [-largest, 0, largest], atol=1)
    np.testing.assert_allclose(b.imag, [1, 2, 3])


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((0, 1, -1), {}, ValueError, "num is -1"),
        ((0, 1, 2.5), {}, ValueError, "num must be made of integers"),
        ((0, 1, True), {}, ValueError, "num must be made of integers"),
        ((0, 1, 2**70), {}, ValueError, "too large to address"),
        ((0, 1, 2**50), {}, MemoryError, "there are no"),
        ((0, 1j, 3), {"dtype": "f4"}, TypeError, "Cannot cast complex numbers to float32"),
        ((0, 300, 3), {"dtype": "u1"}, OverflowError, "outside of the range of uint8"),
        ((0, 10**400, 3), {}, OverflowError, "too large"),
        (("0", 1, 3), {}, ValueError, "start must be a number"),
        ((0, None, 3), {}, ValueError, "stop must be a number"),
    ],
    ids=str,
)
def test_linspace_that_is_refused(arguments, keywords, error, message):
    with pytest.raises(error, match=message):
        sa.linspace(*arguments, **keywords)


@pytest.mark.parametrize("shape", [(0,), (3,), (0, 3), (3, 0), (2, 5), (5, 2), (1, 1)])
@pytest.mark.parametrize("k", [0, 1, -1, 4, -4, 7, -7])
def test_eye(shape, k):
    np.testing.assert_array_equal(sa.eye(*shape, k=k).asnumpy(), np.eye(*shape, k=k))


def test_eye_far_away():
    for k in (10**30, -(10**30), 2**63 - 1, -(2**63)):
        assert not sa.eye(3, k=k).asnumpy().any()


def test_columns_of_eye_by_name():
    np.testing.assert_array_equal(sa.eye(2, M=3).asnumpy(), np.eye(2, 3))
    with pytest.raises(sa.ArgumentError, match="given twice"):
        sa.eye(2, 3, M=3)


@pytest.mark.parametrize("arguments", [(-1,), (2, -1), (2.5,), ("2",), (2**62,), (2**20,)])
def test_eye_that_is_refused(arguments):
    with pytest.raises(ValueError):
        sa.eye(*arguments)
    with pytest.raises(ValueError, match="k must be made of integers"):
        sa.eye(2, k=0.5)
