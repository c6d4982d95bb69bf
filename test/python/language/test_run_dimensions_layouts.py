# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run-time sizes in every layout that takes them, on every engine."""

import numpy as np
import pytest
import saopt as sa
from function_table import Functions
from harness import UsmArray, call, random

INPUT, INOUT, OUTPUT = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT

LAYOUTS = {
    "row_major": sa.layout.row_major,
    "col_major": sa.layout.col_major,
    "strided": sa.layout.strided((16, 1)),
    "affine": sa.layout.affine(lambda i, j: 3 + i * 16 + j),
    "lower_triangular": sa.layout.lower_triangular,
    "strictly_upper": sa.layout.upper_triangular(diagonal=False),
    "banded": sa.layout.banded(1, 2),
    "blocked": sa.layout.blocked((2, 4)),
    "striped": sa.layout.striped(4),
    "packed_lower": sa.layout.packed_lower_triangular,
    "packed_upper": sa.layout.packed_upper_triangular,
    "any": sa.layout.any,
}
SQUARE = ("lower_triangular", "strictly_upper", "packed_lower", "packed_upper")
CONDITIONS = {
    "lower_triangular": lambda i, j: [j <= i],
    "strictly_upper": lambda i, j: [i < j],
    "packed_lower": lambda i, j: [j <= i],
    "packed_upper": lambda i, j: [i <= j],
    "banded": lambda i, j: [j - i <= 2, i - j <= 1],
}


def make(name):
    """Return the function that copies a row-major array into one of the layout, and back."""

    def copy():
        M, N = sa.create_dimensions()
        shape = (N, N) if name in SQUARE else (M, N)
        A = sa.Array(role=INPUT, shape=shape, name="A")
        B = sa.Array(role=INOUT, shape=shape, name="B", layout=LAYOUTS[name])
        C = sa.Array(role=OUTPUT, shape=shape, name="C")
        there, back = sa.Nest(shape=shape), sa.Nest(shape=shape)
        i, j = there.get_indices()
        p, q = back.get_indices()
        for condition in CONDITIONS.get(name, lambda i, j: [])(i, j):
            there.constrain(condition)
        for condition in CONDITIONS.get(name, lambda i, j: [])(p, q):
            back.constrain(condition)

        @there.iteration_logic
        def _():
            B[i, j] = A[i, j]

        @back.iteration_logic
        def _():
            C[p, q] = B[p, q] + 1

        return (there, back), (A, B, C)

    copy.__name__ = name
    return copy


def toeplitz():
    M, N = sa.create_dimensions()
    A = sa.Array(role=INPUT, shape=(M, N), name="A", layout=sa.layout.toeplitz)
    B = sa.Array(role=INOUT, shape=(M, N), name="B")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    return nest, (A, B)


compiled = Functions(*map(make, LAYOUTS), toeplitz)


@pytest.mark.parametrize("shape", [(5, 7), (1, 1), (4, 8), (0, 3), (6, 6)], ids=str)
@pytest.mark.parametrize("name", LAYOUTS)
def test_copies(engine, name, shape):
    shape = (shape[1], shape[1]) if name in SQUARE else shape
    layout = sa.layout.row_major if name == "any" else LAYOUTS[name]
    offsets = layout.offsets(shape)
    inside = offsets >= 0
    a = random(*shape)
    storage = np.zeros(layout.size(shape), np.float32)
    _, found, c = call(compiled(engine, name), a, storage, np.zeros(shape, np.float32))
    expected = storage.copy()
    expected[offsets[inside]] = a[inside]
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(c, np.where(inside, a + 1, 0))


@pytest.mark.parametrize("name", LAYOUTS)
def test_storage_of_the_wrong_length(engine, name):
    layout = sa.layout.row_major if name == "any" else LAYOUTS[name]
    storage = np.zeros(layout.size((6, 6)) + 1, np.float32)
    with pytest.raises(sa.ArgumentError, match="'B'.*expected.* flat storage of"):
        compiled(engine, name)(UsmArray(random(6, 6)), UsmArray(storage))


@pytest.mark.parametrize("steps", [(1, 1), (2, 3), (-1, 1), (1, -2)], ids=str)
def test_any_strides(engine, steps):
    a, b = random(4, 5), np.zeros((8, 15), np.float32)[:: steps[0], :: steps[1]][:4, :5]
    _, b, _ = call(compiled(engine, "any"), a, b, np.zeros((4, 5), np.float32))
    np.testing.assert_array_equal(b, a)


@pytest.mark.parametrize("name", ["col_major", "strided", "lower_triangular", "any"])
def test_sizes_from_an_array_with_strides(engine, name):
    """The sizes come from whichever argument has the shape."""
    layout = sa.layout.row_major if name == "any" else LAYOUTS[name]
    strides = [4 * stride for stride in layout.strides((6, 6))]
    b = np.ndarray((6, 6), np.float32, np.zeros(96, np.float32), 0, strides)
    a = random(36)
    _, found, _ = call(compiled(engine, name), a, b, np.zeros(36, np.float32))
    inside = layout.offsets((6, 6)) >= 0
    np.testing.assert_array_equal(found, np.where(inside, a.reshape(6, 6), 0))


@pytest.mark.parametrize("shape", [(3, 5), (1, 1), (4, 2)], ids=str)
def test_toeplitz(engine, shape):
    M, N = shape
    a = random(M + N - 1)
    _, b = call(compiled(engine, "toeplitz"), a, np.zeros(shape, np.float32))
    i, j = np.indices(shape)
    np.testing.assert_array_equal(b, a[j - i + M - 1])


@pytest.mark.parametrize(
    "layout", [sa.layout.z_order, sa.layout.affine(lambda i, j: i * 16 + j // 2)], ids=str
)
def test_layouts_that_need_numbers(layout):
    M = sa.create_dimensions()
    with pytest.raises(sa.CompileError, match=r"cannot be the layout of array 'A'.*\(M, 4\)"):
        A = sa.Array(role=INPUT, shape=(M, 4), layout=layout)  # noqa: F841
