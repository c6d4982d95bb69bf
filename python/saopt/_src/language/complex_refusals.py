# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is refused of complex numbers, and what to write instead."""

from __future__ import annotations

from typing import Any

from saopt._src.language.types import ScalarType
from saopt._src.support.errors import CompileError
from saopt._src.support.locations import compile_error

__all__ = ["check_cast", "check_complex", "check_order", "power_refusal"]

# The operations that complex numbers have, by the names of `ModuleBuilder`.
_KNOWN = ("add", "sub", "mul", "div", "pow", "neg", "abs", "real", "imag", "conj")
_PARTS = "sa.real(value), sa.imag(value) and sa.abs(value)"


def check_complex(op: str, name: str, element_type: ScalarType) -> None:
    """Refuse an operation that complex numbers do not have; `name` is how it is written."""
    if not element_type.is_complex or op in _KNOWN:
        return
    if op in ("min", "max"):
        check_order(name, element_type)
    raise compile_error(
        f"{name} cannot be computed of {element_type} values: compute with real numbers, which "
        f"are {_PARTS}"
    )


def check_order(name: str, element_type: Any) -> None:
    """Refuse to compare complex numbers by size."""
    raise compile_error(
        f"{name} has no meaning for {element_type} values: complex numbers have no order; compare "
        f"real numbers, such as {_PARTS}"
    )


def check_cast(source: ScalarType, target: ScalarType) -> None:
    """Refuse a conversion that would drop the imaginary part."""
    if source.is_complex and not target.is_complex and target is not ScalarType.bool_:
        raise compile_error(
            f"a value of type {source} cannot be cast to {target}, which has no imaginary part: "
            f"cast a real number, which {_PARTS} are"
        )


def power_refusal(element_type: ScalarType) -> CompileError:
    """Return the error for a power of a complex number that is not made of products."""
    return compile_error(
        f"a value of type {element_type} can be raised only to a power that is a Python integer, "
        "zero or more: write 1 / value ** n for negative ones"
    )
