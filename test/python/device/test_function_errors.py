# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The errors of functions on a device, and the table of the documentation that bounds them."""

import math
import re
from pathlib import Path

import dpnp
import numpy as np
import pytest
import saopt as sa

PAGE = Path(__file__).parents[3] / "docs" / "functions.md"
COUNT = 1 << 14
ROW = re.compile(r"^\| (\w+) \| (\d+) \| [\d.]+ \| (\S+) … (\S+) \|$", re.MULTILINE)
TABLE = {
    name: (int(most), float(low), float(high))
    for name, most, low, high in ROW.findall(PAGE.read_text())
}
NUMPY = {"asin": np.arcsin, "acos": np.arccos, "atan": np.arctan}
NUMPY |= {"erf": np.vectorize(math.erf), "rsqrt": lambda x: 1 / np.sqrt(x)}


@pytest.fixture(scope="module")
def functions():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(COUNT,))
    B = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(COUNT,))
    sources = []
    for name in TABLE:
        nest = sa.Nest(shape=(COUNT,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _(i=i, name=name):
            B[i] = getattr(sa, name)(A[i])

        schedule = nest.create_schedule()
        lanes = schedule.split(i, 64)
        plan = schedule.create_plan()
        plan.vectorize(lanes)
        sources.append((plan, (A, B), f"of_{name}"))
    return dict(zip(TABLE, sa.compile_many(sources), strict=True))


def numbers(low, high):
    """Return numbers of a range, of all orders of magnitude where it has many."""
    generator = np.random.default_rng(3)
    if low > 0:
        return np.exp(generator.uniform(np.log(low), np.log(high), COUNT)).astype(np.float32)
    return generator.uniform(low, high, COUNT).astype(np.float32)


@pytest.mark.parametrize("name", TABLE)
def test_errors_are_bounded(functions, name):
    most, low, high = TABLE[name]
    x = numbers(low, high)
    y = dpnp.zeros(COUNT, dtype="f4")
    functions[name](dpnp.asarray(x), y)
    exact = NUMPY.get(name, getattr(np, name, None))(x.astype(np.float64))
    unit = np.spacing(np.abs(exact).astype(np.float32)).astype(np.float64)
    assert np.max(np.abs(y.asnumpy() - exact) / unit) <= most


def test_the_page_has_a_row_for_each_function():
    assert len(TABLE) == 17


def test_a_maximum_with_a_constant_keeps_nan():
    """Vectors and single numbers, the constant on either side, and zeros of both signs."""
    x = np.array([np.nan, -np.inf, -1.0, -0.0, 0.0, 1.0, 2.0, np.inf] * 9, np.float32)
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=x.shape)
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(6, *x.shape))
    bodies = [
        (lambda v: sa.max(v, 1.0), np.maximum(x, 1)),
        (lambda v: sa.max(1.0, v), np.maximum(1, x)),
        (lambda v: sa.min(v, 1.0), np.minimum(x, 1)),
        (lambda v: sa.max(v, 0.0), np.maximum(x, 0)),
        (lambda v: sa.max(v, v * -2.0), np.maximum(x, x * -2)),
        (lambda v: sa.min(v * -2.0, v), np.minimum(x * -2, x)),
    ]
    nest = sa.Nest(shape=x.shape)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        for number, (body, _) in enumerate(bodies):
            B[number, i] = body(A[i])

    schedule = nest.create_schedule()
    lanes = schedule.split(i, 16)
    plan = schedule.create_plan()
    plan.vectorize(lanes)
    expected = np.array([result for _, result in bodies], np.float32)
    for strict in (False, True):
        for engine in ("spirv", "sycl"):
            result = dpnp.zeros(B.shape, dtype="f4")
            sa.compile(plan, (A, B), engine, strict=strict)(dpnp.asarray(x), result)
            assert np.array_equal(result.asnumpy(), expected, equal_nan=True)
            if strict:
                finite = ~np.isnan(expected)
                assert np.array_equal(
                    np.signbit(result.asnumpy())[finite], np.signbit(expected)[finite]
                )
