# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with outputs, for the tests of calls and of what they return."""

import saopt as sa
from function_table import Functions

INPUT, INOUT, OUTPUT = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT


def array(role, shape, name, element_type="f32", **options):
    return sa.Array(role=role, element_type=element_type, shape=shape, name=name, **options)


def adding():
    M, N = sa.create_dimensions()
    A, B = array(INPUT, (M, N), "A"), array(INPUT, (M, N), "B")
    C = array(OUTPUT, (M, N), "C")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] = A[i, j] + B[i, j]

    return nest, (A, B, C)


def splitting():
    """Two outputs around an input, of other types."""
    N = sa.create_dimensions()
    Whole = array(OUTPUT, (N,), "Whole", "i32")
    A = array(INPUT, (N,), "A")
    Part = array(OUTPUT, (N,), "Part", "f64")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Whole[i] = sa.cast(sa.floor(A[i]), sa.int32)
        Part[i] = A[i] - sa.floor(A[i])

    return nest, (Whole, A, Part)


def reading_back():
    """An output may be read once it is written."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(OUTPUT, (N,), "B")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]
        B[i] += B[i]

    return nest, (A, B)


def partial():
    """Only some elements are written."""
    A, B = array(INPUT, (6,), "A"), array(OUTPUT, (6,), "B")
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[2 * i] = A[2 * i]

    return nest, (A, B)


def layout_copy(name, shape, layout, offset=0):
    def make():
        A = array(INPUT, shape, "A")
        B = array(OUTPUT, shape, "B", layout=layout, offset=offset)
        nest = sa.Nest(shape=shape)
        indices = nest.get_indices()

        @nest.iteration_logic
        def _():
            B[indices] = A[indices]

        return nest, (A, B)

    make.__name__ = name
    return make


def triangle():
    """All that the layout has is written, which is a part of the shape."""
    A = array(INPUT, (4, 4), "A")
    B = array(OUTPUT, (4, 4), "B", layout=sa.layout.lower_triangular)
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    return nest, (A, B)


def opened():
    """An open dimension of an output is as long as the loops need."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(OUTPUT, (sa.inf, 2), "B")
    nest = sa.Nest(shape=(N, 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i + 1, j] = A[i]

    return nest, (A, B)


def unsaid():
    """A size that only an output says."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (2,), "A"), array(OUTPUT, (N,), "B")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[0] + A[1]

    return nest, (A, B)


def generating():
    """Nothing but an output."""
    B = array(OUTPUT, (5,), "B", "i64")
    nest = sa.Nest(shape=(5,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = i * i

    return nest, (B,)


functions = Functions(
    *(adding, splitting, reading_back, partial, opened, unsaid, generating),
    layout_copy("column_major", (3, 4), sa.layout.col_major),
    layout_copy("strided", (3, 2), (-4, 2), 8),
    layout_copy("blocked", (3, 5), sa.layout.blocked((2, 2))),
    layout_copy("any", (3, 4), sa.layout.any),
    triangle,
)
