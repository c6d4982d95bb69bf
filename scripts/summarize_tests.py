# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up the reports of the test stages.

Usage: summarize_tests.py <folder of reports> <stage>=<exit status>...

A stage's report is the JUnit file <stage>.xml; the checks of the format and of
clang-tidy have none, and only succeed or fail. The last line printed is the total,
and the exit status is 1 unless every stage succeeded, ran tests, and none of them
failed.
"""

import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text


def read_report(path: Path) -> Counts:
    """Counts the test cases of a JUnit file; there are none if it is missing."""
    counts = Counts()
    if not path.exists():
        return counts
    for case in ElementTree.parse(path).iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            counts.failed += 1
        elif "skipped" in outcomes:
            counts.skipped += 1
        else:
            counts.passed += 1
    return counts


def count_stage(stage: str, succeeded: bool, reports: Path) -> Counts:
    """Counts a stage's tests. What breaks a stage as a whole is one failure."""
    counts = read_report(reports / f"{stage}.xml")
    ran = stage in ("format", "tidy") or counts.passed > 0
    if counts.failed == 0 and not (succeeded and ran):
        counts.failed = 1
    return counts


def main(reports: str, *results: str) -> int:
    total = Counts()
    print()
    for result in results:
        stage, status = result.split("=")
        counts = count_stage(stage, status == "0", Path(reports))
        print(f"{stage:<10}{counts if counts != Counts() else 'ok'}")
        total.passed += counts.passed
        total.failed += counts.failed
        total.skipped += counts.skipped
    print(total)
    # A test that is skipped shows nothing.
    return 1 if total.failed or total.skipped else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
