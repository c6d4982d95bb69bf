# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts, subscripts and views that were once taken for others, or never compiled."""

import numpy as np
import pytest
import saopt as sa
from harness import arrays, call


@pytest.mark.parametrize("engine", ["eager", "spirv", "sycl"])
def test_one_dimension_with_an_offset_takes_its_storage(engine):
    """Stride 1 alone does not make the elements their own storage."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,), layout=(1,), offset=3)
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

    storage = np.arange(11, dtype=np.float32)
    function = sa.compile(nest, args=(A, B), engine=engine)
    result = call(function, storage, np.zeros(8, np.float32))[1]
    assert np.array_equal(result, storage[3:])


@pytest.mark.parametrize(
    "layout",
    [sa.layout.col_major, sa.layout.z_order, sa.layout.blocked((2, 2)), sa.layout.toeplitz],
    ids=str,
)
def test_constants_without_elements_have_any_layout(layout):
    W = sa.Array(role=sa.Role.CONST, data=np.zeros((0, 3), np.float32), layout=layout)
    assert W.storage_size == 0


def test_a_constant_outside_of_an_empty_triangle():
    layout = sa.layout.lower_triangular(diagonal=False)
    W = sa.Array(role=sa.Role.CONST, data=np.zeros((1, 1), np.float32), layout=layout)
    assert W.storage_size == 0


def test_layouts_with_many_quotients_compile():
    """The compiler once looked for the largest offset without an end."""
    layout = sa.layout.affine(
        lambda i, j: sum(((i * (q + 1) + j) // (q + 2)) % (q + 3) for q in range(8))
    )
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(4, 4), layout=layout)
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(4, 4))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    assert "const int32_t *A" in sa.compile(nest, args=(A, B)).signature


def copied(shape, role, **of_a_and_b):
    """Compile ``B = A`` with the layouts of A and B."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape, **of_a_and_b["A"])
    B = sa.Array(role=role, element_type=sa.float32, shape=shape, **of_a_and_b["B"])
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices]

    return sa.compile(nest, args=(A, B))


@pytest.mark.parametrize("layout", [sa.layout.strided((0,)), sa.layout.affine(lambda i: 0)])
def test_one_element_is_the_storage_of_an_array_that_repeats_it(layout):
    f = copied((8,), sa.Role.INOUT, A={"layout": layout}, B={})
    result = sa.zeros(8, dtype=sa.float32)
    f(sa.full(1, 5, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [5] * 8


@pytest.mark.parametrize("shape", [(0, 3), (0, 0), (3, 0)])
def test_an_output_without_rows_can_be_left_out(shape):
    dimensions = tuple(sa.Dimension(name) for name in "MN")
    f = copied(dimensions, sa.Role.OUTPUT, A={}, B={"layout": sa.layout.toeplitz})
    assert f(sa.zeros(shape, dtype=sa.float32)).shape == shape


def test_a_view_that_is_left_is_called_a_view():
    A, B = arrays(("input", "float32", (6, 6)), ("inout", "float32", (6, 7)))
    view, nest = A.sub_array((0, 0), (6, 6)), sa.Nest(shape=(6, 7))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = view[i, j]

    with pytest.raises(sa.CompileError, match="the bound of a view is not kept"):
        str(sa.compile(nest, args=(A, B)).mlir)


def test_a_subscript_with_very_many_quotients():
    """The proof that no two points meet took three times as long with each of them."""
    A, B = arrays(("input", "int32", 2**16), ("inout", "int32", 2**16))
    nest = sa.Nest(shape=2**16)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[sum((i // 2**bit % 2) * 2 ** (15 - bit) for bit in range(16))] = A[i]

    a = sa.arange(2**16, dtype=sa.int32)
    result = sa.zeros(2**16, dtype=sa.int32)
    sa.compile(nest, args=(A, B))(a, result)
    reverse = [int(f"{number:016b}"[::-1], 2) for number in range(2**16)]
    assert (result.asnumpy()[reverse] == a.asnumpy()).all()
