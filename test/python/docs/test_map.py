# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The map of the tree in the documentation is true, and `#include`s follow its arrows."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from design_tables import ROOT, read_arrows

ARROWS = read_arrows("The map of lib")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
# Names of files in code spans of documents; those with wildcards or blanks are none.
PATH = re.compile(
    r"(?<=`)((?:include|lib|python|test|tools|unittests|docs|scripts|cmake|benchmarks|examples)"
    r"/[\w./-]+)(?=`)"
)
# What the documents name although a checkout does not have it.
GENERATED = {"docs/reference"}
# Names of the Python package, which only python/ knows.
PYTHON_NAMES = re.compile(r"unsafe_|\.astype|\bsa\.pack\b")


@functools.cache
def get_folders(room: str) -> list[Path]:
    if (ROOT / room).is_dir():
        return [ROOT / room]
    return [folder for top in ("lib", "include/sa") if (folder := ROOT / top / room).is_dir()]


def find_sources(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in {".cpp", ".h"})


@functools.cache
def find_room(path: Path) -> str | None:
    """Return the innermost room that holds a file; nothing for a file of no room."""
    rooms = [r for r in ARROWS if any(path.is_relative_to(f) for f in get_folders(r))]
    return max(rooms, key=len, default=None)


def find_included(source: Path, name: str) -> Path | None:
    """Return the included file of the tree; nothing for a generated or foreign one."""
    for folder in (source.parent, ROOT / "include"):
        if (path := (folder / name).resolve()).is_file():
            return path
    return None


@pytest.mark.parametrize("room", ARROWS)
def test_a_room_exists_and_names_rooms(room: str) -> None:
    assert get_folders(room)
    for used in ARROWS[room]:
        assert any(other == used or other.startswith(f"{used}/") for other in ARROWS)


@pytest.mark.parametrize("top", ["lib", "include", "tools", "python/bindings"])
def test_a_source_is_in_a_room(top: str) -> None:
    # The passes of all the rooms of a library have one header.
    common = ROOT / "include/sa/Dialect/SA/Transforms/Passes.h"
    assert [s for s in find_sources(ROOT / top) if not find_room(s) and s != common] == []


@pytest.mark.parametrize("room", ARROWS)
def test_includes_follow_the_arrows(room: str) -> None:
    wrong = []
    for folder in get_folders(room):
        for source in find_sources(folder):
            if find_room(source) != room:
                continue
            for name in INCLUDE.findall(source.read_text()):
                included = find_included(source, name)
                used = find_room(included) if included else None
                if used and not any(
                    used == allowed or used.startswith(f"{allowed}/")
                    for allowed in [room, *ARROWS[room]]
                ):
                    wrong.append(f"{source.relative_to(ROOT)} includes {name}")
    assert not wrong


def test_only_the_pipelines_know_the_planner() -> None:
    users = {room for room, used in ARROWS.items() if "Planning" in used}
    assert users == {"Pipelines"}


def test_the_runtime_knows_neither_mlir_nor_python() -> None:
    foreign = re.compile(r'^#include ["<]((?:mlir|llvm|pybind11|nanobind)/|Python)', re.MULTILINE)
    sources = [source for folder in get_folders("Runtime") for source in find_sources(folder)]
    # The headers that they include grow the list.
    for source in sources:
        for name in INCLUDE.findall(source.read_text()):
            if (included := find_included(source, name)) and included not in sources:
                sources.append(included)
    assert [source for source in sources if foreign.search(source.read_text())] == []


@pytest.mark.parametrize("top", ["lib", "include"])
def test_the_compiler_has_no_names_of_python(top: str) -> None:
    found = [
        f"{source.relative_to(ROOT)}: {name}"
        for source in find_sources(ROOT / top)
        for name in PYTHON_NAMES.findall(source.read_text())
    ]
    assert not found


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
)
def test_paths_of_documents_exist(page: Path) -> None:
    named = {name.rstrip("/") for name in PATH.findall(page.read_text())} - GENERATED
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]
