# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on every element type."""

import functools
import operator

import ml_dtypes
import numpy as np
import saopt as sa
from harness import Cases, elementwise, random

cases = Cases()

INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
FLOATS = ["float16", "float32", "float64"]
NUMBERS = INTEGERS + FLOATS


def pair(dtype):
    return random(40, dtype=dtype), random(40, dtype=dtype, low=-5, high=3)


@cases.over(NUMBERS)
def add(dtype):
    a, b = pair(dtype)
    return elementwise(lambda x, y: x + y, (a, b), a + b)


@cases.over(NUMBERS)
def subtract_and_multiply(dtype):
    a, b = pair(dtype)
    return elementwise(lambda x, y: (x - y) * y, (a, b), (a - b) * b)


@cases.over(FLOATS)
def divide(dtype):
    a, b = pair(dtype)
    return elementwise(lambda x, y: x / y, (a, b), a / b, rtol=2 * np.finfo(dtype).eps)


@cases.over(INTEGERS)
def divide_integers_as_float64(dtype):
    a, b = random(20, dtype=dtype), random(20, dtype=dtype, low=1, high=9)
    return elementwise(lambda x, y: x / y, (a, b), a / b, rtol=1e-15)


@cases.over(INTEGERS)
def floor_divide_and_remainder(dtype):
    a, b = random(60, dtype=dtype, low=-99, high=99), random(60, dtype=dtype, low=-9, high=9)
    b[b == 0] = 7
    return elementwise(lambda x, y: x // y * 3 + x % y, (a, b), a // b * 3 + a % b)


@cases.over(["int32", "uint8"])
def divide_by_zero(dtype):
    a, b = random(8, dtype=dtype), np.zeros(8, dtype)
    return elementwise(lambda x, y: x // y + x % y, (a, b), np.zeros(8, dtype))


@cases.over(["float32", "float64"])
def floor_divide_floats(dtype):
    a, b = random(60, dtype=dtype, low=-9, high=9), random(60, dtype=dtype, low=-2, high=2)
    return elementwise(lambda x, y: x // y, (a, b), a // b)


@cases.over(["float32", "float64"])
def remainder_of_floats(dtype):
    a, b = random(60, dtype=dtype, low=-9, high=9), random(60, dtype=dtype, low=-2, high=2)
    return elementwise(lambda x, y: x % y, (a, b), a % b)


@cases.over(NUMBERS)
def negate_and_absolute(dtype):
    a, _ = pair(dtype)
    return elementwise(lambda x: -x + abs(x), (a,), -a + np.abs(a))


@cases.over(INTEGERS)
def wraps(dtype):
    limits = np.iinfo(dtype)
    a = np.array([limits.max, limits.min, limits.max - 1, 3], dtype)
    return elementwise(lambda x: x * 3 + 2, (a,), a * 3 + 2)


@cases.over(INTEGERS)
def bits(dtype):
    a, b = random(40, dtype=dtype, high=99), random(40, dtype=dtype, low=-9, high=77)
    return elementwise(lambda x, y: (x & y) ^ (x | ~y), (a, b), (a & b) ^ (a | ~b))


@cases.over(INTEGERS)
def shifts(dtype):
    a = random(40, dtype=dtype, low=-100, high=100)
    return elementwise(lambda x: (x << 2) ^ (x >> 1), (a,), (a << 2) ^ (a >> 1))


@cases.over(["int32", "uint16"])
def shifts_past_the_width(dtype):
    a = random(10, dtype=dtype, low=-100, high=100)
    b = np.arange(10).astype(dtype) * 5
    return elementwise(lambda x, y: (x << y) ^ (x >> y), (a, b), (a << b) ^ (a >> b))


@cases.over(["int32", "uint8", "float32", "float64"])
def powers(dtype):
    a = random(30, dtype=dtype)
    return elementwise(lambda x: x**2 * x**1 * x**0, (a,), a * a * a)


@cases.over(INTEGERS)
def integer_powers(dtype):
    a = random(30, dtype=dtype, low=-9, high=9)
    return elementwise(lambda x: x**5, (a,), a**5)


@cases.over(["float32", "float64"])
def real_powers(dtype):
    a, b = random(30, dtype=dtype, low=0.1), random(30, dtype=dtype)
    wanted = a**b + a**-1 + 2**b
    return elementwise(lambda x, y: x**y + x**-1 + 2**y, (a, b), wanted, rtol=1e-5)


COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)


@cases.over(NUMBERS)
def comparisons(dtype):
    """Each comparison is a bit of the result, also of numbers with the highest bit set."""
    a, b = random(40, dtype=dtype, high=2), random(40, dtype=dtype, low=-2)
    if np.dtype(dtype).kind in "iu":
        limits = np.iinfo(dtype)
        ends = np.array([limits.min, limits.max, limits.max // 2 + 1, 1], dtype)
        a, b = np.append(a, np.repeat(ends, 4)), np.append(b, np.tile(ends, 4))
    wanted = sum(compare(a, b).astype(np.int32) << n for n, compare in enumerate(COMPARISONS))

    def bits(x, y):
        values = [sa.cast(compare(x, y), sa.int32) << n for n, compare in enumerate(COMPARISONS)]
        return functools.reduce(operator.or_, values)

    return elementwise(bits, (a, b), wanted.astype(np.int32))


@cases.over(INTEGERS)
def integers_at_their_limits(dtype):
    """Quotients, remainders, shifts, minima and maxima of the whole range of a type."""
    limits = np.iinfo(dtype)
    ends = np.array([limits.min, limits.max, limits.max // 2 + 1, limits.max // 3, 1], dtype)
    divisors = np.array([1, 2, 3, limits.max, limits.max // 2 + 1], dtype)
    a, b = np.repeat(ends, 5), np.tile(divisors, 5)
    wanted = (a // b) ^ (a % b) ^ (a >> 1) ^ np.minimum(a, b) ^ (np.maximum(a, b) << 1)
    return elementwise(
        lambda x, y: (x // y) ^ (x % y) ^ (x >> 1) ^ sa.min(x, y) ^ (sa.max(x, y) << 1),
        (a, b),
        wanted.astype(dtype),
    )


@cases
def comparisons_with_nan():
    a = np.array([np.nan, 1, np.nan, np.inf], np.float32)
    b = np.array([np.nan, np.nan, 1, np.inf], np.float32)
    wanted = (a < b) | (a >= b) | (a != b)
    return elementwise(lambda x, y: (x < y) | (x >= y) | (x != y), (a, b), wanted)


@cases
def comparison_of_signed_with_unsigned():
    a = np.array([-1, 0, 5, 2**53 + 1, 2**53 + 1], np.int64)
    b = np.array([1, 0, 7, 2**53, 2**63 + 5], np.uint64)
    wanted = (a < b) * 4 + (a == b) * 2 + (b <= a)
    return elementwise(
        lambda x, y: sa.cast(x < y, sa.int64) * 4 + sa.cast(x == y, sa.int64) * 2 + (y <= x),
        (a, b),
        wanted.astype(np.int64),
    )


@cases
def truth_values():
    a, b = random(16, dtype=bool, low=0), random(16, dtype=bool, low=-1)
    wanted = (a & b) ^ (a | ~b) ^ (a + b) ^ (a * b) ^ (a < b)
    return elementwise(
        lambda x, y: (x & y) ^ (x | ~y) ^ (x + y) ^ (x * y) ^ (x < y), (a, b), wanted
    )


@cases.over(["float16", "float32", "float64", "int8", "int64", "uint32"])
def minimum_and_maximum(dtype):
    a, b = random(40, dtype=dtype, high=2), random(40, dtype=dtype, low=-2)
    wanted = np.minimum(a, b) - np.maximum(a, b)
    return elementwise(lambda x, y: sa.min(x, y) - sa.max(x, y), (a, b), wanted)


@cases.over([sa.min, sa.max], name=lambda function: function.__name__)
def nan_spreads_through(function):
    a = np.array([np.nan, 1, 2, np.nan], np.float32)
    b = np.array([1, np.nan, 3, np.nan], np.float32)
    wanted = {"min": np.minimum, "max": np.maximum}[function.__name__](a, b)
    return elementwise(function, (a, b), wanted)


@cases
def bfloat16_compares_and_divides():
    bfloat16 = ml_dtypes.bfloat16
    a, b = random(40, dtype=bfloat16), random(40, dtype=bfloat16, low=1)
    wanted = np.where(a < b, -a / b, np.maximum(a, b))
    return elementwise(
        lambda x, y: sa.select(x < y, -x / y, sa.max(x, y)), (a, b), wanted.astype(bfloat16)
    )


test_on_every_engine = cases.tests()
