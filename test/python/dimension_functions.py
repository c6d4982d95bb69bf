# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with run-time sizes, for the tests of what they compute and of what they refuse."""

import numpy as np
import saopt as sa
from function_table import Functions

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
