# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Colours for MLIR, which Pygments does not know."""

from __future__ import annotations

from typing import ClassVar

from pygments import token
from pygments.lexer import RegexLexer
from sphinx.application import Sphinx


class MLIRLexer(RegexLexer):
    """Tells operations, values, symbols, types, attributes, numbers and comments apart."""

    name = "MLIR"
    aliases: ClassVar[list[str]] = ["mlir"]
    tokens: ClassVar[dict] = {
        "root": [
            (r"//.*?$", token.Comment.Single),
            (r'"(\\.|[^"\\])*"', token.String),
            (r"[%^][\w$.#-]+", token.Name.Variable),
            (r"@[\w$.-]+", token.Name.Function),
            (r"[!#][a-zA-Z_][\w.$]*", token.Keyword.Type),
            (r"\b(memref|vector|tensor|tuple)\b", token.Keyword.Type),
            (r"\b(bf16|[su]?i\d+|f\d+|index)\b", token.Keyword.Type),
            (r"\b\d+(x\d+)*x(?=[a-z!])", token.Number),
            (r"-?\b\d+(\.\d*([eE][-+]?\d+)?)?", token.Number),
            (r"\b[a-zA-Z_]\w*\.[\w.]+", token.Keyword),
            (r"\b[a-zA-Z_]\w*\b", token.Name),
            (r"\s+", token.Whitespace),
            (r".", token.Punctuation),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the colours."""
    app.add_lexer("mlir", MLIRLexer)
    return {"parallel_read_safe": True}
