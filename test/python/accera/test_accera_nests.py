# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on simple affine loop nests, with its spellings."""

import numpy as np
import pytest
import saopt as acc
from accera_programs import numbers, product
from harness import Case, Cases, random

cases = Cases()


@cases
def matrix_product():
    nest, args = product(16, 10, 11)
    assert nest.get_shape() == (16, 10, 11)
    return Case(nest, args, *numbers(16, 10, 11))


@cases.over([1, 5, 0])
def matrix_product_of_run_time_rows(rows):
    M = acc.create_dimensions()
    nest, args = product(M, 10, 11)
    return Case(nest, args, *numbers(rows, 10, 11))


@cases
def convolution():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(9, 8))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(3, 2))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(7, 7))
    nest = acc.Nest(shape=(7, 7, 3, 2))
    i, j, k, l = nest.get_indices()  # noqa: E741

    @nest.iteration_logic
    def _():
        C[i, j] += A[i + k, j + l] * B[k, l]

    a, b = np.round(random(9, 8)), np.round(random(3, 2))
    windows = np.lib.stride_tricks.sliding_window_view(a, (3, 2))
    expected = np.einsum("ijkl,kl->ij", windows, b)
    return Case(nest, (A, B, C), (a, b, np.zeros((7, 7), "f4")), (None, None, expected))


@cases
def a_nest_of_one_loop():
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(6,))
    nest = acc.Nest(shape=(6,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = acc.max(A[i], 0) + acc.cast(i, acc.ScalarType.float32)

    a = random(6)
    return Case(nest, (A,), (a,), (np.maximum(a, 0) + np.arange(6, dtype="f4"),))


@cases
def functions():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(8, 4))
    B = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(8, 4))
    nest = acc.Nest(shape=(8,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _():
        x = A[i, 0]
        B[i, 0] = acc.fast_exp(x)
        B[i, 1] = acc.remainderf(x, 0.75)
        B[i, 2] = acc.sqrt(acc.abs(x)) + acc.floor(x) + acc.ceil(x)
        B[i, 3] = acc.select(acc.logical_and(x > 0, acc.logical_not(x > 2)), x**2, -x)

    a = random(8, 4)
    x = a[:, 0]
    expected = np.stack(
        [
            np.exp(x),
            x - np.float32(0.75) * np.rint(x / np.float32(0.75)),
            np.sqrt(np.abs(x)) + np.floor(x) + np.ceil(x),
            np.where((x > 0) & ~(x > 2), x**2, -x),
        ],
        axis=1,
    )
    return Case(nest, (A, B), (a, np.zeros((8, 4), "f4")), (None, expected), rtol=1e-5, atol=1e-6)


@cases
def logic_that_comes_after_the_schedule():
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(10, 12))
    nest = acc.Nest(shape=(10, 12))
    i, j = nest.get_indices()
    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(j, i, ii)

    @nest.iteration_logic
    def _():
        A[i, j] *= 2

    plan = schedule.create_plan()
    plan.vectorize(ii)

    @nest.iteration_logic
    def _():
        A[i, j] += 1

    a = random(10, 12)
    return Case(plan, (A,), (a,), (2 * a + 1,))


test_on_every_engine = cases.tests()


def test_steps_are_proven_for_the_logic_that_comes_later():
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(9, 9))
    nest = acc.Nest(shape=(8, 8))
    i, j = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.reorder(j, i)
    assert "no logic yet" in repr(schedule)
    with pytest.raises(acc.CompileError, match="has no logic"):
        acc.compile(schedule, args=(A,))

    @nest.iteration_logic
    def _():
        A[i, j] += 1

    acc.compile(schedule, args=(A,))

    @nest.iteration_logic
    def _():
        A[i, j] = A[i + 1, j] - A[i, j + 1] * 2

    A2 = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(10, 10), name="A2")

    @nest.iteration_logic
    def _():
        A2[i + 1, j] = A2[i, j + 1]

    with pytest.raises(acc.ScheduleError, match="A2"):
        schedule.split(i, 2)
    with pytest.raises(acc.CompileError, match="A2"):
        acc.compile(schedule, args=(A, A2))


def test_what_was_compiled_does_not_change():
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(4,))
    nest = acc.Nest(shape=(4,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] += 1

    plan = nest.create_plan()
    before = acc.compile(plan, args=(A,), engine="eager")

    @nest.iteration_logic
    def _():
        A[i] += 10

    after = acc.compile(plan, args=(A,), engine="eager")
    a = np.zeros(4, "f4")
    before(a)
    assert a[0] == 1
    after(a)
    assert a[0] == 12
