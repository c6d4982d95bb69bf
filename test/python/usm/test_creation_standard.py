# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The creation functions against a reference of the array API standard, on random parameters."""

import array_api_strict as xp
import numpy as np
import pytest
import saopt as sa
from hypothesis import given, settings
from hypothesis import strategies as st

xp.set_array_api_strict_flags(api_version="2024.12")

# The same parameters in every run.
checked = settings(max_examples=80, derandomize=True, deadline=None, database=None)

DTYPES = [
    "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "float32",
    "float64",
    "complex64",
    "complex128",
]
dtypes = st.none() | st.sampled_from(DTYPES)
shapes = st.integers(0, 5) | st.lists(st.integers(0, 4), max_size=5).map(tuple)
usm_types = st.sampled_from(["device", "shared", "host"])
reals = st.floats(allow_nan=True, allow_infinity=True)
complexes = st.complex_numbers(allow_nan=True, allow_infinity=True)


def reference(function, *arguments, dtype=None, **keywords):
    dtype = None if dtype is None else getattr(xp, dtype)
    return getattr(xp, function)(*arguments, dtype=dtype, **keywords)


def check(made, expected):
    """Compare everything that the standard speaks of."""
    assert isinstance(made, sa.USMArray)
    assert made.shape == expected.shape and made.ndim == expected.ndim
    assert made.size == expected.size
    assert made.dtype.name == str(expected.dtype).rpartition(".")[2]
    np.testing.assert_array_equal(made.asnumpy(), np.from_dlpack(expected))


def numbers(dtype):
    """Give the Python numbers that are elements of a type."""
    if dtype == "bool":
        return st.booleans()
    if "int" in dtype:
        limits = np.iinfo(dtype)
        return st.integers(int(limits.min), int(limits.max))
    if dtype.startswith("float"):
        return st.floats(width=int(dtype[5:]))
    return st.complex_numbers(width=int(dtype[7:]), allow_subnormal=False)


@checked
@given(st.sampled_from(["zeros", "ones"]), shapes, dtypes, usm_types)
def test_zeros_and_ones(function, shape, dtype, usm_type):
    made = getattr(sa, function)(shape, dtype=dtype, usm_type=usm_type)
    check(made, reference(function, shape, dtype=dtype))


@checked
@given(shapes, dtypes)
def test_empty(shape, dtype):
    made, expected = sa.empty(shape, dtype=dtype), reference("empty", shape, dtype=dtype)
    assert made.shape == expected.shape
    assert made.dtype.name == str(expected.dtype).rpartition(".")[2]


@checked
@given(st.data())
def test_full(data):
    dtype = data.draw(st.sampled_from(DTYPES))
    value = data.draw(numbers(dtype))
    shape = data.draw(shapes)
    made = sa.full(shape, value, dtype=dtype, usm_type=data.draw(usm_types))
    check(made, reference("full", shape, value, dtype=dtype))


@checked
@given(shapes, st.booleans() | st.integers(-(2**63), 2**63 - 1) | reals | complexes)
def test_full_of_a_number(shape, value):
    check(sa.full(shape, value), xp.full(shape, value))


@checked
@given(st.data())
def test_like(data):
    shape, dtype = data.draw(shapes), data.draw(st.sampled_from(DTYPES))
    other = data.draw(dtypes)
    own, theirs = sa.zeros(shape, dtype=dtype), reference("zeros", shape, dtype=dtype)
    for function in ("zeros_like", "ones_like"):
        check(getattr(sa, function)(own, dtype=other), reference(function, theirs, dtype=other))
    value = data.draw(numbers(other or dtype))
    check(sa.full_like(own, value, dtype=other), reference("full_like", theirs, value, dtype=other))
    assert sa.empty_like(own, dtype=other).shape == theirs.shape


@checked
@given(
    st.integers(-50, 50),
    st.none() | st.integers(-50, 50),
    st.integers(-20, 20).filter(bool),
    st.none() | st.sampled_from(["int8", "int16", "int32", "int64", "float32", "float64"]),
)
def test_arange_of_integers(start, stop, step, dtype):
    check(
        sa.arange(start, stop, step, dtype=dtype),
        reference("arange", start, stop, step, dtype=dtype),
    )


