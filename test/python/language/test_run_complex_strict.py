# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers at their limits: the same bits as NumPy's, strictly compiled."""

import functools
import itertools

import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, arrays, call
from saopt._src.build.compile import compile_many

TYPES = {"complex64": np.complex64, "complex128": np.complex128}
OPERATIONS = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x, y: -x,
    "conj": lambda x, y: sa.conj(x),
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "abs": lambda x, y: sa.abs(x),
    "back_and_forth": lambda x, y: (x - y) + y,
    "plus_zero": lambda x, y: x + 0,
    "times_one": lambda x, y: x * 1,
    "by_two": lambda x, y: x / 2,
    "real_times_complex": lambda x, y: x.real * y,
    "first_power": lambda x, y: x**1,
    "square": lambda x, y: x**2,
    "third_power": lambda x, y: x**3,
    "sixth_power": lambda x, y: x**6,
}
RESULTS = {"eq": "bool", "ne": "bool", "abs": "part"}


def operands(dtype):
    """Return all pairs of special numbers, and some ordinary ones of many sizes."""
    limits = np.finfo(dtype)
    special = [0.0, 1.0, -2.5, np.inf, np.nan, limits.max, limits.tiny, limits.smallest_subnormal]
    special += [-x for x in special if x == x]
    numbers = np.array([complex(*parts) for parts in itertools.product(special, special)], dtype)
    generator = np.random.default_rng(4)
    sizes = 2.0 ** generator.integers(limits.minexp // 2, limits.maxexp // 2, (4, 2000))
    a, b, c, d = generator.normal(size=(4, 2000)) * sizes
    x = np.concatenate([np.repeat(numbers, len(numbers)), a + 1j * b]).astype(dtype)
    y = np.concatenate([np.tile(numbers, len(numbers)), c + 1j * d]).astype(dtype)
    return x, y


@functools.cache
def functions(engine):
    """Compile every operation over every type into one module."""
    entries = []
    for (name, operation), (typename, dtype) in itertools.product(
        OPERATIONS.items(), TYPES.items()
    ):
        size = operands(dtype)[0].size
        part = sa.ScalarType.of(dtype).part
        result = {"bool": sa.bool_, "part": part}.get(RESULTS.get(name), dtype)
        A, B, C = arrays(*[("input", dtype, size)] * 2, ("inout", result, size))
        nest = sa.Nest(shape=size)
        i = nest.get_indices()

        @nest.iteration_logic
        def _(A=A, B=B, C=C, i=i, operation=operation):
            C[i] = operation(A[i], B[i])

        entries.append((nest, (A, B, C), f"{name}_{typename}"))
    names = [name for _, _, name in entries]
    return dict(zip(names, compile_many(entries, engine, strict=True), strict=True))


@functools.cache
def compute(engine, name, typename):
    x, y = operands(TYPES[typename])
    function = functions(engine)[f"{name}_{typename}"]
    kind = function._source.arguments[-1].element_type.dtype
    return call(function, x, y, np.zeros(x.size, kind))[-1]


def differences(result, expected):
    """Return where results differ in a bit; any NaN is like any other."""
    if result.dtype.kind == "c":
        pairs = ((result.real, expected.real), (result.imag, expected.imag))
        return np.logical_or(*(differences(*pair) for pair in pairs))
    if result.dtype.kind != "f":
        return result != expected
    same = (result == expected) & (np.signbit(result) == np.signbit(expected))
    return ~(same | (np.isnan(result) & np.isnan(expected)))


@pytest.mark.parametrize("typename", TYPES)
@pytest.mark.parametrize("engine", [engine for engine in ENGINES if engine != "eager"])
@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "abs"])
def test_same_bits_as_eager(name, engine, typename):
    expected = compute("eager", name, typename)
    wrong = differences(compute(engine, name, typename), expected)
    x, y = operands(TYPES[typename])
    assert not wrong.any(), (x[wrong][:5], y[wrong][:5])


@pytest.mark.parametrize("typename", TYPES)
@pytest.mark.parametrize("engine", ENGINES)
def test_absolute_values_neither_overflow_nor_vanish(engine, typename):
    x, _ = operands(TYPES[typename])
    expected = np.abs(x)
    result = compute(engine, "abs", typename)
    ordinary = np.isfinite(expected) & (expected > 0)
    assert not differences(result[~ordinary], expected[~ordinary]).any()
    unit = np.spacing(np.nextafter(expected[ordinary], 0))
    assert (np.abs(result[ordinary] - expected[ordinary]) <= 2 * unit).all()


@pytest.mark.parametrize("typename", TYPES)
def test_powers_are_products(typename):
    x, _ = operands(TYPES[typename])
    assert not differences(compute("eager", "first_power", typename), x).any()
    products = {"square": lambda z: z * z, "third_power": lambda z: z * (z * z)}
    with np.errstate(all="ignore"):
        for name, product in products.items():
            expected = np.array([product(z) for z in x])
            assert not differences(compute("eager", name, typename), expected).any(), name


@pytest.mark.parametrize("typename", TYPES)
@pytest.mark.parametrize("name", ["add", "sub", "div", "neg", "eq", "ne"])
def test_eager_is_numpy(name, typename):
    x, y = operands(TYPES[typename])
    with np.errstate(all="ignore"):
        expected = OPERATIONS[name](x, y)
    assert not differences(compute("eager", name, typename), expected).any()
