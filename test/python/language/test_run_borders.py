# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads outside of the shape of an array, compared with `numpy.pad`."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, Case, Cases, UsmArray, arrays, call, random

cases = Cases()

MODES = ("constant", "edge", "wrap", "reflect", "symmetric")


def padded(data, low, high, modes, value=0):
    """Pad one dimension after the other."""
    for axis, mode in enumerate(modes):
        widths = [(low, high) if axis == other else (0, 0) for other in range(data.ndim)]
        extra = {"constant_values": value} if mode == "constant" else {}
        data = np.pad(data, widths, mode, **extra)
    return data


@cases.over(itertools.product(MODES, (1, 2, 3, 7)), lambda choice: f"{choice[0]}_{choice[1]}")
def line(choice):
    """Read several periods beyond both ends."""
    mode, size = choice
    A, B = arrays(("input", "f4", size), ("inout", "f4", size + 41))
    P = A.extended(mode, 2.5)
    nest = sa.Nest(shape=size + 41)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = P[i - 20]

    a = random(size)
    expected = padded(a, 20, 21, (mode,), np.float32(2.5))
    return Case(nest, (A, B), (a, np.zeros_like(expected)), (None, expected))


@cases.over([(mode,) * 2 for mode in MODES] + [("constant", "edge"), ("wrap", "reflect")], "_".join)
def stencil(modes):
    """Nine points around each, in an array of run-time size."""
    M, N = sa.create_dimensions(2)
    A, B = arrays(("input", "i4", (M, N)), ("inout", "i4", (M, N)))
    P = A.extended(modes, -7)
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        total = P[i - 1, j - 1]
        for y, x in itertools.product((-1, 0, 1), repeat=2):
            total += (3 * y + x) * P[i + y, j + x]
        B[i, j] = total

    a = random(9, 14, dtype=np.int32, low=-50, high=50)
    around = padded(a, 1, 1, modes, -7)
    expected = around[:-2, :-2].copy()
    for y, x in itertools.product((-1, 0, 1), repeat=2):
        expected += (3 * y + x) * around[1 + y : 10 + y, 1 + x : 15 + x]
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected))


@cases
def large_stencil():
    """An inner part with borders of its own; the nest has enough points for that."""
    A, B = arrays(("input", "f4", (70, 90)), ("inout", "f4", (70, 90)))
    P = A.extended("reflect")
    nest = sa.Nest(shape=(70, 90))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = P[i - 2, j] + P[i + 2, j] - P[i, j - 1] - P[i, j + 3]

    a = random(70, 90)
    p = np.pad(a, 3, "reflect")
    expected = p[1:-5, 3:-3] + p[5:-1, 3:-3] - p[3:-3, 2:-4] - p[3:-3, 6:]
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected))


@cases
def clipped_subscripts():
    N = sa.Dimension("N")
    A, B = arrays(("input", "f4", (N,)), ("inout", "f4", (N,)))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[sa.clip(i - 3, 0, N - 1)] + A[sa.min(2 * i, N - 1)] * A[sa.max(i - 5, 0)]

    a = random(23)
    at = np.arange(23)
    expected = a[np.clip(at - 3, 0, 22)] + a[np.minimum(2 * at, 22)] * a[np.maximum(at - 5, 0)]
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected), 1e-6, 1e-6)


