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
from suite.limits import Limits, rate_of
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


RUN_TIME = ", run-time sizes"
# How much slower than static sizes the project lets run-time sizes be.
MOST_OF_RUN_TIME = 1.1
# The geometric mean of all ratios that the project wants.
GOAL_OF_ALL = 1.2


def share_of_limit(outcome: Outcome, limits: Limits) -> tuple[float, str]:
    """Return which share of the machine's limit saopt reached, and which limit it is."""
    workload = outcome.workload
    arithmetic = workload.flops / rate_of(limits, workload.element.name)
    memory = workload.traffic / (limits.read if workload.reads_only else limits.copy)
    longest = max(arithmetic, memory)
    share = longest / outcome.times["saopt"].best if longest else 0.0
    if arithmetic > memory:
        return share, "arithmetic"
    return share, "reading" if workload.reads_only else "copying"


def run_time_factors(outcomes: list[Outcome]) -> dict[str, float]:
    """Return how much slower workloads of run-time sizes are than the same ones of static sizes."""
    times = {outcome.workload.name: outcome.times["saopt"].best for outcome in outcomes}
    return {
        name: times[name] / times[name.removesuffix(RUN_TIME)]
        for name in times
        if name.endswith(RUN_TIME) and name.removesuffix(RUN_TIME) in times
    }


def goals(outcomes: list[Outcome], limits: Limits) -> list[dict[str, Any]]:
    """Return what was reached of what the project wants, one entry for each goal."""
    found = []

    def add(name: str, what: str, reached: float, asked: float, most: bool = False) -> None:
        met = reached <= asked if most else reached >= asked
        found.append({"name": name, "what": what, "reached": reached, "asked": asked, "met": met})

    for outcome in outcomes:
        workload = outcome.workload
        if workload.goal and outcome.ratio:
            add(workload.name, f"speed over {outcome.best_peer}", outcome.ratio, workload.goal)
        if workload.goal_of_limit:
            share, kind = share_of_limit(outcome, limits)
            add(workload.name, f"share of the limit of {kind}", share, workload.goal_of_limit)
    for name, factor in run_time_factors(outcomes).items():
        add(name, "times as long as with static sizes", factor, MOST_OF_RUN_TIME, most=True)
    if any(outcome.ratio for outcome in outcomes):
        mean = geometric_mean(outcomes)
        add("all workloads", "geometric mean of the speeds", mean, GOAL_OF_ALL)
    return found


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


def summary(data: dict[str, Any]) -> list[str]:
    """Return the lines below the table: the mean, and the goals that were missed."""
    lines = [f"geometric mean of the ratios: {data['geometric_mean']:.2f}"]
    missed = [goal for goal in data["goals"] if not goal["met"]]
    lines.append(f"goals: {len(data['goals']) - len(missed)} of {len(data['goals'])} met")
    return lines + [
        f"  missed: {goal['name']}: {goal['what']} {goal['reached']:.2f} instead of "
        f"{goal['asked']:.2f}"
        for goal in missed
    ]


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
        "goals": goals(outcomes, limits),
        "workloads": [
            {
                "name": outcome.workload.name,
                "flops": outcome.workload.flops,
                "traffic": outcome.workload.traffic,
                "element": outcome.workload.element.name,
                "goal": outcome.workload.goal,
                "share": share_of_limit(outcome, limits)[0],
                "limit": share_of_limit(outcome, limits)[1],
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
