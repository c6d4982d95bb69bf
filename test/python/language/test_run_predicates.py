# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Logics that run only at some iterations of a loop, on every engine."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()


def mean_of_rows(shape, start, finish, constrain=None) -> tuple:
    """Return a nest that divides sums, with the predicates of its beginning and its end."""
    A, C = arrays(("input", "f4", shape), ("output", "f4", shape[:1]))
    nest = sa.Nest(shape=shape)
    i, k = nest.get_indices()
    if constrain is not None:
        nest.constrain(constrain(i, k))

    @nest.iteration_logic
    def _():
        C[i] += A[i, k]

    # Their places are known, not their order.
    @nest.iteration_logic(predicate=finish(k))
    def _():
        C[i] = C[i] / 2

    @nest.iteration_logic(predicate=start(k))
    def _():
        C[i] = 1

    return nest, A, C


@cases
def before_and_after() -> Case:
    a = random(5, 7)
    nest, A, C = mean_of_rows((5, 7), sa.before, sa.after)
    expected = (1 + a.sum(axis=1)) / 2
    return Case(nest, (A, C), (a, np.zeros(5, "f4")), (None, expected), rtol=1e-5)


@cases
def before_and_after_in_a_triangle() -> Case:
    a = random(6, 6)
    nest, A, C = mean_of_rows((6, 6), sa.before, sa.after, lambda i, k: k <= i)
    expected = (1 + np.tril(a).sum(axis=1)) / 2
    return Case(nest, (A, C), (a, np.zeros(6, "f4")), (None, expected), rtol=1e-5)


@cases
def before_and_after_where_loops_start_late() -> Case:
    a = random(6, 6)
    nest, A, C = mean_of_rows((6, 6), sa.before, sa.after, lambda i, k: (k >= i) & (2 * k <= 9 + i))
    expected = np.zeros(6, "f4")
    for n in range(6):
        points = [k for k in range(6) if k >= n and 2 * k <= 9 + n]
        expected[n] = (1 + a[n, points].sum()) / 2 if points else 0
    return Case(nest, (A, C), (a, np.zeros(6, "f4")), (None, expected), rtol=1e-5)


@cases
def order_of_logics() -> Case:
    """A number whose digits tell which logic ran when."""
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(2,), name="C")
    nest = sa.Nest(shape=(2, 2, 3))
    i, j, k = nest.get_indices()

    def add(digit, predicate):
        @nest.iteration_logic(predicate=predicate)
        def _():
            C[i] = 10 * C[i] + digit

    add(8, sa.after(j))
    add(3, sa.first(k))
    add(4, None)
    add(5, sa.last(k))
    add(6, sa.end_boundary(k))
    add(7, sa.after(k))
    add(2, sa.before(k))
    add(1, sa.before(j))

    digits = "1" + 2 * ("2" + "34" + "4" + "456" + "7") + "8"
    expected = np.full(2, int(digits), np.int64)
    return Case(nest, (C,), (np.zeros(2, np.int64),), (expected,))


@cases.over([(3, 4), (1, 1), (0, 4), (4, 0), (7, 2)], name=lambda shape: f"{shape[0]}_{shape[1]}")
def run_time_sizes(shape: tuple[int, int]) -> Case:
    a = random(*shape)
    M, N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, N), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M,), name="C")
    nest = sa.Nest(shape=(M, N))
    i, k = nest.get_indices()

    @nest.iteration_logic(predicate=sa.first(k))
    def _():
        C[i] = A[i, k]

    @nest.iteration_logic
    def _():
        C[i] = sa.max(C[i], A[i, k])

    @nest.iteration_logic(predicate=sa.last(k))
    def _():
        C[i] = -C[i]

    expected = -a.max(axis=1) if shape[1] else np.full(shape[0], 5, "f4")
    return Case(nest, (A, C), (a, np.full(shape[0], 5, "f4")), (None, expected))


def triangular_solve(n: object) -> tuple:
    """Return a nest whose first row has no iterations of the inner loop, and its arrays."""
    L, B, X = arrays(("input", "f8", (n, n)), ("input", "f8", (n,)), ("inout", "f8", (n,)))
    nest = sa.Nest(shape=(n, n))
    i, k = nest.get_indices()
    nest.constrain(k < i)

    @nest.iteration_logic(predicate=sa.before(k))
    def _():
        X[i] = B[i]

    @nest.iteration_logic
    def _():
        X[i] -= L[i, k] * X[k]

    @nest.iteration_logic(predicate=sa.after(k))
    def _():
        X[i] = X[i] / L[i, i]

    return nest, k, (L, B, X)


@cases.over([(n, s) for n in (5, "N") for s in (False, True)], name=lambda p: f"{p[0]}_{p[1]}")
def triangular_solves(parameters: tuple) -> Case:
    size, is_scheduled = parameters
    nest, k, arguments = triangular_solve(sa.Dimension("N") if size == "N" else size)
    source = nest
    if is_scheduled:
        schedule = nest.create_schedule()
        schedule.split(k, 2)
        source = schedule.create_plan()
    lower = np.tril(random(5, 5)).astype("f8") + 5 * np.eye(5)
    b = random(5).astype("f8")
    expected = (None, None, np.linalg.solve(lower, b))
    return Case(source, arguments, (lower, b, np.zeros(5)), expected, rtol=1e-12)


