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
    contractions,
    page,
    programs,
    roofline,
    streams,
    sums,
    table,
)
from suite.contest import Protocol, agrees, hold  # noqa: E402
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
    "matrix-vector": lambda: contractions.matrix_vector(24, 32),
    "vector-matrix": lambda: contractions.matrix_vector(24, 32, transposed=True),
    "total": lambda: sums.total(1001),
    "columns": lambda: sums.along(33, 17, axis=0),
    "rows": lambda: sums.along(33, 17, axis=1),
    "largest": lambda: sums.largest(33, 17),
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
    outcome = hold(SMALL[name](), ONCE, "spirv", plain=True)
    assert outcome.wrong == []
    assert {"saopt", "saopt, no plan"} <= set(outcome.times)


def test_a_wrong_result_is_told():
    workload = contractions.product(17, 19, 23)
    right = workload.expected()
    outcome = hold(replace(workload, expected=lambda: right + 1), ONCE, "spirv", plain=False)
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
        hold(SMALL[name](), ONCE, "spirv", plain=False) for name in ("product", "transpose")
    ]
    data = json.loads(json.dumps(table.as_data(outcomes, LIMITS)))
    assert [entry["name"] for entry in data["workloads"]] == [o.workload.name for o in outcomes]
    picture = ElementTree.fromstring(roofline.draw(data))
    # A copy does no arithmetic, and has no point.
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) == 1
    text = page.write(data)
    assert all(outcome.workload.name in text for outcome in outcomes)
    assert data["machine"] in text


def test_names_are_unique_and_the_quick_ones_exist():
    names = [workload.name for workload in programs.workloads()]
    assert len(names) == len(set(names))
    assert set(names) >= programs.QUICK


def test_an_unknown_pattern_lists_the_names():
    command = [sys.executable, "-m", "suite", "no such workload"]
    done = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True)
    assert done.returncode == 2
    assert "softmax 4096 x 1024" in done.stdout
