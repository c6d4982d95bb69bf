# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `CONTRIBUTING.md` says about looking inside of passes is true."""

from __future__ import annotations

import re

import pytest
from design_tables import ROOT

FLAGS = {
    name.upper(): flag
    for table in (ROOT / "include/sa").rglob("*.td")
    for name, flag in re.findall(r'^def (\w+)\s*: Pass<"([\w-]+)"', table.read_text(), re.M)
}
SOURCES = {
    source: names
    for source in sorted((ROOT / "lib").rglob("*.cpp"))
    if (names := re.findall(r"^#define GEN_PASS_DEF_(\w+)", source.read_text(), re.M))
}


def test_each_pass_has_a_source() -> None:
    defined = [name for names in SOURCES.values() for name in names]
    assert sorted(defined) == sorted(FLAGS)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_debug_type_is_the_flag(source) -> None:
    types = re.findall(r'^#define DEBUG_TYPE "([\w-]+)"', source.read_text(), re.M)
    assert types in ([], [FLAGS[SOURCES[source][0]]])
    if "LDBG()" in source.read_text() or "ALWAYS_ENABLED_STATISTIC" in source.read_text():
        assert types


def test_tables_have_no_statistics() -> None:
    tables = (ROOT / "include/sa").rglob("*.td")
    assert [table for table in tables if "let statistics" in table.read_text()] == []