@cases.over([(3, 4), (3, 0), (0, 4)], name=lambda shape: f"{shape[0]}_{shape[1]}")
def loops_whose_size_is_zero(shape: tuple[int, int]) -> Case:
    nest, A, C = mean_of_rows(sa.create_dimensions("M", "N"), sa.before, sa.after)
    a = random(*shape)
    expected = (1 + a.sum(axis=1)) / 2
    return Case(nest, (A, C), (a, np.zeros(shape[0], "f4")), (None, expected), rtol=1e-5)


@cases.over([(3, 4), (3, 0), (0, 4)], name=lambda shape: f"{shape[0]}_{shape[1]}")
def scheduled_loops_whose_size_is_zero(shape: tuple[int, int]) -> Case:
    nest, A, C = mean_of_rows(sa.create_dimensions("M", "N"), sa.before, sa.after)
    schedule = nest.create_schedule()
    schedule.split(nest.indices[1], 2)
    a = random(*shape)
    expected = (1 + a.sum(axis=1)) / 2
    plan = schedule.create_plan()
    return Case(plan, (A, C), (a, np.zeros(shape[0], "f4")), (None, expected), rtol=1e-5)


@cases.over([(2, 2, 3), (2, 0, 3), (2, 2, 0)], name=lambda shape: "_".join(map(str, shape)))
def order_of_logics_around_empty_loops(shape: tuple[int, int, int]) -> Case:
    sizes = sa.create_dimensions("I", "J", "K")
    S = sa.Array(role=sa.Role.INPUT, element_type=sa.int64, shape=sizes, name="S")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=sizes[:1], name="C")
    nest = sa.Nest(shape=sizes)
    i, j, k = nest.get_indices()

    def add(digit, predicate):
        @nest.iteration_logic(predicate=predicate)
        def _():
            C[i] = 10 * C[i] + digit

    add(5, sa.after(j))
    add(3, None)
    add(4, sa.after(k))
    add(2, sa.before(k))
    add(1, sa.before(j))
    digits = "1" + shape[1] * ("2" + shape[2] * "3" + "4") + "5"
    expected = np.full(shape[0], int(digits), np.int64)
    given = (np.zeros(shape, np.int64), np.zeros(shape[0], np.int64))
    return Case(nest, (S, C), given, (None, expected))


test_on_every_engine = cases.tests()


def test_conditions_are_affine():
    nest, A, C = mean_of_rows((5, 7), sa.before, sa.after)
    assert sa.compile(nest, args=(A, C)).mlir.count("affine.if") == 2


def test_what_is_no_predicate():
    A, C = arrays(("input", "f4", (4, 4)), ("inout", "f4", (4,)))
    nest, other = sa.Nest(shape=(4, 4)), sa.Nest(shape=(4, 4))
    i, _ = nest.get_indices()
    p, _ = other.get_indices()
    with pytest.raises(sa.CompileError, match=r"sa.first takes an index of a nest, .* not 3"):
        sa.first(3)
    with pytest.raises(sa.CompileError, match=r"sa.last takes an index of a nest"):
        sa.last(i + 1)
    with pytest.raises(sa.CompileError, match=r"'p' in sa.first\(p\) belongs to another nest"):
        nest.iteration_logic(predicate=sa.first(p))
    with pytest.raises(sa.CompileError, match=r"i == 0 cannot say when a logic runs"):
        nest.iteration_logic(predicate=i == 0)


@pytest.mark.parametrize("predicate", [sa.before, sa.after])
def test_indices_of_empty_loops(predicate):
    A, C = arrays(("input", "f4", (4, 4)), ("inout", "f4", (4,)))
    nest = sa.Nest(shape=(4, 4))
    i, k = nest.get_indices()
    nest.constrain(k >= 2 * i)

    @nest.iteration_logic(predicate=predicate(i))
    def _():
        C[i] = A[i, k]

    message = rf"sa.{predicate.__name__}\(i\) runs also where .* the index 'i' has no value there"
    with pytest.raises(sa.CompileError, match=message):
        sa.compile(nest, args=(A, C))


def test_constraints_that_no_schedule_can_keep():
    A, C = arrays(("input", "f4", (4, 4)), ("inout", "f4", (4,)))
    nest = sa.Nest(shape=(4, 4))
    i, k = nest.get_indices()
    nest.constrain(2 * k >= 3 * i)

    @nest.iteration_logic(predicate=sa.before(k))
    def _():
        C[i] = A[i, 0]

    sa.compile(nest, args=(A, C))
    with pytest.raises(sa.CompileError, match="cannot be scheduled: its constraints may leave"):
        sa.compile(nest.create_plan(), args=(A, C))


def test_constraints_with_divisions():
    A, C = arrays(("input", "f4", (4, 4)), ("inout", "f4", (4,)))
    nest = sa.Nest(shape=(4, 4))
    i, k = nest.get_indices()
    nest.constrain(k % 2 == 1)

    @nest.iteration_logic(predicate=sa.first(k))
    def _():
        C[i] = A[i, k]

    with pytest.raises(sa.CompileError, match=r"sa.first\(k\) cannot be found in the Nest"):
        sa.compile(nest, args=(A, C))
