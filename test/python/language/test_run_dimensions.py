# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with run-time sizes, on every engine, for several sizes each."""

import numpy as np
import pytest
import saopt as sa
from dimension_functions import compiled
from harness import call, random


def f32(*shape):
    return random(*shape)


def zeros(*shape, dtype=np.float32, order="C"):
    return np.zeros(shape, dtype, order)


@pytest.mark.parametrize("sizes", [(5, 4, 7), (1, 1, 1), (0, 3, 4), (3, 4, 0), (8, 16, 3)], ids=str)
def test_gemm(engine, sizes):
    M, N, K = sizes
    a, b = f32(M, K), np.asfortranarray(f32(K, N))
    *_, c = call(compiled(engine, "gemm"), a, b, zeros(M, N))
    np.testing.assert_allclose(c, a @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("shape", [(4, 6), (1, 1), (0, 3), (3, 0), (7, 2)], ids=str)
def test_reverse(engine, shape):
    a = f32(*shape)
    _, b = call(compiled(engine, "reverse"), a, zeros(*shape))
    np.testing.assert_array_equal(b, a[::-1, ::-1])


@pytest.mark.parametrize("size", [0, 1, 2, 3, 9])
def test_stencil(engine, size):
    a = f32(size)
    _, b = call(compiled(engine, "stencil"), a, zeros(size))
    expected = zeros(size)
    if size > 2:
        expected[1:-1] = (a[:-2] + a[1:-1]) + a[2:]
    np.testing.assert_array_equal(b, expected)


@pytest.mark.parametrize("size", [0, 1, 2, 7, 8])
def test_halves(engine, size):
    a = f32(size)
    _, b = call(compiled(engine, "halves"), a, zeros(size))
    half = size // 2
    np.testing.assert_array_equal(b[:half], a[1::2][:half])
    np.testing.assert_array_equal(b[half : 2 * half], a[::2][:half])
    np.testing.assert_array_equal(b[2 * half :], 0)


@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (5, 2)], ids=str)
def test_values(engine, shape):
    M, N = shape
    a = random(M, N, dtype=np.int64)
    (result,) = call(compiled(engine, "values"), a)
    i, j = np.indices(shape)
    np.testing.assert_array_equal(result, np.where(i + j < N, M * N - i, M // 2 + a * N))


@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (0, 2), (6, 5)], ids=str)
def test_temporary(engine, shape):
    a = f32(*shape)
    for _ in range(2):
        _, b = call(compiled(engine, "temporary"), a, zeros(*shape[::-1]))
        np.testing.assert_array_equal(b, 2 * a.T[:, ::-1])


@pytest.mark.parametrize("size", [0, 1, 6])
def test_mixed(engine, size):
    a = random(3, size, 4, dtype=np.int32)
    _, b = call(compiled(engine, "mixed"), a, zeros(size, dtype=np.int32))
    weights = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(b, np.einsum("jk,jik->i", weights, a))


@pytest.mark.parametrize("rows", [5, 6, 20])
def test_open_rows(engine, rows):
    a = f32(rows, 5)
    _, b = call(compiled(engine, "opened"), a, zeros(4, 5))
    np.testing.assert_array_equal(b, a[1:5] - a[:4])


@pytest.mark.parametrize("storage", [25, 30, 33])
def test_open_rows_as_storage(engine, storage):
    """As many rows as there are; what is left over does not matter."""
    a = f32(storage)
    _, b = call(compiled(engine, "opened"), a, zeros(4, 5))
    rows = a[:25].reshape(5, 5)
    np.testing.assert_array_equal(b, rows[1:5] - rows[:4])


@pytest.mark.parametrize(("size", "columns"), [(0, 0), (1, 1), (4, 7), (4, 12)])
def test_open_columns(engine, size, columns):
    a = np.asfortranarray(f32(3, columns))
    _, b = call(compiled(engine, "opened_columns"), a, zeros(3, size))
    np.testing.assert_array_equal(b, a[:, : 2 * size : 2])


def test_views(engine):
    a, w = f32(3, 4), f32(2, 3)
    *_, b = call(compiled(engine, "viewed"), a, w, zeros(4, 3))
    np.testing.assert_allclose(b, (a * w[1, 1] + w[0, 2]).T, rtol=1e-5)


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_triangle(engine, size):
    a = f32(size, size)
    _, b = call(compiled(engine, "triangle"), a, zeros(size, size))
    i, j = np.indices((size, size))
    np.testing.assert_array_equal(b, np.where(i + j < size - 1, a[::-1].T, 0))


def test_names_that_are_alike(engine):
    a = f32(4, 3, 2)
    _, b = call(compiled(engine, "named_alike"), a, zeros(4, 3, 2))
    expected = zeros(4, 3, 2)
    expected[:-1] = a[1:]
    np.testing.assert_array_equal(b, expected)


def test_sixteen_dimensions(engine):
    shape = (1, 2, 1, 1, 3, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2)
    a = f32(*shape)
    _, b = call(compiled(engine, "ranks"), a, zeros(*shape))
    np.testing.assert_array_equal(b, a + 1)


def test_sizes_from_storage(engine):
    """Flat storage says the one size that nothing else says."""
    a = f32(6 * 4)
    _, b = call(compiled(engine, "temporary"), a, zeros(4, 6))
    np.testing.assert_array_equal(b, 2 * a.reshape(6, 4).T[:, ::-1])
    a = f32(3 * 5 * 4).view(np.int32)
    _, b = call(compiled(engine, "mixed"), a, zeros(5, dtype=np.int32))
    with pytest.raises(sa.ArgumentError, match="'A'"):
        call(compiled(engine, "mixed"), a[:-1], zeros(5, dtype=np.int32))


def test_signature(device_engine):
    """Sizes follow the arrays, in the order in which the arrays say them."""
    signature = compiled(device_engine, "gemm").signature
    assert signature.endswith("const float *B, float *C, int64_t M, int64_t K, int64_t N)")
