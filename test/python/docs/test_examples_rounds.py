# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples with loops around nests compute what NumPy does."""

import importlib.util
from pathlib import Path

import dpnp
import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ENGINES = ("eager", "spirv", "sycl")


def load(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["conjugate_gradients", "factorizations", "heat", "jacobi"])
def test_main(name, capsys):
    load(name).main()
    assert capsys.readouterr().out.startswith("agrees with ")


def positive(size):
    matrix = np.random.default_rng(size).random((size, size))
    return matrix @ matrix.T + size * np.eye(size)


@pytest.mark.parametrize("engine", ENGINES)
def test_conjugate_gradients(engine):
    solve = load("conjugate_gradients").conjugate_gradients(engine=engine)
    for size in (1, 5):
        matrix, right = positive(size), np.arange(1.0, size + 1)
        x = dpnp.ones(size)
        solve(dpnp.asarray(matrix), dpnp.asarray(right), x)
        np.testing.assert_allclose(dpnp.asnumpy(x), np.linalg.solve(matrix, right), rtol=1e-8)


@pytest.mark.parametrize("engine", ENGINES)
def test_factorizations(engine):
    module = load("factorizations")
    cholesky, lu = module.cholesky(engine), module.lu(engine)
    for size in (1, 4):
        matrix = positive(size)
        factor, both = dpnp.asarray(matrix), dpnp.asarray(matrix)
        cholesky(factor)
        lower = np.tril(dpnp.asnumpy(factor))
        np.testing.assert_allclose(lower @ lower.T, matrix, rtol=1e-10)
        lu(both)
        factors = dpnp.asnumpy(both)
        product = (np.tril(factors, -1) + np.eye(size)) @ np.triu(factors)
        np.testing.assert_allclose(product, matrix, rtol=1e-10)


@pytest.mark.parametrize("engine", ENGINES)
def test_heat(engine):
    steps = load("heat").heat(engine)
    ring = expected = np.random.default_rng(0).random(6)
    result = dpnp.asarray(ring)
    steps(5, result)
    for _ in range(5):
        expected = expected + 0.25 * (np.roll(expected, 1) - 2 * expected + np.roll(expected, -1))
    np.testing.assert_allclose(dpnp.asnumpy(result), expected, rtol=1e-12)


@pytest.mark.parametrize("engine", ENGINES)
def test_jacobi(engine):
    plate = np.zeros((4, 5))
    plate[0], plate[-1] = 1.0, 3.0
    plate[:, 0] = plate[:, -1] = [1.0, 5 / 3, 7 / 3, 3.0]
    result = dpnp.asarray(plate)
    load("jacobi").jacobi(1e-9, engine)(result)
    exact = np.outer(np.linspace(1, 3, 4), np.ones(5))
    np.testing.assert_allclose(dpnp.asnumpy(result), exact, atol=1e-7)


@pytest.mark.parametrize("engine", ENGINES)
def test_power_iteration(engine):
    module = load("power_iteration")
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
