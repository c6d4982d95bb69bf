# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The full texts of errors, beside this file in ``full_messages.txt``, to be read in one go.

A test that makes a mistake hands its error to `check_message`. ``SAOPT_UPDATE=1`` and pytest
of one process write the texts anew; look at what changed.
"""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path

import saopt as sa

FILE = Path(__file__).with_suffix(".txt")
_HEAD = re.compile(r"^== (.+)\n", re.MULTILINE)


def read_messages() -> dict[str, str]:
    """Return the text of each mistake by its name."""
    _, *parts = _HEAD.split(FILE.read_text())
    return dict(zip(parts[::2], (text.strip("\n") for text in parts[1::2]), strict=True))


def show_error(error: BaseException) -> str:
    """Return the whole text of an error: the quoted line, the message, and the notes.

    Files, lines and columns are left out, and so are addresses of objects.
    """
    parts = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]
    shown = []
    for part in parts:
        text = re.sub(r"/\S+\.py:\d+:\d+: ", "", part)
        text = re.sub(r" at 0x[0-9a-f]+", " at …", text)
        message, _, quotation = text.partition("\n    ")
        shown.append(textwrap.fill(message, 100, break_on_hyphens=False, break_long_words=False))
        if quotation:
            shown.append("    " + quotation)
    return "\n".join(line.rstrip() for line in "\n".join(shown).split("\n"))


def check_message(name: str, error: BaseException) -> None:
    """Check that an error has the text that is known for the mistake, or write it down."""
    text = show_error(error)
    if os.environ.get("SAOPT_UPDATE"):
        messages = {**read_messages(), name: text}
        entries = (f"== {known}\n{messages[known]}\n" for known in sorted(messages))
        FILE.write_text("\n".join(entries))
        return
    assert read_messages()[name] == text
    if isinstance(error, sa.CompileError):
        # The user's line, with carets.
        assert error.location is not None and re.search(r"^ *\^+$", text, re.MULTILINE)
