# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts, subscripts, shapes and roles, in memory."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, copy_of, random

cases = Cases()


def copy_case(a, stored, element_type="float32", **layout):
    """Copy a row-major array into one with a layout; `stored` is what its memory holds."""
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=a.shape, name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=a.shape, name="B", **layout)
    nest = sa.Nest(shape=a.shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices]

    start = copy_of(stored)
    start[...] = 0
    return Case(nest, (A, B), (a, start), (None, stored))


@cases
def last_major():
    a = random(5, 7)
    return copy_case(a, np.asfortranarray(a), layout=sa.Array.Layout.LAST_MAJOR)


@cases
def last_major_as_flat_storage():
    a = random(5, 7)
    return copy_case(a, a.ravel(order="F"), layout=sa.Array.Layout.LAST_MAJOR)


@cases
def last_major_in_three_dimensions():
    a = random(3, 4, 5)
    return copy_case(a, np.asfortranarray(a), layout=sa.Array.Layout.LAST_MAJOR)


@cases
def strides_with_gaps():
    a = random(4, 3)
    stored = np.zeros(3 * 10 + 2 * 2 + 1, np.float32)
    for (i, j), value in np.ndenumerate(a):
        stored[10 * i + 2 * j] = value
    return copy_case(a, stored, layout=(10, 2))


@cases
def strides_as_a_descriptor():
    a = random(4, 3)
    stored = np.zeros((4, 10), np.float32)[:, :6:2]
    stored[...] = a
    return copy_case(a, stored, layout=(10, 2))


@cases
def offset():
    a = random(4, 3)
    stored = np.zeros(5 + 12, np.float32)
    stored[5:] = a.ravel()
    return copy_case(a, stored, layout=(3, 1), offset=5)


@cases
def negative_strides():
    a = random(4, 3)
    stored = np.ascontiguousarray(a[::-1, ::-1]).ravel()
    return copy_case(a, stored, layout=(-3, -1), offset=11)


@cases.over(["f2", "f4", "f8", "c8", "c16"])
def negated_triangle(dtype):
    """What is zero outside of the triangle is -0.0 there when it is negated."""
    a = -np.tril(random(4, 4, dtype=np.dtype(dtype)))
    layout = sa.layout.packed_lower_triangular
    K = sa.Array(role=sa.Role.CONST, data=a, layout=layout, name="K")
    B = sa.Array(role=sa.Role.INOUT, element_type=dtype, shape=(4, 4), name="B")
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        B[i, j] = K[i, j]

    return Case(nest, (B,), (np.zeros_like(a),), (a,))


@cases
def zero_strides_are_read():
    a = random(4)
    A = sa.Array(role=sa.Role.INPUT, shape=(3, 4), layout=(0, 1), name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(3, 4), name="B")
    nest = sa.Nest(shape=(3, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    zeros = np.zeros((3, 4), np.float32)
    return Case(nest, (A, B), (a, zeros), (None, np.broadcast_to(a, (3, 4))))


@cases
def transpose():
    a = random(5, 3, dtype=np.int16)
    A, B = arrays(("input", "int16", (5, 3)), ("inout", "int16", (3, 5)))
    nest = sa.Nest(shape=(5, 3))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j, i] = A[i, j]

    return Case(nest, (A, B), (a, np.zeros((3, 5), np.int16)), (None, a.T.copy()))


@cases
def stencil():
    a = random(8, 9)
    A, B = arrays(("input", "float32", (8, 9)), ("inout", "float32", (8, 9)))
    nest = sa.Nest(shape=(6, 7))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i + 1, j + 1] = A[i, j + 1] + A[i + 2, j + 1] - A[1 + i, j] - A[i + 1, 2 + j]

    wanted = np.zeros((8, 9), np.float32)
    wanted[1:-1, 1:-1] = a[:-2, 1:-1] + a[2:, 1:-1] - a[1:-1, :-2] - a[1:-1, 2:]
    return Case(nest, (A, B), (a, np.zeros((8, 9), np.float32)), (None, wanted), atol=1e-6)


@cases
def convolution():
    a, w = random(20, dtype=np.int32), random(4, dtype=np.int32)
    A, W, B = arrays(("input", "int32", 20), ("input", "int32", 4), ("inout", "int32", 17))
    nest = sa.Nest(shape=(17, 4))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i + k] * W[k]

    wanted = np.correlate(a, w, "valid").astype(np.int32)
    return Case(nest, (A, W, B), (a, w, np.zeros(17, np.int32)), (None, None, wanted))


