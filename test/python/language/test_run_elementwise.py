# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise functions of the array API, compared with NumPy's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Cases, elementwise

cases = Cases()

FLOATS = ("f2", "f4", "f8")
INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")


def special(dtype):
    """Return numbers of a floating-point type, with all that is special in it."""
    info = np.finfo(dtype)
    few = [0.0, 1.0, 2.5, 3e-3, 7.75, float(info.max), float(info.tiny), np.inf]
    return np.array([*few, *(-x for x in few), np.nan], dtype)


def extreme(dtype):
    """Return integers of a type, its ends among them."""
    info = np.iinfo(dtype)
    few = {0, 1, 2, 5, 100, info.max, info.max // 3, info.min, max(info.min, -1)}
    return np.array(sorted(few), dtype)


def pairs(values):
    """Return all pairs of values, as two arrays."""
    both = np.array(list(itertools.product(values, values)), values.dtype)
    return both[:, 0].copy(), both[:, 1].copy()


@cases.over(itertools.product(("isnan", "isinf", "isfinite", "signbit"), FLOATS), "_".join)
def checks_of_floats(choice):
    name, dtype = choice
    x = special(dtype)
    return elementwise(getattr(sa, name), [x], getattr(np, name)(x))


@cases.over(
    itertools.product(("isnan", "isinf", "isfinite", "signbit"), ("i4", "u1", "b1")), "_".join
)
def checks_of_integers(choice):
    name, dtype = choice
    x = np.array([0, 1, 1], dtype)
    return elementwise(getattr(sa, name), [x], getattr(np, name)(x))


@cases.over(("isnan", "isinf", "isfinite"))
def checks_of_complex(name):
    parts = np.array([0, 1, np.inf, np.nan], np.float32)
    real, imag = np.meshgrid(parts, parts)
    x = np.empty(16, np.complex64)
    x.real, x.imag = real.ravel(), imag.ravel()
    return elementwise(getattr(sa, name), [x], getattr(np, name)(x))


@cases.over((*FLOATS, *INTEGERS))
def sign(dtype):
    x = special(dtype) if dtype in FLOATS else extreme(dtype)
    return elementwise(sa.sign, [x], np.sign(x))


@cases.over((*FLOATS, *INTEGERS))
def square(dtype):
    with np.errstate(all="ignore"):
        x = special(dtype) if dtype in FLOATS else extreme(dtype)
        return elementwise(sa.square, [x], np.square(x))


@cases.over(FLOATS)
def clip(dtype):
    x = special(dtype)
    return elementwise(lambda x: sa.clip(x, -1.5, 2), [x], np.clip(x, np.array(-1.5, dtype), 2))


@cases.over(itertools.product(("copysign", "nextafter"), FLOATS), "_".join)
def exact_pairs(choice):
    name, dtype = choice
    x, y = pairs(special(dtype))
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x, y)
    return elementwise(getattr(sa, name), [x, y], expected)


@cases.over(("hypot", "logaddexp"))
def pairs_of_singles(name):
    x, y = pairs(np.array([0, 1, -2.5, 30, -80, 1e30, np.inf, -np.inf, np.nan], np.float32))
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x, y)
    return elementwise(getattr(sa, name), [x, y], expected, 1e-6, 1e-6)


@cases
def cbrt():
    x = np.array([0, 1, 8, -27, 1e-30, -1e30, np.inf, np.nan], np.float32)
    return elementwise(sa.cbrt, [x], np.cbrt(x), 1e-6)


@cases.over(INTEGERS)
def popcount(dtype):
    x = extreme(dtype)
    return elementwise(sa.popcount, [x], np.bitwise_count(x))


@cases.over(INTEGERS)
def clz(dtype):
    x = extreme(dtype)
    width = 8 * x.itemsize
    zeros = [width - (int(value) % 2**width).bit_length() for value in x]
    return elementwise(sa.clz, [x], np.array(zeros, np.uint8))


@cases.over(("and", "or", "xor", "left_shift", "right_shift"))
def bitwise(name):
    x, y = pairs(np.array([0, 1, 3, 6], np.int32))
    functions = (getattr(module, f"bitwise_{name}") for module in (sa, np))
    ours, expected = functions
    return elementwise(ours, [x, y], expected(x, y))


@cases
def others():
    x, y = pairs(np.array([1, 3, -7, 12], np.int32))
    expected = np.where(x > y, np.floor_divide(x, y), np.bitwise_invert(x))
    function = lambda x, y: sa.where(x > y, sa.floor_divide(x, y), sa.bitwise_not(x))  # noqa: E731
    return elementwise(function, [x, y], expected)


test_on_every_engine = cases.tests()


def test_numbers():
    assert sa.hypot(3, 4) == 5
    assert sa.sign(-2.5) == -1
    assert sa.isnan(float("nan")) and not sa.isfinite(float("inf"))
    assert sa.signbit(-0.0)
    assert (sa.popcount(7), sa.clz(1)) == (3, 63)


@pytest.mark.parametrize(
    ("function", "dtype", "message"),
    [
        (sa.sign, "b1", "sa.sign has no meaning for bool"),
        (sa.sign, "c8", "sa.sign has no meaning for complex64"),
        (sa.popcount, "f4", "sa.popcount works on the bits of integers and not on float32"),
        (sa.clz, "f4", "sa.clz works on the bits of integers and not on float32"),
        (sa.hypot, "c8", "sa.hypot"),
        (sa.cbrt, "c8", "sa.cbrt"),
    ],
)
def test_refused(function, dtype, message):
    x = np.zeros(4, dtype)
    operands = 2 if function is sa.hypot else 1
    with pytest.raises(sa.CompileError, match=message):
        elementwise(function, [x] * operands, x)
