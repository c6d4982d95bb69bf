# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of complex numbers: updates, reductions, and every role."""

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

COMPLEX = [np.complex64, np.complex128]
over_types = cases.over(COMPLEX, name=lambda dtype: dtype.__name__)


def tolerance(dtype, rounds):
    """Return how far results may be apart that are rounded so many times."""
    return rounds * float(np.finfo(dtype).eps)


def pair(dtype, size=60):
    return random(size, dtype=dtype), random(size, dtype=dtype, low=-3)


def in_place(name, logic, wanted):
    """Register an in-place operator, as an update of every element."""

    @cases.over(COMPLEX, name=lambda dtype: f"{name}_{dtype.__name__}")
    def updates(dtype):
        a, c = pair(dtype)
        A, C = arrays(("input", dtype, 60), ("inout", dtype, 60))
        nest = sa.Nest(shape=60)
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            logic(C, A, i)

        return Case(nest, (A, C), (a, c), (None, wanted(c, a)), *[tolerance(dtype, 128)] * 2)


def add(C, A, i):
    C[i] += A[i]


def subtract(C, A, i):
    C[i] -= A[i]


def multiply(C, A, i):
    C[i] *= A[i]


def divide(C, A, i):
    C[i] /= A[i]


in_place("add", add, lambda c, a: c + a)
in_place("subtract", subtract, lambda c, a: c - a)
in_place("multiply", multiply, lambda c, a: c * a)
in_place("divide", divide, lambda c, a: c / a)


@over_types
def dot_product(dtype):
    a, b = pair(dtype, 200)
    A, B, C = arrays(*[("input", dtype, 200)] * 2, ("inout", dtype, ()))
    nest = sa.Nest(shape=200)
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[()] += A[k].conj() * B[k]

    wanted = np.vdot(a.astype(np.complex128), b.astype(np.complex128))
    expected = np.array(1j + wanted, dtype)
    tol = tolerance(dtype, 4000)
    return Case(nest, (A, B, C), (a, b, np.array(1j, dtype)), (None, None, expected), tol, tol)


@over_types
def product_of_all(dtype):
    a = np.exp(1j * random(6, 30, dtype=np.float64)).astype(dtype)
    A, C = arrays(("input", dtype, (6, 30)), ("inout", dtype, 6))
    nest = sa.Nest(shape=(6, 30))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] *= A[i, k]

    expected = np.prod(a.astype(np.complex128), axis=1).astype(dtype)
    tol = tolerance(dtype, 400)
    return Case(nest, (A, C), (a, np.ones(6, dtype)), (None, expected), tol, tol)


@over_types
def matrix_product(dtype):
    a, b, c = random(7, 13, dtype=dtype), random(13, 9, dtype=dtype), random(7, 9, dtype=dtype)
    A = sa.Array(role=sa.Role.INPUT, element_type=dtype, shape=(7, 13), name="A")
    B = sa.Array(
        role=sa.Role.INPUT, element_type=dtype, shape=(13, 9), layout=(-9, 1), offset=108, name="B"
    )
    C = sa.Array(
        role=sa.Role.INOUT,
        element_type=dtype,
        shape=(7, 9),
        layout=sa.Array.Layout.LAST_MAJOR,
        name="C",
    )
    nest = sa.Nest(shape=(7, 9, 13))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    wide = np.complex128
    expected = (c.astype(wide) + a.astype(wide) @ b.astype(wide)).astype(dtype)
    tol = tolerance(dtype, 800)
    inputs = (a, b[::-1].copy()[::-1], np.asfortranarray(c))
    return Case(nest, (A, B, C), inputs, (None, None, expected), tol, tol)


@cases.over([3, 300, 3000])
def constants(size):
    w = random(size, dtype=np.complex64)
    a = random(size, dtype=np.complex64, low=-2)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    A, B = arrays(("input", "complex64", size), ("inout", "complex64", size))
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i] - W[size - 1 - i]

    return Case(nest, (A, B), (a, np.zeros(size, np.complex64)), (None, a - w[::-1]))


@cases.over([7, 700])
def constants_of_one_value(size):
    W = sa.Array(role=sa.Role.CONST, data=np.full(size, 1 - 2j), name="W")
    assert W.element_type is sa.complex128
    (B,) = arrays(("inout", "complex128", size))
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += W[i]

    return Case(nest, (B,), (np.zeros(size, complex),), (np.full(size, 1 - 2j),))


@cases
def constants_widen_to_the_type_that_is_asked_for():
    W = sa.Array(role=sa.Role.CONST, data=[1, 2, 3], element_type=sa.complex128, name="W")
    (B,) = arrays(("inout", "complex128", 3))
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = W[i] + 1j

    return Case(nest, (B,), (np.zeros(3, complex),), (np.array([1 + 1j, 2 + 1j, 3 + 1j]),))


@over_types
def temporaries(dtype):
    a = random(5, 40, dtype=dtype)
    A, B = arrays(("input", dtype, (5, 40)), ("inout", dtype, 5))
    T = sa.Array(role=sa.Role.TEMP, element_type=dtype, shape=(5, 40), name="T")
    first, second = sa.Nest(shape=(5, 40)), sa.Nest(shape=(5, 40))
    i, j = first.get_indices()
    k, m = second.get_indices()

    @first.iteration_logic
    def _():
        T[i, j] += A[i, j] * 2j

    @second.iteration_logic
    def _():
        B[k] += T[k, m]

    expected = (a.astype(np.complex128) * 2j).sum(axis=1).astype(dtype)
    tol = tolerance(dtype, 400)
    return Case((first, second), (A, B), (a, np.zeros(5, dtype)), (None, expected), tol, tol)


@over_types
def sequential_updates(dtype):
    a = random(66, dtype=dtype)
    (A,) = arrays(("inout", dtype, 66))
    nest = sa.Nest(shape=61)
    j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[j + 5] += A[j]

    expected = a.copy()
    for n in range(61):
        expected[n + 5] += expected[n]
    return Case(nest, (A,), (a,), (expected,))


test_on_every_engine = cases.tests()
