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
    """Return the square root of `x`.

    Examples
    --------
    >>> sa.sqrt(9.0)
    3.0
    """
    return current().unary("sqrt", x)


def rsqrt(x: Any) -> Any:
    """Return one over the square root of `x`.

    Examples
    --------
    >>> sa.rsqrt(4.0)
    0.5
    """
    return current().unary("rsqrt", x)


def exp(x: Any) -> Any:
    """Return e to the power of `x`.

    Examples
    --------
    >>> sa.exp(0.0)
    1.0
    """
    return current().unary("exp", x)


def exp2(x: Any) -> Any:
    """Return two to the power of `x`.

    Examples
    --------
    >>> sa.exp2(3.0)
    8.0
    """
    return current().unary("exp2", x)


def expm1(x: Any) -> Any:
    """Return e to the power of `x`, minus one, exact for small `x`.

    Examples
    --------
    >>> sa.expm1(0.0)
    0.0
    """
    return current().unary("expm1", x)


def log(x: Any) -> Any:
    """Return the natural logarithm of `x`.

    Examples
    --------
    >>> sa.log(1.0)
    0.0
    """
    return current().unary("log", x)


def log2(x: Any) -> Any:
    """Return the logarithm of `x` to the base two.

    Examples
    --------
    >>> sa.log2(8.0)
    3.0
    """
    return current().unary("log2", x)


def log10(x: Any) -> Any:
    """Return the logarithm of `x` to the base ten.

    Examples
    --------
    >>> sa.log10(1000.0)
    3.0
    """
    return current().unary("log10", x)


def log1p(x: Any) -> Any:
    """Return the natural logarithm of one plus `x`, exact for small `x`.

    Examples
    --------
    >>> sa.log1p(0.0)
    0.0
    """
    return current().unary("log1p", x)


def sin(x: Any) -> Any:
    """Return the sine of `x`.

    Examples
    --------
    >>> sa.sin(0.0)
    0.0
    """
    return current().unary("sin", x)


def cos(x: Any) -> Any:
    """Return the cosine of `x`.

    Examples
    --------
    >>> sa.cos(0.0)
    1.0
    """
    return current().unary("cos", x)


def tan(x: Any) -> Any:
    """Return the tangent of `x`.

    Examples
    --------
    >>> sa.tan(0.0)
    0.0
    """
    return current().unary("tan", x)


def asin(x: Any) -> Any:
    """Return the inverse sine of `x`.

    Examples
    --------
    >>> sa.asin(0.0)
    0.0
    """
    return current().unary("asin", x)


def acos(x: Any) -> Any:
    """Return the inverse cosine of `x`.

    Examples
    --------
    >>> sa.acos(1.0)
    0.0
    """
    return current().unary("acos", x)


def atan(x: Any) -> Any:
    """Return the inverse tangent of `x`.

    Examples
    --------
    >>> sa.atan(0.0)
    0.0
    """
    return current().unary("atan", x)


def sinh(x: Any) -> Any:
    """Return the hyperbolic sine of `x`.

    Examples
    --------
    >>> sa.sinh(0.0)
    0.0
    """
    return current().unary("sinh", x)


def cosh(x: Any) -> Any:
    """Return the hyperbolic cosine of `x`.

    Examples
    --------
    >>> sa.cosh(0.0)
    1.0
    """
    return current().unary("cosh", x)


