# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants with zeros in nests with constraints, which keep the zeros where they concern them."""

import itertools

import numpy as np
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()

SIZE = 48

PATTERNS = {
    "dense": lambda i, j: i >= 0,
    "zero_rows": lambda i, j: i % 3 == 0,
    "zero_columns": lambda i, j: j % 5 == 0,
    "middle": lambda i, j: (i >= 16) & (i < 30) & (j >= 4) & (j < 20),
    "blocks": lambda i, j: (i // 16 + j // 16) % 3 == 0,
    "triangle": lambda i, j: i >= j,
    "few": lambda i, j: (7 * i + 3 * j) % 41 == 0,
    "unread": lambda i, j: i > j + 40,
}

# Over the indices of the nest: W is read at [row, column], and lane is the other index.
CONSTRAINTS = {
    "lower": lambda row, column, lane: [row >= column],
    "upper": lambda row, column, lane: [row <= column],
    "band": lambda row, column, lane: [row - column <= 3, column - row <= 5],
    "odd": lambda row, column, lane: [column % 2 == 1],
    "lanes": lambda row, column, lane: [3 * lane >= column],
    "both": lambda row, column, lane: [row >= lane, row + column >= 20],
}


def matrix(kind, dtype):
    """Return a matrix with zeros."""
    values = random(SIZE, SIZE, dtype=dtype, low=1, high=5)
    return np.where(PATTERNS[kind](*np.indices((SIZE, SIZE))), values, 0).astype(dtype)


def holds(constraint, rows, columns, lanes):
    """Return where a constraint holds, as an array over its three indices."""
    indices = np.ogrid[:rows, :columns, :lanes]
    return np.logical_and.reduce(np.broadcast_arrays(*CONSTRAINTS[constraint](*indices)))


def build(side, kind, constraint, dtype):
    """Return a constrained product with W from one side, its arrays, and W as it is read."""
    w = matrix(kind, dtype)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    nest = sa.Nest(shape=(20, SIZE, SIZE) if side == "right" else (SIZE, 20, SIZE))
    i, j, k = nest.get_indices()
    row, column, lane = (k, j, i) if side == "right" else (i, k, j)
    for condition in CONSTRAINTS[constraint](row, column, lane):
        nest.constrain(condition)
    A, C = arrays(("input", dtype, (20, SIZE)), ("inout", dtype, (20, SIZE)))

    @nest.iteration_logic
    def _():
        if side == "right":
            C[i, j] += A[i, k] * W[k, j]
        else:
            C[j, i] = C[j, i] + W[i, k] * A[j, k]

    read = np.where(holds(constraint, SIZE, SIZE, 20), w[:, :, None], 0)
    return nest, (A, C), read


@cases.over(
    itertools.product(["left", "right"], PATTERNS, CONSTRAINTS, ["int32"]),
    "_".join,
)
def constrained(choice):
    side, _, _, dtype = choice
    nest, args, read = build(*choice)
    a, c = random(20, SIZE, dtype=dtype), random(20, SIZE, dtype=dtype)
    formula = "lk,kjl->lj" if side == "right" else "lk,ikl->li"
    return Case(nest, args, (a, c), (None, c + np.einsum(formula, a, read).astype(dtype)))


@cases.over(PATTERNS)
def a_size_in_a_constraint(kind):
    """A run-time size bounds an index that comes from a table, and one that does not."""
    w = matrix(kind, "int32")
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type="i32", shape=(N,), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type="i32", shape=(SIZE,), name="C")
    nest = sa.Nest(shape=(SIZE, SIZE))
    i, k = nest.get_indices()
    nest.constrain(k < N)
    nest.constrain(i + k < 2 * N)

    @nest.iteration_logic
    def _():
        C[i] += W[i, k] * A[k]

    a, c = random(37, dtype="int32"), random(SIZE, dtype="int32")
    rows, columns = np.indices((SIZE, 37))
    expected = c + np.where(rows + columns < 74, w[:, :37], 0) @ a
    return Case(nest, (A, C), (a, c), (None, expected.astype(np.int32)))


test_on_every_engine = cases.tests()


def test_the_report_says_why_zeros_are_kept():
    nest, args, _ = build("left", "few", "lower", "float32")
    assert "because the nest constrains the indices that it is read with" in (
        sa.compile(nest, args=args).report
    )
    assert "constant" not in sa.compile(nest, args=args, strict=True).report
