# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Logics that are given to a nest several times, from the same place of the source or not."""

import numpy as np
import pytest
import saopt as sa

CELL = """
@nest.iteration_logic
def _():
    A[i] += {amount}
"""


def make(**more):
    A = sa.Array(role=sa.Role.INOUT, shape=(2,))
    nest = sa.Nest(shape=(2,))
    (i,) = nest.get_indices()
    return {"A": A, "nest": nest, "i": i, "sa": sa, **more}


def run_cell(space, text, name):
    exec(compile(text, name, "exec"), space)


def result(space):
    a = np.zeros(2, "f4")
    sa.compile(space["nest"], args=(space["A"],), engine="eager")(a)
    return a[0]


@pytest.mark.parametrize("name", ["/tmp/ipykernel_12/3421.py", "<ipython-input-3-abc>"])
def test_a_cell_that_runs_again_replaces_its_logic(name):
    space = make()
    for _ in range(3):
        run_cell(space, CELL.format(amount=1), name)
    assert result(space) == 1
    run_cell(space, CELL.format(amount="len('ab')"), name)
    assert result(space) == 2


def test_what_was_replaced_keeps_its_place():
    space = make()
    run_cell(space, CELL.format(amount=1), "/tmp/first.py")
    run_cell(space, "@nest.iteration_logic\ndef _():\n    A[i] *= 10\n", "/tmp/second.py")
    run_cell(space, CELL.format(amount=2), "/tmp/first.py")
    assert result(space) == 20


def test_another_cell_adds():
    space = make()
    run_cell(space, CELL.format(amount=1), "/tmp/first.py")
    run_cell(space, CELL.format(amount=1), "/tmp/second.py")
    run_cell(space, "\n" + CELL.format(amount=1), "/tmp/second.py")
    assert result(space) == 3


@pytest.mark.parametrize("name", ["<stdin>", "<string>", "<python-input-0>"])
def test_what_is_typed_at_a_prompt_adds(name):
    space = make()
    run_cell(space, CELL.format(amount=1), name)
    run_cell(space, CELL.format(amount=2), name)
    assert result(space) == 3


def test_a_loop_adds():
    space = make()
    text = (
        "for amount in (1, 2, 3):\n    @nest.iteration_logic\n    def _():\n        A[i] += amount"
    )
    run_cell(space, text, "/tmp/loop.py")
    assert result(space) == 6


def test_a_helper_adds_and_other_nests_are_apart():
    space, other = make(), make()

    def add(space, amount):
        A, i = space["A"], space["i"]

        @space["nest"].iteration_logic
        def _():
            A[i] += amount

    add(space, 1)
    add(space, 2)
    add(other, 5)
    assert (result(space), result(other)) == (3, 5)


def test_arrays_of_numpy_are_read_as_constants():
    space = make(w=np.ones(2, "f4"))
    with pytest.raises(sa.CompileError, match=r"sa\.Role\.CONST, data=w\), and write W\[i\]"):
        run_cell(space, CELL.format(amount="w[i]"), "/tmp/cell.py")
    with pytest.raises(sa.CompileError, match=r"sa\.Role\.CONST, data=w"):
        run_cell(space, CELL.format(amount="w[A[i]]"), "/tmp/cell.py")
