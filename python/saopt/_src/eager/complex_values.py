# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The complex numbers of the eager engine: NumPy's, but that a power is a product.

The powers of NumPy's numbers differ in the signs of zeros from the products that they stand for,
even the first power from the number itself, and from the powers of NumPy's arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from saopt._src.language.numeric import power

__all__ = ["complex_value"]


class Complex64(np.complex64):
    """A complex number of two float32."""

    __slots__ = ()


class Complex128(np.complex128):
    """A complex number of two float64."""

    __slots__ = ()


_KINDS = {np.complex64: Complex64, np.complex128: Complex128}


def complex_value(value: Any) -> Any:
    """Return a complex number of NumPy as one of the eager engine, others as they are."""
    kind = _KINDS.get(type(value))
    return value if kind is None else kind(value)


def _plain(value: Any) -> Any:
    """Return a number as NumPy's own."""
    for plain, kind in _KINDS.items():
        if isinstance(value, kind):
            return plain(value)
    return value


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, int) and exponent > 0:
        return power(base, int(exponent), operator.mul)
    return base**exponent


def _forward(function: Callable[..., Any]) -> Callable[..., Any]:
    def compute(*operands: Any) -> Any:
        return complex_value(function(*map(_plain, operands)))

    return compute


def _backward(function: Callable[..., Any]) -> Callable[..., Any]:
    def compute(self: Any, other: Any) -> Any:
        return complex_value(function(_plain(other), _plain(self)))

    return compute


# What is computed of such a number is again one.
for _kind in _KINDS.values():
    # NumPy's other numbers leave it to this one to compute with them.
    _kind.__array_priority__ = 1e6  # type: ignore[attr-defined]
    for _name in ("add", "sub", "mul", "truediv"):
        setattr(_kind, f"__{_name}__", _forward(getattr(operator, _name)))
        setattr(_kind, f"__r{_name}__", _backward(getattr(operator, _name)))
    _kind.__pow__ = _forward(_power)  # type: ignore[assignment,method-assign]
    _kind.__neg__ = _forward(operator.neg)  # type: ignore[assignment,method-assign]
    _kind.conj = _forward(np.conj)  # type: ignore[assignment,method-assign]
    _kind.conjugate = _kind.conj  # type: ignore[assignment,method-assign]
