# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arithmetic of the language on numbers that are known: Python's, NumPy's, and bfloat16.

This is what an operation means, in NumPy's words. The eager engine computes with it, and so do
the functions of the package when they are called with plain numbers.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from saopt._src.language.bfloat16 import BFloat16
from saopt._src.language.complex_refusals import check_cast, check_order
from saopt._src.language.types import ScalarType, number_type, promote

__all__ = [
    "binary",
    "cast",
    "compare",
    "fma",
    "is_number",
    "logical",
    "power",
    "select",
    "unary",
    "widest",
]


def _rounded(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """Make a function that computes in float64 and rounds once, to the type of its operand."""

    def compute(x: Any) -> Any:
        return np.result_type(np.sqrt(x)).type(function(float(x)))

    return compute


def _rsqrt(x: float) -> float:
    return float(1 / np.sqrt(np.float64(x)))


def _round(x: Any) -> Any:
    return x if np.asarray(x).dtype.kind in "iub" else np.rint(x)


def _leading_zeros(x: Any) -> Any:
    width = 8 * np.asarray(x).dtype.itemsize
    return np.uint8(width - (int(x) & (2**width - 1)).bit_length())


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "min": np.minimum,
    "max": np.maximum,
    "atan2": np.arctan2,
    "copysign": np.copysign,
    "hypot": np.hypot,
    "nextafter": np.nextafter,
    "remainder": np.fmod,
}

_UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "not": operator.invert,
    "abs": abs,
    "real": operator.attrgetter("real"),
    "imag": operator.attrgetter("imag"),
    "conj": operator.methodcaller("conjugate"),
    "round": _round,
    "popcount": np.bitwise_count,
    "clz": _leading_zeros,
    "rsqrt": _rounded(_rsqrt),
    "erf": _rounded(math.erf),
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    **{
        name: getattr(np, name)
        for name in """ceil floor trunc sqrt exp exp2 expm1 log log2 log10 log1p
                       cbrt sin cos tan sinh cosh tanh""".split()
    },
}

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def is_number(value: object) -> bool:
    """Return whether `value` is a Python number, which takes the type of what it meets."""
    return isinstance(value, (bool, int, float, complex)) and not isinstance(value, np.generic)


def widest(numbers: Iterable[Any]) -> type:
    """Return which of `int`, `float` and `complex` holds all of some Python numbers."""
    kinds = (complex, float)
    return next((kind for kind in kinds for x in numbers if isinstance(x, kind)), int)


def _type_of(value: Any) -> ScalarType:
    return ScalarType.bfloat16 if isinstance(value, BFloat16) else ScalarType.of(value.dtype)


def _convert(value: Any, element_type: ScalarType) -> Any:
    if element_type is ScalarType.bfloat16:
        return value if isinstance(value, BFloat16) else BFloat16(value)
    value = value.float32 if isinstance(value, BFloat16) else value
    return np.asarray(value).astype(element_type.dtype)[()]


def _together(operands: tuple[Any, ...]) -> tuple[Any, ...]:
    """Bring operands, not all of them Python numbers, to their common type."""
    common = functools.reduce(promote, (_type_of(x) for x in operands if not is_number(x)))
    numbers = (number_type(number, common) for number in filter(is_number, operands))
    common = functools.reduce(promote, numbers, common)
    return tuple(_convert(x, common) for x in operands)


def _compute(function: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
    """Apply a NumPy function to operands of any kind."""
    with np.errstate(all="ignore"):
        if all(map(is_number, operands)):
            result = function(*operands)
            return result.item() if isinstance(result, np.generic) else result
        if not any(isinstance(x, BFloat16) for x in operands):
            return function(*operands)
        operands = _together(operands)
        if not isinstance(operands[0], BFloat16):
            return function(*operands)
        # One operation on bfloat16 is the one on float32, rounded.
        result = function(*(x.float32 for x in operands))
        return result if isinstance(result, (bool, np.bool_)) else BFloat16(result)


def power(base: Any, exponent: int, multiply: Callable[[Any, Any], Any]) -> Any:
    """Compute a positive power by products: the same ones, whoever multiplies."""
    result, square = None, base
    while True:
        if exponent % 2:
            result = square if result is None else multiply(result, square)
        exponent //= 2
        if not exponent:
            return result
        square = multiply(square, square)


def binary(op: str, lhs: Any, rhs: Any) -> Any:
    """Compute with two numbers."""
    if op in ("min", "max") and any(
        isinstance(x, complex | np.complexfloating) for x in (lhs, rhs)
    ):
        check_order(f"sa.{op}", "complex")
    return _compute(_BINARY[op], (lhs, rhs))


def unary(op: str, operand: Any) -> Any:
    """Compute with one number."""
    return _compute(_UNARY[op], (operand,))


def compare(op: str, lhs: Any, rhs: Any) -> Any:
    """Compare two numbers."""
    return _compute(_COMPARE[op], (lhs, rhs))


def logical(op: str, operands: tuple[Any, ...]) -> Any:
    """Combine truth values: `and`, `or`, `not`."""
    truths = [bool(x) for x in operands]
    if op == "not":
        return np.bool_(not truths[0])
    return np.bool_(all(truths) if op == "and" else any(truths))


def select(condition: Any, if_true: Any, if_false: Any) -> Any:
    """Choose one of two numbers; the result has the type of both together."""
    chosen, other = (if_true, if_false) if condition else (if_false, if_true)
    if is_number(chosen) and is_number(other):
        if isinstance(chosen, bool) and isinstance(other, bool):
            return np.bool_(chosen)
        return widest((chosen, other))(chosen)
    types = [_type_of(x) for x in (chosen, other) if not is_number(x)]
    for number in filter(is_number, (chosen, other)):
        types.append(number_type(number, types[0]))
    return _convert(chosen, promote(*types))


def cast(value: Any, element_type: ScalarType) -> Any:
    """Convert a number."""
    if isinstance(value, complex | np.complexfloating):
        check_cast(ScalarType.of(type(value)), element_type)
    with np.errstate(all="ignore"):
        if isinstance(value, int) and element_type.is_integer and not isinstance(value, bool):
            bits = value & (2**element_type.bits - 1)
            return np.array(bits, dtype=np.uint64).astype(element_type.dtype)[()]
        return _convert(value, element_type)


def _round_to_odd(exact: Fraction) -> float:
    """Round to a float64 from which rounding once more to a shorter type is correct."""
    nearest = float(exact)
    if Fraction(nearest) == exact or int(np.float64(nearest).view(np.int64)) % 2:
        return nearest
    return math.nextafter(nearest, math.inf if nearest < exact else -math.inf)


def _fused(x: float, y: float, z: float, element_type: ScalarType) -> float:
    """Compute ``x * y + z`` so that it can be rounded to `element_type`."""
    if not all(map(math.isfinite, (x, y, z))):
        return float(np.float64(x) * np.float64(y) + np.float64(z))
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:  # only the sum of floats knows the sign of zero
        return x * y + z
    try:
        return float(exact) if element_type is ScalarType.float64 else _round_to_odd(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def fma(a: Any, b: Any, c: Any) -> Any:
    """Compute ``a * b + c`` with one rounding."""
    operands = (a, b, c)
    with np.errstate(all="ignore"):
        if all(map(is_number, operands)):
            if not any(isinstance(x, float) for x in operands):
                return a * b + c
            return _fused(float(a), float(b), float(c), ScalarType.float64)
        a, b, c = _together(operands)
        common = _type_of(a)
        if not common.is_float:
            return a * b + c
        return _convert(_fused(float(a), float(b), float(c), common), common)
