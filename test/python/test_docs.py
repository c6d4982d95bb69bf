# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python code of the documentation runs as it is printed."""

from __future__ import annotations

import linecache
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_code_of_page_runs(page: str) -> None:
    text = (ROOT / page).read_text()
    blocks = BLOCK.findall(text)
    assert blocks
    namespace: dict[str, object] = {"__name__": "documentation"}
    for number, code in enumerate(blocks):
        filename = f"<{page}, block {number}>"
        linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
        exec(compile(code, filename, "exec"), namespace)
