# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language of complex numbers: types, refusals, signatures."""

import numpy as np
import pytest
import saopt as sa
from harness import arrays


def record(logic):
    """Run a logic of one complex, one real and one integer value."""
    Z, X, N = arrays(("inout", "complex64", 4), ("inout", "float32", 4), ("inout", "int32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()
    nest.iteration_logic(lambda: logic(Z, X, N, i))
    return nest


def value_of(expression):
    """Return what an expression of the three values is recorded as."""
    found = []

    def logic(Z, X, N, i):
        found.append(expression(Z[i], X[i], N[i]))
        X[i] = 0

    record(logic)
    return found[0]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (lambda z, x, n: z + x, sa.complex64),
        (lambda z, x, n: z * n, sa.complex128),
        (lambda z, x, n: x + 1j, sa.complex64),
        (lambda z, x, n: z / 2, sa.complex64),
        (lambda z, x, n: sa.abs(z), sa.float32),
        (lambda z, x, n: abs(sa.cast(z, sa.complex128)), sa.float64),
        (lambda z, x, n: z.real, sa.float32),
        (lambda z, x, n: z.imag, sa.float32),
        (lambda z, x, n: z.conj(), sa.complex64),
        (lambda z, x, n: z == 1, sa.bool_),
        (lambda z, x, n: x != 1j, sa.bool_),
        (lambda z, x, n: n.real, sa.int32),
        (lambda z, x, n: sa.imag(n), sa.int32),
        (lambda z, x, n: x.conjugate(), sa.float32),
        (lambda z, x, n: sa.select(x > 0, z, x), sa.complex64),
    ],
)
def test_types(expression, expected):
    assert value_of(expression).type is expected


PARTS = ("sa.real(value)", "sa.imag(value)", "sa.abs(value)")

