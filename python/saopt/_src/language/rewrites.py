# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The line to write instead of Python's own control flow on recorded values."""

from __future__ import annotations

import ast
import linecache

from saopt._src.support.locations import user_frame

__all__ = ["line_to_write"]

_MAX_LINES = 8


def line_to_write() -> str | None:
    """Return what the user's current line is in the language, or None where that is not plain."""
    frame = user_frame()
    if frame is None:
        return None
    statement = _statement(frame.f_code.co_filename, frame.f_lineno or 0)
    if isinstance(statement, ast.If):
        return f"with sa.If({_written(statement.test)}):"
    if isinstance(statement, ast.While):
        return f"for k in sa.range(limit):, and in it with sa.If({_written(statement.test)}):"
    if isinstance(statement, ast.Assert):
        return f"with sa.If(~({_written(statement.test)})):"
    if statement is None:
        return None
    before, after = ast.unparse(statement), ast.unparse(_Rewriter().visit(statement))
    return after if after != before else None


def _statement(file: str, line: int) -> ast.stmt | None:
    """Return the statement that begins at a line, without what follows its colon."""
    text = ""
    for number in range(line, line + _MAX_LINES):
        text += linecache.getline(file, number)
        head = text.strip()
        if head.startswith("elif "):
            head = head[2:]
        body = " pass" if head.endswith(":") else ""
        try:
            parsed = ast.parse(head + body).body
        except SyntaxError:
            continue
        return parsed[0] if parsed else None
    return None


def _written(test: ast.expr) -> str:
    return ast.unparse(_Rewriter().visit(test))


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    function = ast.Attribute(ast.Name("sa", ast.Load()), name, ast.Load())
    return ast.Call(function, list(arguments), [])


class _Rewriter(ast.NodeTransformer):
    """Replaces what Python decides by what is recorded."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        name = "logical_and" if isinstance(node.op, ast.And) else "logical_or"
        result = node.values[0]
        for value in node.values[1:]:
            result = _call(name, result, value)
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _call("logical_not", node.operand) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        return _call("select", node.test, node.body, node.orelse)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        sides = [node.left, *node.comparators]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        parts = [ast.Compare(left, [op], [right]) for left, op, right in pairs]
        result: ast.expr = parts[0]
        for part in parts[1:]:
            result = _call("logical_and", result, part)
        return result

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        is_extreme = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
        return _call(node.func.id, *node.args) if is_extreme else node  # type: ignore[attr-defined]
