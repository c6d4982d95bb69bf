# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors quote the user's line, with carets below the expression that is wrong."""

import linecache

import pytest
import saopt as sa
from saopt._src.support.errors import Location, Note

SPACE = "A = sa.Array(role=sa.Role.INPUT, shape=(4,), name='A')\n"


def text_of(code):
    """Run a program that fails, and return the text of its error."""
    linecache.cache["<program>"] = (len(code), None, code.splitlines(keepends=True), "<program>")
    with pytest.raises(sa.CompileError) as caught:
        exec(compile(code, "<program>", "exec"), {"sa": sa})
    return str(caught.value)


def test_the_expression_is_underlined():
    assert text_of("x = 1\nif x:\n    nest = sa.Nest(shape=2.5)\n") == (
        "<program>:3:12: a size of a nest must be an integer, not 2.5\n"
        "    nest = sa.Nest(shape=2.5)\n"
        "           ^^^^^^^^^^^^^^^^^^"
    )


def test_columns_count_characters():
    text = text_of(SPACE + "größe = 'ä' ; sa.Nest(shape=2.5)\n")
    assert text.startswith("<program>:2:15: ")
    assert text.endswith(
        "\n    größe = 'ä' ; sa.Nest(shape=2.5)\n                  ^^^^^^^^^^^^^^^^^^"
    )


def test_wide_characters_are_as_wide_as_two():
    text = text_of("x = '界' ; sa.Nest(shape=2.5)\n")
    assert text.startswith("<program>:1:11: ")
    assert text.endswith("\n    x = '界' ; sa.Nest(shape=2.5)\n               ^^^^^^^^^^^^^^^^^^")


def test_combining_characters_have_no_width():
    text = text_of("x = 'o\u0308' ; sa.Nest(shape=2.5)\n")
    assert text.endswith("\n              ^^^^^^^^^^^^^^^^^^")


def test_tabs_stay_tabs():
    assert text_of("if True:\n\tx =\tsa.Nest(shape=2.5)\n").endswith(
        "\n    x =\tsa.Nest(shape=2.5)\n       \t^^^^^^^^^^^^^^^^^^"
    )


def test_of_an_expression_of_several_lines_the_first_is_quoted():
    assert text_of("sa.Nest(\n    shape=2.5,\n)\n").endswith("\n    sa.Nest(\n    ^^^^^^^^")


def test_what_the_compiler_finds_is_underlined():
    code = SPACE + (
        "B = sa.Array(role=sa.Role.INOUT, shape=(4,), name='B')\n"
        "nest = sa.Nest(shape=(4,))\n"
        "i = nest.get_indices()\n"
        "@nest.iteration_logic\n"
        "def _():\n"
        "    B[i] = 2 * A[i + 1]\n"
        "sa.compile(nest, args=(A, B))\n"
    )
    text = text_of(code)
    assert text.startswith("<program>:7:16: this load accesses 'A' outside of its shape")
    assert text.endswith("\n    B[i] = 2 * A[i + 1]\n               ^^^^^^^^")


def test_what_with_enters_is_not_the_place():
    code = (
        "A = sa.Array(role=sa.Role.INOUT, element_type=sa.bool_, shape=())\n"
        "@sa.function(args=(A,))\n"
        "def f():\n"
        "    with sa.loop_while(A, 9):\n"
        "        pass\n"
    )
    text = text_of(code)
    assert text.startswith("<program>:4:5: sa.loop_while runs while an element")
    assert "\n    with sa.loop_while(A, 9):\n    ^^^^" in text


def test_without_source_there_is_no_quotation():
    with pytest.raises(sa.CompileError) as caught:
        exec(compile("sa.Nest(shape=2.5)", "<nowhere>", "exec"), {"sa": sa})
    assert str(caught.value).endswith("must be an integer, not 2.5")
    assert str(sa.CompileError("wrong")) == "wrong"


def test_a_place_that_is_not_in_the_source_is_not_underlined():
    linecache.cache["<short>"] = (5, None, ["  ab\n"], "<short>")
    for column in (0, 1, 2, 9):
        assert str(sa.CompileError("wrong", ("<short>", 1, column))) == (
            f"<short>:1:{column}: wrong\n    ab"
        )
    assert str(sa.CompileError("wrong", ("<short>", 1, 4))).endswith("\n    ab\n     ^")
    assert str(sa.CompileError("wrong", ("<short>", 7, 1))) == "<short>:7:1: wrong"


def test_notes_are_quoted():
    linecache.cache["<noted>"] = (5, None, ["x = 1\n"], "<noted>")
    assert str(Note("here", Location("<noted>", 1, 5))) == (
        "<noted>:1:5: note: here\n    x = 1\n        ^"
    )
    assert str(Note("somewhere", None)) == "note: somewhere"
