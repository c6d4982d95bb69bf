# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Declarations of arrays as Accera writes them, and as NumPy does, which get advice."""

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases

DATA = np.arange(12.0).reshape(3, 4)


def test_the_order_of_positional_arguments_is_accera_s():
    W = sa.Array(sa.Role.CONST, DATA, sa.float32, sa.Array.Layout.LAST_MAJOR)
    assert (W.element_type, W.shape) == (sa.float32, (3, 4))
    assert W.layout == sa.Array.Layout.LAST_MAJOR
    A = sa.Array(sa.Role.INPUT, None, sa.int32, (4, 1), 3, (2, 4))
    assert (A.strides, A.offset, A.shape) == ((4, 1), 3, (2, 4))


@pytest.mark.parametrize(
    ("declare", "advice"),
    {
        "shape first": (
            lambda: sa.Array((16, 32), "f4"),
            r"looks like a shape: write sa\.Array\(role=sa\.Role\.INPUT, "
            r"element_type=sa\.float32, shape=\(16, 32\)\)",
        ),
        "another type": (lambda: sa.Array([2, 3], np.int8), r"element_type=sa\.int8, shape=\[2, 3"),
        "a number first": (lambda: sa.Array(8), r"shape=8\); for memory .* sa\.zeros"),
        "dtype": (
            lambda: sa.Array(sa.Role.INPUT, shape=(3,), dtype="f8"),
            r"has no dtype: write element_type=sa\.float64",
        ),
        "a wrong dtype": (
            lambda: sa.Array(sa.Role.INPUT, shape=(3,), dtype="who"),
            r"has no dtype: write element_type=sa\.float32",
        ),
        "order": (
            lambda: sa.Array(sa.Role.INPUT, shape=(3,), order="F"),
            r"has no order: write .*LAST_MAJOR for 'F'",
        ),
    }.values(),
)
def test_declarations_like_those_of_numpy_get_advice(declare, advice):
    with pytest.raises(sa.CompileError, match=advice) as caught:
        declare()
    assert isinstance(caught.value, ValueError) and caught.value.location.file == __file__


CONVERSIONS = {
    "rounds": (np.array([0.1, 1e300]), "f4", [np.float32(0.1), np.inf]),
    "integers": (np.array([1, -128]), "i1", [1, -128]),
    "whole numbers": (np.array([1.0, 2.0]), "i4", [1, 2]),
    "to half": (np.array([0.1], "f4"), "f2", [np.float16(0.1)]),
    "nothing": (np.zeros(0), "i4", []),
    "to complex": (np.array([1.5]), "c8", [1.5 + 0j]),
}


@pytest.mark.parametrize(("data", "to", "expected"), CONVERSIONS.values(), ids=CONVERSIONS.keys())
def test_constants_take_the_type_that_is_asked_for(data, to, expected):
    W = sa.Array(role=sa.Role.CONST, data=data, element_type=to)
    np.testing.assert_array_equal(W.data, np.array(expected, to))
    assert W.data.dtype == np.dtype(to)


@pytest.mark.parametrize(
    ("data", "to", "message"),
    [
        (np.array([[1, 300]]), "i1", "has the value 300, which int8 does not hold"),
        (np.array([-1]), "u4", "has the value -1, which uint32"),
        (np.array([np.nan]), "i4", "has the value nan, which int32"),
        (np.array([2.0**63]), "int64", "which int64 does not hold"),
        (np.array([2]), "?", "has the value 2, which bool does not"),
        (np.array([1j]), "f4", r"complex128 and does not fit float32: pass data\.real"),
    ],
)
def test_constants_are_not_changed_by_more_than_rounding(data, to, message):
    with pytest.raises(sa.CompileError, match=message):
        sa.Array(role=sa.Role.CONST, data=data, element_type=to)


def test_an_open_last_dimension_is_the_major_one():
    A = sa.Array(role=sa.Role.INPUT, shape=(10, sa.inf))
    assert A.layout == sa.Array.Layout.LAST_MAJOR
    assert sa.Array(role=sa.Role.INPUT, shape=(sa.inf, 10)).layout == sa.Array.Layout.FIRST_MAJOR
    assert sa.Array(role=sa.Role.INPUT, shape=(sa.inf,)).layout == sa.Array.Layout.FIRST_MAJOR
    with pytest.raises(sa.CompileError, match="only the major dimension can be"):
        sa.Array(role=sa.Role.INPUT, shape=(10, sa.inf), layout=sa.Array.Layout.FIRST_MAJOR)


cases = Cases()


@cases
def an_open_last_dimension():
    A = sa.Array(role=sa.Role.INPUT, shape=(4, sa.inf))
    B = sa.Array(role=sa.Role.INOUT, shape=(4,))
    nest = sa.Nest(shape=(4, 6))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i, j]

    a = np.asfortranarray(np.arange(36, dtype="f4").reshape(4, 9))
    return Case(nest, (A, B), (a, np.zeros(4, "f4")), (None, a[:, :6].sum(axis=1)))


@cases
def a_constant_of_another_type():
    W = sa.Array(sa.Role.CONST, DATA, sa.float32)
    B = sa.Array(role=sa.Role.INOUT, shape=(3,))
    nest = sa.Nest(shape=(3, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += W[i, j]

    return Case(nest, (B,), (np.ones(3, "f4"),), (1 + DATA.sum(axis=1, dtype="f4"),))


test_on_every_engine = cases.tests()
