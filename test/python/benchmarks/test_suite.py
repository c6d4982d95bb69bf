# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The suite of benchmarks: small workloads, checked results, and what is written about them."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from suite import (  # noqa: E402 - found in the path above
    chains,
    compiling,
    contractions,
    page,
    programs,
    roofline,
    streams,
    sums,
    table,
)
from suite.contest import Outcome, Protocol, Times, agrees, hold  # noqa: E402
from suite.limits import Limits  # noqa: E402

ONCE = Protocol(rounds=1, calls=1, pause=0.0)
LIMITS = Limits({"float32": 1e11, "float64": 5e10, "int8": 2e11}, 1e10, 2e10, 5e-6)

SMALL = {
    "product": lambda: contractions.product(17, 19, 23),
    "transposed": lambda: contractions.product(17, 19, 23, transposed="AB"),
    "run-time": lambda: contractions.product(17, 19, 23, run_time=True),
    "float64": lambda: contractions.product(17, 19, 23, dtype="f8"),
    "batches": lambda: contractions.batched_product(3, 8),
    "bias": lambda: contractions.product_bias_relu(24),
    "convolution": lambda: contractions.convolution(8, 4),
    "int8": lambda: contractions.integer_product(24),
    "triangle": lambda: contractions.triangular_product(24),
    "sparse": lambda: contractions.sparse_product(24),
    "float16": lambda: contractions.narrow_product(24, "float16"),
    "bfloat16": lambda: contractions.narrow_product(24, "bfloat16"),
    "band": lambda: contractions.banded_product(40, 5),
    "strided": lambda: contractions.convolution(13, 4, stride=2),
    "dilated": lambda: contractions.convolution(13, 4, dilation=2),
    "matrix-vector": lambda: contractions.matrix_vector(24, 32),
    "vector-matrix": lambda: contractions.matrix_vector(24, 32, transposed=True),
    "total": lambda: sums.total(1001),
    "columns": lambda: sums.along(33, 17, axis=0),
    "rows": lambda: sums.along(33, 17, axis=1),
    "total, run-time": lambda: sums.along(33, 17, axis=1, run_time=True),
    "largest": lambda: sums.largest(33, 17),
    "any": lambda: sums.any_above(33, 17),
    "squares": lambda: sums.mean_and_variance(33, 17),
    "rounds": lambda: streams.rounds_of_jacobi(20, 2),
    "jacobi, run-time": lambda: streams.jacobi(20, run_time=True),
    "softmax, run-time": lambda: chains.softmax(5, 33, run_time=True),
    "triad": lambda: streams.triad(1001),
    "jacobi": lambda: streams.jacobi(20),
    "heat": lambda: streams.heat(9),
    "transpose": lambda: streams.transpose(33, 17),
    "blocks": lambda: streams.tiled_copy(32, 8),
    "gelu": lambda: chains.gelu(4096),
    "softmax": lambda: chains.softmax(5, 33),
    "layer-norm": lambda: chains.layer_norm(5, 33),
    "attention": lambda: chains.attention(24, 8),
    "blur": lambda: chains.two_stencils(20),
}


@pytest.mark.parametrize("name", SMALL)
def test_every_workload_is_right(name):
    # Other libraries are measured, not tested: only NumPy takes part.
    outcome = hold(SMALL[name](), ONCE, "spirv", plain=True, libraries={"NumPy"})
    assert outcome.wrong == []
    assert set(outcome.times) <= {"saopt", "saopt, no plan", "NumPy"}
    assert {"saopt", "saopt, no plan"} <= set(outcome.times)


def test_a_wrong_result_is_told():
    workload = contractions.product(17, 19, 23)
    right = workload.expected()
    outcome = hold(
        replace(workload, expected=lambda: right + 1), ONCE, "spirv", plain=False, libraries=()
    )
    assert "saopt" in outcome.wrong
    assert "WRONG: saopt" in table.row(outcome, LIMITS)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (np.zeros(3), np.ones(3)),
        (np.zeros(3), np.zeros(4)),
        (np.full(3, np.nan), np.zeros(3)),
    ],
)
def test_results_that_do_not_agree(result, expected):
    assert not agrees(result, expected, 1e-3)


