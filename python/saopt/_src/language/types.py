# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: what they are called, how they promote, what converts to what.

The rules are NumPy's. `bfloat16`, which NumPy does not know, stands beside `float16`: it takes
in the integers that it holds exactly, and together with anything else becomes `float32` or
`float64` by the same reasoning NumPy uses for `float16`.
"""

from __future__ import annotations

import builtins
import enum
import functools
import math
from typing import Any

import numpy as np

from saopt._src.support.errors import Error
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import NamedMembers, did_you_mean

__all__ = [
    "ScalarType",
    "can_cast",
    "float_type",
    "number_fits",
    "number_type",
    "promote",
]


class ScalarType(enum.Enum, metaclass=NamedMembers):
    """The type of an array's elements and of the values computed from them.

    The value of a member is the name of the type in the IR, in manifests and in diagnostics of
    the compiler.

    Examples
    --------
    >>> sa.ScalarType.of('float32')
    saopt.float32
    >>> sa.float32.dtype
    dtype('float32')
    >>> sa.bfloat16.itemsize
    2
    """

    bool_ = "bool"
    int8 = "i8"
    int16 = "i16"
    int32 = "i32"
    int64 = "i64"
    uint8 = "ui8"
    uint16 = "ui16"
    uint32 = "ui32"
    uint64 = "ui64"
    float16 = "f16"
    bfloat16 = "bf16"
    float32 = "f32"
    float64 = "f64"
    complex64 = "c64"
    complex128 = "c128"
    bool = "bool"

    @classmethod
    def of(cls, source: Any) -> ScalarType:
        """Return the scalar type that `source` names.

        Parameters
        ----------
        source : ScalarType, str, numpy.dtype or anything that NumPy takes for a dtype
            For example ``sa.float32``, ``"float32"``, ``"f32"``, ``numpy.float32``.

        Returns
        -------
        ScalarType

        Raises
        ------
        CompileError
            When there is no such element type.
        """
        found = cls.find(source)
        if found is None:
            known = ", ".join(member.name for member in cls)
            raise compile_error(
                f"{source!r} is not an element type: the types are {known}"
                + did_you_mean(source, (member.name for member in cls))
            )
        return found

    @classmethod
    def find(cls, source: Any) -> ScalarType | None:
        if isinstance(source, cls):
            return source
        if isinstance(source, str):
            for member in cls:
                if source in (member.value, member.name):
                    return member
        # NumPy takes a number for its type, and nothing for float64.
        if source is None or isinstance(source, np.generic):
            return None
        try:
            dtype = np.dtype(source)
        except (TypeError, ValueError):
            return None
        if dtype.byteorder not in "=|" and not dtype.isnative:
            return None
        name = "bool_" if dtype.name == "bool" else dtype.name
        return cls.__members__.get(name)

    @functools.cached_property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype with the same elements."""
        if self is not ScalarType.bfloat16:
            return np.dtype(self.name.rstrip("_"))
        try:
            import ml_dtypes
        except ImportError as error:
            raise Error(
                "NumPy has no bfloat16 of its own: install the package ml_dtypes to use it here"
            ) from error
        dtype: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
        return dtype

    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
        return 1 if self is ScalarType.bool_ else self.bits // 8

    @property
    def bits(self) -> int:
        """The number of bits that carry the value."""
        return 1 if self is ScalarType.bool_ else int(self.name.lstrip("abcefilmnoptux"))

    @property
    def is_float(self) -> builtins.bool:
        """Whether this is a floating-point type."""
        return "float" in self.name

    @property
    def is_integer(self) -> builtins.bool:
        """Whether this is an integer type; `bool_` is not."""
        return "int" in self.name

    @property
    def is_complex(self) -> builtins.bool:
        """Whether this is a complex type."""
        return "complex" in self.name

    @property
    def part(self) -> ScalarType:
        """The type of the real and of the imaginary part; that of a real value is its own."""
        if not self.is_complex:
            return self
        return ScalarType.float32 if self is ScalarType.complex64 else ScalarType.float64

    @property
    def is_signed(self) -> builtins.bool:
        """Whether negative values exist."""
        return self.is_float or self.is_complex or self.name.startswith("int")

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest value of an integer type or of `bool_`."""
        if not self.is_signed:
            return 0, 2**self.bits - 1
        return -(2 ** (self.bits - 1)), 2 ** (self.bits - 1) - 1

    @property
    def largest(self) -> float:
        """The largest finite value of a floating-point type."""
        return {
            ScalarType.float16: 65504.0,
            ScalarType.bfloat16: float.fromhex("0x1.fep127"),
            ScalarType.float32: float.fromhex("0x1.fffffep127"),
        }.get(self, float.fromhex("0x1.fffffffffffffp1023"))

    def __repr__(self) -> str:
        return f"saopt.{self.name}"

    def __str__(self) -> str:
        return self.name.rstrip("_")


@functools.cache
def promote(a: ScalarType, b: ScalarType) -> ScalarType:
    """Return the type in which values of types `a` and `b` are computed together."""
    if a is b:
        return a
    if ScalarType.bfloat16 not in (a, b):
        return ScalarType.of(np.result_type(a.dtype, b.dtype))
    other = b if a is ScalarType.bfloat16 else a
    if other in (ScalarType.float32, ScalarType.float64) or other.is_complex:
        return other
    if other is ScalarType.float16:
        return ScalarType.float32
    if other.bits <= 8:
        return ScalarType.bfloat16
    return ScalarType.float32 if other.bits == 16 else ScalarType.float64


@functools.cache
def can_cast(source: ScalarType, target: ScalarType) -> bool:
    """Return whether every value of `source` is also one of `target`, as NumPy's safe casts."""
    return promote(source, target) is target


def float_type(source: ScalarType) -> ScalarType:
    """Return the type in which a mathematical function of a `source` value is computed."""
    if source.is_float or source.is_complex:
        return source
    if source.bits <= 8:
        return ScalarType.float16
    return ScalarType.float32 if source.bits == 16 else ScalarType.float64


def number_fits(number: bool | int | float | complex, element_type: ScalarType) -> bool:
    """Return whether a Python number has a place in `element_type`, rounding aside."""
    if element_type.is_complex:
        part = element_type.part
        return number_fits(number.real, part) and number_fits(number.imag, part)
    if isinstance(number, complex):
        return False
    if element_type.is_float:
        return not math.isfinite(number) or abs(number) <= element_type.largest
    lowest, highest = element_type.limits
    return isinstance(number, int) and lowest <= number <= highest


def number_type(number: bool | int | float | complex, met: ScalarType) -> ScalarType:
    """Return the type that a Python number takes where it meets a value of type `met`."""
    if isinstance(number, bool):
        return met
    if isinstance(number, float | complex) and not (met.is_float or met.is_complex):
        missing = "fractions" if isinstance(number, float) else "imaginary part"
        suitable = "float32" if isinstance(number, float) else "complex64"
        raise compile_error(
            f"the number {number!r} meets a value of type {met}, which has no {missing}; "
            f"cast the value first, as in sa.cast(value, sa.{suitable})"
        )
    taken = ScalarType.int64 if met is ScalarType.bool_ else met
    if isinstance(number, complex):
        taken = promote(met, ScalarType.complex64)
    if not number_fits(number, taken):
        wider = ScalarType.float64 if taken.is_float else ScalarType.int64
        wider = ScalarType.complex128 if taken.is_complex else wider
        raise compile_error(
            f"the number {number!r} does not fit {taken}, the type of the value it meets; "
            f"cast that value to a wider type first, as in sa.cast(value, sa.{wider})"
        )
    return taken
