# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with run-time sizes, on every engine, for several sizes each."""

import numpy as np
import pytest
import saopt as sa
from harness import Functions, UsmArray, call, random

INPUT, INOUT, TEMP, CONST = sa.Role.INPUT, sa.Role.INOUT, sa.Role.TEMP, sa.Role.CONST
LAST_MAJOR = sa.Array.Layout.LAST_MAJOR


def array(role, shape, name, element_type="f32", **options):
    return sa.Array(role=role, element_type=element_type, shape=shape, name=name, **options)


def gemm():
    M, N, K = sa.create_dimensions()
    A, B = array(INPUT, (M, K), "A"), array(INPUT, (K, N), "B", layout=LAST_MAJOR)
    C = array(INOUT, (M, N), "C")
    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    return nest, (A, B, C)


def reverse():
    """Sizes in index arithmetic."""
    M, N = sa.create_dimensions()
    A, B = array(INPUT, (M, N), "A"), array(INOUT, (M, N), "B")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[M - 1 - i, j] = A[i, N - 1 - j]

    return nest, (A, B)


def stencil():
    """Loops that end before the array does."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(INOUT, (N,), "B")
    nest = sa.Nest(shape=(N - 2,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i + 1] = A[i] + A[i + 1] + A[i + 2]

    return nest, (A, B)


def halves():
    """Loops over a part of a size, and a size as a subscript."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(INOUT, (N,), "B")
    nest = sa.Nest(shape=(N // 2,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[2 * i + 1]
        B[i + N // 2] = A[2 * i]

    return nest, (A, B)


def values():
    """A size is an int64 value, as an index is."""
    M, N = sa.create_dimensions()
    A = array(INOUT, (M, N), "A", "i64")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] = sa.select(i + j < N, M * N - i, M // 2 + A[i, j] * N)

    return nest, (A,)


def temporary():
    """Memory of the function's own, as large as the arguments are."""
    M, N = sa.create_dimensions()
    A, B = array(INPUT, (M, N), "A"), array(INOUT, (N, M), "B")
    T = array(TEMP, (N, M), "T")
    fill, drain = sa.Nest(shape=(M, N)), sa.Nest(shape=(N, M))
    i, j = fill.get_indices()
    p, q = drain.get_indices()

    @fill.iteration_logic
    def _():
        T[j, i] += 2 * A[i, j]

    @drain.iteration_logic
    def _():
        B[p, q] = T[p, M - 1 - q]

    return (fill, drain), (A, B)


def mixed():
    """Sizes that are known, beside sizes that are not."""
    M = sa.create_dimensions()
    A = array(INPUT, (3, M, 4), "A", "i32")
    B = array(INOUT, (M,), "B", "i32")
    W = array(CONST, None, "W", None, data=np.arange(12, dtype=np.int32).reshape(3, 4))
    nest = sa.Nest(shape=(M, 3, 4))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += W[j, k] * A[j, i, k]

    return nest, (A, B)


def opened():
    """The loops use four rows, and the array has as many as it likes."""
    A = array(INPUT, (sa.inf, 5), "A")
    B = array(INOUT, (4, 5), "B")
    nest = sa.Nest(shape=(4, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i + 1, j] - A[i, j]

    return nest, (A, B)


def opened_columns():
    """An open dimension, as long as the loops over another array's size need."""
    N = sa.create_dimensions()
    A = array(INPUT, (3, sa.inf), "A", layout=LAST_MAJOR)
    B = array(INOUT, (3, N), "B")
    nest = sa.Nest(shape=(3, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, 2 * j]

    return nest, (A, B)


def viewed():
    """Views of arrays whose sizes are not known."""
    M, N = sa.create_dimensions()
    A, B = array(INPUT, (M, N), "A"), array(INOUT, (N, M), "B")
    W = array(INPUT, (sa.inf, 3), "W")
    row = W.sub_array((1, 0), (1, 2)).slice(0, 0)
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B.T[i, j] = A.T[j, i] * row[1] + W.T[2, 0]

    return nest, (A, W, B)


def triangle():
    """A part of a square of any size."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N, N), "A"), array(INOUT, (N, N), "B")
    nest = sa.Nest(shape=(N, N))
    i, j = nest.get_indices()
    nest.constrain(i + j < N - 1)

    @nest.iteration_logic
    def _():
        B[i, j] = A[N - 1 - j, i]

    return nest, (A, B)


def named_alike():
    """Loops and arrays that have the names of sizes, and words of the compiler's language."""
    i, A, mod = sa.create_dimensions("i", "A", "mod")
    source, target = array(INPUT, (i, A, mod), "A"), array(INOUT, (i, A, mod), "M")
    nest = sa.Nest(shape=(i - 1, A, mod))
    floordiv, M, ceildiv = nest.get_indices()
    nest.indices[1].name = "i"
    nest.constrain(M + floordiv // 2 < i)

    @nest.iteration_logic
    def _():
        target[floordiv, M, ceildiv] = source[floordiv + 1, M, ceildiv]

    return nest, (source, target)


def ranks():
    shape = sa.create_dimensions(16)
    A, B = array(INPUT, shape, "A"), array(INOUT, shape, "B")
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices] + 1

    return nest, (A, B)


compiled = Functions(
    *(gemm, reverse, stencil, halves, values, temporary, mixed),
    *(opened, opened_columns, viewed, triangle, named_alike, ranks),
)


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


def refused(function, *inputs):
    placed = [UsmArray(data) for data in inputs]
    with pytest.raises(sa.ArgumentError) as caught:
        function(*placed)
    return str(caught.value)


def test_arguments_that_disagree(engine):
    message = refused(compiled(engine, "reverse"), f32(4, 6), zeros(4, 5))
    assert message == ("argument 'B': shape[1] is 5, but shape[1] of argument 'A' says that N is 6")


def test_arguments_that_disagree_in_another_dimension(engine):
    b = np.asfortranarray(f32(8, 6))
    message = refused(compiled(engine, "gemm"), f32(4, 7), b, zeros(4, 6))
    assert message == ("argument 'B': shape[0] is 8, but shape[1] of argument 'A' says that K is 7")


def test_known_sizes_are_still_checked(engine):
    message = refused(compiled(engine, "mixed"), random(3, 6, 5, dtype=np.int32), zeros(6))
    assert "argument 'B': typestr" in message
    wrong = random(3, 6, 5, dtype=np.int32)
    message = refused(compiled(engine, "mixed"), wrong, zeros(6, dtype=np.int32))
    assert message == "argument 'A': shape is (3, 6, 5), expected (3, 6, 4)"


def test_strides_follow_the_sizes(engine):
    a = f32(4, 12)[:, ::2]
    message = refused(compiled(engine, "reverse"), a, zeros(4, 6))
    assert message == "argument 'A': strides are (12, 2), expected (6, 1)"


@pytest.mark.parametrize("rows", [0, 1, 4])
def test_open_dimension_that_is_too_small(engine, rows):
    b = zeros(4, 5)
    message = refused(compiled(engine, "opened"), f32(rows, 5), b)
    assert message == f"argument 'A': shape[0] is {rows}, but the loops need at least 5"


def test_open_dimension_that_is_too_small_for_a_size(engine):
    a = np.asfortranarray(f32(3, 6))
    message = refused(compiled(engine, "opened_columns"), a, zeros(3, 4))
    assert message == "argument 'A': shape[1] is 6, but the loops need at least 7"


def test_open_storage_that_is_too_small(engine):
    message = refused(compiled(engine, "opened"), f32(24), zeros(4, 5))
    assert message == (
        "argument 'A': its storage has room for 4 in dimension 0, but the loops need at least 5"
    )


def test_signature(device_engine):
    """Sizes follow the arrays, in the order in which the arrays say them."""
    signature = compiled(device_engine, "gemm").signature
    assert signature.endswith("const float *B, float *C, int64_t M, int64_t K, int64_t N)")
