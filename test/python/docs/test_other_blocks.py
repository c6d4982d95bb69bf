# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The blocks of the documentation that are not Python: MLIR, C++, C, shell, and settings."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
SAOPT = ROOT / "build/bin/saopt"
RECIPE = (ROOT / "docs/recipes/calling-from-cpp.md").read_text()
PACKAGES = (ROOT / "docs/packages.md").read_text()
README = (ROOT / "README.md").read_text()
# What test_docs.py, test_errors.py and the build of the site see to.
RUN_ELSEWHERE = {"python", "pycon", "text", "{run}", "{toctree}", "{eval-rst}"}
KNOWN = {"sh", "mlir", "cpp", "c", "cmake", "json", "toml", "lua", "elisp"}


def blocks(text: str, language: str) -> list[str]:
    """Return the blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(*command: object, folder: Path, **variables: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_there_is_no_other_language() -> None:
    for page in PAGES:
        if "reference" not in page.parts:
            opened = set(re.findall(r"^```(\S+)$", page.read_text(), re.MULTILINE))
            assert opened <= RUN_ELSEWHERE | KNOWN, page


def test_the_recipe_for_cpp_runs_as_it_is_printed(tmp_path: Path) -> None:
    for language, name in (("python", "make.py"), ("cpp", "program.cpp")):
        (block,) = blocks(RECIPE, language)
        (tmp_path / name).write_text(block)
    run(sys.executable, "make.py", folder=tmp_path)
    script = "set -e\n" + "".join(blocks(RECIPE, "sh"))
    assert (
        run("bash", "-c", script, folder=tmp_path, PREFIX=sys.prefix) == blocks(RECIPE, "text")[0]
    )


@pytest.fixture(scope="module")
def mylib(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the headers of the package that the page about packages makes."""
    folder = tmp_path_factory.mktemp("mylib")
    code = blocks(PACKAGES, "python")[0].split("package = ")[0]
    code += (
        "package = sa.Package()\n"
        "package.add(nest, args=(A, B), base_name='twice')\n"
        "package.build('mylib', format=sa.Package.Format.SHARED_LIBRARY)\n"
    )
    run(sys.executable, "-c", code, folder=folder)
    return folder / "mylib"


def check_syntax(folder: Path, mylib: Path, program: str, language: str) -> None:
    """Compile a block, whose includes stand above the statements of a function."""
    includes = "".join(re.findall(r"^#include.*\n", program, re.MULTILINE))
    body = re.sub(r"^#include.*\n", "", program, flags=re.MULTILINE)
    file = folder / f"program.{language}"
    file.write_text(f"{includes}\nint main(void) {{\n{body}\n  return 0;\n}}\n")
    options = ["-fsyntax-only", "-Werror", f"-I{mylib}", f"-I{ROOT / 'include'}"]
    if language == "cpp":
        options += ["-std=c++17", f"-isystem{sys.prefix}/include"]
    run("c++" if language == "cpp" else "cc", *options, file, folder=folder)


def test_the_programs_of_the_page_about_packages_compile(mylib: Path, tmp_path: Path) -> None:
    source, checked = blocks(PACKAGES, "cpp")
    include = '#include "sa/Runtime/Package/LoadedPackage.h"\n'
    program = include + "#include <sycl/sycl.hpp>\n" + source + checked
    check_syntax(tmp_path, mylib, program, "cpp")
    (block,) = blocks(PACKAGES, "c")
    check_syntax(tmp_path, mylib, block, "c")


def test_the_commands_of_cmake_are_those_of_the_example() -> None:
    example = (ROOT / "examples/cpp/CMakeLists.txt").read_text()
    made = {*re.findall(r"^ *(\w+)\(", example, re.MULTILINE)}
    for page in PAGES:
        for block in blocks(page.read_text(), "cmake"):
            assert {*re.findall(r"^(\w+)\(", block, re.MULTILINE)} <= made
            assert all(
                line in ("mylib::mylib", "mylib::mylib_c")
                for line in re.findall(r"mylib::\w+(?=\))", block)
            )


def test_the_program_in_mlir_compiles_and_its_error_is_that_of_the_page(tmp_path: Path) -> None:
    (program,) = blocks(README, "mlir")
    file = tmp_path / "gemm.mlir"
    file.write_text(program)
    assert "sycl::event gemm(" in run(SAOPT, file, "--emit=header", folder=tmp_path)
    lines = program.splitlines(keepends=True)
    wrong = "    sa.store %ab, %A[%i, %k] : !sa.array<64x32xf32, input>\n"
    file.write_text("".join([*lines[:8], wrong, *lines[8:]]))
    done = subprocess.run(
        [SAOPT, "gemm.mlir", "--emit=mlir"], capture_output=True, text=True, cwd=tmp_path
    )
    shown = re.search(r"^```\n(gemm\.mlir:.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert done.returncode == 1
    assert done.stderr.startswith(" ".join(shown[1].split()))


def test_the_commands_of_the_shell_exist(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    (program,) = blocks(README, "mlir")
    for name in ("gemm.mlir", "program.mlir"):
        (tmp_path / name).write_text(program)
    for page in PAGES:
        for block in blocks(page.read_text(), "sh"):
            subprocess.run(["bash", "-n", "-c", block], check=True)
            for line in block.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["make"]:
                    assert re.search(rf"^{words[1]}:", makefile, re.MULTILINE) or re.search(
                        rf"^[\w -]*\b{words[1]}\b[\w -]*:", makefile, re.MULTILINE
                    ), line
                elif words[:1] == ["saopt"] and words[1] not in ("doctor", "cache"):
                    library = "shared-library" in line
                    formats = [
                        word.replace(",shared-library", "").replace("shared-library,", "")
                        for word in words[1:]
                    ]
                    run(SAOPT, *(formats if library else words[1:]), folder=tmp_path)
                elif any(word.startswith((".venv", "env/bin/saopt")) for word in words[:1]):
                    assert words[1] in ("doctor", "cache") or Path(ROOT, words[-1]).exists(), line


def test_the_settings_of_editors_are_in_their_languages() -> None:
    page = (ROOT / "docs/editors.md").read_text()
    for block in blocks(page, "json"):
        assert "mlir.server_path" in json.loads(block)
    for block in blocks(page, "toml"):
        assert tomllib.loads(block)["language-server"]["saopt"]["command"]
    for language in ("json", "lua", "elisp", "toml"):
        (block,) = blocks(page, language)
        assert "saopt-lsp-server" in block
        for one, other in ("()", "[]", "{}"):
            assert block.count(one) == block.count(other)
