# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Zeros of constants that are read at several places, by nests of run-time sizes, or in loops of
bodies: they are not skipped, and results do not change."""

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()

ROWS, COLUMNS, DEPTH = 5, 19, 37

KINDS = {
    "rows": lambda i, j: (i >= 11) & (i < 20),
    "every_fifth": lambda i, j: i % 5 == 1,
    "columns": lambda i, j: j > 12,
    "few": lambda i, j: (3 * i + 7 * j) % 41 == 2,
    "zero": lambda i, j: i < 0,
}


def content(kind, rows, columns):
    """Return small numbers with zeros around them."""
    values = random(rows, columns, dtype="int32", low=1, high=5)
    return np.where(KINDS[kind](*np.indices((rows, columns))), values, 0).astype(np.int32)


def constant(data, name):
    return sa.Array(role=sa.Role.CONST, data=data, name=name)


# Each adds to two results with what it reads of V and W at (i, j, k).


def two_places(A, B, C, V, W, i, j, k):
    B[i, j] += A[i, k] * W[k, j]
    C[i, j] += A[i, k] * W[k + 1, j]


def two_constants(A, B, C, V, W, i, j, k):
    B[i, j] += A[i, k] * W[k, j]
    C[i, j] -= V[k, j] * A[i, k]


def one_of_two(A, B, C, V, W, i, j, k):
    B[i, j] += V[k, j] * W[k, j + 1] * A[i, k]
    C[i, j] += W[k, j] * V[k, j]


def three_places(A, B, C, V, W, i, j, k):
    B[i, j] += (W[k, j] + W[k + 1, j]) * A[i, k]
    C[i, j] += W[k, j + 1]


BODIES = (two_places, two_constants, one_of_two, three_places)


def unplanned(nest, i, j, k):
    return nest


def reordered(nest, i, j, k):
    schedule = nest.create_schedule()
    schedule.reorder(k, i, j)
    return schedule.create_plan()


def tiled(nest, i, j, k):
    schedule = nest.create_schedule()
    kk, jj = schedule.split(k, 5), schedule.split(j, 8)
    schedule.reorder(j, k, i, kk, jj)
    plan = schedule.create_plan()
    plan.parallelize(j)
    return plan


def build(kind, body, plan):
    v, w = content("every_fifth", DEPTH, COLUMNS), content(kind, DEPTH + 1, COLUMNS + 1)
    V, W = constant(v, "V"), constant(w, "W")
    A, B, C = arrays(
        ("input", "i32", (ROWS, DEPTH)),
        ("inout", "i32", (ROWS, COLUMNS)),
        ("inout", "i32", (ROWS, COLUMNS)),
    )
    nest = sa.Nest(shape=(ROWS, COLUMNS, DEPTH))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        body(A, B, C, V, W, i, j, k)

    return plan(nest, i, j, k), (A, B, C), (v, w)


def expected(body, a, b, c, v, w):
    """Return what NumPy gets, point by point."""
    b, c = b.copy(), c.copy()
    for i, j, k in np.ndindex(ROWS, COLUMNS, DEPTH):
        body(a, b, c, v, w, i, j, k)
    return b, c


@cases.over(
    itertools.product(KINDS, BODIES, (unplanned, reordered, tiled)),
    lambda choice: f"{choice[0]}_{choice[1].__name__}_{choice[2].__name__}",
)
def read_together(choice):
    source, args, constants = build(*choice)
    a = random(ROWS, DEPTH, dtype="int32")
    b, c = random(ROWS, COLUMNS, dtype="int32"), random(ROWS, COLUMNS, dtype="int32")
    return Case(source, args, (a, b, c), (None, *expected(choice[1], a, b, c, *constants)))


# Loops of the body under a plan.


def looped(A, C, W, i, j):
    sa.ForRange(DEPTH, lambda k: C.__setitem__((i, j), C[i, j] + A[i, k] * W[k, j]))


def held(A, C, W, i, j):
    total = sa.Scalar(sa.int32)
    sa.ForRange(DEPTH, lambda k: total.set(total + A[i, k] * W[k, j]))
    C[i, j] += total


def in_steps(A, C, W, i, j):
    def outer(k):
        sa.ForRange(4, lambda kk: C.__setitem__((i, j), C[i, j] + A[i, k + kk] * W[k + kk, j]))

    sa.ForRange(0, DEPTH - 3, 4, outer)


LOOPS = (looped, held, in_steps)


def in_parallel(nest, i, j):
    plan = nest.create_plan()
    plan.parallelize((i, j))
    return plan


def in_pieces(nest, i, j):
    schedule = nest.create_schedule()
    jj = schedule.split(j, 4)
    schedule.reorder(j, i, jj)
    return schedule.create_plan()


def with_copies(nest, i, j):
    schedule = nest.create_schedule()
    jj = schedule.split(j, 4)
    schedule.reorder(j, i, jj)
    plan = schedule.create_plan()
    plan.cache(next(array for array in nest.arrays() if array.name == "A"), index=jj)
    return plan


def build_loop(kind, body, plan):
    w = content(kind, DEPTH, COLUMNS)
    W = constant(w, "W")
    A, C = arrays(("input", "i32", (ROWS, DEPTH)), ("inout", "i32", (ROWS, COLUMNS)))
    nest = sa.Nest(shape=(ROWS, COLUMNS))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        body(A, C, W, i, j)

    return plan(nest, i, j), (A, C), w


@cases.over(
    itertools.product(KINDS, LOOPS, (in_parallel, in_pieces, with_copies)),
    lambda choice: f"{choice[0]}_{choice[1].__name__}_{choice[2].__name__}",
)
def loop_in_plan(choice):
    source, args, w = build_loop(*choice)
    a, c = random(ROWS, DEPTH, dtype="int32"), random(ROWS, COLUMNS, dtype="int32")
    used = DEPTH - DEPTH % 4 if choice[1] is in_steps else DEPTH
    return Case(source, args, (a, c), (None, c + a[:, :used] @ w[:used]))


@cases.over(
    itertools.product((2, 4), ("ends", "thirds")), lambda choice: f"{choice[0]}_{choice[1]}"
)
def loops_in_each_other(choice):
    """Loops of a body in each other."""
    depth, kind = choice
    places = np.indices((10,) * depth)
    is_left = {"ends": places % 9 == 0, "thirds": places % 3 == 0}[kind].all(axis=0)
    w = np.where(is_left, 1 + places.sum(axis=0) % 5, 0).astype(np.int32)
    W = constant(w, "W")
    A, C = arrays(("input", "i32", (ROWS, 10)), ("inout", "i32", (ROWS,)))
    nest = sa.Nest(shape=(ROWS,))
    i = nest.get_indices()

    def add_loop(*outer):
        def body(k):
            if len(outer) + 1 < depth:
                add_loop(*outer, k)
            else:
                C[i] += (A[i, k] - 2 * A[i, outer[0]]) * W[(*outer, k)]

        sa.ForRange(10, body)

    nest.iteration_logic(lambda: add_loop())
    plan = nest.create_plan()
    plan.parallelize(i)
    a, c = random(ROWS, 10, dtype="int32"), random(ROWS, dtype="int32")
    first, last = (
        w.sum(axis=tuple(dim for dim in range(depth) if dim != kept), dtype=np.int32)
        for kept in (0, depth - 1)
    )
    return Case(plan, (A, C), (a, c), (None, c + a @ last - 2 * (a @ first)))


test_on_every_engine = cases.tests()


# Run-time sizes.


def constrained(nest, A, C, W, i, j, k):
    nest.constrain(k < DEPTH)

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * W[k, j]


def conditional(nest, A, C, W, i, j, k):
    @nest.iteration_logic
    def _():
        sa.If(k < DEPTH, lambda: C.__setitem__((i, j), C[i, j] + A[i, k] * W[k, j]))


def begun(nest, A, C, W, i, j, k):
    nest.constrain(k < DEPTH)

    @nest.iteration_logic
    def _():
        sa.If(k == 0, lambda: C.__setitem__((i, j), C[i, j] + 3))
        C[i, j] += A[i, k] * W[k, j]


def build_open(kind, body, plan=unplanned):
    """Return a nest over run-time sizes that reads as much of a constant as there is."""
    M, K = sa.create_dimensions("M", "K")
    w = content(kind, DEPTH, COLUMNS)
    W = constant(w, "W")
    A, C = arrays(("input", "i32", (M, K)), ("inout", "i32", (M, COLUMNS)))
    nest = sa.Nest(shape=(M, COLUMNS, K))
    i, j, k = nest.get_indices()
    body(nest, A, C, W, i, j, k)
    return plan(nest, i, j, k), (A, C), w


@pytest.mark.parametrize("plan", (unplanned, reordered, tiled), ids=lambda plan: plan.__name__)
@pytest.mark.parametrize("body", (constrained, conditional, begun), ids=lambda body: body.__name__)
@pytest.mark.parametrize("kind", ("rows", "every_fifth", "few", "zero"))
def test_run_time_sizes(device_engine, kind, body, plan):
    source, args, w = build_open(kind, body, plan)
    function = sa.compile(source, args=args, engine=device_engine)
    assert "constant 'W'" in function.report
    for rows, depth in ((3, DEPTH), (1, DEPTH + 9), (4, 13), (2, 1), (3, 0), (0, 5)):
        a, c = random(rows, depth, dtype="int32"), random(rows, COLUMNS, dtype="int32")
        used = min(depth, DEPTH)
        sums = a[:, :used] @ w[:used] + (3 if body is begun and depth else 0)
        np.testing.assert_array_equal(call(function, a, c)[1], c + sums)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_why_zeros_of_several_reads_are_kept(body):
    source, args, _ = build("rows", body, unplanned)
    report = sa.compile(source, args=args).report
    # The rows of one of the two are zero, which is enough for that body.
    kept = "elements are zero and are not skipped, because the nest"
    skipped = "rows are zero and are skipped"
    assert (skipped if body is one_of_two else kept) in report
    assert "skipped" not in sa.compile(source, args=args, strict=True).report


def test_why_zeros_are_kept_with_run_time_sizes():
    source, args, _ = build_open("rows", conditional)
    reason = "because an index that it is read with has a run-time size"
    assert reason in sa.compile(source, args=args).report


@pytest.mark.parametrize("plan", (in_parallel, in_pieces, with_copies), ids=lambda p: p.__name__)
def test_loops_of_bodies_run_densely_in_plans(plan):
    source, args, _ = build_loop("rows", looped, plan)
    assert "elements are zero and are not skipped" in sa.compile(source, args=args).report
