# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What loops around nests refuse, and where they say so."""

from __future__ import annotations

import pytest
import saopt as sa

A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,))
B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,))
C = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,))
F = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(2,))


def step(index=None):
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] += 1.0 if index is None else sa.cast(index, sa.float32)


def temporary(**more):
    return sa.Array(
        role=sa.Role.TEMP, **{"element_type": sa.float32, "shape": (8,), "name": "T", **more}
    )


def refuse(body, match, args=(A, B)):
    with pytest.raises(sa.CompileError, match=match) as caught:
        sa.function(args=args)(body)
    assert caught.value.location is not None


def test_loops_stand_in_functions():
    with pytest.raises(sa.CompileError, match="only in the body of a function under @sa.function"):
        for _ in sa.loop(3):
            pass
    with pytest.raises(sa.CompileError, match="only in the body of a function"):
        with sa.loop_while((F, 0), 3):
            pass
    with pytest.raises(sa.CompileError, match=r"at the end of the body of an sa\.loop"):
        sa.swap(A, temporary())


def test_loops_do_not_stand_in_logic():
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()
    with pytest.raises(sa.CompileError, match=r"in the logic, write sa\.ForRange"):

        @nest.iteration_logic
        def _():
            for _ in sa.loop(3):
                A[i] = 0.0


def test_loops_end():
    def leaves():
        for _ in sa.loop(3):
            step()
            break

    def returns():
        for _ in sa.loop(3):
            step()
            return

    refuse(leaves, "a loop of the body does not end: break")
    refuse(returns, "a loop of the body does not end: break")


def test_bodies_do_something():
    def nothing():
        for _ in sa.loop(3):
            pass

    refuse(nothing, "the body of a loop does nothing")


def test_numbers_of_rounds():
    def text():
        for _ in sa.loop("3"):
            step()

    def flag():
        with sa.loop_while(C, 3):
            step()

    def never():
        with sa.loop_while((F, 0), 3, every=0):
            step()

    refuse(text, r"the number of rounds of sa\.loop must be an integer, not '3'")
    refuse(flag, "which holds float32: it has to be an integer")
    refuse(never, "every 0 rounds: at least 1")


def test_flags():
    def whole():
        with sa.loop_while(F, 3):
            step()

    def outside():
        with sa.loop_while((F, 2), 3):
            step()

    def number():
        with sa.loop_while(3, 3):
            step()

    refuse(whole, "looks at one element of array 'F'", (A, F))
    refuse(outside, "subscript 2 is outside dimension 0 of array 'F', whose size is 2", (A, F))
    refuse(number, "not a int: give it an integer array")


def test_flags_are_written():
    def forgotten():
        with sa.loop_while((F, 0), 3):
            step()

    function = sa.function(args=(A, F))(forgotten)
    with pytest.raises(sa.CompileError, match="an element of 'F' is not zero, but nothing in its"):
        _ = sa.compile(function).source


def test_swaps():
    def swaps(first, second, then=None):
        def body():
            for _ in sa.loop(3):
                step()
                sa.swap(first, second)
                if then is not None:
                    then()

        return body

    refuse(swaps(A, A), "they are one array")
    refuse(swaps(A, B), "their roles are INOUT and INOUT")
    refuse(swaps(temporary(), C), "their roles are TEMP and INPUT")
    refuse(swaps(A, temporary(shape=(9,))), r"their shapes are \(8,\) and \(9,\)")
    refuse(swaps(A, temporary(element_type=sa.float64)), "they hold float32 and float64")
    refuse(swaps(A, temporary(layout=(2,))), "cannot trade places: one is")
    refuse(swaps(A, A.T if A.ndim > 1 else 3), r"sa\.swap takes two arrays")
    refuse(swaps(A, temporary(), step), "stands after a swap")


def test_indices_stay_in_their_loop():
    def outside():
        for t in sa.loop(3):
            step(t)
        step(t)

    def shape():
        for t in sa.loop(3):
            T = temporary(shape=(t,))
            nest = sa.Nest(shape=(1,))

            @nest.iteration_logic
            def _():
                T[0] = 1.0
                A[0] = T[0]

    refuse(outside, "the index 't' of a loop is used in the Nest over i < 8, outside of that loop")
    refuse(shape, "the shape of array 'T' has the index 't' of a loop")


def test_open_sizes():
    R = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(sa.inf,))

    def body():
        for t in sa.loop(3):
            nest = sa.Nest(shape=(8,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _():
                R[i] += sa.cast(t, sa.float32)

    refuse(body, r"array 'R' has a size sa\.inf, and the function has loops", (R,))


def test_subscripts_are_proven():
    def body():
        for t in sa.loop(9):
            nest = sa.Nest(shape=(1,))

            @nest.iteration_logic
            def _():
                A[t] = 0.0

    function = sa.function(args=(A,))(body)
    with pytest.raises(sa.CompileError, match="the index of dimension 0 can be 8"):
        _ = sa.compile(function).source


def test_a_body_that_raises_is_left_out():
    flag = temporary(element_type=sa.int32, shape=())

    def body():
        step()
        try:
            with sa.loop_while(flag, 3):
                for t in sa.loop(2):
                    step(t)
                    raise KeyError("mine")
        except KeyError:
            pass
        step()

    made = sa.function(args=(A,))(body)
    assert len(made.source.entries) == 2
