# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler on the command line of the Python package: the tool of the build, in a module."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from saopt_command import tool

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "examples/gemm.mlir"


def run(*arguments, **keywords):
    return subprocess.run(
        [sys.executable, "-m", "saopt_command", *map(str, arguments)],
        capture_output=True,
        timeout=120,
        **keywords,
    )


@pytest.mark.parametrize("kind", ["sycl", "spirv", "manifest"])
def test_it_writes_what_the_executable_writes(kind):
    result = run(PROGRAM, f"--emit={kind}")
    native = subprocess.run(
        [ROOT / "build/bin/saopt", PROGRAM, f"--emit={kind}"], capture_output=True, check=True
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == native.stdout


def test_an_error_is_an_exit_code():
    result = run("no-such-file.mlir", "--emit=spirv")
    assert result.returncode == 1
    assert (
        result.stderr
        == b"saopt: cannot open input file 'no-such-file.mlir': No such file or directory\n"
    )


def test_standard_input_is_read():
    result = run("-", "--emit=header", input=PROGRAM.read_bytes())
    assert b"sycl::event gemm(" in result.stdout


def test_it_needs_no_sycl_runtime(tmp_path):
    (tmp_path / "dpctl.py").write_text("raise ImportError('there is no SYCL runtime')")
    result = run(PROGRAM, "--emit=spirv", env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert (result.returncode, result.stdout[:4]) == (0, b"\x03\x02\x23\x07")


def test_an_interrupt_ends_it_without_a_traceback():
    process = subprocess.Popen(
        [sys.executable, "-m", "saopt_command", "-", "--emit=spirv"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    # A handler is what Python and the compiler replace; from then on the input is waited for.
    with process:
        while not _waits_for_input(process.pid):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert b"Traceback" not in errors


def _waits_for_input(pid):
    """Say whether the compiler's thread reads from the pipe."""
    if "_compiler." not in Path(f"/proc/{pid}/maps").read_text():
        return False
    channels = (thread / "wchan" for thread in Path(f"/proc/{pid}/task").iterdir())
    return any("pipe_" in channel.read_text() for channel in channels)


def test_a_package_without_modules_for_this_python_is_told(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(tool, "find_package", lambda: tmp_path)
    assert tool.run_tool([]) == 1
    version = ".".join(map(str, sys.version_info[:2]))
    assert f"has no compiler for Python {version}: install saopt with this Python" in (
        capsys.readouterr().err
    )
