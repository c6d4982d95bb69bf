# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples in which data chooses elements run as programs, and on every engine."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from harness import ENGINES, call

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
NAMES = ("histogram", "embedding", "csr", "bilinear", "permutation", "ragged")


@pytest.fixture(autouse=True)
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


@pytest.mark.parametrize("name", NAMES)
def test_program(name):
    ran = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "agrees with" in ran.stdout


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", [0, 1, 37])
def test_histogram(engine, size):
    values = (np.arange(size) * 5 % 11).astype("u1")
    function = importlib.import_module("histogram").histogram(engine)
    counts = call(function, values, np.zeros(11, "i4"))[1]
    np.testing.assert_array_equal(counts, np.bincount(values, minlength=11))


@pytest.mark.parametrize("engine", ENGINES)
def test_embedding(engine):
    table = np.arange(35, dtype="f4").reshape(7, 5)
    tokens = np.array([6, 0, 2, 2])
    function = importlib.import_module("embedding").embedding(engine)
    rows = call(function, table, tokens, np.zeros((4, 5), "f4"))[2]
    np.testing.assert_array_equal(rows, table[tokens])


@pytest.mark.parametrize("engine", ENGINES)
def test_csr(engine):
    dense = np.zeros((5, 6), "f4")
    dense[0, 1], dense[2, 5], dense[2, 0], dense[4, 3] = 1, 2, 3, 4
    rows, columns = np.nonzero(dense)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=5))]).astype("i4")
    x = np.arange(6, dtype="f4")
    function = importlib.import_module("csr").csr_times_vector(engine)
    given = (starts, columns.astype("i4"), dense[rows, columns], x, np.zeros(5, "f4"))
    np.testing.assert_array_equal(call(function, *given)[4], dense @ x)


@pytest.mark.parametrize("engine", ENGINES)
def test_bilinear(engine):
    image = np.array([[0, 1, 2], [10, 11, 12]], "f4")
    positions = np.array([[0, 0], [0.5, 1.5], [0.25, 0.5]], "f4")
    function = importlib.import_module("bilinear").bilinear(engine)
    found = call(function, image, positions, np.zeros(3, "f4"))[2]
    np.testing.assert_allclose(found, [0, 6.5, 3], rtol=1e-6)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("is_parallel", [False, True])
def test_permutation(engine, is_parallel):
    places, given = np.array([3, 0, 2, 1], "i4"), np.arange(4, dtype="f4")
    function = importlib.import_module("permutation").permutation(engine, is_parallel)
    result = call(function, places, given, np.zeros(4, "f4"))[2]
    np.testing.assert_array_equal(result[places], given)


@pytest.mark.parametrize("engine", ENGINES)
def test_ragged(engine):
    starts = np.array([0, 3, 3, 4, 8], "i4")
    values = np.arange(8, dtype="f4") / 3
    function = importlib.import_module("ragged").ragged_softmax(engine)
    result = call(function, starts, values)[1]
    for first, end in zip(starts, starts[1:], strict=False):
        row = np.exp(values[first:end])
        np.testing.assert_allclose(result[first:end], row / row.sum(), rtol=1e-5)