@cases
def reversed_and_strided_subscripts():
    a = random(10, dtype=np.int32)
    A, B = arrays(("input", "int32", 10), ("inout", "int32", 20))
    nest = sa.Nest(shape=10)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[2 * i + 1] = A[9 - i]

    wanted = np.zeros(20, np.int32)
    wanted[1::2] = a[::-1]
    return Case(nest, (A, B), (a, np.zeros(20, np.int32)), (None, wanted))


@cases
def quotients_and_remainders_in_subscripts():
    a = random(24, dtype=np.int32)
    A, B = arrays(("input", "int32", 24), ("inout", "int32", (3, 2, 4)))
    nest = sa.Nest(shape=24)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i // 8, i // 4 % 2, i % 4] = A[i]

    wanted = a.reshape(3, 2, 4)
    return Case(nest, (A, B), (a, np.zeros((3, 2, 4), np.int32)), (None, wanted))


@cases
def quotients_of_negative_numbers():
    A, B = arrays(("inout", "int64", 12), ("inout", "int64", 12))
    nest = sa.Nest(shape=12)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[(i - 12) // 5 * 0 + i] = (i - 6) // 4 * 100 + (i - 6) % 4
        B[i] = (i - 6) // -4 * 100 + (6 - i) % -4

    x = np.arange(12) - 6
    wanted = (x // 4 * 100 + x % 4, x // -4 * 100 + -x % -4)
    return Case(nest, (A, B), (np.zeros(12, np.int64), np.zeros(12, np.int64)), wanted)


@cases
def index_expressions_made_before_the_logic():
    a = random(10, dtype=np.int32)
    A, B = arrays(("input", "int32", 10), ("inout", "int32", 9))
    nest = sa.Nest(shape=9)
    i = nest.get_indices()
    neighbour = i + 1

    @nest.iteration_logic
    def _():
        B[i] = A[neighbour] - A[i] + sa.cast(neighbour // 10, sa.int32)

    return Case(nest, (A, B), (a, np.zeros(9, np.int32)), (None, np.diff(a)))


@cases.over(
    [(), (1,), (2,), (3, 1), (1, 1, 1), (2, 3, 2, 2), (2, 1, 2, 1, 2, 1)],
    name=lambda shape: "x".join(map(str, shape)) or "single",
)
def shapes(shape):
    a = random(*(shape or (1,)), dtype=np.int32)
    return copy_case(a, a.copy(), element_type="int32")


@cases.over([(0,), (0, 3), (3, 0), (2, 0, 2)], name=lambda shape: "x".join(map(str, shape)))
def empty_shapes(shape):
    a = np.zeros(shape, np.float32)
    return copy_case(a, a.copy())


@cases
def empty_reduction():
    b = random(3)
    A, B = arrays(("input", "float32", (3, 0)), ("inout", "float32", 3))
    nest = sa.Nest(shape=(3, 0))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i, k]

    return Case(nest, (A, B), (np.zeros((3, 0), np.float32), b), (None, None))


@cases.over(["bool", "int8", "uint64", "float16", "bfloat16", "float32", "float64"])
def constants(element_type):
    dtype = sa.ScalarType.of(element_type).dtype
    table = random(3, 5, dtype=dtype)
    T = sa.Array(role=sa.Role.CONST, data=table, name="T")
    (B,) = arrays(("inout", element_type, (3, 5)))
    nest = sa.Nest(shape=(3, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = T[i, j]

    return Case(nest, (B,), (np.zeros((3, 5), dtype),), (table,))


@cases
def large_constants():
    table = random(60, 50)
    T = sa.Array(role=sa.Role.CONST, data=table, name="T")
    (B,) = arrays(("inout", "float32", (50, 60)))
    nest = sa.Nest(shape=(50, 60))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] += T[j, i]

    start = np.ones((50, 60), np.float32)
    return Case(nest, (B,), (start,), (1 + table.T,))


@cases
def reduced_constants():
    table = random(30, 20)
    T = sa.Array(role=sa.Role.CONST, data=table, name="T")
    (B,) = arrays(("inout", "float32", 20))
    nest = sa.Nest(shape=(20, 30))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = sa.max(B[i], T[j, i])

    start = np.full(20, -9, np.float32)
    return Case(nest, (B,), (start,), (table.max(axis=0),))


@cases
def constants_from_lists():
    T = sa.Array(role=sa.Role.CONST, data=[1, 2, 4], element_type=sa.float64, name="T")
    (B,) = arrays(("inout", "float64", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = T[2 - i] / 8

    return Case(nest, (B,), (np.zeros(3),), (np.array([0.5, 0.25, 0.125]),))


test_on_every_engine = cases.tests()
