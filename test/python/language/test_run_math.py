# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mathematical functions against NumPy, in the precision of their type."""

import math

import ml_dtypes
import numpy as np
import saopt as sa
from harness import Cases, elementwise, random

cases = Cases()

# Name, NumPy's function, and where to try it.
UNARY = [
    ("sqrt", np.sqrt, 0, 50),
    ("rsqrt", lambda x: 1 / np.sqrt(x), 0.1, 50),
    ("exp", np.exp, -8, 8),
    ("exp2", np.exp2, -8, 8),
    ("expm1", np.expm1, -1, 1),
    ("log", np.log, 0.1, 50),
    ("log2", np.log2, 0.1, 50),
    ("log10", np.log10, 0.1, 50),
    ("log1p", np.log1p, -0.5, 5),
    ("sin", np.sin, -8, 8),
    ("cos", np.cos, -8, 8),
    ("tan", np.tan, -1.5, 1.5),
    ("asin", np.arcsin, -1, 1),
    ("acos", np.arccos, -1, 1),
    ("atan", np.arctan, -8, 8),
    ("sinh", np.sinh, -5, 5),
    ("cosh", np.cosh, -5, 5),
    ("tanh", np.tanh, -5, 5),
    ("asinh", np.arcsinh, -8, 8),
    ("acosh", np.arccosh, 1, 8),
    ("atanh", np.arctanh, -0.99, 0.99),
    ("erf", np.vectorize(math.erf), -3, 3),
]
EXACT = [
    ("abs", np.abs),
    ("ceil", np.ceil),
    ("floor", np.floor),
    ("round", np.rint),
    ("trunc", np.trunc),
]


def tolerance(dtype):
    return 8 * float(ml_dtypes.finfo(dtype).eps)


def unary_case(entry, dtype):
    name, reference, low, high = entry
    a = random(64, dtype=dtype, low=low, high=high)
    wanted = reference(a.astype(np.float64)).astype(dtype)
    limit = tolerance(dtype)
    return elementwise(getattr(sa, name), (a,), wanted, rtol=limit, atol=limit)


@cases.over(UNARY, name=lambda entry: entry[0])
def float32(entry):
    return unary_case(entry, np.float32)


@cases.over(UNARY, name=lambda entry: entry[0])
def float64(entry):
    return unary_case(entry, np.float64)


@cases.over(UNARY, name=lambda entry: entry[0])
def float16(entry):
    return unary_case(entry, np.float16)


@cases.over(UNARY, name=lambda entry: entry[0])
def bfloat16(entry):
    return unary_case(entry, ml_dtypes.bfloat16)


@cases.over(EXACT, name=lambda entry: entry[0])
def rounding_float32(entry):
    name, reference = entry
    a = np.array([-2.5, -1.5, -0.5, -0.0, 0.4, 0.5, 1.5, 2.5, 1e10, np.inf, np.nan], np.float32)
    return elementwise(getattr(sa, name), (a,), reference(a))


@cases.over(EXACT, name=lambda entry: entry[0])
def rounding_float64(entry):
    name, reference = entry
    a = random(64, dtype=np.float64, low=-99, high=99)
    return elementwise(getattr(sa, name), (a,), reference(a))


@cases.over(EXACT, name=lambda entry: entry[0])
def rounding_float16(entry):
    name, reference = entry
    a = random(64, dtype=np.float16, low=-9, high=9)
    return elementwise(getattr(sa, name), (a,), reference(a))


@cases.over(EXACT, name=lambda entry: entry[0])
def rounding_bfloat16(entry):
    name, reference = entry
    a = random(64, dtype=ml_dtypes.bfloat16, low=-9, high=9)
    return elementwise(getattr(sa, name), (a,), reference(a))


@cases.over(EXACT, name=lambda entry: entry[0])
def rounding_an_integer(entry):
    name, _ = entry
    a = np.arange(5, dtype=np.int32)
    return elementwise(getattr(sa, name), (a,), a)


@cases.over(["int8", "uint16", "int32", "int64"])
def root_of_an_integer(dtype):
    a = random(32, dtype=dtype, low=0, high=99)
    wanted = np.sqrt(a)
    return elementwise(sa.sqrt, (a,), wanted, rtol=4 * np.finfo(wanted.dtype).eps)


FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32, np.float64]


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def atan2(dtype):
    a, b = random(64, dtype=dtype), random(64, dtype=dtype, low=-5)
    wanted = np.arctan2(a.astype(np.float64), b.astype(np.float64)).astype(dtype)
    return elementwise(sa.atan2, (a, b), wanted, rtol=tolerance(dtype), atol=tolerance(dtype))


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def power(dtype):
    a, b = random(64, dtype=dtype, low=0.1), random(64, dtype=dtype)
    wanted = np.power(a.astype(np.float64), b.astype(np.float64)).astype(dtype)
    return elementwise(sa.pow, (a, b), wanted, rtol=2 * tolerance(dtype))


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def fma(dtype):
    a, b, c = (random(64, dtype=dtype, low=low) for low in (-4, -3, -2))
    wide = [x.astype(np.float64) for x in (a, b, c)]
    wanted = (wide[0] * wide[1] + wide[2]).astype(dtype)
    limit = tolerance(dtype)
    return elementwise(sa.fma, (a, b, c), wanted, rtol=limit, atol=limit)


@cases.over(FLOATS, name=lambda dtype: dtype.__name__)
def remainder_has_the_sign_of_the_first(dtype):
    a, b = random(64, dtype=dtype, low=-9, high=9), random(64, dtype=dtype, low=1, high=2)
    return elementwise(sa.remainder, (a, b), np.fmod(a, b))


@cases
def remainder_of_integers_has_the_sign_of_the_first():
    a = random(64, dtype=np.int32, low=-99, high=99)
    b = random(64, dtype=np.int32, low=1, high=9)
    return elementwise(sa.remainder, (a, b), np.fmod(a, b))


@cases
def fma_rounds_once():
    # The product needs more bits than float32 has, and the sum cancels what it has.
    a = np.array([1 + 2.0**-12, 1 + 2.0**-23, 3], np.float32)
    c = -(a * a)
    exact = a.astype(np.float64) * a.astype(np.float64) + c.astype(np.float64)
    return elementwise(lambda x, z: sa.fma(x, x, z), (a, c), exact.astype(np.float32))


@cases
def fma_of_integers():
    a = random(16, dtype=np.int16)
    return elementwise(lambda x: sa.fma(x, x, 3), (a,), a * a + np.int16(3))


@cases
def functions_take_numbers():
    a = random(16)
    scale = np.float32(math.sqrt(2.0) + 3.0)
    return elementwise(lambda x: x * (sa.sqrt(2.0) + sa.max(1, 3)), (a,), a * scale)


test_on_every_engine = cases.tests()
