# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the README tells programmers in C++, done word by word in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).resolve().parents[3] / "README.md").read_text()


def section(title: str) -> str:
    """Return the text of a section."""
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def blocks(title: str, language: str) -> list[str]:
    """Return the blocks of code of a section."""
    return re.findall(rf"```{language}\n(.*?)```", section(title), re.DOTALL)


def test_the_steps_for_cpp_work_in_an_empty_folder(tmp_path: Path) -> None:
    kept = ("HOME", "TMPDIR", "SAOPT_CACHE_DIR")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"VIRTUAL_ENV": sys.prefix, "PATH": f"{sys.prefix}/bin:/usr/bin:/bin"}

    def run(commands: str) -> str:
        done = subprocess.run(
            ["bash", "-ec", commands],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=280,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "gemm.mlir").write_text(blocks("In MLIR", "mlir")[0])
    build, use = blocks("For C++", "sh")
    run(build)
    (project,), (program,) = blocks("For C++", "cmake"), blocks("For C++", "cpp")
    (tmp_path / "CMakeLists.txt").write_text(project)
    (tmp_path / "main.cpp").write_text(program)
    assert run(use).splitlines()[-1] == "64"
