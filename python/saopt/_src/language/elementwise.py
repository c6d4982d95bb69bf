# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise functions of the array API, of values in a nest's logic.

They have the meaning and the types of NumPy's functions with these names, and compute with plain
numbers anywhere.
"""

from __future__ import annotations

import cmath
import math
from typing import Any

from saopt._src.language import numeric
from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.context import current
from saopt._src.language.types import ScalarType
from saopt._src.language.value_functions import cast, logical_not, logical_or, select
from saopt._src.support.locations import compile_error

__all__ = [
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "clz",
    "copysign",
    "floor_divide",
    "hypot",
    "isfinite",
    "isinf",
    "isnan",
    "logaddexp",
    "nextafter",
    "popcount",
    "sign",
    "signbit",
    "square",
    "where",
]


def _type_of(x: Any) -> ScalarType:
    """Return the type of a value; an index has that of its value."""
    if isinstance(x, BFloat16):
        return ScalarType.bfloat16
    found = getattr(x, "dtype", None)
    if found is not None:
        return ScalarType.of(found)
    found = getattr(x, "type", None) or getattr(x, "element_type", None)
    return found if isinstance(found, ScalarType) else ScalarType.int64


def _parts(test: Any, x: Any) -> Any:
    return logical_or(test(current().unary("real", x)), test(current().unary("imag", x)))


def where(condition: Any, a: Any, b: Any) -> Any:
    """Return `a` where `condition` is true, and `b` elsewhere: another name of `sa.select`.

    Examples
    --------
    >>> sa.where(True, 1, 2)
    1
    """
    return select(condition, a, b)


def isnan(x: Any) -> Any:
    """Return whether `x` is NaN; a complex value is where one of its parts is.

    Examples
    --------
    >>> sa.isnan(float('nan'))
    True
    """
    if numeric.is_number(x):
        return cmath.isnan(x)
    kind = _type_of(x)
    if kind.is_complex:
        return _parts(isnan, x)
    return current().compare("ne", x, x)


def isinf(x: Any) -> Any:
    """Return whether `x` is infinite; a complex value is where one of its parts is.

    Examples
    --------
    >>> sa.isinf(sa.inf)
    True
    """
    if numeric.is_number(x):
        return cmath.isinf(x)
    kind = _type_of(x)
    if kind.is_complex:
        return _parts(isinf, x)
    if not kind.is_float:
        return current().compare("ne", x, x)
    return current().compare("eq", current().unary("abs", x), math.inf)


def isfinite(x: Any) -> Any:
    """Return whether `x` is neither infinite nor NaN.

    Examples
    --------
    >>> sa.isfinite(1.0)
    True
    """
    if numeric.is_number(x):
        return cmath.isfinite(x)
    return logical_not(logical_or(isnan(x), isinf(x)))


def sign(x: Any) -> Any:
    """Return -1, 0 or 1 as `x` is negative, zero or positive, in its type; NaN of NaN.

    Examples
    --------
    >>> sa.sign(-3.5)
    -1.0
    """
    if not numeric.is_number(x):
        kind = _type_of(x)
        if kind is ScalarType.bool_ or kind.is_complex:
            raise compile_error(
                f"sa.sign has no meaning for {kind}: cast a bool first, as in "
                "sa.cast(x, sa.int32), and divide a complex value by its sa.abs"
            )
        if not kind.is_signed:
            return cast(current().compare("gt", x, 0), kind)
        zero = cast(0, kind)
        rest = zero if kind.is_integer else select(current().compare("eq", x, 0), zero, x)
        below = select(current().compare("lt", x, 0), cast(-1, kind), rest)
        return select(current().compare("gt", x, 0), cast(1, kind), below)
    if isinstance(x, complex):
        raise compile_error("sa.sign has no meaning for complex numbers: divide by sa.abs")
    number = type(x)
    return x if x != x else number((x > 0) - (x < 0))


def hypot(x: Any, y: Any) -> Any:
    """Return the square root of ``x * x + y * y``, which does not overflow on the way.

    Examples
    --------
    >>> sa.hypot(3.0, 4.0)
    5.0
    """
    return current().binary("hypot", x, y)


def copysign(x: Any, y: Any) -> Any:
    """Return `x` with the sign of `y`, that of a zero included.

    Examples
    --------
    >>> sa.copysign(2.0, -0.0)
    -2.0
    """
    return current().binary("copysign", x, y)


def signbit(x: Any) -> Any:
    """Return whether the sign of `x` is set: below zero, minus zero, and some NaN.

    Examples
    --------
    >>> sa.signbit(-0.0)
    True
    """
    if numeric.is_number(x):
        return math.copysign(1, x) < 0
    kind = _type_of(x)
    if not kind.is_signed:
        return current().compare("ne", x, x)
    if kind.is_float:
        x = copysign(cast(1, kind), x)
    return current().compare("lt", x, 0)


def floor_divide(x: Any, y: Any) -> Any:
    """Return ``x // y``.

    Examples
    --------
    >>> sa.floor_divide(-7, 2)
    -4
    """
    return current().binary("floordiv", x, y)


def square(x: Any) -> Any:
    """Return ``x * x``.

    Examples
    --------
    >>> sa.square(3)
    9
    """
    return current().binary("mul", x, x)


def logaddexp(x: Any, y: Any) -> Any:
    """Return ``log(exp(x) + exp(y))``, which does not overflow on the way.

    Examples
    --------
    >>> sa.logaddexp(0.0, -sa.inf)
    0.0
    """
    context = current()
    largest = context.binary("max", x, y)
    distance = context.unary("abs", context.binary("sub", x, y))
    rest = context.unary("log1p", context.unary("exp", context.unary("neg", distance)))
    equal = context.binary("add", x, math.log(2))
    return select(context.compare("eq", x, y), equal, context.binary("add", largest, rest))


def nextafter(x: Any, y: Any) -> Any:
    """Return the number next to `x` on the way to `y`.

    Examples
    --------
    >>> sa.nextafter(0.0, 1.0)
    5e-324
    """
    return current().binary("nextafter", x, y)


def cbrt(x: Any) -> Any:
    """Return the cube root of `x`.

    Examples
    --------
    >>> sa.cbrt(27.0)
    3.0
    """
    return current().unary("cbrt", x)


def popcount(x: Any) -> Any:
    """Return the number of ones in the absolute value of an integer, as `numpy.bitwise_count`.

    Examples
    --------
    >>> sa.popcount(7)
    3
    """
    return current().unary("popcount", x)


def clz(x: Any) -> Any:
    """Return the number of zeros before the first one in the bits of an integer, as a uint8.

    Examples
    --------
    >>> sa.clz(1)
    63
    """
    return current().unary("clz", x)


def bitwise_and(x: Any, y: Any) -> Any:
    """Return ``x & y``.

    Examples
    --------
    >>> sa.bitwise_and(6, 3)
    2
    """
    return current().binary("and", x, y)


def bitwise_or(x: Any, y: Any) -> Any:
    """Return ``x | y``.

    Examples
    --------
    >>> sa.bitwise_or(6, 3)
    7
    """
    return current().binary("or", x, y)


def bitwise_xor(x: Any, y: Any) -> Any:
    """Return ``x ^ y``.

    Examples
    --------
    >>> sa.bitwise_xor(6, 3)
    5
    """
    return current().binary("xor", x, y)


def bitwise_invert(x: Any) -> Any:
    """Return ``~x``.

    Examples
    --------
    >>> sa.bitwise_invert(6)
    -7
    """
    return current().unary("not", x)


bitwise_not = bitwise_invert


def bitwise_left_shift(x: Any, y: Any) -> Any:
    """Return ``x << y``.

    Examples
    --------
    >>> sa.bitwise_left_shift(1, 4)
    16
    """
    return current().binary("shl", x, y)


def bitwise_right_shift(x: Any, y: Any) -> Any:
    """Return ``x >> y``.

    Examples
    --------
    >>> sa.bitwise_right_shift(16, 2)
    4
    """
    return current().binary("shr", x, y)
