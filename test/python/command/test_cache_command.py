# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``saopt cache`` finds the runtime's entries, and removes nothing else."""

import json
import os
import subprocess
import sys
import time

import pytest
from saopt_command.cache import LIMIT, Cache, find_cache
from saopt_command.main import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SAOPT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)
    return tmp_path / "cache"


def add_entry(folder, number, size=100, age=0.0, name="{:064x}.bin"):
    path = folder / name.format(number)
    path.write_bytes(b"x" * size)
    used = time.time() - age
    os.utime(path, (used, used))
    return path


def run(capsys, *arguments):
    code = main(["cache", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "variables",
    [
        {"SAOPT_CACHE_DIR": "{}/chosen"},
        {"XDG_CACHE_HOME": "{}/xdg"},
        {"XDG_CACHE_HOME": "relative", "HOME": "{}/home"},
        {"HOME": "{}/home"},
    ],
)
def test_the_folder_is_that_of_the_runtime(variables, tmp_path):
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"SAOPT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}
    }
    given = {name: value.format(tmp_path) for name, value in variables.items()}
    code = (
        "from saopt_command.probe import run_smoke_test; run_smoke_test('cpu');"
        "from saopt_command.cache import find_cache; c = find_cache();"
        "print(c.folder, len(c.entries()), c.problem())"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=kept | given,
        cwd=tmp_path,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    path, entries, problem = result.stdout.split()
    assert path.startswith(str(tmp_path))
    assert int(entries) > 0
    assert problem == "None"


def test_an_empty_variable_switches_it_off(monkeypatch, capsys):
    monkeypatch.setenv("SAOPT_CACHE_DIR", "")
    assert find_cache() == Cache(None)
    code, summary = run(capsys, "clear")
    assert (code, summary["path"], summary["removed"]) == (0, None, 0)
    assert "switched off" in summary["problem"]


def test_entries_are_counted(folder, capsys):
    add_entry(folder, 1)
    add_entry(folder, 2, size=50)
    (folder / "notes.txt").write_text("mine")
    code, summary = run(capsys)
    assert (code, summary["entries"], summary["size"], summary["limit"]) == (0, 2, 150, LIMIT)
    assert summary["path"] == str(folder)
    assert summary["problem"] is None


def test_the_oldest_entries_are_pruned(folder, capsys):
    kept = [add_entry(folder, 1, age=5), add_entry(folder, 2, age=10)]
    gone = [add_entry(folder, 3, age=20), add_entry(folder, 4, age=30)]
    code, summary = run(capsys, "prune", "--limit", "200")
    assert (code, summary["removed"], summary["freed"], summary["size"]) == (0, 2, 200, 200)
    assert all(path.exists() for path in kept)
    assert not any(path.exists() for path in gone)


def test_pruning_removes_what_killed_processes_left(folder, capsys):
    left = add_entry(folder, 7, age=7200, name=".unfinished-12-{}")
    written = add_entry(folder, 8, name=".unfinished-12-{}")
    entry = add_entry(folder, 1)
    _, summary = run(capsys, "prune")
    assert summary["removed"] == 1
    assert (left.exists(), written.exists(), entry.exists()) == (False, True, True)


def test_clearing_leaves_other_files(folder, capsys):
    add_entry(folder, 1)
    add_entry(folder, 2, name=".unfinished-12-{}")
    others = [folder / "notes.txt", folder / "1234.bin", folder / f"{5:064x}.bin.old"]
    for other in others:
        other.write_text("mine")
    (folder / f"{9:064x}.bin").symlink_to(others[0])
    code, summary = run(capsys, "clear")
    assert (code, summary["removed"], summary["entries"], summary["size"]) == (0, 2, 0, 0)
    assert all(other.exists() for other in others)


def test_a_folder_that_others_can_write_to_is_a_problem(folder, capsys):
    folder.chmod(0o777)
    _, summary = run(capsys)
    assert "others can write to its folder: chmod go-w" in summary["problem"]


def test_a_file_in_the_place_of_the_folder_is_a_problem(tmp_path):
    (tmp_path / "file").write_text("")
    assert Cache(tmp_path / "file").problem() == "it is no folder"


def test_what_is_printed(folder, capsys):
    add_entry(folder, 1, size=3 << 20)
    assert main(["cache"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [f"path     {folder}", "entries  1", "size     3 MiB of 256 MiB"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prune", "--limit", "much"], "'much' is no size: write bytes, or 512K, 64M, 1G"),
        (["show", "--limit", "1M"], "--limit goes with prune"),
        (["burn"], "invalid choice: 'burn'"),
    ],
)
def test_wrong_arguments(folder, capsys, arguments, message):
    with pytest.raises(SystemExit) as exit_info:
        main(["cache", *arguments])
    assert exit_info.value.code == 2
    assert message in capsys.readouterr().err
