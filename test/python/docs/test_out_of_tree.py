# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `cmake --install` installs is enough for the compiler in examples/out-of-tree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CMAKE = Path(sys.executable).parent / "cmake"
NINJA = Path(sys.executable).parent / "ninja"


def run(*command: object) -> str:
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=280)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prefix = tmp_path_factory.mktemp("prefix")
    run(CMAKE, "--install", ROOT / "build", "--prefix", prefix)
    return prefix


def test_the_installed_tool_runs(prefix: Path) -> None:
    assert "sycl::event gemm(" in run(
        prefix / "bin/saopt", ROOT / "examples/gemm.mlir", "--emit=header"
    )


def test_installed_files_name_no_folder_of_the_checkout(prefix: Path) -> None:
    files = [*prefix.rglob("*.cmake"), *prefix.rglob("*.h"), *prefix.rglob("*.inc")]
    assert files
    assert [file for file in files if str(ROOT) in file.read_text()] == []


def test_a_compiler_out_of_tree(prefix: Path, tmp_path: Path) -> None:
    run(
        *(CMAKE, "-S", ROOT / "examples/out-of-tree", "-B", tmp_path, "-G", "Ninja"),
        f"-DCMAKE_MAKE_PROGRAM={NINJA}",
        f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DCMAKE_CXX_COMPILER=clang++-22",
        "-DCMAKE_C_COMPILER=clang-22",
        "-DCMAKE_BUILD_TYPE=Debug",
    )
    run(CMAKE, "--build", tmp_path)
    printed = run(tmp_path / "list-kernels", ROOT / "examples/gemm.mlir").splitlines()
    assert printed[0] == "function gemm: 2 loads, 0 stores, 1 accumulations"
    assert printed[1:]
    assert all(line.startswith("kernel gemm") for line in printed[1:])
