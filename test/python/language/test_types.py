# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: names, conversions from NumPy's, and promotion."""

import itertools

import ml_dtypes
import numpy as np
import pytest
import saopt as sa
from saopt._src.language.types import can_cast, float_type, number_fits, number_type, promote

OF_NUMPY = [member for member in sa.ScalarType if member is not sa.bfloat16]


def test_there_are_fifteen():
    names = [member.name for member in sa.ScalarType]
    assert names == [
        "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
    ]  # fmt: skip
    for name in names:
        assert getattr(sa, name) is sa.ScalarType[name]


@pytest.mark.parametrize("source", ["float32", "f32", np.float32, np.dtype("f4"), sa.float32])
def test_one_type_has_many_names(source):
    assert sa.ScalarType.of(source) is sa.float32


def test_types_of_python():
    assert sa.ScalarType.of(bool) is sa.bool_
    assert sa.ScalarType.of(int) is sa.int64
    assert sa.ScalarType.of(float) is sa.float64
    assert sa.ScalarType.of(complex) is sa.complex128


def test_bool_may_be_spelled_without_underscore():
    assert sa.ScalarType.bool is sa.bool_
    assert sa.ScalarType.of("bool") is sa.bool_


def test_bfloat16_comes_from_ml_dtypes():
    assert sa.ScalarType.of(ml_dtypes.bfloat16) is sa.bfloat16
    assert sa.bfloat16.dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    "source", ["float31", np.clongdouble, "datetime64[s]", ">f4", None, 3, "S"]
)
def test_unknown_types_are_refused(source):
    with pytest.raises(sa.CompileError, match="not an element type"):
        sa.ScalarType.of(source)


@pytest.mark.parametrize("member", list(sa.ScalarType), ids=str)
def test_dtype_goes_there_and_back(member):
    assert sa.ScalarType.of(member.dtype) is member
    assert member.dtype.itemsize == member.itemsize


@pytest.mark.parametrize("member", [m for m in OF_NUMPY if m.is_integer], ids=str)
def test_limits(member):
    limits = np.iinfo(member.dtype)
    assert member.limits == (limits.min, limits.max)


@pytest.mark.parametrize("member", [m for m in sa.ScalarType if m.is_float], ids=str)
def test_largest(member):
    assert member.largest == float(ml_dtypes.finfo(member.dtype).max)


@pytest.mark.parametrize("member", OF_NUMPY, ids=str)
def test_parts(member):
    assert member.part.dtype == np.zeros(1, member.dtype).real.dtype
    assert member.is_complex == (member.dtype.kind == "c")


@pytest.mark.parametrize("number", [1e39, 1e39j, complex(1, 1e39), 10**39])
def test_numbers_that_only_wide_parts_hold(number):
    assert not number_fits(number, sa.complex64)
    assert number_fits(number, sa.complex128)


def test_complex_numbers_have_no_place_in_real_types():
    assert not number_fits(1j, sa.float64)
    assert not number_fits(complex(1, 0), sa.int8)
    assert number_fits(complex("nan+infj"), sa.complex64)


@pytest.mark.parametrize("met", [sa.float16, sa.float32, sa.float64, sa.complex64, sa.complex128])
def test_a_complex_number_takes_the_type_that_numpy_gives_it(met):
    assert number_type(1j, met).dtype == np.result_type(met.dtype, 1j)


def test_a_complex_number_meets_bfloat16_as_complex64():
    assert number_type(1j, sa.bfloat16) is sa.complex64
    assert promote(sa.bfloat16, sa.complex64) is sa.complex64
    assert promote(sa.complex128, sa.bfloat16) is sa.complex128


def test_promotion_is_that_of_numpy():
    for a, b in itertools.product(OF_NUMPY, OF_NUMPY):
        assert promote(a, b).dtype == np.result_type(a.dtype, b.dtype)


def test_safe_casts_are_those_of_numpy():
    for a, b in itertools.product(OF_NUMPY, OF_NUMPY):
        assert can_cast(a, b) == np.can_cast(a.dtype, b.dtype, "safe")


def test_promotion_of_bfloat16_is_that_of_ml_dtypes_where_it_has_one():
    for other in sa.ScalarType:
        try:
            wanted = np.result_type(ml_dtypes.bfloat16, other.dtype)
        except TypeError:
            continue
        assert promote(sa.bfloat16, other).dtype == wanted
        assert promote(other, sa.bfloat16).dtype == wanted


def test_promotion_of_bfloat16_with_the_rest():
    assert promote(sa.bfloat16, sa.float16) is sa.float32
    assert promote(sa.bfloat16, sa.int16) is sa.float32
    assert promote(sa.uint64, sa.bfloat16) is sa.float64


@pytest.mark.parametrize("member", OF_NUMPY, ids=str)
def test_functions_of_a_type_are_computed_as_numpy_does(member):
    assert float_type(member).dtype == np.sqrt(np.zeros(1, member.dtype)).dtype


def test_how_types_print():
    assert str(sa.float32) == "float32"
    assert str(sa.bool_) == "bool"
    assert repr(sa.float32) == "saopt.float32"
