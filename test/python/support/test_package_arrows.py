# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which packages of the implementation import which: only those that the tables allow."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import saopt
from design_tables import read_arrows

SOURCES = Path(saopt.__file__).parent / "_src"

# What the modules of a package import when they are imported. A package comes after all those that
# it imports, so there are no cycles.
DIRECT_ARROWS = read_arrows("The map of python/saopt/_src")

# What functions import when they are called: the arrows that go the other way.
LATE_ARROWS = {
    # Nest.create_schedule
    ("language.nest", "schedule.schedule"),
    # A session builds the nests whose steps the compiler checks.
    ("schedule.session", "build.module_builder"),
    ("schedule.session", "build.function_source"),
    # A compiled function runs by the engine that it was compiled for.
    ("build.eager_function", "eager"),
}


def close(arrows: dict[str, list[str]]) -> dict[str, set[str]]:
    """Add to each package those that its packages import. They come before it in the table."""
    closed: dict[str, set[str]] = {}
    for package, named in arrows.items():
        closed[package] = set(named).union(*(closed[name] for name in named))
    return closed


ARROWS = close(DIRECT_ARROWS)


def test_every_package_is_in_the_table() -> None:
    assert {path.parent.name for path in SOURCES.glob("*/__init__.py")} == set(ARROWS)
    assert [path.name for path in SOURCES.glob("*.py")] == ["__init__.py"]


@pytest.mark.parametrize("package", ARROWS)
def test_a_docstring_names_the_modules_of_its_package(package: str) -> None:
    text = (SOURCES / package / "__init__.py").read_text()
    modules = {path.stem for path in (SOURCES / package).glob("*.py")} - {"__init__"}
    assert modules - set(re.findall(r"`(\w+)`", text)) == set()


@pytest.mark.parametrize("package", ARROWS)
def test_imports_follow_the_arrows_of_the_table(package: str) -> None:
    found = {target.split(".")[0] for _, target, is_late in imports(package) if not is_late}
    assert set(DIRECT_ARROWS[package]) <= found - {package} <= ARROWS[package]


def test_functions_import_only_what_comes_later_from_the_table() -> None:
    found = set()
    for package, arrows in ARROWS.items():
        for module, target, is_late in imports(package):
            if is_late and target.split(".")[0] not in {package, *arrows}:
                found.add((module, target))
    assert found == LATE_ARROWS


def imports(package: str) -> Iterator[tuple[str, str, bool]]:
    """Yield module, imported module, and whether a function imports it, for a package.

    Imports for type checkers alone are left out.
    """
    for path in sorted((SOURCES / package).rglob("*.py")):
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for name, is_late in imported(ast.parse(path.read_text()), is_late=False):
            prefix, _, target = name.partition("saopt._src.")
            if not prefix and target:
                yield module, target, is_late


def imported(node: ast.AST, is_late: bool) -> Iterator[tuple[str, bool]]:
    """Yield the modules that a node imports, and whether in a function."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from ((alias.name, is_late) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        names = [f".{alias.name}" for alias in node.names] if node.module == "saopt._src" else [""]
        yield from ((f"{node.module}{name}", is_late) for name in names)
    is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
    for child in ast.iter_child_nodes(node):
        yield from imported(child, is_late or is_function)
