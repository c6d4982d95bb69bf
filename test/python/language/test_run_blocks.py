# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches and loops as blocks of ``with`` and ``for``, and what is refused of them."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()


@cases
def branches():
    A, B = arrays(("input", "f4", 16), ("inout", "f4", 16))
    nest = sa.Nest(shape=16)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        with sa.If(i == 0):
            B[i] = 1
        with sa.ElseIf(A[i - 1] > 0):
            with sa.If(A[i] > 0):
                B[i] = A[i - 1]
            with sa.Else():
                B[i] = -1
        with sa.Else():
            B[i] = A[i] + 2

    a = random(16)
    expected = np.where(np.roll(a, 1) > 0, np.where(a > 0, np.roll(a, 1), np.float32(-1)), a + 2)
    expected[0] = 1
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected.astype(np.float32)))


@cases
def loops():
    N = sa.Dimension("N")
    A, B = arrays(("input", "i4", (N,)), ("inout", "i4", (N,)))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        total = sa.Scalar(sa.int32)
        for k in sa.range(i + 1):
            total += A[k]
        for k in sa.range(N - 1, i, -2):
            with sa.If(A[k] > 2):
                for m in sa.range(1, 4):
                    total += A[k] * sa.cast(m, sa.int32)
        B[i] = total

    a = random(13, dtype=np.int32, low=-9, high=9)
    expected = np.array(
        [a[: i + 1].sum() + 6 * sum(x for x in a[12:i:-2] if x > 2) for i in range(13)], np.int32
    )
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected))


@cases
def blocks_that_are_not_taken():
    """What stands in them is not read, written, set or looped over."""
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        best = sa.Scalar(sa.float32, 5)
        with sa.If((i > 1) & (i < 6)):
            inner = sa.Scalar(sa.float32, A[i - 2])
            for k in sa.range(i - 2, i + 3):
                with sa.If(A[k] > inner):
                    inner.set(A[k])
            best.set(inner)
        B[i] += best

    a = random(8)
    expected = np.full(8, 5, np.float32)
    for i in range(2, 6):
        expected[i] = a[i - 2 : i + 3].max()
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, expected))


test_on_every_engine = cases.tests()


def record(logic):
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    nest.iteration_logic(lambda: logic(A, B, i))


def test_if_without_block():
    def logic(A, B, i):
        B[i] = 1
        sa.If(i > 0)

    with pytest.raises(sa.CompileError, match="a sa.If says nothing to do: write with sa.If"):
        record(logic)


def test_else_without_if():
    def logic(A, B, i):
        with sa.Else():
            B[i] = 1

    with pytest.raises(sa.CompileError, match="sa.Else goes on with a sa.If, and there is no"):
        record(logic)


def test_else_after_something_else():
    def logic(A, B, i):
        with sa.If(i > 0):
            B[i] = 1
        B[i] = 2
        with sa.Else():
            B[i] = 3

    with pytest.raises(sa.CompileError, match="Else does not follow its sa.If"):
        record(logic)


def test_two_elses():
    def logic(A, B, i):
        with sa.If(i > 0):
            B[i] = 1
        with sa.Else():
            B[i] = 2
        with sa.ElseIf(i > 3):
            B[i] = 3

    with pytest.raises(sa.CompileError, match="ElseIf comes after Else"):
        record(logic)


def test_loop_that_is_left():
    def logic(A, B, i):
        for k in sa.range(8):
            B[i] += A[k]
            break

    with pytest.raises(sa.CompileError, match="sa.range is left by break or return"):
        record(logic)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((), "not 0 arguments"),
        ((0, 8, 0), "must be an integer other than 0"),
        ((2.5,), "a bound of sa.range must be an integer"),
    ],
)
def test_wrong_ranges(numbers, message):
    def logic(A, B, i):
        for k in sa.range(*numbers):
            B[i] += A[k]

    with pytest.raises(sa.CompileError, match=message):
        record(logic)


def use_if(A, B, i):
    if A[i] > 0:
        B[i] = 1


def use_while(A, B, i):
    while A[i] > 0 and B[i] < 1:
        B[i] = 1


def use_and(A, B, i):
    B[i] = sa.cast(A[i] > 0 and not A[i] > 1, sa.float32)


def use_chain(A, B, i):
    B[i] = sa.select(0 < A[i] < 1, 1, 0)


def use_choice(A, B, i):
    B[i] = A[i] if A[i] > 0 else 0


def use_max(A, B, i):
    B[i] = max(A[i], B[i])


def use_index(A, B, i):
    if i > 0:
        B[i] = 1


@pytest.mark.parametrize(
    ("logic", "line"),
    [
        (use_if, "with sa.If(A[i] > 0):"),
        (
            use_while,
            "for k in sa.range(limit):, and in it with sa.If(sa.logical_and(A[i] > 0, B[i] < 1)):",
        ),
        (use_and, "B[i] = sa.cast(sa.logical_and(A[i] > 0, sa.logical_not(A[i] > 1)), sa.float32)"),
        (use_chain, "B[i] = sa.select(sa.logical_and(0 < A[i], A[i] < 1), 1, 0)"),
        (use_choice, "B[i] = sa.select(A[i] > 0, A[i], 0)"),
        (use_max, "B[i] = sa.max(A[i], B[i])"),
        (use_index, "with sa.If(i > 0):"),
    ],
)
def test_the_line_to_write(logic, line):
    with pytest.raises(sa.CompileError) as caught:
        record(logic)
    assert str(caught.value).split("Instead of this line: ")[1].startswith(line)
