# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compile cache, as processes use it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runtime_support import run_program

PROGRAM = """
import sys
import dpctl.memory
import numpy as np
import saopt as sa

def compiled(engine, factor):
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(4,))
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = factor * A[i]

    return sa.compile(nest, args=(A, B), engine=engine, name="scaled")

a, b = (dpctl.memory.MemoryUSMShared(16) for _ in range(2))
a.copy_from_host(np.arange(4, dtype="f4").view("u1"))
def first_call(function, factor):
    function(a, b)
    assert b.copy_to_host().view("f4").tolist() == [0, factor, 2 * factor, 3 * factor]
"""

CALL = PROGRAM + "first_call(compiled(sys.argv[-1], 3), 3)\n"


def call(folder, engine="spirv"):
    """Compile and call a function in a process of its own."""
    result = run_program(
        f"import sys; sys.argv.append({engine!r})\n" + CALL, SAOPT_CACHE_DIR=folder
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""


def entries(folder):
    """List the entries of a cache."""
    return sorted(Path(folder).glob("*.bin"))


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_the_next_process_does_not_compile(tmp_path, engine):
    folder = str(tmp_path / "cache")
    call(folder, engine)
    (entry,) = entries(folder)
    made = entry.stat().st_ino, entry.read_bytes()
    call(folder, engine)
    # What is compiled again is a new file.
    assert entries(folder) == [entry]
    assert (entry.stat().st_ino, entry.read_bytes()) == made


def test_what_differs_is_compiled_again(tmp_path):
    program = PROGRAM + (
        "for factor in (3, 4):\n    first_call(compiled('spirv', factor), factor)\n"
    )
    assert run_program(program, SAOPT_CACHE_DIR=str(tmp_path)).returncode == 0
    assert len(entries(tmp_path)) == 2
    # What the driver is told counts too.
    run_program(program, SAOPT_CACHE_DIR=str(tmp_path), CL_CONFIG_CPU_VECTORIZER_MODE="1")
    assert len(entries(tmp_path)) == 4


def test_damaged_entries_are_compiled_again(tmp_path):
    folder = str(tmp_path)
    call(folder)
    (entry,) = entries(folder)
    sound = entry.read_bytes()
    entry.write_bytes(sound[: len(sound) // 2] + bytes([sound[len(sound) // 2] ^ 1]))
    call(folder)
    assert entry.read_bytes() == sound


def test_folders_that_cannot_be_used(tmp_path):
    file = tmp_path / "file"
    file.touch()
    call(str(file / "below"))
    call("/proc/saopt")
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    call(str(shared))
    assert not entries(shared)


def test_a_disk_without_room(tmp_path):
    """A file may not become as long as the entry; what was written of it does not stay."""
    folder = tmp_path / "cache"
    program = (
        "import resource, signal, sys; sys.argv.append('spirv')\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    )
    result = run_program(program + CALL, SAOPT_CACHE_DIR=str(folder))
    assert result.returncode == 0, result.stderr
    assert list(folder.iterdir()) == []
    call(str(folder))
    assert len(entries(folder)) == 1


def test_the_cache_can_be_switched_off(tmp_path):
    result = run_program(
        f"import sys; sys.argv.append('spirv')\n{CALL}",
        SAOPT_CACHE_DIR="",
        XDG_CACHE_HOME=str(tmp_path),
    )
    assert result.returncode == 0
    assert not list(tmp_path.iterdir())


def test_the_folder_is_the_users_by_default(tmp_path, monkeypatch):
    monkeypatch.delenv("SAOPT_CACHE_DIR", raising=False)
    program = f"import sys; sys.argv.append('spirv')\n{CALL}"
    assert run_program(program, XDG_CACHE_HOME=str(tmp_path)).returncode == 0
    assert len(entries(tmp_path / "saopt")) == 1
    assert (tmp_path / "saopt").stat().st_mode & 0o777 == 0o700


def test_several_processes_at_once(tmp_path):
    environment = {**os.environ, "SAOPT_CACHE_DIR": str(tmp_path)}
    processes = [
        subprocess.Popen([sys.executable, "-c", CALL, "spirv"], env=environment) for _ in range(4)
    ]
    assert [process.wait(120) for process in processes] == [0] * 4
    assert len(entries(tmp_path)) == 1
    assert not list(tmp_path.glob(".*"))


def test_killed_processes(tmp_path):
    """Whenever a process is killed, the next one works."""
    program = PROGRAM + (
        "for factor in range(3, 1000):\n    first_call(compiled('spirv', factor), factor)\n"
    )
    environment = {**os.environ, "SAOPT_CACHE_DIR": str(tmp_path)}
    for wait in (0.0, 0.03, 0.07):
        process = subprocess.Popen([sys.executable, "-c", program], env=environment)
        before = len(entries(tmp_path))
        end = time.monotonic() + 60
        while len(entries(tmp_path)) <= before and time.monotonic() < end:
            time.sleep(0.001)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
        call(str(tmp_path))
