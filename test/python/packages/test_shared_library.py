# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packages that CMake and pkg-config find: built, moved, linked and run on the device."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import saopt as sa
from packages.package_programs import make_twice

EXAMPLE = Path(__file__).parents[3] / "examples" / "cpp"
ICD = "OCL_ICD_FILENAMES"


def run(*command, **options):
    """Run a command where its programs find libsycl and the device of the environment."""
    environment = {**os.environ, "LD_LIBRARY_PATH": os.path.join(sys.prefix, "lib")}
    done = subprocess.run(
        [os.fspath(part) for part in command],
        capture_output=True,
        text=True,
        env=environment,
        **options,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages")
    run(sys.executable, EXAMPLE / "make_packages.py", folder / "built")
    (folder / "built").rename(folder / "moved")
    return folder / "moved"


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Install what programs in C++ load packages with, and move it."""
    folder = tmp_path_factory.mktemp("saopt")
    build = EXAMPLE.parents[1] / "build"
    run("cmake", "--install", build, "--component", "runtime", "--prefix", folder / "made")
    (folder / "made").rename(folder / "moved")
    return folder / "moved"


def test_the_example_links_the_packages_and_runs(packages, runtime, tmp_path):
    options = [f"-Dmylib_SYCL_ROOT={sys.prefix}", f"-DCMAKE_PREFIX_PATH={runtime}"]
    run("cmake", "-S", EXAMPLE, "-B", tmp_path, f"-DPACKAGES={packages}", *options)
    run("cmake", "--build", tmp_path)
    printed = run("ctest", "--test-dir", tmp_path, "--verbose")
    assert re.search("100% tests passed, 0 tests failed out of [34]", printed)
    expected = "argument 'C': shape[1] is 8, but shape[1] of argument 'B' says that N is 7"
    assert f"mylib right: {expected}\n" in printed


def test_the_installed_runtime_has_nothing_of_the_compiler(runtime, tmp_path):
    files = {os.fspath(path.relative_to(runtime)) for path in runtime.rglob("*.*")}
    assert {name for name in files if name.endswith(".a")} == {
        "lib/libSARuntime.a",
        "lib/libSAWorkarounds.a",
    }
    assert not [path for path in runtime.rglob("*.h") if "mlir/" in path.read_text()]
    program = "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES CXX)\n"
    for components, message in [
        ("COMPONENTS runtime", "say -Dsaopt_SYCL_ROOT=PREFIX"),
        ("", "has the component runtime alone, and no compiler"),
    ]:
        (tmp_path / "CMakeLists.txt").write_text(
            program + f"find_package(saopt REQUIRED {components})\n"
        )
        options = [f"-DCMAKE_PREFIX_PATH={runtime}", "-B", tmp_path / "build", "-S", tmp_path]
        environment = {**os.environ}
        for name in ("VIRTUAL_ENV", "CMPLR_ROOT"):
            environment.pop(name, None)
        done = subprocess.run(["cmake", *options], capture_output=True, text=True, env=environment)
        assert done.returncode != 0
        assert re.search(message, " ".join(done.stderr.split()))


def test_the_library_needs_neither_the_compiler_nor_python(packages):
    needed = run("ldd", packages / "library" / "lib" / "libmylib.so")
    assert "libsycl.so" in needed
    assert not re.search("LLVM|MLIR|python|clang|saopt", needed)


def test_the_library_exports_only_its_functions(packages):
    library = packages / "library" / "lib" / "libmylib.so"
    symbols = run("nm", "-DC", "--defined-only", library)
    names = [line.split(" ", 2)[2] for line in symbols.splitlines()]
    assert {"mylib_gemm", "mylib_last_error", "mylib_weigh"} <= set(names)
    assert all(name.startswith(("mylib_", "mylib::")) for name in names)


def test_pkg_config_finds_the_library(packages, tmp_path):
    library = packages / "library"
    config = {"PKG_CONFIG_PATH": os.fspath(library / "lib" / "pkgconfig")}
    found = subprocess.run(
        ["pkg-config", f"--define-variable=sycl_root={sys.prefix}", "--cflags", "--libs", "mylib"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **config},
    )
    program = tmp_path / "use_c"
    run("cc", EXAMPLE / "use_c.c", *found.stdout.split(), "-o", program)
    environment = f"{sys.prefix}/lib:{library}/lib"
    done = subprocess.run(
        [program],
        capture_output=True,
        text=True,
        env={**os.environ, "LD_LIBRARY_PATH": environment},
    )
    assert (done.returncode, done.stdout) == (0, "right\n")


def test_builds_are_reproducible(packages, tmp_path):
    run(sys.executable, EXAMPLE / "make_packages.py", tmp_path)
    for path in sorted(packages.rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(packages)).read_bytes(), path


def test_the_header_in_c_leaks_no_macros(packages):
    macros = run("cc", "-E", "-dM", "-x", "c", packages / "library" / "mylib.h")
    own = [line.split()[1] for line in macros.splitlines() if "MYLIB" in line or "mylib" in line]
    assert own == ["MYLIB_H"]


def test_names_that_each_library_has_are_refused(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="last_error")
    with pytest.raises(sa.CompileError, match="would be 'mylib_last_error' in C"):
        package.build("mylib", sa.Package.Format.SHARED_LIBRARY, output_dir=tmp_path / "out")


def test_a_compiler_that_is_missing_or_fails_is_named(tmp_path, monkeypatch):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(sa.CompileError, match="there is no 'no-such-compiler'"):
        package.build("mylib", sa.Package.Format.SHARED_LIBRARY, output_dir=tmp_path / "out")
    monkeypatch.setenv("CXX", shutil.which("false"))
    with pytest.raises(sa.CompileError, match="false' did not build the library"):
        package.build("mylib", sa.Package.Format.SHARED_LIBRARY, output_dir=tmp_path / "out")
    monkeypatch.setenv("SAOPT_SYCL_ROOT", os.fspath(tmp_path))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CMPLR_ROOT", raising=False)
    with pytest.raises(sa.CompileError, match=r"needs SYCL's headers and libsycl\.so: say"):
        package.build("mylib", sa.Package.Format.SHARED_LIBRARY, output_dir=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
