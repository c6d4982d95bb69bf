# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/errors.md: each program that fails does so with its message, and each mended one works.

``SAOPT_UPDATE=1 pytest test/python/docs/test_errors.py`` writes the messages anew.
"""

from __future__ import annotations

import linecache
import os
import re
import textwrap
from typing import Any

import pytest
import saopt as sa
from design_tables import ROOT

PAGE = ROOT / "docs" / "errors.md"
SECTION = re.compile(
    r"^### (?P<title>.*?)\n.*?^```python\n(?P<failing>.*?)^```\n"
    r".*?^```text\n(?P<message>.*?)^```\n.*?^```python\n(?P<mended>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
TEXT = PAGE.read_text()
BEGINNING = re.search(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SECTIONS = list(SECTION.finditer(TEXT))


def run(code: str, name: str) -> None:
    assert BEGINNING is not None
    namespace: dict[str, Any] = {"__name__": "documentation"}
    for part, text in (("beginning", BEGINNING[1]), (name, code)):
        filename = f"<{part}>"
        # Diagnostics quote lines, and names of arrays are found in them.
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
        exec(compile(text, filename, "exec"), namespace)


def message_of(section: re.Match[str]) -> str:
    """Run the program that fails, and return its error as the page shows it."""
    with pytest.raises(sa.Error) as caught:
        run(section["failing"], section["title"])
    error = caught.value
    message = error.message if isinstance(error, sa.CompileError) else str(error)
    return textwrap.fill(f"{type(error).__name__}: {message}", 118, break_on_hyphens=False) + "\n"


def update() -> None:
    parts, end = [], 0
    for section in SECTIONS:
        parts += [TEXT[end : section.start("message")], message_of(section)]
        end = section.end("message")
    PAGE.write_text("".join([*parts, TEXT[end:]]))


def test_the_page_has_the_forty_most_common_mistakes() -> None:
    titles = [section["title"] for section in SECTIONS]
    assert len(titles) == len(set(titles)) == TEXT.count("\n### ") >= 40


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section["title"])
def test_the_message_is_that_of_the_page(section: re.Match[str]) -> None:
    if os.environ.get("SAOPT_UPDATE"):
        update()
    else:
        assert section["message"] == message_of(section)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section["title"])
def test_the_mended_program_works(section: re.Match[str]) -> None:
    run(section["mended"], section["title"])
