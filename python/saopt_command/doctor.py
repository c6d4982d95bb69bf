# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``saopt doctor``: says what was found, what is missing, and how to mend it."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import asdict

from saopt_command.cache_command import format_size
from saopt_command.findings import Diagnosis, diagnose

__all__ = ["main"]

_WIDTH = 100
_COLUMN = 16


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code: 1 when nothing can run."""
    parser = argparse.ArgumentParser(
        prog="saopt doctor",
        description="Look at the installation, and run a function on every SYCL device.",
        epilog="The exit code is 1 when no device works.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    diagnosis = diagnose()
    if options.json:
        result = {"works": diagnosis.works, **asdict(diagnosis), "remedies": diagnosis.remedies}
        print(json.dumps(result, indent=2))
    else:
        _print(diagnosis)
    return 0 if diagnosis.works else 1


def _print(diagnosis: Diagnosis) -> None:
    for finding in diagnosis.findings:
        _print_row(finding.name, finding.value)
    cache = diagnosis.cache
    size = f"{format_size(cache['size'])} of {format_size(cache['limit'])}"
    text = f"{cache['path'] or 'none'}\n{cache['entries']} entries, {size}"
    _print_row("compile cache", f"{text}\n{cache['problem']}" if cache["problem"] else text)
    for device in diagnosis.devices:
        print()
        _print_row("device", device["filter"])
        _print_row("name", f"{device['name']} ({device['vendor']})")
        _print_row("driver", device["driver_version"])
        units = f"{device['compute_units']} compute units"
        _print_row("size", f"{units}, {format_size(device['memory'])} memory")
        _print_row("aspects", " ".join(device["aspects"]))
        verdict = "works" if device["works"] else "FAILS"
        _print_row("smoke test", f"{verdict}: {device['result']}")
    print()
    if diagnosis.works:
        print("saopt works here.")
    else:
        print("No device works, so nothing can run.")
    for remedy in diagnosis.remedies:
        print(f"  to do: {remedy}")


def _print_row(name: str, value: str) -> None:
    lines = []
    for line in value.splitlines() or [""]:
        lines += textwrap.wrap(
            line, _WIDTH - _COLUMN, break_long_words=False, break_on_hyphens=False
        ) or [""]
    for number, line in enumerate(lines):
        print(f"{name if number == 0 else '':{_COLUMN}}{line}")
