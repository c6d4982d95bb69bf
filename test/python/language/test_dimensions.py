# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions: how they are made and named, where they may stand, and what is refused."""

import math

import numpy as np
import pytest
import saopt as sa

INPUT, INOUT, OUTPUT = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT
CONST, TEMP = sa.Role.CONST, sa.Role.TEMP


def names(dimensions):
    return [dimension.name for dimension in dimensions]


def test_as_many_as_are_unpacked():
    M, N, K = sa.create_dimensions()
    assert names((M, N, K)) == ["M", "N", "K"]
    assert all(isinstance(dimension, sa.Dimension) for dimension in (M, N, K))


def test_one_for_one_variable():
    M = sa.create_dimensions()
    assert isinstance(M, sa.Dimension) and M.name == "M"
    (N,) = sa.create_dimensions()
    assert isinstance(N, sa.Dimension) and N.name == "N"


def test_attributes_have_names_too():
    class Model:
        pass

    model = Model()
    model.rows, model.columns = sa.create_dimensions()
    assert names((model.rows, model.columns)) == ["rows", "columns"]


def test_a_number_of_them():
    made = sa.create_dimensions(2)
    assert names(made) == [None, None]
    M, N = sa.create_dimensions(2)
    assert names((M, N)) == ["M", "N"]


def test_given_names():
    assert names(sa.create_dimensions("M", "N")) == ["M", "N"]
    assert names(sa.create_dimensions("M")) == ["M"]
    assert sa.Dimension("rows").name == "rows"
    columns = sa.Dimension()
    assert columns.name == "columns"
    assert str(columns) == "columns"


@pytest.mark.parametrize(
    "arguments", [(0,), (-1,), (2.0,), (True,), ("M", 2), (1, 2), (None,), (2**70,)]
)
def test_numbers_that_make_no_sense(arguments):
    with pytest.raises(sa.CompileError, match="makes no sense: give names, or one number"):
        sa.create_dimensions(*arguments)


def test_number_cannot_be_seen():
    with pytest.raises(sa.CompileError, match="cannot see how many dimensions"):
        list(sa.create_dimensions())


@pytest.mark.parametrize("name", ["", "2x", "a b", "é", 3])
def test_names_that_are_no_identifiers(name):
    with pytest.raises(sa.CompileError, match="cannot be the name of a dimension"):
        sa.Dimension(name)


def test_unnamed_dimensions_have_the_name_the_logic_uses():
    made = sa.create_dimensions(1)
    (rows,) = [made[0]]
    A = sa.Array(role=INOUT, element_type="i64", shape=made)
    nest = sa.Nest(shape=made)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = rows - i

    assert made[0].name == "rows"


def identity(shape, loops=None):
    """Return the names of the dimensions of a function over an array of some shape."""
    A = sa.Array(role=INOUT, shape=shape, name="A")
    nest = sa.Nest(shape=shape if loops is None else loops)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[indices] = A[indices] * 1

    function = sa.compile(nest, args=(A,), engine="eager")
    return list(function._source.dimensions.values())


def test_names_are_unique_in_a_function():
    assert identity(sa.create_dimensions("M", "M", "A")) == ["M", "M_1", "A_1"]
    assert identity(sa.create_dimensions(2)) == ["size", "size_1"]
    assert identity(sa.create_dimensions("mod", "floordiv")) == ["mod_1", "floordiv_1"]
    assert identity((sa.inf, sa.Dimension("A_size0")), loops=(2, 3)) == ["A_size0_1"]
    größe = sa.Dimension()
    assert identity((größe,)) == ["gr__e"]


def test_shapes_of_arrays():
    M, N = sa.create_dimensions()
    A = sa.Array(role=INPUT, shape=(M, 4, N))
    assert (A.shape, A.ndim, A.strides) == ((M, 4, N), 3, None)
    assert repr(A) == "Array 'A': INPUT float32, shape (M, 4, N), row-major"
    assert sa.Array(role=INPUT, shape=M).shape == (M,)
    with pytest.raises(sa.CompileError, match="length of array 'A' is known only at the call.* M"):
        len(A)
    for attribute in ("offset", "storage_size"):
        with pytest.raises(sa.CompileError, match="of array 'A' is known only at the call"):
            getattr(A, attribute)
    B = sa.Array(role=INPUT, shape=(4, M))
    assert len(B) == 4


