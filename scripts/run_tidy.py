# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run clang-tidy over the headers and sources of the project.

All the headers of the compiler are checked in one translation unit, and those of
the runtime in another: clang-tidy traverses the headers of MLIR or SYCL each time,
which takes several seconds, more than anything else. A source is a translation unit
of its own, and all of them take about ten minutes on two cores; `--changed` checks
those that differ from the last commit.

A unit that was found clean gets a stamp in build/tidy: a hash of .clang-tidy, of its
files and of the project's headers that it includes, as ninja knows them.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
STAMPS = BUILD / "tidy"
# The header units: where their headers are, and a source to compile them like.
UNITS = {
    "compiler": (
        ["include/sa", "lib", "python/bindings/compiler", "python/bindings/support"],
        "python/bindings/compiler/PlanBuilder.cpp",
    ),
    "runtime": (
        ["include/sa/Runtime", "lib/Runtime", "python/bindings/runtime"],
        "python/bindings/runtime/RuntimeModule.cpp",
    ),
}


def read_commands():
    """Map each source of the project to its compile command."""
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    commands = {}
    for entry in entries:
        path = Path(entry["file"])
        if path.is_relative_to(ROOT) and not path.is_relative_to(BUILD):
            commands[path] = entry
    return commands


def read_headers():
    """Map each object to the project's headers that ninja has seen it include."""
    ninja = ROOT / ".venv" / "bin" / "ninja"
    text = subprocess.run(
        [ninja, "-C", BUILD, "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    headers = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            found = headers.setdefault(str(BUILD / line.split(":")[0]), [])
        elif (path := (BUILD / line.strip()).resolve()).is_relative_to(ROOT):
            found.append(path)
    return headers


def get_hash(paths):
    digest = hashlib.sha256()
    for path in [ROOT / ".clang-tidy", *sorted(set(paths))]:
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()


def find_changed():
    """Return the files that differ from the last commit; none outside of a repository."""
    changed = set()
    for command in (
        ["diff", "--name-only", "HEAD"],
        ["ls-files", "--others", "--exclude-standard"],
    ):
        done = subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        changed |= {ROOT / line for line in done.stdout.splitlines()}
    return changed


def make_header_unit(name, commands):
    """Make a translation unit of headers; return it, its database and the headers."""
    folders, like = UNITS[name]
    headers = sorted(header for folder in folders for header in (ROOT / folder).rglob("*.h"))
    if name != "runtime":
        headers = [header for header in headers if "Runtime" not in header.parts]
    folder = STAMPS / name
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "headers.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    entry = dict(commands[ROOT / like], file=str(source))
    entry["command"] = re.sub(r"\S+$", str(source), entry["command"])
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    return source, folder, headers


def run_tidy(source, database):
    """Return what clang-tidy says about a source; nothing if it is clean."""
    command = ["clang-tidy-22", "-p", database, "--quiet", "--use-color=false", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def check(task):
    """Run clang-tidy unless the stamp says that nothing has changed."""
    source, database, stamp, paths = task
    wanted = get_hash(paths)
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    message = run_tidy(source, database)
    if not message:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(wanted)
    return message


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("sources", nargs="*", type=Path)
    options = parser.parse_args()
    commands = read_commands()
    chosen = {path.resolve() for path in options.sources}
    if options.changed:
        chosen |= find_changed()
    tasks = []
    for name in UNITS:
        source, database, headers = make_header_unit(name, commands)
        tasks.append((source, database, STAMPS / f"{name}.clean", headers))
    headers = read_headers() if chosen or options.all else {}
    for source, entry in commands.items():
        if options.all or source in chosen:
            stamp = STAMPS / "sources" / source.relative_to(ROOT)
            paths = [source, *headers.get(entry["output"], [])]
            tasks.append((source, BUILD, stamp, paths))
    is_clean = True
    with ThreadPoolExecutor(options.jobs) as pool:
        for message in filter(None, pool.map(check, tasks)):
            print(message, flush=True)
            is_clean = False
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
