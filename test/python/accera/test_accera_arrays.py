# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on arrays: roles, shapes and layouts, with its spellings."""

import numpy as np
import pytest
import saopt as acc
from harness import Case, Cases, random

cases = Cases()


def scaled(A, B, shape):
    nest = acc.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = 2 * A[i, j]

    return nest


@cases.over(["FIRST_MAJOR", "LAST_MAJOR", "by_stride", "default"])
def input_arrays(layout):
    chosen = {} if layout == "default" else {"layout": getattr(acc.Array.Layout, layout, (1, 10))}
    A = acc.Array(
        shape=(10, 20), role=acc.Array.Role.INPUT, element_type=acc.ScalarType.float32, **chosen
    )
    B = acc.Array(
        shape=(10, 20), role=acc.Array.Role.INPUT_OUTPUT, element_type=acc.ScalarType.float32
    )
    a = random(10, 20)
    a = np.asfortranarray(a) if layout in ("LAST_MAJOR", "by_stride") else a
    return Case(scaled(A, B, (10, 20)), (A, B), (a, np.zeros((10, 20), "f4")), (None, 2 * a))


@cases.over([1, 7])
def run_time_sizes(rows):
    N = acc.create_dimensions()
    A = acc.Array(shape=(N, 20), role=acc.Array.Role.INPUT, element_type=acc.ScalarType.float32)
    B = acc.Array(shape=(N, 20), role=acc.Array.Role.INPUT_OUTPUT)
    a = random(rows, 20)
    return Case(scaled(A, B, (N, 20)), (A, B), (a, np.zeros_like(a)), (None, 2 * a))


@cases
def a_major_dimension_that_the_loops_decide():
    A = acc.Array(acc.Array.Role.INPUT, shape=(acc.inf, 5))
    B = acc.Array(acc.Array.Role.INPUT_OUTPUT, shape=(5, acc.inf))
    nest = acc.Nest(shape=(4, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j, i] += A[i, j]

    a = random(6, 5)
    b = np.asfortranarray(np.ones((5, 8), "f4"))
    expected = b.copy(order="F")
    expected[:, :4] += a[:4].T
    return Case(nest, (A, B), (a, b), (None, expected))


@cases
def constant_arrays():
    matrix = np.random.default_rng(0).random((16, 16))
    B = acc.Array(role=acc.Array.Role.CONST, data=matrix, element_type=acc.ScalarType.float32)
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(16, 16))
    return Case(scaled(B, C, (16, 16)), (C,), (random(16, 16),), (2 * matrix.astype("f4"),))


@cases
def a_constant_in_the_order_of_its_cache():
    matrix = np.arange(64.0, dtype="f4").reshape(8, 8)
    A = acc.Array(role=acc.Array.Role.CONST, data=matrix, layout=acc.Array.Layout.DEFERRED)
    x = acc.Array(role=acc.Array.Role.INPUT, shape=(8,))
    y = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(8,))
    nest = acc.Nest(shape=(8, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        y[i] += A[i, j] * x[j]

    plan = nest.create_plan()
    AA = plan.cache(A, level=2, layout=acc.Array.Layout.LAST_MAJOR, thrifty=True)
    A.deferred_layout(cache=AA)
    given = np.ones(8, "f4")
    return Case(plan, (x, y), (given, np.zeros(8, "f4")), (None, matrix.sum(axis=1)))


@cases
def temporary_arrays():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(6, 6))
    T = acc.Array(role=acc.Array.Role.TEMP, shape=(6, 6))
    B = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(6, 6))
    first, second = scaled(A, T, (6, 6)), scaled(T, B, (6, 6))
    a = random(6, 6)
    return Case((first, second), (A, B), (a, np.zeros_like(a)), (None, 4 * a))


@cases
def sub_arrays_and_slices():
    A = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, shape=(5, 5))
    nest = acc.Nest(shape=(5,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _():
        row = A.slice(sliced_dims=[0], sliced_offsets=[2])
        row[i] = 0.0
        corner = A.sub_array(offsets=(0, 0), shape=(1, 5))
        corner[0, i] = 7.0

    a = random(5, 5)
    expected = a.copy()
    expected[2] = 0
    expected[0] = 7
    return Case(nest, (A,), (a,), (expected,))


test_on_every_engine = cases.tests()


def test_what_is_read_only_cannot_be_written():
    A = acc.Array(role=acc.Array.Role.INPUT, shape=(4, 4))
    with pytest.raises(ValueError, match="has the role INPUT and cannot be written"):
        scaled(A, A, (4, 4))
