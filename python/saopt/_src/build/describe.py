# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `print` shows of a compiled function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from saopt._src.build.function_source import FunctionSource
from saopt._src.calls.device_function import Argument
from saopt._src.language.arrays import Array
from saopt._src.language.parameters import value_of
from saopt._src.language.scalar_parameters import ScalarParameter, is_by_value
from saopt._src.support.errors import CompileError

__all__ = ["call_arguments", "call_summary", "describe"]


def describe(
    source: FunctionSource, spec: dict[str, Any] | CompileError, engine: str, strict: bool
) -> str:
    """Return a description of a function in a few lines."""
    if isinstance(spec, CompileError):
        names = ", ".join(source.names[array] for array in source.arguments)
        signature, kernels = f"{source.name}({names})", [f"none: {spec}"]
    else:
        signature, kernels = spec["signature"], _columns(_kernel_rows(spec["launches"]))
    lines = [signature, ""]
    lines += [f"engine   {engine}{', strict' if strict else ''}"]
    arrays = (*source.arguments, *source.internal)
    lines += _section("arrays", _columns(_array_rows(source, arrays)))
    lines += _section("kernels", kernels)
    return "\n".join(lines)


def call_arguments(source: FunctionSource) -> tuple[Argument, ...]:
    """Return what calls need to know of the arrays of a signature."""
    return tuple(
        Argument(
            source.names[array],
            array.role,
            array.element_type,
            array.ndim,
            bool(array.layout._domain((0,) * array.ndim)),
            f"{_product(_shape(source, array))}, {array.layout.describe()}",
            isinstance(array, ScalarParameter),
            isinstance(array, Array) and is_by_value(array),
        )
        for array in source.arguments
    )


def call_summary(source: FunctionSource) -> str:
    """Return the documentation of a function: its arrays."""
    names = ", ".join(source.names[array] for array in source.arguments)
    rows = _columns(_array_rows(source, source.arguments))
    return "\n".join([f"{source.name}({names})", "", "Arrays:", *(f"    {row}" for row in rows)])


def _array_rows(source: FunctionSource, arrays: Iterable[Array]) -> Iterable[list[str]]:
    for array in arrays:
        yield [
            source.names[array],
            array.role.value,
            str(array.element_type),
            _product(_shape(source, array)),
            array.layout.describe(),
        ]


def _shape(source: FunctionSource, array: Array) -> list[Any]:
    return [value_of(size, source.parameters) for size in array.shape]


def _kernel_rows(launches: list[dict[str, Any]], around: str = "") -> Iterable[list[str]]:
    """Give a row for each launch, with the loops and conditions around it."""
    for entry in launches:
        if "for" in entry:
            loop = f"for {entry['for']} in {_size(entry['from'])}:{_size(entry['to'])}"
            around_it = f"{around} {loop}:{_size(entry['increment'])}"
            yield from _kernel_rows(entry["launches"], around_it)
        elif "exchange" in entry or "stop_unless" in entry:
            continue
        elif "if_moved" in entry:
            yield from _kernel_rows(entry["then"], f"{around} if a swap moved it")
        elif "if" in entry:
            condition = _size(entry["if"])
            yield from _kernel_rows(entry["then"], f"{around} if {condition}")
            yield from _kernel_rows(entry["else"], f"{around} if not {condition}")
        else:
            local = entry.get("local")
            groups = "" if local is None else f"in groups of {_product(local)}"
            row = [entry["kernel"], f"range {_product(entry['range'])}", groups]
            yield [*row, around.strip()]


_INFIX = ("+", "-", "*", "<", "<=", "==")


def _product(sizes: Iterable[Any]) -> str:
    return " x ".join(_size(size) for size in sizes)


def _size(size: Any) -> str:
    """Return a size expression of the manifest as a person writes it."""
    if not isinstance(size, list):
        return str(size)
    op, lhs, rhs = size[0], _size(size[1]), _size(size[2])
    return f"({lhs} {op} {rhs})" if op in _INFIX else f"{op}({lhs}, {rhs})"


def _columns(rows: Iterable[list[str]]) -> list[str]:
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"{title if n == 0 else '':<9}{line}" for n, line in enumerate(lines)]
