# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Outputs that are left out come back as arrays of dpnp where the arguments are dpnp's."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import ENGINES


def make(engine, element_type="f4", layout=sa.Array.Layout.FIRST_MAJOR):
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(2, 3))
    B = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(2, 3))
    C = sa.Array(role=sa.Role.OUTPUT, element_type=element_type, shape=(2, 3), layout=layout)
    nest = sa.Nest(shape=(2, 3))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] = A[i, j] + B[i, j]

    return sa.compile(nest, args=(A, B, C), engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("usm_type", ["device", "shared"])
def test_arrays_of_dpnp_give_arrays_of_dpnp(engine, usm_type):
    a = dpnp.asarray(np.arange(6, dtype="f4").reshape(2, 3), usm_type=usm_type)
    c = make(engine, layout=sa.Array.Layout.LAST_MAJOR)(a, a)
    assert isinstance(c, dpnp.ndarray) and c.usm_type == usm_type
    assert c.sycl_queue == a.sycl_queue and c.flags.f_contiguous
    np.testing.assert_array_equal(dpnp.asnumpy(c + 1), 2 * np.arange(6).reshape(2, 3) + 1)


@pytest.mark.parametrize("engine", ("eager", "spirv"))
def test_other_arguments_give_usm_arrays(engine):
    function = make(engine)
    a, b = dpnp.ones((2, 3), dtype="f4"), sa.ones((2, 3), dtype="f4")
    for given in ((a, b), (b, a), (b, b)):
        c = function(*given)
        assert isinstance(c, sa.USMArray)
        np.testing.assert_array_equal(c.asnumpy(), 2)


def test_prepared_calls_return_them_too():
    a = dpnp.ones((2, 3), dtype="f4")
    call = make("spirv").prepare(a, a)
    first = call()
    a[...] = 5
    second = call()
    assert first is second and isinstance(first, dpnp.ndarray)
    np.testing.assert_array_equal(dpnp.asnumpy(first), 10)


def test_empty_outputs_and_views():
    N = sa.Dimension()
    A = sa.Array(role=sa.Role.INPUT, shape=(N,), name="A")
    C = sa.Array(role=sa.Role.OUTPUT, shape=(N,), name="C")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i]

    function = sa.compile(nest, args=(A, C))
    for size in (0, 1, 5):
        a = dpnp.arange(size, dtype="f4")
        np.testing.assert_array_equal(dpnp.asnumpy(function(a)), np.arange(size))


def test_lists_and_tensors_get_advice():
    function = make("spirv")

    class Tensor:
        def __dlpack__(self):
            raise AssertionError

        def __dlpack_device__(self):
            raise AssertionError

    b = sa.ones((2, 3), dtype="f4")
    with pytest.raises(sa.ArgumentError, match=r"sa\.asarray\(x\), which makes an array of its"):
        function([[1, 2, 3]] * 2, b)
    with pytest.raises(sa.ArgumentError, match=r"'A'.*sa\.asarray\(x\), which shares the memory"):
        function(Tensor(), b)


def test_reversed_outputs():
    A = sa.Array(role=sa.Role.INPUT, shape=(4,), name="A")
    C = sa.Array(role=sa.Role.OUTPUT, shape=(4,), layout=(-1,), offset=3, name="C")
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i]

    c = sa.compile(nest, args=(A, C))(dpnp.arange(4, dtype="f4"))
    assert c.strides == (-4,)
    np.testing.assert_array_equal(dpnp.asnumpy(c), np.arange(4))
