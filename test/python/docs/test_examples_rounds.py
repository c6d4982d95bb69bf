# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples with loops around nests compute what NumPy does."""

import importlib.util
from pathlib import Path

import dpnp
import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/power_iteration.py"


@pytest.mark.parametrize("engine", ["eager", "spirv", "sycl"])
def test_power_iteration(engine):
    spec = importlib.util.spec_from_file_location("example_power_iteration", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    iterate = module.power_iteration(40, engine)
    for size in (1, 4, 7):
        matrix = np.random.default_rng(size).random((size, size)) + size * np.eye(size)[::-1]
        matrix = matrix @ matrix.T
        vector, value = dpnp.ones(size), dpnp.zeros(())
        iterate(dpnp.asarray(matrix), vector, value)
        v, largest = np.ones(size), 0.0
        for _ in range(40):
            w = matrix @ v
            largest = np.abs(w).max()
            v = w / largest
        np.testing.assert_allclose(dpnp.asnumpy(value), largest, rtol=1e-10)
        np.testing.assert_allclose(dpnp.asnumpy(vector), v, rtol=1e-10)
