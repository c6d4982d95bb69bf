# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``docs/vendor-bugs.md`` lists the bugs that the code names, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from saopt._src.support import vendor_intel_cpu
from vendor_programs import PROGRAMS

ROOT = Path(__file__).parents[3]
PRODUCTS = "intel-cpu|dpcpp|clang|llvm|mlir|dpctl|dpnp"


def table_of(text: str) -> set[str]:
    return set(re.findall(rf"^\| ((?:{PRODUCTS})-[\w-]+) \|", text, flags=re.MULTILINE))


DOCUMENTED = table_of((ROOT / "docs/vendor-bugs.md").read_text(encoding="utf-8"))
SWITCHED = set(
    re.findall(
        rf'"((?:{PRODUCTS})-[\w-]+)"',
        (ROOT / "lib/Vendor/Workarounds.cpp").read_text(encoding="utf-8"),
    )
)


def tagged() -> set[str]:
    """Find the names in comments: "Vendor bug NAME", which lines may break."""
    found = set()
    for folder in ("lib", "include", "python", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".cpp", ".h", ".td", ".py"):
                text = re.sub(r"\n\s*(//+|#)?\s*", " ", path.read_text(encoding="utf-8"))
                found |= set(re.findall(rf"Vendor bug:? `*((?:{PRODUCTS})-[\w-]+)", text))
    return found


def test_tables_say_versions_programs_tests_and_when_a_workaround_may_go() -> None:
    text = (ROOT / "docs/vendor-bugs.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| ((?:{PRODUCTS})-[\w-]+) \|(.*) \|$", text, flags=re.MULTILINE)
    assert {name for name, _ in rows} == DOCUMENTED
    for name, cells in rows:
        filled = [cell for cell in cells.split(" | ") if cell.strip()]
        assert len(filled) == 6, name


def test_every_switch_is_documented() -> None:
    assert len(SWITCHED) == 16
    assert SWITCHED <= DOCUMENTED


def test_every_other_bug_is_tagged_where_it_is_avoided() -> None:
    assert DOCUMENTED - SWITCHED == tagged() - SWITCHED


def test_python_and_programs_use_names_of_the_table() -> None:
    assert set(vendor_intel_cpu._PASSES) <= SWITCHED
    assert set(PROGRAMS) <= SWITCHED