REFUSED = {
    "less": (lambda z, x, n: z < 1, ("<", "no order", *PARTS)),
    "less_or_equal": (lambda z, x, n: z <= z, ("<=", "no order")),
    "greater": (lambda z, x, n: x > 1j, (">", "complex64", "no order")),
    "greater_or_equal": (lambda z, x, n: z >= x, (">=", "no order")),
    "smallest": (lambda z, x, n: sa.min(z, x), ("sa.min", "no order")),
    "largest": (lambda z, x, n: sa.max(z, 1), ("sa.max", "no order")),
    "floor_division": (lambda z, x, n: z // 2, ("//", "complex64", *PARTS)),
    "modulus": (lambda z, x, n: z % 2, ("%", *PARTS)),
    "bits": (lambda z, x, n: z & z, ("&", *PARTS)),
    "shift": (lambda z, x, n: z << 1, ("<<", *PARTS)),
    "inversion": (lambda z, x, n: ~z, ("~", *PARTS)),
    "square_root": (lambda z, x, n: sa.sqrt(z), ("sa.sqrt", "complex64", *PARTS)),
    "exponential": (lambda z, x, n: sa.exp(z), ("sa.exp", *PARTS)),
    "floor": (lambda z, x, n: sa.floor(z), ("sa.floor", *PARTS)),
    "angle": (lambda z, x, n: sa.atan2(z, x), ("sa.atan2", *PARTS)),
    "remainder": (lambda z, x, n: sa.remainder(z, 2), ("sa.remainder", *PARTS)),
    "fused": (lambda z, x, n: sa.fma(z, z, z), ("sa.fma", *PARTS)),
    "power_of_a_value": (lambda z, x, n: z**x, ("power", "Python integer")),
    "fractional_power": (lambda z, x, n: z**0.5, ("power", "Python integer")),
    "negative_power": (lambda z, x, n: z**-2, ("power", "1 / value ** n")),
    "complex_power": (lambda z, x, n: x**1j, ("power", "Python integer")),
    "cast_to_float": (
        lambda z, x, n: sa.cast(z, sa.float32),
        ("complex64 cannot be cast to float32", "no imaginary part", *PARTS),
    ),
    "cast_to_integer": (lambda z, x, n: sa.cast(z, sa.int32), ("int32", *PARTS)),
    "cast_of_a_number": (lambda z, x, n: sa.cast(1j, sa.float64), ("complex128", "float64")),
    "number_meets_integer": (
        lambda z, x, n: n + 1j,
        ("1j", "int32", "no imaginary part", "sa.cast(value, sa.complex64)"),
    ),
    "number_out_of_range": (lambda z, x, n: z + 1e39j, ("complex64", "sa.complex128")),
    "condition": (lambda z, x, n: sa.select(z, 1, 2), ("must be a bool, not complex64",)),
    "python_complex": (lambda z, x, n: complex(x), ("sa.cast(value, sa.complex128)",)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    expression, words = REFUSED[name]
    with pytest.raises(sa.CompileError) as caught:
        value_of(expression)
    for word in words:
        assert word in str(caught.value)
    assert caught.value.location.file == __file__


def store_complex_in_real(Z, X, N, i):
    X[i] = Z[i]


def store_number_in_real(Z, X, N, i):
    X[i] = 1j


def store_number_in_integer(Z, X, N, i):
    N[i] = complex(1, 0)


def accumulate_complex_in_real(Z, X, N, i):
    X[i] += Z[i]


def store_wide_in_narrow(Z, X, N, i):
    Z[i] = Z[i] * N[i]


@pytest.mark.parametrize(
    ("logic", "word"),
    [
        (
            store_complex_in_real,
            r"complex64 does not always fit array 'B'.*: take a part of it, as in sa.real\(value\)",
        ),
        (store_number_in_real, r"1j has no place in array 'B'.*: take a part.*sa.imag\(1j\)"),
        (store_number_in_integer, r"has no place in array 'C'.*: take a part of it"),
        (accumulate_complex_in_real, "complex64 does not always fit array 'B'"),
        (
            store_wide_in_narrow,
            r"complex128 does not always fit array 'A'.*sa.cast\(value, sa.complex64\)",
        ),
    ],
)
def test_stores_that_lose_something_are_refused(logic, word):
    with pytest.raises(sa.CompileError, match=word):
        record(logic)


def test_numbers_are_computed_anywhere():
    assert sa.real(1 + 2j) == 1
    assert sa.imag(1 + 2j) == 2
    assert sa.conj(1 + 2j) == 1 - 2j
    assert sa.abs(3 + 4j) == 5
    assert sa.imag(2.5) == 0
    assert sa.real(np.complex64(1 + 2j)) == 1
    assert sa.cast(2, sa.complex64) == np.complex64(2)
    assert sa.cast(1j, sa.bool_)
    assert sa.select(True, 1, 2j) == 1 + 0j
    assert isinstance(sa.select(True, 1, 2j), complex)


@pytest.mark.parametrize("function", [sa.min, sa.max])
def test_complex_numbers_have_no_order_anywhere(function):
    with pytest.raises(sa.CompileError, match="no order"):
        function(1j, 2)
    with pytest.raises(sa.CompileError, match="no order"):
        function(1.0, np.complex64(2))


def test_data_that_does_not_fit_is_refused():
    with pytest.raises(sa.CompileError, match="1j at .0., which does not fit float64"):
        sa.Array(role=sa.Role.CONST, data=[1j], element_type=sa.float64)
    K = sa.Array(role=sa.Role.CONST, data=np.array([1j]), element_type=sa.complex64)
    assert K.data.dtype == np.complex64


def test_signature_and_source():
    A, B = arrays(("input", "complex64", 4), ("inout", "complex128", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i]

    function = sa.compile(nest, args=(A, B))
    assert "const std::complex<float> *A, std::complex<double> *B" in function.signature
    assert "#include <complex>" in function.header
    # The run-time compiler is not made to read it.
    assert "complex" not in function.source.split("#ifndef SAOPT_RTC")[0]