@cases
def divided_by_sizes():
    M, N = sa.create_dimensions(2)
    A, B, C = arrays(("input", "f4", (N,)), ("inout", "f4", (M,)), ("inout", np.int64, (M,)))
    nest = sa.Nest(shape=(M,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i % N]
        C[i] = (i + 1) // N

    a, at = random(5), np.arange(17)
    inputs = (a, np.zeros(17, np.float32), np.zeros(17, np.int64))
    return Case(nest, (A, B, C), inputs, (None, a[at % 5], (at + 1) // 5))


@cases
def written_at_clipped_elements():
    A, B = arrays(("input", "f4", 12), ("inout", "f4", 6))
    nest = sa.Nest(shape=12)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[sa.min(i, 5)] += A[i]

    a = random(12)
    expected = np.append(a[:5], 0).astype(np.float32)
    for x in a[5:]:
        expected[5] += x
    return Case(nest, (A, B), (a, np.zeros(6, np.float32)), (None, expected))


@cases
def chosen_reads():
    N = sa.Dimension("N")
    A, B = arrays(("input", "f4", (N,)), ("inout", "f4", (N,)))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        left = sa.select(i > 0, 2 * A[i - 1], 0)
        right = sa.select(i == N - 1, 0, A[i + 1])
        inner = sa.select((i >= 4) & (i < N - 4), A[i - 4] + A[i + 4], 1.5)
        B[i] = left + right + inner

    a = random(31)
    p = np.pad(a, 4)
    expected = (
        2 * p[3:-5]
        + p[5:-3]
        + np.where((np.arange(31) >= 4) & (np.arange(31) < 27), p[:-8] + p[8:], np.float32(1.5))
    )
    expected = expected.astype(np.float32)
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected), 1e-6, 1e-6)


@cases
def extended_view():
    A, B = arrays(("input", "f4", (4, 9)), ("inout", "f4", (13, 8)))
    P = A.sub_array((1, 2), (3, 5)).T.extended("symmetric")
    nest = sa.Nest(shape=(13, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = P[i - 4, j - 3]

    a = random(4, 9)
    part = a[1:4, 2:7].T
    expected = np.pad(part, ((4, 4), (3, 2)), "symmetric")
    return Case(nest, (A, B), (a, np.zeros_like(expected)), (None, expected))


test_on_every_engine = cases.tests()


def blur(shape, mode, plan=None):
    """Return the sum of five points of an extended array, as a nest or with a plan."""
    A, B = arrays(("input", "f4", shape), ("inout", "f4", shape))
    P = A.extended(mode, 1)
    nest = sa.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = P[i, j] + P[i - 1, j] + P[i + 1, j] + P[i, j - 1] + P[i, j + 1]

    return (nest if plan is None else plan(nest, i, j)), (A, B)


def blurred(a, mode):
    extra = {"constant_values": 1} if mode == "constant" else {}
    p = np.pad(a, 1, mode, **extra)
    return p[1:-1, 1:-1] + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]


def in_vectors(nest, i, j):
    schedule = nest.create_schedule()
    jj = schedule.split(j, 8)
    plan = schedule.create_plan()
    plan.parallelize(i)
    plan.vectorize(jj)
    return plan


def in_tiles(nest, i, j):
    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 4, j: 8})
    schedule.reorder(i, j, ii, jj)
    plan = schedule.create_plan()
    plan.unroll(ii)
    plan.vectorize(jj)
    return plan


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("plan", (None, in_vectors, in_tiles))
@pytest.mark.parametrize("mode", ("constant", "edge", "wrap"))
def test_plans_and_sizes(mode, plan, engine):
    M, N = sa.create_dimensions(2)
    source, args = blur((M, N), mode, plan)
    function = sa.compile(source, args=args, engine=engine)
    for shape in ((1, 1), (2, 19), (17, 33)):
        a = random(*shape)
        given, result = call(function, a, np.zeros_like(a))
        np.testing.assert_allclose(result, blurred(a, mode), rtol=1e-5, atol=1e-5)
    for shape in ((0, 5), (5, 0)):
        a = np.zeros(shape, np.float32)
        call(function, a, a)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mode", MODES)
def test_empty_arrays(mode, engine):
    """An array without elements goes on with a constant, and with nothing else."""
    N = sa.Dimension("N")
    A, B = arrays(("input", "f4", (N,)), ("inout", "f4", (4,)))
    P = A.extended(mode, 3)
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = P[i - 1]

    function = sa.compile(nest, args=(A, B), engine=engine)
    a, b = np.zeros(0, np.float32), np.zeros(4, np.float32)
    if mode == "constant":
        assert call(function, a, b)[1].tolist() == [3, 3, 3, 3]
        return
    error = sa.CompileError if engine == "eager" else sa.ArgumentError
    with pytest.raises(error, match="outside dimension 0|need at least 1"):
        call(function, a, b)


@pytest.mark.parametrize("engine", ENGINES)
def test_chosen_plan(engine):
    source, args = blur((96, 200), "edge")
    function = sa.compile(source, args=args, engine=engine, schedule="auto")
    a = random(96, 200)
    given, result = call(function, a, np.zeros_like(a))
    np.testing.assert_allclose(result, blurred(a, "edge"), rtol=1e-5, atol=1e-5)


def test_the_inner_part_has_no_test():
    source, args = blur((2048, 2048), "edge")
    function = sa.compile(source, args=args)
    assert "split into an inner part without tests and 4 borders" in function.report


def test_only_what_is_taken_is_read():
    """The element before the first one is not read: it is outside of the memory."""
    A, B = arrays(("input", "f4", (8,)), ("inout", "f4", (8,)))
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = sa.select(i > 0, A[i - 1], 0)

    function = sa.compile(nest, args=(A, B), engine="spirv")
    a, b = UsmArray(random(8)), UsmArray(np.zeros(8, np.float32))
    function(a, b)
    assert b.host.tolist() == [0, *a.host[:-1].tolist()]
    assert "scf.if" in function.mlir or "affine.if" in function.mlir or function.source
