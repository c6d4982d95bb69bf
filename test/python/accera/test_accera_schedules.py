# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on schedules, with its spellings."""

import numpy as np
import pytest
import saopt as acc
from accera_programs import numbers, product
from harness import Case, Cases, random

cases = Cases()


def product_case(change):
    nest, args = product(3, 12, 15)
    schedule = nest.create_schedule()
    i, j, k = schedule.get_indices()
    change(schedule, i, j, k)
    return Case(schedule, args, *numbers(3, 12, 15))


@cases
def reorder():
    return product_case(lambda s, i, j, k: s.reorder(j, k, i))


@cases
def reorder_by_order():
    return product_case(lambda s, i, j, k: s.reorder(order=(k, i, j)))


@cases.over([1, 2, 3, 5, 12, 13])
def split(size):
    return product_case(lambda s, i, j, k: s.split(j, size))


@cases
def split_the_outer_loop_again():
    def change(schedule, i, j, k):
        jj = schedule.split(j, 3)
        jjj = schedule.split(j, 2)
        assert schedule.get_indices() == (i, j, jjj, jj, k)
        assert schedule.get_index_range(j) == (0, 12, 6)
        assert schedule.get_index_range(jjj) == (0, 6, 3)
        assert schedule.get_index_range(jj) == (0, 3, 1)

    return product_case(change)


@cases
def tile():
    def change(schedule, i, j, k):
        jj, kk = schedule.tile({j: 2, k: 3})
        assert schedule.get_indices() == (i, j, jj, k, kk)
        assert jj in [jj, kk] and i not in [jj, kk]

    return product_case(change)


@cases
def tile_one_loop():
    def change(schedule, i, j, k):
        (jj,) = schedule.tile({j: 5})
        schedule.reorder(jj, j) if schedule.is_valid_loop_order(jj, j) else None
        assert list(schedule.get_indices()).index(jj) == 2

    return product_case(change)


def filtered(change):
    """A vector convolved with a filter."""
    N, K = 10, 3
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(N,))
    B = acc.Array(role=acc.Array.Role.INPUT, shape=(K,))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(N - K + 1,))
    nest = acc.Nest(shape=(N - K + 1, K))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += A[i + j] * B[j]

    schedule = nest.create_schedule()
    change(schedule, i, j)
    a, b = np.round(random(N)), np.round(random(K))
    expected = np.correlate(a, b)
    return Case(schedule, (A, B, C), (a, b, np.zeros(N - K + 1, "f4")), (None, None, expected))


@cases
def skew():
    def change(schedule, i, j):
        schedule.skew(i, j)
        schedule.reorder(i, j)

    return filtered(change)


@cases
def skew_and_unroll():
    return filtered(lambda schedule, i, j: schedule.skew(i, j, unroll_loops_smaller_than=3))


@cases.over([0, 2, 3])
def pad(size):
    def change(schedule, i, j):
        schedule.pad(i, size)
        ii = schedule.split(i, 4)
        schedule.reorder(i, j, ii)

    return filtered(change)


@cases.over(["20", "03", "11", "35"])
def pad_after_a_split(sizes):
    def change(schedule, i, j):
        ii = schedule.split(i, 3)
        schedule.pad(i, int(sizes[0]))
        schedule.pad(ii, int(sizes[1]))
        schedule.reorder(j, i, ii)
        schedule.split(ii, 2)

    return filtered(change)


@cases.over([1, 8, 17])
def pad_tiles_of_run_time_size(size):
    N = acc.create_dimensions()
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(N,))
    nest = acc.Nest(shape=(N,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] += 1

    schedule = nest.create_schedule()
    ii = schedule.split(i, 8)
    schedule.pad(ii, 4)
    schedule.pad(i, 1)
    a = random(size)
    return Case(schedule, (A,), (a,), (a + 1,))


test_on_every_engine = cases.tests()


def test_schedules_print(capsys):
    nest, _ = product(3, 12, 15)
    schedule = nest.create_schedule()
    schedule.print()
    assert capsys.readouterr().out.startswith("for i in range(3):\n  for j in range(12):\n")


def test_ranges():
    N = acc.create_dimensions()
    nest, _ = product(N, 12, 15)
    schedule = nest.create_schedule()
    i, j, _ = schedule.get_indices()
    assert schedule.get_index_range(i) == (0, None, 1)
    p = acc.create_parameters()
    schedule.split(j, p)
    assert schedule.get_index_range(j) == (0, None, 1)
    other, _ = product(2, 3, 4)
    with pytest.raises(acc.ScheduleError, match="is of another schedule"):
        schedule.get_index_range(other.get_indices()[0])


def test_mistakes_are_value_errors():
    nest, _ = product(3, 12, 15)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    jj = schedule.split(j, 4)
    with pytest.raises(ValueError, match="an inner loop comes after its outer one"):
        schedule.reorder(jj, j)
    with pytest.raises(ValueError, match="must be positive"):
        schedule.split(k, 0)


def test_a_padded_loop_is_not_too_long():
    nest, _ = product(3, 12, 15)
    i, j, k = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.split(j, 4)
    with pytest.raises(acc.ScheduleError, match="tiles of 4 iterations, which are more than 2.48"):
        schedule.pad(j, 2**47)