def test_what_is_written():
    outcomes = [
        hold(SMALL[name](), ONCE, "spirv", plain=False, libraries={"NumPy"})
        for name in ("product", "transpose", "total", "total, run-time")
    ]
    data = json.loads(json.dumps(table.as_data(outcomes, LIMITS)))
    assert [entry["name"] for entry in data["workloads"]] == [o.workload.name for o in outcomes]
    picture = ElementTree.fromstring(roofline.draw(data))
    # A copy does no arithmetic, and has no point.
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) == 3
    data["compiling"] = {
        "choosing": 0.003,
        "compile": 0.1,
        "first_call": 0.2,
        "again": 0.01,
        "passes": {"SAChoosePlans": 0.003},
    }
    data["schedules"] = [
        {"name": "by hand", "seconds": {"spirv": 0.001, "NumPy": 0.002, "dpnp": 0.004}}
    ]
    text = page.write(data, "picture.svg")
    assert text.startswith(page.MARKER)
    assert all(outcome.workload.name in text for outcome in outcomes)
    assert data["machine"] in text
    assert "| by hand | 1.0 | 2.00 | 4.00 |" in text
    assert "| 3 ms | 100 ms | 200 ms | 10 ms |" in text
    assert "SAChoosePlans 3.0 ms" in text


def outcome_of(workload, **seconds):
    times = {name.replace("_", " "): Times([time]) for name, time in seconds.items()}
    return Outcome(workload, times, [], "", 0.0)


def test_goals_say_what_was_reached():
    reading = replace(sums.total(1000), traffic=4e9, goal=2.0, goal_of_limit=0.85)
    copying = replace(streams.triad(1000, run_time=True), traffic=4e9, flops=0.0)
    static = replace(streams.triad(1000), traffic=4e9, flops=0.0)
    outcomes = [
        outcome_of(reading, saopt=0.5, NumPy=0.75, JAX=1.5),
        outcome_of(copying, saopt=0.5, NumPy=0.5),
        outcome_of(static, saopt=0.25, NumPy=0.5),
    ]
    found = {(goal["name"], goal["what"]): goal for goal in table.goals(outcomes, LIMITS)}
    # 4 GB are read at 10 GB/s and copied at 20 GB/s.
    share = found[reading.name, "share of the limit of reading"]
    assert share["reached"] == pytest.approx(0.8) and not share["met"]
    speed = found[reading.name, "speed over NumPy"]
    assert speed["reached"] == pytest.approx(1.5) and not speed["met"]
    assert table.share_of_limit(outcomes[1], LIMITS) == (pytest.approx(0.4), "copying")
    factor = found[copying.name, "times as long as with static sizes"]
    assert factor["reached"] == pytest.approx(2.0) and not factor["met"]
    mean = found["all workloads", "geometric mean of the speeds"]
    assert mean["reached"] == pytest.approx((1.5 * 1.0 * 2.0) ** (1 / 3)) and mean["met"]
    lines = table.summary(table.as_data(outcomes, LIMITS))
    assert lines[1] == "goals: 1 of 4 met" and len(lines) == 5


def test_passes_are_read_from_a_report():
    report = """
  ----Wall Time----  ----Name----
    0.0655 (100.0%)  root
    0.0344 ( 52.5%)  'sa.func' Pipeline
    0.0020 (  3.1%)  SAChoosePlans
    0.0005 (  0.8%)  CSE
    0.0004 (  0.6%)  CSE
    0.0001 (  0.1%)  (A) DominanceInfo
    0.0127 ( 19.4%)  Rest
    0.0655 (100.0%)  Total
"""
    assert compiling.parse(report) == {"SAChoosePlans": 0.002, "CSE": pytest.approx(0.0009)}


def test_passes_are_measured():
    times = compiling.passes(8, rounds=1)
    assert {"SAChoosePlans", "SAVectorizeLoops"} <= set(times)


def test_names_are_unique_and_the_quick_ones_exist():
    names = [workload.name for workload in programs.workloads()]
    assert len(names) == len(set(names))
    assert set(names) >= programs.QUICK


def test_an_unknown_pattern_lists_the_names():
    command = [sys.executable, "-m", "suite", "no such workload"]
    done = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True)
    assert done.returncode == 2
    assert "softmax 4096 x 1024" in done.stdout
