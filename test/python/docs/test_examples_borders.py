# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of borders, on every engine."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from harness import ENGINES, call, random

_PATH = Path(__file__).resolve().parents[3] / "examples" / "borders.py"
_SPEC = importlib.util.spec_from_file_location("borders", _PATH)
borders = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(borders)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mode", ["wrap", "edge", "constant", "reflect", "symmetric"])
def test_heat(mode, engine):
    grid = random(11, 17)
    _, result = call(borders.heat(mode, engine=engine), grid, np.zeros_like(grid))
    p = np.pad(grid, 1, mode)
    neighbours = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    np.testing.assert_allclose(result, 0.5 * grid + 0.125 * neighbours, rtol=1e-5, atol=1e-6)


def test_main(capsys):
    borders.main()
    assert capsys.readouterr().out.count("agrees with NumPy") == 3
