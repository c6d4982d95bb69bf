# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results as text, and as JSON."""

from __future__ import annotations

import json
import math
import os
import platform
import time
from pathlib import Path
from typing import Any

from suite.contest import Outcome
from suite.limits import Limits
from suite.peers import versions


def machine() -> str:
    """Return the name of the processor, and how many of its cores there are."""
    name = platform.processor() or "unknown processor"
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{name}, {len(os.sched_getaffinity(0))} cores"


def share_of_limit(outcome: Outcome, limits: Limits) -> tuple[float, str]:
    """Return which share of the machine's limit saopt reached, and which limit it is."""
    workload = outcome.workload
    rate = limits.flops.get(workload.element.name, limits.flops["float32"])
    arithmetic = workload.flops / rate
    memory = workload.traffic / limits.copy
    longest = max(arithmetic, memory)
    share = longest / outcome.times["saopt"].best if longest else 0.0
    return share, "arithmetic" if arithmetic > memory else "bandwidth"


def geometric_mean(outcomes: list[Outcome]) -> float:
    """Return the geometric mean of the ratios to the fastest peers."""
    ratios = [outcome.ratio for outcome in outcomes if outcome.ratio]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def limits_text(limits: Limits) -> str:
    """Return the limits in a line."""
    rates = ", ".join(f"{name} {rate / 1e9:.0f} GFLOP/s" for name, rate in limits.flops.items())
    return (
        f"{rates}; read {limits.read / 1e9:.1f} GB/s, copy {limits.copy / 1e9:.1f} GB/s; "
        f"a call {limits.submit * 1e6:.1f} us"
    )


def heading() -> str:
    return (
        f"{'workload':50} {'ms':>9} {'median':>9} {'spread':>6} {'GFLOP/s':>8} {'GB/s':>6} "
        f"{'limit':>6}  {'ratio':>5} {'goal':>5}  fastest peer"
    )


def row(outcome: Outcome, limits: Limits) -> str:
    """Return one line of the table."""
    workload, own = outcome.workload, outcome.times["saopt"]
    share, kind = share_of_limit(outcome, limits)
    peer = outcome.best_peer
    others = ", ".join(
        f"{name} {times.best * 1e3:.3f}"
        for name, times in sorted(outcome.times.items())
        if name != "saopt"
    )
    goal = f"{workload.goal:5.2f}" if workload.goal else "     "
    ratio = f"{outcome.ratio:5.2f}" if outcome.ratio else "     "
    text = (
        f"{workload.name:50} {own.best * 1e3:9.3f} {own.median * 1e3:9.3f} "
        f"{own.spread * 100:5.0f}% "
        f"{workload.flops / own.best / 1e9:8.1f} {workload.traffic / own.best / 1e9:6.1f} "
        f"{share * 100:5.0f}%  {ratio} {goal}  {peer}  ({others}; {kind})"
    )
    if outcome.wrong:
        text += f"  WRONG: {', '.join(outcome.wrong)}"
    return text


def as_data(outcomes: list[Outcome], limits: Limits) -> dict[str, Any]:
    """Return everything that was measured, as JSON's types."""
    return {
        "machine": machine(),
        "date": time.strftime("%Y-%m-%d"),
        "versions": versions(),
        "limits": {
            "flops": limits.flops,
            "read": limits.read,
            "copy": limits.copy,
            "submit": limits.submit,
        },
        "geometric_mean": geometric_mean(outcomes),
        "workloads": [
            {
                "name": outcome.workload.name,
                "flops": outcome.workload.flops,
                "traffic": outcome.workload.traffic,
                "element": outcome.workload.element.name,
                "goal": outcome.workload.goal,
                "ratio": outcome.ratio,
                "best_peer": outcome.best_peer,
                "wrong": outcome.wrong,
                "choice": outcome.choice,
                "compile_seconds": outcome.compile_seconds,
                "seconds": {
                    name: {"best": times.best, "median": times.median, "spread": times.spread}
                    for name, times in outcome.times.items()
                },
            }
            for outcome in outcomes
        ],
    }


def write_json(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n")
