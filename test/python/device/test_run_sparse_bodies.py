# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros in bodies that do not just accumulate products."""

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

ROWS, COLUMNS = 48, 32


def content(kind, dtype):
    """Return a matrix with zero rows, or with a few elements that are not zero."""
    i, j = np.indices((ROWS, COLUMNS))
    mask = {"rows": i % 3 == 0, "middle": (i >= 16) & (i < 24), "few": i == 47 - j}[kind]
    return np.where(mask, random(ROWS, COLUMNS, dtype=dtype, low=1, high=5), 0).astype(dtype)


# Each does to C[i, j] what it returns the matrix for that is to be added, given A and W.


def stored(A, W, C, i, j, k):
    C[i, j] = C[i, j] + A[i, k] * W[k, j]


def reversed_sum(A, W, C, i, j, k):
    C[i, j] = W[k, j] * A[i, k] + C[i, j]


def subtracted(A, W, C, i, j, k):
    C[i, j] = C[i, j] - A[i, k] * W[k, j]


def more_factors(A, W, C, i, j, k):
    C[i, j] += 2 * A[i, k] * W[k, j] * A[i, k]


def two_statements(A, W, C, i, j, k):
    C[i, j] += A[i, k] * W[k, j]
    C[i, j] = C[i, j] + W[k, j]


def variable(A, W, C, i, j, k):
    product = sa.Scalar(C.element_type)
    product += A[i, k]
    product *= W[k, j]
    C[i, j] += product


def held_element(A, W, C, i, j, k):
    sum = sa.Scalar(C.element_type, C[i, j])
    sum += A[i, k] * W[k, j]
    C[i, j] = sum


def loop(A, W, C, i, j, k):
    sa.ForRange(2, lambda _: C.__setitem__((i, j), C[i, j] + A[i, k] * W[k, j]))


def branch(A, W, C, i, j, k):
    def add():
        C[i, j] += A[i, k] * W[k, j]

    sa.If((A[i, k] > 0) & (i < k), add)


def compared(A, W, C, i, j, k):
    def store():
        C[i, j] = C[i, j] + 3

    sa.If(W[k, j] != 0, store)


def with_ends(A, W, C, i, j, k):
    """Begins with a store and ends with a function of the sum, as outputs do."""

    def begin():
        C[i, j] = C[i, j] + 5

    def end():
        C[i, j] = C[i, j] - 2

    sa.If(k == 0, begin)
    C[i, j] += A[i, k] * W[k, j]
    sa.If(k == ROWS - 1, end)


def added(a, w):
    """Return what each body adds to C."""
    triangle = np.arange(8)[:, None] < np.arange(ROWS)
    return {
        stored: a @ w,
        reversed_sum: a @ w,
        subtracted: -(a @ w),
        more_factors: 2 * (a * a) @ w,
        two_statements: a @ w + w.sum(axis=0),
        variable: a @ w,
        held_element: a @ w,
        loop: 2 * (a @ w),
        branch: (np.maximum(a, 0) * triangle) @ w,
        compared: np.broadcast_to(3 * (w != 0).sum(axis=0), (8, COLUMNS)),
        with_ends: a @ w + 3,
    }


BODIES = list(added(np.zeros((8, ROWS)), np.zeros((ROWS, COLUMNS))))


def build(body, w):
    """Return a nest that does `body` with a constant, and its arrays."""
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    A, C = arrays(("input", w.dtype, (8, ROWS)), ("inout", w.dtype, (8, COLUMNS)))
    nest = sa.Nest(shape=(8, COLUMNS, ROWS))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        body(A, W, C, i, j, k)

    return nest, (A, C)


@cases.over(
    itertools.product(BODIES, ["rows", "middle", "few"], ["float32", "int32"]),
    lambda choice: "_".join((choice[0].__name__, *choice[1:])),
)
def body(choice):
    body, kind, dtype = choice
    w = content(kind, dtype)
    nest, args = build(body, w)
    a, c = random(8, ROWS, dtype=dtype), random(8, COLUMNS, dtype=dtype)
    expected = c + added(a.astype("f8"), w.astype("f8"))[body]
    tolerance = 1e-4 if dtype == "float32" else 0
    return Case(nest, args, (a, c), (None, expected.astype(dtype)), tolerance, tolerance)


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_zeros_are_skipped_unless_strict(body):
    nest, args = build(body, content("rows", "float32"))
    report = sa.compile(nest, args=args).report
    assert "'W': 32 of 48 rows are zero and are skipped" in report
    assert "skipped" not in sa.compile(nest, args=args, strict=True).report


@pytest.mark.parametrize("size", [1, 9])
def test_sparse_layer_with_relu(device_engine, size):
    """A layer with pruned weights, as people write it: an output that begins with a store."""
    w = content("rows", "float32")
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    (M,) = sa.create_dimensions("M")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, ROWS), name="A")
    C = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(M, COLUMNS), name="C")
    nest = sa.Nest(shape=(M, COLUMNS, ROWS))
    i, j, k = nest.get_indices()

    @nest.iteration_logic(predicate=sa.before(k))
    def _():
        C[i, j] = 0

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * W[k, j]

    @nest.iteration_logic(predicate=sa.after(k))
    def _():
        C[i, j] = sa.max(C[i, j], 0)

    function = sa.compile(nest, args=(A, C), engine=device_engine)
    assert "'W': 32 of 48 rows are zero and are skipped" in function.report
    a = random(size, ROWS)
    np.testing.assert_allclose(function(sa.asarray(a)).asnumpy(), np.maximum(a @ w, 0), 1e-4)
