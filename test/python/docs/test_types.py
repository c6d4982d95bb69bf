# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Type checkers find nothing in the README, in the examples and in typical programs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = (*sorted(ROOT.glob("examples/*.py")), ROOT / "test/python/typical_use.py")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the programs, in which no settings of the checkout count."""
    folder = tmp_path_factory.mktemp("programs")
    for program in PROGRAMS:
        shutil.copy(program, folder)
    readme = "\n".join(BLOCK.findall((ROOT / "README.md").read_text()))
    (folder / "readme.py").write_text(readme)
    return folder


def check(programs: Path, *command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", *command, "."],
        cwd=programs,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_mypy(programs: Path) -> None:
    # Libraries of others need not have types.
    check(programs, "mypy", "--ignore-missing-imports", "--check-untyped-defs")


def test_pyright(programs: Path) -> None:
    settings = (
        '{"typeCheckingMode": "standard", "reportMissingTypeStubs": "none", '
        f'"pythonVersion": "3.{sys.version_info.minor}", "extraPaths": ["{ROOT / "python"}"]}}'
    )
    (programs / "pyrightconfig.json").write_text(settings)
    check(programs, "basedpyright", "--pythonpath", sys.executable)
