# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of mistakes whose errors are known in full."""

import re

import pytest
import saopt as sa
from full_messages import check_message, read_messages, show_error


def test_there_are_enough_mistakes():
    messages = read_messages()
    assert len(messages) >= 280
    # Each says more than what is wrong, unless what is wrong says it.
    assert all(len(text) > 40 for text in messages.values())
    assert list(messages) == sorted(messages)


def test_errors_of_the_compiler_quote_the_line():
    for name, text in read_messages().items():
        if text.startswith(("CompileError", "ScheduleError")):
            assert re.search(r"^    \S.*\n {4,}\^+$", text, re.MULTILINE), name


def test_another_text_is_refused(monkeypatch):
    monkeypatch.delenv("SAOPT_UPDATE", raising=False)
    name, text = next(iter(read_messages().items()))
    with pytest.raises(AssertionError):
        check_message(name, ValueError(text))
    with pytest.raises(KeyError):
        check_message("a mistake that nobody made", ValueError(text))


def test_places_and_addresses_are_left_out():
    error = sa.CompileError("wrong", ("/nowhere/x.py", 3, 4), [("here", ("/nowhere/x.py", 1, 1))])
    assert show_error(error) == "CompileError: wrong\nnote: here"
    assert show_error(ValueError(f"{object()!r} is none")) == (
        "ValueError: <object object at …> is none"
    )
