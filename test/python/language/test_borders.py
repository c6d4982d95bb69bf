# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Extended arrays and choices of indices that are refused, and how they are written."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import arrays


@pytest.mark.parametrize(
    ("mode", "value", "message"),
    [
        ("mirror", 0, "the mode of .* is 'mirror': use one of 'constant', 'edge'"),
        (("edge", "wrap"), 0, "has 2 modes, and the array 1 dimensions"),
        ("constant", "0", "the value of .* is a str: give a number that float32 holds"),
        ("constant", 1j, r"the value of .* is 1j: give a number that float32 holds"),
    ],
)
def test_wrong_extensions(mode, value, message):
    (A,) = arrays(("input", "f4", 8))
    with pytest.raises(sa.CompileError, match=message):
        A.extended(mode, value)


def test_open_sizes_do_not_end():
    (A,) = arrays(("input", "f4", (sa.inf, 4)))
    with pytest.raises(sa.CompileError, match="has no end in dimension 0, whose size is open"):
        A.extended("edge")


def test_extended_arrays_are_read():
    A, B = arrays(("inout", "f4", 8), ("inout", "f4", 8))
    P = A.extended("edge")
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match="can only be read: write the array"):

        @nest.iteration_logic
        def _():
            P[i] = B[i]

    with pytest.raises(sa.CompileError, match="has no views; extend a view of the array"):

        @nest.iteration_logic
        def _():
            B[i] = P.sub_array(1, 4)[i]

    with pytest.raises(sa.CompileError, match="is extended already"):
        P.extended("wrap")


def one(logic):
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        logic(A, B, i)

    return sa.compile(nest, args=(A, B))


def test_what_is_not_chosen_alone_is_proven():
    def logic(A, B, i):
        before = A[i - 1]
        B[i] = sa.select(i > 0, before, 0) + before

    with pytest.raises(sa.CompileError, match="dimension 0 can be -1"):
        one(logic)


def test_condition_that_says_too_little():
    def logic(A, B, i):
        B[i] = sa.select(i > 0, A[i - 2], 0)

    with pytest.raises(sa.CompileError, match="dimension 0 can be -1"):
        one(logic)


def test_minimum_that_is_too_large():
    def logic(A, B, i):
        B[i] = A[sa.min(2 * i, 8)]

    with pytest.raises(sa.CompileError, match="dimension 0 can be 8, and the size is 8"):
        one(logic)


def test_bounds_are_sums():
    N = sa.Dimension("N")
    A, B = arrays(("input", "f4", (N,)), ("inout", "f4", (N,)))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match=r"a bound of sa.range is sa.min\(i, 3\), and bounds"):

        @nest.iteration_logic
        def _():
            for k in sa.range(sa.min(i, 3)):
                B[i] += A[k]


def test_numbers_are_clipped():
    assert sa.clip(5, 0, 3) == 3
    assert sa.clip(-1.5, None, 3) == -1.5
    assert sa.clip(-1.5, 0, None) == 0
    assert np.isnan(sa.clip(float("nan"), 0, 3))
    with pytest.raises(sa.CompileError, match="sa.clip needs a bound"):
        sa.clip(1, None, None)


def test_choices_have_text():
    N = sa.Dimension("N")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()
    assert str(sa.min(i + 1, N - 1)) == "sa.min(i + 1, N - 1)"
    assert str(i % N) == "(i % N)"
    assert str(sa.max(3, 5)) == "5"
