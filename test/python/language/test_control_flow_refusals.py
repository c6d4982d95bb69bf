# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches, loops and variables that are refused, and what they are called in the source."""

from __future__ import annotations

import pytest
import saopt as sa
from harness import arrays


def one(logic, **roles):
    """Compile a nest over 8 points whose logic gets the arrays and the index."""
    A, B = arrays(("input", "f4", 8), (roles.get("role", "inout"), "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        logic(A, B, i)

    return sa.compile(nest, args=(A, B))


def put(B, i, value):
    B[i] = value


def test_guard_that_says_too_little():
    def logic(A, B, i):
        sa.If(i >= 0, lambda: put(B, i, A[i - 1]))

    with pytest.raises(sa.CompileError, match=r"dimension 0 can be -1"):
        one(logic)


def test_data_proves_nothing():
    def logic(A, B, i):
        sa.If(A[i] > 0, lambda: put(B, i, A[i + 1]))

    with pytest.raises(sa.CompileError, match=r"dimension 0 can be 8"):
        one(logic)


def test_loop_that_goes_too_far():
    def logic(A, B, i):
        sa.ForRange(3, lambda k: put(B, i, A[i + k]))

    with pytest.raises(sa.CompileError, match=r"can be [89], and the size is 8 \(at i = \d, k = "):
        one(logic)


def test_output_that_may_not_be_written():
    def logic(A, B, i):
        sa.If(A[i] > 0, lambda: put(B, i, 1))
        B[i] += 1

    with pytest.raises(sa.CompileError, match=r"'B', an 'output', before anything is known"):
        one(logic, role="output")


REFUSALS = {
    "bound of ForRange": (
        lambda A, B, i: sa.ForRange(A[i], lambda k: None),
        r"a bound of sa.ForRange is a value of type float32: it must be of an integer type",
    ),
    "scalar as bound": (
        lambda A, B, i: sa.ForRange(sa.Scalar(sa.float32, 3), lambda k: None),
        r"a bound of sa.ForRange is a value of type float32: it must be of an integer type",
    ),
    "float as bound": (
        lambda A, B, i: sa.ForRange(2.5, lambda k: None),
        r"a bound of sa.ForRange must be an integer.* not a float",
    ),
    "step zero": (
        lambda A, B, i: sa.ForRange(0, 4, 0, lambda k: None),
        r"the step of sa.ForRange must be an integer other than 0, not 0",
    ),
    "arguments of ForRange": (
        lambda A, B, i: sa.ForRange(lambda k: None),
        r"sa.ForRange takes \(stop, function\).*, not 1 arguments",
    ),
    "parameters of ForRange": (
        lambda A, B, i: sa.ForRange(4, lambda: None),
        r"the function of sa.ForRange takes the index",
    ),
    "parameters of If": (
        lambda A, B, i: sa.If(i > 0, lambda k: None),
        r"the function of sa.If takes no parameters",
    ),
    "no function": (
        lambda A, B, i: sa.If(i > 0, A[i]),
        r"sa.If takes a function, which says what to do",
    ),
    "generator": (
        lambda A, B, i: sa.If(i > 0, lambda: (yield)),
        r"the function of sa.If must be a plain one",
    ),
    "returned value": (
        lambda A, B, i: sa.If(i > 0, lambda: A[i]),
        r"the function of sa.If returns a value, which goes nowhere",
    ),
    "condition": (
        lambda A, B, i: sa.If(A[i], lambda: None),
        r"the condition of sa.If must be a bool, not float32",
    ),
    "number as condition": (
        lambda A, B, i: sa.If(1, lambda: None),
        r"the condition of sa.If must be a bool, not int",
    ),
    "Else twice": (
        lambda A, B, i: else_twice(i),
        r"ElseIf comes after Else, which is the end of sa.If",
    ),
    "something in between": (
        lambda A, B, i: in_between(A, B, i),
        r"Else does not follow its sa.If: something else is done in between",
    ),
    "ElseIf elsewhere": (
        lambda A, B, i: elsewhere(i),
        r"ElseIf does not follow its sa.If",
    ),
    "value from a branch": (
        lambda A, B, i: escape(A, B, i),
        r"this value was computed inside of sa.If, and is not known outside of it: keep .*Scalar",
    ),
    "index from a loop": (
        lambda A, B, i: escaping_index(A, B, i),
        r"index 'k' of sa.ForRange is used outside of its loop",
    ),
    "scalar from a branch": (
        lambda A, B, i: escaping_scalar(B, i),
        r"this sa.Scalar was made inside of sa.If, and is not known outside of it",
    ),
    "type of a scalar": (
        lambda A, B, i: sa.Scalar(sa.int32, A[i]),
        r"a value of type float32 does not always fit sa.Scalar 'value', which holds int32",
    ),
    "number of a scalar": (
        lambda A, B, i: sa.Scalar(sa.uint8).set(300),
        r"the number 300 has no place in sa.Scalar 'value', which holds uint8",
    ),
    "truth of a condition": (
        lambda A, B, i: put(B, i, 1) if i > 0 else None,
        r"the truth of i > 0 is not known yet: write sa.If\(condition, function\)",
    ),
    "and": (
        lambda A, B, i: sa.If(i > 0 and i < 7, lambda: None),
        r"the truth of i > 0 is not known yet: .* a & b, a \| b and ~a for and, or and not",
    ),
    "truth of a value": (
        lambda A, B, i: sa.If(not A[i] > 0, lambda: None),
        r"the truth of a recorded value is not known yet: write sa.If",
    ),
}


def else_twice(i):
    branch = sa.If(i > 0, lambda: None)
    branch.Else(lambda: None)
    branch.ElseIf(i > 1, lambda: None)


def in_between(A, B, i):
    branch = sa.If(i > 0, lambda: None)
    B[i] = A[i]
    branch.Else(lambda: None)


def elsewhere(i):
    branch = sa.If(i > 0, lambda: None)
    sa.ForRange(3, lambda k: branch.ElseIf(i > 1, lambda: None) and None)


def escape(A, B, i):
    found = []
    sa.If(i > 0, lambda: found.append(A[i] + 1))
    B[i] = found[0]


def escaping_index(A, B, i):
    found = []
    sa.ForRange(3, lambda k: found.append(k))
    B[i] = A[found[0]]


def escaping_scalar(B, i):
    found = []
    sa.If(i > 0, lambda: found.append(sa.Scalar(sa.float32)))
    B[i] = found[0]


@pytest.mark.parametrize("name", REFUSALS)
def test_refusal(name):
    logic, message = REFUSALS[name]
    with pytest.raises(sa.CompileError, match=message):
        one(logic)


@pytest.mark.parametrize(
    "outside",
    [
        lambda: sa.If(True, lambda: None),
        lambda: sa.ForRange(3, lambda k: None),
        lambda: sa.Scalar(sa.int32),
    ],
)
def test_outside_of_a_logic(outside):
    with pytest.raises(sa.CompileError, match=r"can be used only in the logic of a nest"):
        outside()


def test_scalar_of_another_nest():
    A, B = arrays(("input", "f4", 8), ("inout", "f4", 8))
    nest = sa.Nest(shape=8)
    i = nest.get_indices()
    kept = []

    @nest.iteration_logic
    def _():
        kept.append(sa.Scalar(sa.float32, A[i]))
        B[i] = kept[0]

    with pytest.raises(sa.CompileError, match=r"this sa.Scalar was made in the logic of another"):

        @nest.iteration_logic
        def _():
            B[i] = kept[0]


def test_names_in_the_source():
    def logic(A, B, i):
        total = sa.Scalar(sa.float32)
        sa.ForRange(8, lambda column: total.set(total + A[column]))
        B[i] = total

    function = one(logic)
    assert "float total" in function.source
    assert "for (int64_t column = 0; column < 8; ++column)" in function.source
    assert "affine.for" in function.mlir
