# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans from the Python source that `schedule_source` writes, without running it as Python.

The source may come from a file. Only calls of the methods of schedules and plans are understood,
so that nothing else can happen.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from saopt._src.language import layouts
from saopt._src.language.arrays import Array
from saopt._src.language.nest import Nest
from saopt._src.schedule.fusing import fuse
from saopt._src.schedule.target import Target
from saopt._src.support.errors import CompileError

__all__ = ["apply_schedule_source"]

_METHODS = frozenset(
    {
        "get_indices",
        "get_fused_indices",
        "get_fusing_index",
        "create_schedule",
        "create_plan",
        "split",
        "tile",
        "reorder",
        "pad",
        "skew",
        "unroll",
        "vectorize",
        "parallelize",
        "kernelize",
        "cache",
        "bind",
        "prefetch",
        "nontemporal",
        "tensorize",
    }
)


def apply_schedule_source(source: str, nests: Sequence[Nest], arrays: Mapping[str, Array]) -> Any:
    """Return what the function ``schedule(nests, arrays)`` of a source returns.

    Raises
    ------
    CompileError
        When the source is no such function, or a step is refused.
    """
    try:
        (function,) = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    except (SyntaxError, ValueError):
        raise CompileError(
            "the source of a schedule is one function, schedule(nests, arrays)"
        ) from None
    reader = _Reader({"nests": tuple(nests), "arrays": dict(arrays)})
    for statement in function.body:
        if isinstance(statement, ast.Return):
            return reader.value(statement.value)
        reader.run(statement)
    raise CompileError("the source of a schedule returns no plan")


class _Reader:
    """Runs the statements of a source; `known` are the values of its variables."""

    def __init__(self, known: dict[str, Any]) -> None:
        self._known = known

    def run(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr):
            self.value(statement.value)
            return
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            raise _not_understood(statement)
        (target,) = statement.targets
        made = self.value(statement.value)
        if isinstance(target, ast.Name):
            self._known[target.id] = made
        elif isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts):
            names = [entry.id for entry in target.elts if isinstance(entry, ast.Name)]
            values = tuple(made) if isinstance(made, (tuple, list)) else (made,)
            self._known.update(zip(names, values, strict=True))
        else:
            raise _not_understood(statement)

    def value(self, node: ast.expr | None) -> Any:
        """Return the value of an expression."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and node.id in self._known:
            return self._known[node.id]
        if isinstance(node, (ast.Tuple, ast.List)):
            return tuple(map(self.value, node.elts))
        if isinstance(node, ast.Dict) and None not in node.keys:
            keys = map(self.value, node.keys)
            return dict(zip(keys, map(self.value, node.values), strict=True))
        if isinstance(node, ast.Subscript):
            return self.value(node.value)[self.value(node.slice)]
        if isinstance(node, ast.Attribute) and _dotted(node) == "sa.Target.HOST":
            return Target.HOST
        if isinstance(node, ast.Attribute) and _dotted(node).startswith("sa.layout."):
            return _layout(node.attr)
        if isinstance(node, ast.Call):
            return self._call(node)
        raise _not_understood(node)

    def _call(self, node: ast.Call) -> Any:
        arguments = [self.value(argument) for argument in node.args]
        keywords = {word.arg: self.value(word.value) for word in node.keywords if word.arg}
        name = _dotted(node.func)
        if name == "sa.fuse":
            return fuse(*arguments, **keywords)
        if name.startswith("sa.layout."):
            return _layout(name.removeprefix("sa.layout."))(*arguments, **keywords)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _METHODS:
            raise _not_understood(node)
        return getattr(self.value(node.func.value), node.func.attr)(*arguments, **keywords)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _layout(name: str) -> Any:
    found = getattr(layouts, name, None) if name in layouts.__all__ else None
    if found is None:
        raise CompileError(f"there is no layout sa.layout.{name}")
    return found


def _not_understood(node: ast.AST | None) -> CompileError:
    text = ast.unparse(node) if node is not None else "nothing"
    return CompileError(f"the source of a schedule has no such statement: {text}")
