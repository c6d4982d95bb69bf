# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.check_allclose`: a nest that compares two arrays on the device."""

from __future__ import annotations

import math
from typing import Any

from saopt._src.language.context import current, is_active
from saopt._src.language.elements import Elements
from saopt._src.language.elementwise import where
from saopt._src.language.function_body import is_noting
from saopt._src.language.math import abs as absolute
from saopt._src.language.math import imag, real
from saopt._src.language.nest import Nest
from saopt._src.language.types import ScalarType
from saopt._src.language.value_functions import cast, logical_and, logical_or
from saopt._src.support.locations import compile_error

__all__ = ["add_check", "check_allclose", "check_tolerance", "tell"]

_NARROW = (ScalarType.float16, ScalarType.bfloat16)
_COMPLEX = (ScalarType.complex64, ScalarType.complex128)
_FLOATS = (*_NARROW, ScalarType.float32, ScalarType.float64)


def check_allclose(actual: Any, desired: Any, atol: float = 1e-5) -> None:
    """Compare two arrays, in the body of a function.

    The call raises an `AssumptionError` that says which elements differ, and where. It is one of
    those that differ; others may, too. Two NaN are equal, and so are equal infinities.

    Parameters
    ----------
    actual, desired : Array or view
        Of the same shape and the same element type.
    atol : float
        By how much elements may differ.

    Raises
    ------
    CompileError
        When the arrays cannot be compared, or this is not the body of a function.

    Examples
    --------
    >>> schedule = nest.create_schedule()
    >>> ii = schedule.split(i, 4)
    >>> fast = sa.function(schedule, args=(A, B, C), name="fast")
    >>> plain = sa.function(nest, args=(A, B, C), name="plain")
    >>> @sa.function(args=(A, B, C))
    ... def checked():
    ...     expected = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(16, 32))
    ...     plain(A, B, expected)
    ...     fast(A, B, C)
    ...     sa.check_allclose(C, expected, atol=1e-4)
    >>> run = sa.compile(checked, engine="eager")
    >>> ones = np.ones((16, 8), np.float32), np.ones((8, 32), np.float32)
    >>> run(*ones, np.zeros((16, 32), np.float32))
    """
    if is_active() or not is_noting():
        raise compile_error(
            "sa.check_allclose stands in the body of a function, under @sa.function, and not in "
            "the logic of a nest"
        )
    for elements in (actual, desired):
        if not isinstance(elements, Elements):
            raise compile_error(
                "sa.check_allclose takes two arrays or views, and a tolerance, not a "
                f"{type(elements).__name__}"
            )
    if actual.element_type is not desired.element_type:
        raise compile_error(
            f"sa.check_allclose compares elements of one type: {actual.label} holds "
            f"{actual.element_type}, and {desired.label} {desired.element_type}"
        )
    if tuple(actual.shape) != tuple(desired.shape):
        raise compile_error(
            f"sa.check_allclose compares arrays of one shape: that of {actual.label} is "
            f"{tuple(actual.shape)}, and that of {desired.label} {tuple(desired.shape)}"
        )
    first, second = actual.name or "actual", desired.name or "desired"
    what = f"'{first}' and '{second}' differ by more than {check_tolerance(atol, 'atol'):g}"
    if first == second:
        first, second = "actual", "desired"
    add_check(actual, desired, atol, what, (first, second))


def check_tolerance(value: Any, what: str) -> float:
    """Return a tolerance of the user as a float."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0:
        raise compile_error(f"{what} is a number that is not negative, not {value!r}")
    return float(value)


def add_check(
    actual: Elements, desired: Elements, atol: float, what: str, names: tuple[str, str]
) -> None:
    """Make the nest that compares; errors say `what`, and call the elements by `names`."""
    nest = Nest(shape=actual.shape or (1,))
    indices = nest.indices if actual.shape else ()

    def compare() -> None:
        a, b = actual[indices], desired[indices]
        element_type = actual.element_type
        if element_type in _NARROW:
            element_type = ScalarType.float32
            a, b = cast(a, element_type), cast(b, element_type)
        told = [
            part
            for name, value in zip(names, (a, b), strict=True)
            for part in _parts(name, value, element_type)
        ]
        current().assume(_is_close(a, b, element_type, atol), what, False, told)

    nest.iteration_logic(compare)


def _parts(name: str, value: Any, element_type: ScalarType) -> list[tuple[str, Any, ScalarType]]:
    """Return an element as numbers that errors tell, each with its name and type."""
    if element_type is ScalarType.bool:
        return [(name, cast(value, ScalarType.uint8), ScalarType.uint8)]
    if element_type not in _COMPLEX:
        return [(name, value, element_type)]
    is_narrow = element_type is ScalarType.complex64
    part_type = ScalarType.float32 if is_narrow else ScalarType.float64
    return [
        (f"{name}.real", real(value), part_type),
        (f"{name}.imag", imag(value), part_type),
    ]


def _is_close(a: Any, b: Any, element_type: ScalarType, atol: float) -> Any:
    if element_type in _FLOATS:
        both_nan = logical_and(a != a, b != b)
        return logical_or(logical_or(a == b, both_nan), absolute(a - b) <= atol)
    if element_type in _COMPLEX:
        return logical_or(a == b, absolute(a - b) <= atol)
    if element_type is ScalarType.bool or atol < 1:
        return a == b
    # The distance of two integers is that of the unsigned ones modulo 2**64.
    wide = ScalarType.uint64
    distance = where(a < b, cast(b, wide) - cast(a, wide), cast(a, wide) - cast(b, wide))
    return distance <= cast(min(int(atol), 2**63), wide)


def tell(value: Any, element_type: ScalarType) -> str:
    """Return a number as errors of calls tell it."""
    if element_type in _FLOATS:
        return f"{float(value):.{17 if element_type is ScalarType.float64 else 9}g}"
    return str(int(value))
