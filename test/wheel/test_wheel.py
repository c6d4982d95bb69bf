# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel in dist/ works in an environment with nothing else, and leaves nothing behind.

The tests run for each Python that the variable `PYTHONS` names, by default for that of the tests.
The environment has what the wheel asks the package index for. Programs in it run outside of the
checkout, and find no compiler, CMake or linker on the path.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / "build/wheel/installed"
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_BYTES = 60e6


PYTHONS = os.environ.get("PYTHONS", "").split() or [sys.executable]


def find_wheel() -> Path:
    """Return the wheel for the Python of the environment."""
    command = "import sys; print('cp%d%d' % sys.version_info[:2])"
    python = [ENVIRONMENT / "bin/python", "-I", "-c", command]
    tag = subprocess.run(python, check=True, capture_output=True, text=True).stdout.strip()
    (wheel,) = (ROOT / "dist").glob(f"saopt-*-{tag}-{tag}-manylinux*.whl")
    return wheel


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in the environment, and in nothing else."""
    variables = {
        "PATH": str(ENVIRONMENT / "bin"),
        "HOME": str(cwd),
        "SAOPT_CACHE_DIR": str(ENVIRONMENT / "cache"),
    }
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env=variables, capture_output=True, text=True, timeout=280
    )


def check(*command: object, cwd: Path) -> str:
    """Run a command that succeeds; return what it printed."""
    result = run(*command, cwd=cwd)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def pip(*arguments: str) -> None:
    variables = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [ENVIRONMENT / "bin/python", "-I", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*command, *arguments], check=True, env=variables)


@pytest.fixture(scope="session", autouse=True, params=PYTHONS)
def environment(request: pytest.FixtureRequest) -> None:
    """An empty environment, into which the wheel is installed with what it needs."""
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([request.param, "-I", "-m", "venv", ENVIRONMENT], check=True)
    # The versions that the checkout has: others may be newer than this test.
    constraints = ["-c", str(ROOT / "requirements.txt"), "-c", str(ROOT / "requirements-test.txt")]
    pip("install", "--quiet", "--only-binary", ":all:", *constraints, f"{find_wheel()}[examples]")
    pip("check")


def test_wheel_is_small_and_names_no_folder_of_its_build() -> None:
    assert find_wheel().stat().st_size < MOST_BYTES
    with zipfile.ZipFile(find_wheel()) as wheel:
        for name in wheel.namelist():
            assert str(ROOT).encode() not in wheel.read(name), name


def test_wheel_has_one_copy_of_the_compiler() -> None:
    with zipfile.ZipFile(find_wheel()) as wheel:
        native = [name for name in wheel.namelist() if re.search(r"\.so(\.|$)|/bin/|\.libs/", name)]
        sizes = {Path(name).name.split(".")[0]: wheel.getinfo(name).file_size for name in native}
        metadata = next(name for name in wheel.namelist() if name.endswith("/WHEEL"))
        assert re.search(r"^Tag: \S+-manylinux_2_\d+_x86_64$", wheel.read(metadata).decode(), re.M)
    assert set(sizes) == {"_compiler", "_runtime"}
    assert sizes["_runtime"] < 5e6


def test_nothing_that_builds_is_on_the_path(tmp_path: Path) -> None:
    tools = ("cc", "c++", "gcc", "g++", "clang", "clang-22", "ld", "lld", "cmake", "ninja", "make")
    found = check(
        "python", "-c", f"import shutil; print([*filter(shutil.which, {tools})])", cwd=tmp_path
    )
    assert found == "[]\n"


def test_example_of_the_readme_runs(tmp_path: Path) -> None:
    code = PYTHON_BLOCK.findall((ROOT / "README.md").read_text())[0]
    (tmp_path / "readme.py").write_text(f"{code}\nprint('c', float(c[0, 0]))\n")
    printed = check("python", "readme.py", cwd=tmp_path)
    assert "sycl::event gemm(sycl::queue &queue" in printed
    assert printed.endswith("c 32.0\n")


@pytest.mark.parametrize("example", sorted(p.name for p in (ROOT / "examples").glob("*.py")))
def test_example_runs(example: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert check("python", f"examples/{example}", cwd=tmp_path)


@pytest.mark.parametrize("notebook", sorted(p.name for p in (ROOT / "examples").glob("*.ipynb")))
def test_code_of_notebook_runs(notebook: str, tmp_path: Path) -> None:
    cells = json.loads((ROOT / "examples" / notebook).read_text())["cells"]
    code = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    (tmp_path / "notebook.py").write_text(code)
    check("python", "notebook.py", cwd=tmp_path)


@pytest.mark.parametrize("example", sorted(p.name for p in (ROOT / "examples").glob("*.mlir")))
def test_command_compiles(example: str, tmp_path: Path) -> None:
    check("saopt", ROOT / "examples" / example, "--emit=spirv", "-o", "out.spv", cwd=tmp_path)
    assert (tmp_path / "out.spv").read_bytes()[:4] == b"\x03\x02\x23\x07"
    source = check(
        "python", "-m", "saopt", ROOT / "examples" / example, "--emit=sycl", cwd=tmp_path
    )
    assert "sycl::queue &queue" in source


def test_command_reports_errors(tmp_path: Path) -> None:
    (tmp_path / "bad.mlir").write_text("sa.func @f() { sa.nothing }\n")
    result = run("saopt", "bad.mlir", "--emit=spirv", "-o", "out.spv", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("bad.mlir:1:16: error: ")
    assert not (tmp_path / "out.spv").exists()


def test_doctor_finds_that_it_works(tmp_path: Path) -> None:
    diagnosis = json.loads(check("saopt", "doctor", "--json", cwd=tmp_path))
    assert (diagnosis["works"], diagnosis["remedies"]) == (True, [])
    assert "saopt works here." in check("python", "-m", "saopt", "doctor", cwd=tmp_path)
    assert str(ENVIRONMENT / "cache") in check("saopt", "cache", cwd=tmp_path)


def test_packages_are_built_and_loaded(tmp_path: Path) -> None:
    program = """
import dpnp
import saopt as sa

A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(4,))
B = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(4,))
nest = sa.Nest(shape=(4,))
i = nest.get_indices()

@nest.iteration_logic
def _():
    B[i] = 2 * A[i]

package = sa.Package()
package.add(nest, args=(A, B), base_name="twice")
Format = sa.Package.Format
package.build("mylib", Format.SPIRV | Format.SYCL_SOURCE | Format.WHEEL)
print(sa.load("mylib").twice(dpnp.ones(4, dtype="f4")).asnumpy().tolist())
"""
    (tmp_path / "program.py").write_text(program)
    assert check("python", "program.py", cwd=tmp_path) == "[2.0, 2.0, 2.0, 2.0]\n"
    pip("install", "--quiet", "--no-index", str(*(tmp_path / "mylib").glob("*.whl")))
    program = "import mylib, dpnp; print(float(mylib.twice(dpnp.ones(4, dtype='f4')).sum()))"
    assert check("python", "-c", program, cwd=tmp_path / "mylib" / "..") == "8.0\n"
    pip("uninstall", "--quiet", "--yes", "mylib")


def test_uninstalling_leaves_nothing() -> None:
    """The last test of the file: the environment is without saopt from here on."""
    pip("uninstall", "--quiet", "--yes", "saopt")
    assert [*ENVIRONMENT.glob("bin/saopt*"), *ENVIRONMENT.glob("lib/python*/*/saopt*")] == []