def test_shapes_of_nests():
    M, N = sa.create_dimensions()
    nest = sa.Nest(shape=(M - 1, N // 2, 8))
    i, j, k = nest.get_indices()
    assert repr(nest) == "Nest over i < (M - 1), j < (N // 2), k < 8"
    assert sa.Nest(shape=M).shape == (M,)
    assert sa.Nest(shape=(M - M + 3,)).shape == (3,)


@pytest.mark.parametrize("infinity", [sa.inf, math.inf, float("inf"), np.inf, np.float32("inf")])
def test_open_dimensions(infinity):
    A = sa.Array(role=INPUT, shape=(infinity, 4))
    assert A.shape == (sa.inf, 4)
    assert repr(A) == "Array 'A': INPUT float32, shape (inf, 4), row-major"
    with pytest.raises(sa.CompileError, match="the size of its first dimension is inf"):
        len(A)


MAJOR = {
    "row-major": ("row_major", (sa.inf, 4), (4, sa.inf), 0),
    "column-major": ("col_major", (4, 5, sa.inf), (sa.inf, 4, 5), 2),
    "strides": ((1, 8), (4, sa.inf), (sa.inf, 4), 1),
    "any": ("any", (sa.inf, 4), (4, sa.inf), 0),
    "blocked": (("blocked", (2, 2)), (sa.inf, 4), (4, sa.inf), 0),
    "banded": (("banded", 1, 1), (sa.inf, 4), (4, sa.inf), 0),
    "striped": (("striped", 2), (4, sa.inf), (sa.inf, 4), 1),
    "toeplitz": ("toeplitz", (4, sa.inf), (sa.inf, 4), 1),
    "affine": (("affine", lambda i, j: i + 9 * j), (4, sa.inf), (sa.inf, 4), 1),
}


def layout_of(what):
    if isinstance(what, str):
        return getattr(sa.layout, what)
    return getattr(sa.layout, what[0])(*what[1:]) if isinstance(what[0], str) else what


@pytest.mark.parametrize("case", MAJOR.values(), ids=MAJOR.keys())
def test_only_the_major_dimension_is_open(case):
    what, fitting, other, axis = case
    layout = layout_of(what)
    assert sa.Array(role=INPUT, shape=fitting, layout=layout).shape == fitting
    with pytest.raises(sa.CompileError, match=f"array 'B' leaves dimension .* dimension {axis} of"):
        B = sa.Array(role=INPUT, shape=other, layout=layout)  # noqa: F841
    with pytest.raises(sa.CompileError, match=f"which is dimension {axis} of"):
        sa.Array(role=INPUT, shape=(sa.inf,) * len(fitting), layout=layout)


@pytest.mark.parametrize("layout", ["lower_triangular", "packed_upper_triangular"])
def test_layouts_that_need_every_size(layout):
    with pytest.raises(sa.CompileError, match="sa.inf, but .* needs to know every size"):
        sa.Array(role=INPUT, shape=(sa.inf, sa.inf), layout=getattr(sa.layout, layout))


def test_equal_strides_are_both_major():
    for shape in ((sa.inf, 4), (4, sa.inf)):
        assert sa.Array(role=INPUT, shape=shape, layout=(3, 3)).shape == shape


def test_roles_of_run_time_sizes():
    M = sa.create_dimensions()
    assert sa.Array(role=TEMP, shape=(M, 4)).shape == (M, 4)
    with pytest.raises(sa.CompileError, match="array 'T' has the role TEMP and a size sa.inf"):
        T = sa.Array(role=TEMP, shape=(sa.inf, 4))  # noqa: F841
    for size in (M, sa.inf):
        with pytest.raises(sa.CompileError, match="a size of array 'K' must be an integer"):
            K = sa.Array(role=CONST, data=[1.0], shape=(size,))  # noqa: F841


def test_sizes_of_arrays_are_no_expressions():
    M = sa.create_dimensions()
    with pytest.raises(sa.CompileError, match=r"array 'A' has the size \(M - 1\): .* its own"):
        A = sa.Array(role=INPUT, shape=(M - 1,))  # noqa: F841


@pytest.mark.parametrize("size", [float("nan"), -math.inf, 1.5, "M", None])
def test_sizes_that_are_none(size):
    with pytest.raises(sa.CompileError, match="must be an integer"):
        sa.Array(role=INPUT, shape=(size,))
    with pytest.raises(sa.CompileError, match="must be an integer"):
        sa.Nest(shape=(size,))


def test_loops_end():
    with pytest.raises(sa.CompileError, match="a nest has sa.inf, but loops end"):
        sa.Nest(shape=(sa.inf,))


def test_loops_do_not_depend_on_loops():
    i = sa.Nest(shape=4).get_indices()
    M = sa.create_dimensions()
    with pytest.raises(sa.CompileError, match=r"size \(M - i\) with the loop index 'i'"):
        sa.Nest(shape=(M - i,))


def test_products_of_dimensions_are_values():
    M, N = sa.create_dimensions()
    with pytest.raises(sa.CompileError, match="value of dimension 'M' can be used only in the lo"):
        sa.Nest(shape=(M * N,))


def test_sizes_are_no_python_integers():
    M = sa.create_dimensions()
    for convert in (int, range, lambda size: [1, 2][size]):
        with pytest.raises(sa.CompileError, match="not known yet"):
            convert(M)


def test_subscripts_below_zero():
    M = sa.create_dimensions()
    A = sa.Array(role=INOUT, shape=(M,))
    nest = sa.Nest(shape=(M,))
    with pytest.raises(sa.CompileError, match="subscript -1 is outside dimension 0 of array 'A'"):

        @nest.iteration_logic
        def _():
            A[-1] = 1


def test_arguments_say_every_dimension():
    M, N = sa.create_dimensions()
    A = sa.Array(role=INOUT, shape=(8,))

    def compiling(shape, logic):
        nest = sa.Nest(shape=shape)
        i = nest.get_indices()
        nest.iteration_logic(lambda: logic(i))
        return sa.compile(nest, args=(A,), engine="eager")

    def store(index, value):
        A[index] = value

    T = sa.Array(role=TEMP, shape=(N,))

    def use_temporary(i):
        T[0] = 1

    message = "dimension '{}' is used {}.* but no array of args has it in its shape"
    with pytest.raises(sa.CompileError, match=message.format("M", "in the Nest over i < M")):
        compiling((M,), lambda i: store(i, 1))
    with pytest.raises(sa.CompileError, match=message.format("M", "in the Nest over i < 8")):
        compiling((8,), lambda i: store(i, sa.cast(M, sa.float32)))
    with pytest.raises(sa.CompileError, match=message.format("N", "in the Nest")):
        compiling((8,), lambda i: store(N - 1 - i, 1))
    with pytest.raises(sa.CompileError, match=message.format("N", "in the shape of array 'T'")):
        compiling((8,), use_temporary)


def test_sixteen_dimensions():
    shape = sa.create_dimensions(16)
    A = sa.Array(role=INPUT, shape=shape)
    assert A.ndim == 16
    with pytest.raises(sa.CompileError, match="17 dimensions"):
        sa.Array(role=INPUT, shape=(*shape, 2))