@checked
@given(
    st.floats(-50, 50),
    st.none() | st.floats(-50, 50) | st.integers(-50, 50),
    st.floats(0.1, 20) | st.floats(-20, -0.1) | st.just(3),
    st.sampled_from([None, "float32", "float64"]),
)
def test_arange_of_reals(start, stop, step, dtype):
    check(
        sa.arange(start, stop, step, dtype=dtype),
        reference("arange", start, stop, step, dtype=dtype),
    )


@checked
@given(
    st.integers(-(2**52), 2**52) | st.floats(-1e100, 1e100),
    st.integers(-(2**52), 2**52) | st.floats(-1e100, 1e100),
    st.integers(0, 40),
    st.sampled_from([None, "float64", "complex128"]),
    st.booleans(),
)
def test_linspace(start, stop, num, dtype, endpoint):
    made = sa.linspace(start, stop, num, dtype=dtype, endpoint=endpoint)
    check(made, reference("linspace", start, stop, num, dtype=dtype, endpoint=endpoint))


@checked
@given(
    st.complex_numbers(max_magnitude=1e100),
    st.complex_numbers(max_magnitude=1e100) | st.integers(-9, 9),
    st.integers(0, 40),
    st.sampled_from([None, "complex64", "complex128"]),
    st.booleans(),
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_linspace_of_complex_numbers(start, stop, num, dtype, endpoint):
    made = sa.linspace(start, stop, num, dtype=dtype, endpoint=endpoint)
    expected = reference("linspace", start, stop, num, dtype=dtype, endpoint=endpoint)
    assert made.dtype.name == str(expected.dtype).rpartition(".")[2]
    np.testing.assert_allclose(made.asnumpy(), np.from_dlpack(expected), rtol=1e-6, atol=1e-300)


@checked
@given(st.integers(0, 8), st.none() | st.integers(0, 8), st.integers(-9, 9), dtypes, usm_types)
def test_eye(rows, columns, k, dtype, usm_type):
    made = sa.eye(rows, columns, k=k, dtype=dtype, usm_type=usm_type)
    check(made, reference("eye", rows, columns, k=k, dtype=dtype))


def nested(elements):
    """Give sequences of sequences of elements, all of the same shape."""

    def of_shape(shape):
        strategy = elements
        for size in reversed(shape):
            strategy = st.lists(strategy, min_size=size, max_size=size)
        return strategy

    return st.lists(st.integers(0, 3), max_size=3).flatmap(of_shape)


KINDS = [
    st.booleans(),
    st.booleans() | st.integers(-(2**63), 2**63 - 1),
    st.booleans() | st.integers(-9, 9) | reals,
    st.integers(-9, 9) | reals | complexes,
]


@checked
@given(st.one_of([nested(kind) for kind in KINDS]))
def test_asarray_of_python_numbers(thing):
    check(sa.asarray(thing), xp.asarray(thing))


@checked
@given(st.data())
def test_asarray_of_numbers_with_a_type(data):
    dtype = data.draw(st.sampled_from(DTYPES))
    thing = data.draw(nested(numbers(dtype)))
    made = sa.asarray(thing, dtype=dtype, usm_type=data.draw(usm_types))
    check(made, reference("asarray", thing, dtype=dtype))


@checked
@given(st.data())
def test_asarray_of_arrays(data):
    source, target = data.draw(st.sampled_from(DTYPES)), data.draw(dtypes)
    thing = data.draw(nested(st.integers(0, 1)))
    theirs = reference("asarray", thing, dtype=source)
    expected = reference("asarray", theirs, dtype=target)
    for own in (theirs, sa.asarray(thing, dtype=source), np.from_dlpack(theirs)):
        with np.errstate(all="ignore"):
            check(
                sa.asarray(own, dtype=target, copy=data.draw(st.sampled_from([None, True]))),
                expected,
            )
    check(sa.from_dlpack(theirs), theirs)
