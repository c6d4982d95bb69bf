# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measure saopt beside other libraries: `make bench`, `make bench-quick`.

Exits with 1 when a result is wrong.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import traceback
from pathlib import Path
from typing import Any

import schedules  # benchmarks/schedules.py, beside this package

from suite import compiling, limits, page, roofline, table
from suite.contest import Outcome, Protocol, Workload, hold
from suite.programs import QUICK, workloads

ROOT = Path(__file__).resolve().parents[2]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench.sh", description=__doc__.splitlines()[0])
    parser.add_argument(
        "only", nargs="*", metavar="PATTERN", help="names of workloads, such as 'product*'"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds and sizes: less than four minutes"
    )
    parser.add_argument("--rounds", type=int, help="how many bursts of each contender")
    parser.add_argument("--engine", default="spirv", choices=("spirv", "sycl"))
    parser.add_argument("--plain", action="store_true", help="also measure the nests without plans")
    parser.add_argument(
        "--peers", type=lambda text: text.split(","), help="only these, as in NumPy,JAX"
    )
    parser.add_argument(
        "--list", action="store_true", help="print the names of the workloads, and stop"
    )
    parser.add_argument(
        "--output", type=Path, default=ROOT / "build" / "bench", help="folder of the results"
    )
    parser.add_argument(
        "--page", type=Path, help="also write the results as this page of the documentation"
    )
    return parser.parse_args()


def selected(options: argparse.Namespace) -> list[Workload]:
    """Return the workloads that the command line asks for."""
    found = workloads()
    if options.quick and not options.only:
        found = [workload for workload in found if workload.name in QUICK]
    if options.only:
        patterns = options.only
        found = [w for w in found if any(fnmatch.fnmatch(w.name, pattern) for pattern in patterns)]
    return found


def main() -> int:
    """Run what the command line asks for; return the exit code."""
    options = arguments()
    chosen = selected(options)
    if options.list or not chosen:
        print("\n".join(workload.name for workload in (chosen or workloads())))
        return 0 if options.list else 2
    protocol = Protocol(
        rounds=options.rounds or (3 if options.quick else 6), pause=0.15 if options.quick else 0.2
    )
    print(table.machine())
    found = limits.measure()
    print(table.limits_text(found))
    print(table.heading(), flush=True)
    options.output.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    failed = False
    data: dict[str, Any] = {}
    for workload in chosen:
        try:
            outcome = hold(workload, protocol, options.engine, options.plain, options.peers)
        except Exception:
            # One workload that cannot be measured does not hide the others.
            print(f"{workload.name:50} FAILED", flush=True)
            traceback.print_exc()
            failed = True
            continue
        outcomes.append(outcome)
        failed = failed or bool(outcome.wrong)
        print(table.row(outcome, found), flush=True)
        # A library that ends the process leaves what was measured before it.
        data = table.as_data(outcomes, found)
        table.write_json(options.output / "results.json", data)
    if not outcomes:
        return 1
    print("\n".join(table.summary(data)))
    if options.page:
        data["compiling"] = compiling.measure()
        data["schedules"] = [schedules.as_data(contest) for contest in schedules.contests(1024)]
        table.write_json(options.output / "results.json", data)
        picture = options.page.parent / "performance-roofline.svg"
        picture.write_text(roofline.draw(data))
        options.page.write_text(page.write(data, picture.name))
    (options.output / "roofline.svg").write_text(roofline.draw(data))
    print(f"wrote {options.output}/results.json and roofline.svg")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
