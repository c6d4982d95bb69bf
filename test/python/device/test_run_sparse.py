# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros: what is skipped does not change a result."""

import itertools

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()

CONST = sa.Role.CONST


def pattern(kind, rows, columns):
    """Return where a matrix is not zero."""
    i, j = np.indices((rows, columns))
    scattered = np.random.default_rng(7).permutation(rows * columns).reshape(rows, columns)
    return {
        "dense": i >= 0,
        "zero_rows": i % 3 == 0,
        "zero_columns": j % 3 == 0,
        "first_rows": i < rows // 4,
        "middle_columns": (j >= columns // 4) & (j < columns // 2),
        "rows_and_columns": (i % 3 == 1) & (j % 4 == 2),
        "blocks_of_4": (i // 4 + j // 4) % 4 == 0,
        "blocks_of_16": (i // 16 + j // 16) % 3 == 0,
        "banded": abs(i - j) < 2,
        "unstructured": scattered < rows * columns // 30,
        "one_element": (i == rows - 1) & (j == columns // 2),
        "zero": i < 0,
    }[kind]


KINDS = [
    *("dense", "zero_rows", "zero_columns", "first_rows", "middle_columns", "rows_and_columns"),
    *("blocks_of_4", "blocks_of_16", "banded", "unstructured", "one_element", "zero"),
]


def matrix(kind, rows, columns, dtype):
    """Return a matrix with zeros."""
    values = random(rows, columns, dtype=dtype, low=1, high=5)
    return np.where(pattern(kind, rows, columns), values, np.zeros((), dtype)).astype(dtype)


def tolerance(dtype):
    """Return the relative tolerance of a sum."""
    return 0 if np.dtype(dtype).kind in "iu" else 1e-5


@cases.over(itertools.product(KINDS, ["float32", "int32"]), "_".join)
def from_the_right(choice):
    kind, dtype = choice
    w = matrix(kind, 48, 32, dtype)
    W = sa.Array(role=CONST, data=w, name="W")
    A, C = arrays(("input", dtype, (3, 48)), ("inout", dtype, (3, 32)))
    nest = sa.Nest(shape=(3, 32, 48))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * W[k, j]

    a, c = random(3, 48, dtype=dtype), random(3, 32, dtype=dtype)
    expected = (c + a.astype("f8") @ w).astype(dtype)
    return Case(nest, (A, C), (a, c), (None, expected), tolerance(dtype), 1e-4)


@cases.over(itertools.product(KINDS, ["float64", "complex64"]), "_".join)
def from_the_left(choice):
    kind, dtype = choice
    w = matrix(kind, 32, 48, dtype)
    W = sa.Array(role=CONST, data=w, name="W", layout=sa.Array.Layout.DEFERRED)
    A, C = arrays(("input", dtype, (48, 5)), ("inout", dtype, (32, 5)))
    nest = sa.Nest(shape=(32, 5, 48))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] -= W[i, k] * A[k, j]

    a, c = random(48, 5, dtype=dtype), random(32, 5, dtype=dtype)
    return Case(nest, (A, C), (a, c), (None, (c - w @ a).astype(dtype)), 1e-5, 1e-4)


@cases.over(KINDS)
def element_by_element(kind):
    w = matrix(kind, 20, 48, "float32")
    W = sa.Array(role=CONST, data=w, name="W")
    A, C = arrays(("input", "f32", (20, 48)), ("inout", "f32", (20, 48)))
    nest = sa.Nest(shape=(20, 48))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, j] * W[i, j]

    a, c = random(20, 48), random(20, 48, high=9)
    return Case(nest, (A, C), (a, c), (None, c + a * w), 1e-5, 1e-5)


@cases.over(KINDS)
def summed_in_order(kind):
    w = matrix(kind, 20, 48, "int16")
    W = sa.Array(role=CONST, data=w, name="W")
    A, C = arrays(("input", "i64", (20, 48)), ("inout", "i64", ()))
    nest = sa.Nest(shape=(20, 48))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[()] += A[i, j] * sa.cast(W[i, j], sa.int64)

    a = random(20, 48, dtype=np.int64)
    return Case(nest, (A, C), (a, np.array(5)), (None, np.array(5 + (a * w).sum())))


@cases.over(KINDS)
def convolved(kind):
    """Filters with three sequential indices and one that is parallel, and a nest around them."""
    w = matrix(kind, 24, 32, "float32").reshape(3, 2, 4, 32)
    W = sa.Array(role=CONST, data=w, name="W")
    A, C = arrays(("input", "f32", (6, 4)), ("inout", "f32", (3, 32)))
    nest = sa.Nest(shape=(3, 32, 3, 2, 4))
    x, o, r, s, c = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[x, o] += W[r, s, c, o] * A[x + r + s, c]

    a = random(6, 4)
    expected = np.zeros((3, 32))
    for position, row, column in np.ndindex(3, 3, 2):
        expected[position] += a[position + row + column] @ w[row, column].astype("f8")
    start = np.zeros((3, 32), np.float32)
    return Case(nest, (A, C), (a, start), (None, expected.astype(np.float32)), 1e-5, 1e-4)


@cases
def a_part_of_a_constant():
    """A nest that does not walk all of the constant, whose other half another nest reads."""
    w = matrix("zero_rows", 48, 32, "int32")
    W = sa.Array(role=CONST, data=w, name="W")
    (C,) = arrays(("inout", "i32", 32))
    first = sa.Nest(shape=(20, 16))
    k, j = first.get_indices()

    @first.iteration_logic
    def _():
        C[j] += W[k, j]

    second = sa.Nest(shape=(32,))
    m = second.get_indices()

    @second.iteration_logic
    def _():
        C[m] += W[47 - m, m]

    expected = np.zeros(32, np.int32)
    expected[:16] += w[:20, :16].sum(axis=0)
    expected += np.array([w[47 - m, m] for m in range(32)])
    return Case((first, second), (C,), (np.zeros(32, np.int32),), (expected,))


test_on_every_engine = cases.tests()


def product(w, **options):
    """Compile ``C += A @ W``."""
    W = sa.Array(role=CONST, data=w, name="W")
    A = sa.Array(role=sa.Role.INPUT, element_type=W.element_type, shape=(3, 48), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type=W.element_type, shape=(3, 32), name="C")
    nest = sa.Nest(shape=(3, 32, 48))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * W[k, j]

    return sa.compile(nest, args=(A, C), name="product", **options)


def test_the_report_says_what_was_found_and_done():
    report = product(matrix("zero_rows", 48, 32, "float32")).report
    function, *lines = report.splitlines()
    assert function == "function 'product':"
    (line,) = (line for line in lines if "constant" in line)
    assert line.startswith("  constant 'W': 32 of 48 rows are zero and are skipped (estimated ")
    report = product((np.indices((48, 32)).sum(axis=0) % 2).astype(np.float32)).report
    assert "768 of 1536 elements are zero and are not skipped" in report
    assert "constant" not in product(matrix("dense", 48, 32, "float32")).report


def test_skipped_zeros_are_not_shipped():
    rows = product(matrix("zero_rows", 48, 32, "float32"))._unit.module
    assert len(rows.constants) == 0  # 2 KiB and a table: part of the kernel
    dense = product(matrix("dense", 48, 32, "float32"))._unit.module
    assert len(dense.constants) == 48 * 32 * 4


def test_strict_keeps_zeros(device_engine):
    w = matrix("zero_rows", 48, 32, "float32")
    a = np.ones((3, 48), np.float32)
    a[1, 1], a[2, 2] = np.nan, np.inf  # where a row is zero
    start = np.zeros((3, 32), np.float32)
    strict = product(w, engine=device_engine, strict=True)
    assert "skipped" not in strict.report
    _, result = call(strict, a, start)
    _, expected = call(product(w, engine="eager", strict=True), a, start)
    np.testing.assert_array_equal(np.isnan(result), np.isnan(expected))
    assert np.isnan(result[1:]).all()
    assert not np.isnan(result[0]).any()
    _, skipped = call(product(w, engine=device_engine), a, start)
    assert np.isfinite(skipped).all()


def test_zeros_are_kept_on_request(device_engine):
    w = matrix("zero_rows", 48, 32, "float32")
    a = np.ones((3, 48), np.float32)
    a[1, 1] = np.nan  # where a row is zero
    kept = product(w, engine=device_engine, skip_zeros=False)
    assert not kept.strict
    assert "zero" not in kept.report
    assert "zero" in product(w, engine=device_engine).report
    _, result = call(kept, a, np.zeros((3, 32), np.float32))
    assert np.isnan(result[1]).all()
    np.testing.assert_allclose(result[0], w.sum(axis=0), rtol=1e-6)


def test_functions_compiled_together_keep_zeros_on_request():
    W = sa.Array(role=CONST, data=matrix("zero_rows", 48, 32, "float32"), name="W")
    x, y = arrays(("input", "float32", (48,)), ("inout", "float32", (32,)))
    nest = sa.Nest(shape=(32, 48))
    j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        y[j] += x[k] * W[k, j]

    (kept,) = sa.compile_many([(nest, (x, y), "f")], skip_zeros=False)
    (skipped,) = sa.compile_many([(nest, (x, y), "f")])
    assert "zero" not in kept.report
    assert "skipped" in skipped.report