def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent of `x`.

    Examples
    --------
    >>> sa.tanh(0.0)
    0.0
    """
    return current().unary("tanh", x)


def asinh(x: Any) -> Any:
    """Return the inverse hyperbolic sine of `x`.

    Examples
    --------
    >>> sa.asinh(0.0)
    0.0
    """
    return current().unary("asinh", x)


def acosh(x: Any) -> Any:
    """Return the inverse hyperbolic cosine of `x`.

    Examples
    --------
    >>> sa.acosh(1.0)
    0.0
    """
    return current().unary("acosh", x)


def atanh(x: Any) -> Any:
    """Return the inverse hyperbolic tangent of `x`.

    Examples
    --------
    >>> sa.atanh(0.0)
    0.0
    """
    return current().unary("atanh", x)


def erf(x: Any) -> Any:
    """Return the error function of `x`.

    Examples
    --------
    >>> sa.erf(0.0)
    0.0
    """
    return current().unary("erf", x)


def abs(x: Any) -> Any:
    """Return the absolute value of `x`; that of a complex value is a real one.

    Examples
    --------
    >>> sa.abs(-2.5)
    2.5
    """
    return current().unary("abs", x)


def real(x: Any) -> Any:
    """Return the real part of `x`, which is `x` itself unless it is complex.

    Examples
    --------
    >>> sa.real(2 + 3j)
    2.0
    """
    return current().unary("real", x)


def imag(x: Any) -> Any:
    """Return the imaginary part of `x`, which is zero unless it is complex.

    Examples
    --------
    >>> sa.imag(2 + 3j)
    3.0
    """
    return current().unary("imag", x)


def conj(x: Any) -> Any:
    """Return the complex conjugate of `x`, which is `x` itself unless it is complex.

    Examples
    --------
    >>> sa.conj(2 + 3j)
    (2-3j)
    """
    return current().unary("conj", x)


def ceil(x: Any) -> Any:
    """Return the smallest integer not below `x`, in the type of `x`.

    Examples
    --------
    >>> sa.ceil(2.1)
    3.0
    """
    return current().unary("ceil", x)


def floor(x: Any) -> Any:
    """Return the largest integer not above `x`, in the type of `x`.

    Examples
    --------
    >>> sa.floor(-2.1)
    -3.0
    """
    return current().unary("floor", x)


def round(x: Any) -> Any:
    """Return the integer nearest to `x`, in the type of `x`; halves go to the even one.

    Examples
    --------
    >>> sa.round(2.5)
    2.0
    """
    return current().unary("round", x)


def trunc(x: Any) -> Any:
    """Return `x` without its fraction, in the type of `x`.

    Examples
    --------
    >>> sa.trunc(-2.9)
    -2.0
    """
    return current().unary("trunc", x)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the point (`x`, `y`), between -pi and pi.

    Examples
    --------
    >>> sa.atan2(0.0, 1.0)
    0.0
    """
    return current().binary("atan2", y, x)


def max(a: Any, b: Any, *more: Any) -> Any:
    """Return the largest of two or more values; NaN if one of them is.

    ``C[i] = sa.max(C[i], x)`` is an accumulation.

    Examples
    --------
    >>> sa.max(3, 7, 5)
    7
    """
    return current().binary("max", a, max(b, *more) if more else b)


def min(a: Any, b: Any, *more: Any) -> Any:
    """Return the smallest of two or more values; NaN if one of them is.

    ``C[i] = sa.min(C[i], x)`` is an accumulation.

    Examples
    --------
    >>> sa.min(3, 7, 5)
    3
    """
    return current().binary("min", a, min(b, *more) if more else b)


def clip(x: Any, low: Any, high: Any) -> Any:
    """Return `x`, or the nearer of `low` and `high` where it is not between them.

    One of them may be None, and is no bound then. Where `low` is larger than `high`, the result is
    `high`, as in NumPy.

    Examples
    --------
    >>> sa.clip(7, 0, 5)
    5
    """
    if low is None and high is None:
        raise compile_error("sa.clip needs a bound: give a low one, a high one, or both")
    result = x if low is None else current().binary("max", x, low)
    return result if high is None else current().binary("min", result, high)


def pow(x: Any, y: Any) -> Any:
    """Return `x` to the power of `y`.

    Examples
    --------
    >>> sa.pow(2.0, 10)
    1024.0
    """
    return current().binary("pow", x, y)


def remainder(x: Any, y: Any) -> Any:
    """Return what is left of `x` after dividing by `y`, with the sign of `x`, as C's fmod.

    For the remainder with the sign of `y`, as everywhere in Python, write ``x % y``.

    Examples
    --------
    >>> sa.remainder(-7.0, 4.0)
    -3.0
    """
    return current().binary("remainder", x, y)


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return ``a * b + c``, rounded once.

    A bfloat16 result is computed in float32 and then rounded to bfloat16.

    Examples
    --------
    >>> sa.fma(2.0, 3.0, 4.0)
    10.0
    """
    return current().fma(a, b, c)


def fast_exp(x: Any) -> Any:
    """Return e to the power of `x`, as `exp`: Accera's name for a version that rounds more.

    Examples
    --------
    >>> sa.fast_exp(0.0)
    1.0
    """
    return exp(x)


def remainderf(x: Any, y: Any) -> Any:
    """Return what is left of `x` after the multiple of `y` that is nearest to it, as in C.

    Of two multiples that are equally near, it is the even one.

    Examples
    --------
    >>> sa.remainderf(7.0, 4.0)
    -1.0
    """
    return x - y * round(x / y)
