# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mathematical functions of the values in a nest's logic.

They follow NumPy: an integer goes in as the floating-point type that holds it, the result has
the type of the operand, and several operands promote. Called with plain numbers, anywhere, they
compute.
"""

from __future__ import annotations

from typing import Any

from saopt._src.language.context import current
from saopt._src.support.locations import compile_error

__all__ = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "ceil",
    "clip",
    "conj",
    "cos",
    "cosh",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "fast_exp",
    "fma",
    "imag",
    "log",
    "log10",
    "log1p",
    "log2",
    "max",
    "min",
    "pow",
    "real",
    "remainder",
    "remainderf",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
]


def sqrt(x: Any) -> Any:
    """Return the square root of `x`."""
    return current().unary("sqrt", x)


def rsqrt(x: Any) -> Any:
    """Return one over the square root of `x`."""
    return current().unary("rsqrt", x)


def exp(x: Any) -> Any:
    """Return e to the power of `x`."""
    return current().unary("exp", x)


def exp2(x: Any) -> Any:
    """Return two to the power of `x`."""
    return current().unary("exp2", x)


def expm1(x: Any) -> Any:
    """Return e to the power of `x`, minus one, exact for small `x`."""
    return current().unary("expm1", x)


def log(x: Any) -> Any:
    """Return the natural logarithm of `x`."""
    return current().unary("log", x)


def log2(x: Any) -> Any:
    """Return the logarithm of `x` to the base two."""
    return current().unary("log2", x)


def log10(x: Any) -> Any:
    """Return the logarithm of `x` to the base ten."""
    return current().unary("log10", x)


def log1p(x: Any) -> Any:
    """Return the natural logarithm of one plus `x`, exact for small `x`."""
    return current().unary("log1p", x)


def sin(x: Any) -> Any:
    """Return the sine of `x`."""
    return current().unary("sin", x)


def cos(x: Any) -> Any:
    """Return the cosine of `x`."""
    return current().unary("cos", x)


def tan(x: Any) -> Any:
    """Return the tangent of `x`."""
    return current().unary("tan", x)


def asin(x: Any) -> Any:
    """Return the inverse sine of `x`."""
    return current().unary("asin", x)


def acos(x: Any) -> Any:
    """Return the inverse cosine of `x`."""
    return current().unary("acos", x)


def atan(x: Any) -> Any:
    """Return the inverse tangent of `x`."""
    return current().unary("atan", x)


def sinh(x: Any) -> Any:
    """Return the hyperbolic sine of `x`."""
    return current().unary("sinh", x)


def cosh(x: Any) -> Any:
    """Return the hyperbolic cosine of `x`."""
    return current().unary("cosh", x)


def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent of `x`."""
    return current().unary("tanh", x)


def asinh(x: Any) -> Any:
    """Return the inverse hyperbolic sine of `x`."""
    return current().unary("asinh", x)


def acosh(x: Any) -> Any:
    """Return the inverse hyperbolic cosine of `x`."""
    return current().unary("acosh", x)


def atanh(x: Any) -> Any:
    """Return the inverse hyperbolic tangent of `x`."""
    return current().unary("atanh", x)


def erf(x: Any) -> Any:
    """Return the error function of `x`."""
    return current().unary("erf", x)


def abs(x: Any) -> Any:
    """Return the absolute value of `x`; that of a complex value is a real one."""
    return current().unary("abs", x)


def real(x: Any) -> Any:
    """Return the real part of `x`, which is `x` itself unless it is complex."""
    return current().unary("real", x)


def imag(x: Any) -> Any:
    """Return the imaginary part of `x`, which is zero unless it is complex."""
    return current().unary("imag", x)


def conj(x: Any) -> Any:
    """Return the complex conjugate of `x`, which is `x` itself unless it is complex."""
    return current().unary("conj", x)


def ceil(x: Any) -> Any:
    """Return the smallest integer not below `x`, in the type of `x`."""
    return current().unary("ceil", x)


def floor(x: Any) -> Any:
    """Return the largest integer not above `x`, in the type of `x`."""
    return current().unary("floor", x)


def round(x: Any) -> Any:
    """Return the integer nearest to `x`, in the type of `x`; halves go to the even one."""
    return current().unary("round", x)


def trunc(x: Any) -> Any:
    """Return `x` without its fraction, in the type of `x`."""
    return current().unary("trunc", x)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the point (`x`, `y`), between -pi and pi."""
    return current().binary("atan2", y, x)


def max(a: Any, b: Any, *more: Any) -> Any:
    """Return the largest of two or more values; NaN if one of them is.

    ``C[i] = sa.max(C[i], x)`` is an accumulation.
    """
    return current().binary("max", a, max(b, *more) if more else b)


def min(a: Any, b: Any, *more: Any) -> Any:
    """Return the smallest of two or more values; NaN if one of them is.

    ``C[i] = sa.min(C[i], x)`` is an accumulation.
    """
    return current().binary("min", a, min(b, *more) if more else b)


def clip(x: Any, low: Any, high: Any) -> Any:
    """Return `x`, or the nearer of `low` and `high` where it is not between them.

    One of them may be None, and is no bound then. Where `low` is larger than `high`, the result is
    `high`, as in NumPy.
    """
    if low is None and high is None:
        raise compile_error("sa.clip needs a bound: give a low one, a high one, or both")
    result = x if low is None else current().binary("max", x, low)
    return result if high is None else current().binary("min", result, high)


def pow(x: Any, y: Any) -> Any:
    """Return `x` to the power of `y`."""
    return current().binary("pow", x, y)


def remainder(x: Any, y: Any) -> Any:
    """Return what is left of `x` after dividing by `y`, with the sign of `x`, as C's fmod.

    For the remainder with the sign of `y`, as everywhere in Python, write ``x % y``.
    """
    return current().binary("remainder", x, y)


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return ``a * b + c``, rounded once.

    A bfloat16 result is computed in float32 and then rounded to bfloat16.
    """
    return current().fma(a, b, c)


def fast_exp(x: Any) -> Any:
    """Return e to the power of `x`, as `exp`: Accera's name for a version that rounds more."""
    return exp(x)


def remainderf(x: Any, y: Any) -> Any:
    """Return what is left of `x` after the multiple of `y` that is nearest to it, as in C.

    Of two multiples that are equally near, it is the even one.
    """
    return x - y * round(x / y)
