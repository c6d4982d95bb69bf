# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that are made of functions, on every engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, random
from saopt._src.build.compile import compile_many, read_source
from saopt._src.build.function import Function

cases = Cases()


def array(role, shape, name, element_type=sa.float32, **more):
    return sa.Array(role=sa.Role(role), element_type=element_type, shape=shape, name=name, **more)


def case(function: sa.Function, *more, **tolerance) -> Case:
    return Case(function, function.args, *more, **tolerance)


def matmul(m, n, k, name="mm") -> sa.Function:
    A, B = array("input", (m, k), "A"), array("input", (k, n), "B")
    C = array("inout", (m, n), "C")
    nest = sa.Nest(shape=(m, n, k))
    i, j, p = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, p] * B[p, j]

    return sa.function(nest, args=(A, B, C), name=name)


def general_matmul() -> sa.Function:
    return matmul(*sa.create_dimensions("M", "N", "K"))


@cases
def product_of_three() -> Case:
    a, b, c = random(4, 5), random(5, 6), random(6, 3)
    mm = general_matmul()
    X, Y, Z = array("input", (4, 5), "X"), array("input", (5, 6), "Y"), array("input", (6, 3), "Z")
    R = array("inout", (4, 3), "R")

    @sa.function(args=(X, Y, Z, R))
    def chain():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(4, 6))
        mm(X, Y, T)
        mm(T, Z, R)

    start = random(4, 3)
    expected = start + a @ b @ c
    return Case(
        chain, chain.args, (a, b, c, start), (None, None, None, expected), rtol=1e-4, atol=1e-4
    )


@cases
def nests_between_calls() -> Case:
    a, b = random(3, 4), random(4, 3)
    mm = general_matmul()
    M, K = sa.create_dimensions("M", "K")
    X, Y, R = array("input", (M, K), "X"), array("input", (K, M), "Y"), array("output", (M, M), "R")

    @sa.function(args=(X, Y, R))
    def shifted(X, Y, R):
        clear = sa.Nest(shape=(M, M))
        i, j = clear.get_indices()

        @clear.iteration_logic
        def _():
            R[i, j] = 1

        mm(X, Y, R)
        double = sa.Nest(shape=(M, M))
        p, q = double.get_indices()

        @double.iteration_logic
        def _():
            R[p, q] *= 2

    expected = 2 * (1 + a @ b)
    return Case(
        shifted, shifted.args, (a, b, np.zeros((3, 3), "f4")), (None, None, expected), rtol=1e-5
    )


@cases
def sizes_that_trade_places() -> Case:
    """The function's M, N and K are other sizes of the caller, under the same names."""
    a, b = random(2, 3), random(2, 4)
    M, N, K = sa.create_dimensions("M", "N", "K")
    mm = matmul(M, N, K)
    X, Y, R = array("input", (N, M), "X"), array("input", (N, K), "Y"), array("inout", (M, K), "R")

    @sa.function(args=(X, Y, R))
    def crossed():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(M, N))
        turn = sa.Nest(shape=(M, N))
        i, j = turn.get_indices()

        @turn.iteration_logic
        def _():
            T[i, j] = X[j, i]

        mm(T, Y, R)

    return Case(
        crossed, crossed.args, (a, b, np.zeros((3, 4), "f4")), (None, None, a.T @ b), rtol=1e-5
    )


@cases
def views() -> Case:
    a, b = random(3, 4), random(5, 6)
    M, N, K = sa.create_dimensions("M", "N", "K")
    mm = matmul(M, N, K)
    X, Y, R = array("input", (3, M), "X"), array("input", (5, 6), "Y"), array("inout", (M, 3), "R")

    @sa.function(args=(X, Y, R))
    def with_views():
        mm(X.T, Y.sub_array((1, 0), (3, 3), strides=(1, 2)), R)

    start = random(4, 3)
    expected = start + a.T @ b[1:4, ::2]
    return Case(
        with_views, with_views.args, (a, b, start), (None, None, expected), rtol=1e-4, atol=1e-5
    )


@cases
def views_in_args() -> Case:
    """The call passes the views, in strides of its own, and the logic has the arrays."""
    M, N = sa.Dimension("M"), 3
    X, Y, R = array("input", (M, N), "X"), array("input", (9, N), "Y"), array("inout", (8, M), "R")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()
    part = R.sub_array((1, 0), (N, M), strides=(1, 1)).T
    row = Y.slice(0, 4)

    @nest.iteration_logic
    def _():
        part[i, j] += X[i, j] + Y[4, N - 1 - j] * row[j]

    a, b, c = random(5, 3), random(3), random(5, 3)
    function = sa.function(nest, args=(X.T, row, part))
    expected = c + a + b[::-1] * b
    return Case(
        function,
        function.args,
        (np.asfortranarray(a.T), b, c),
        (None, None, expected.astype("f4")),
        rtol=1e-5,
    )


@cases
def functions_of_their_arrays() -> Case:
    """A callable is run with the arrays, and views of them."""
    A, B = array("input", (3, 4), "A"), array("output", (4, 3), "B")

    def scaled(source: Any, result: Any, factor: float = 2.0) -> None:
        nest = sa.Nest(shape=source.shape)
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            result[i, j] = source[i, j] * factor

        schedule = nest.create_schedule()
        schedule.split(j, 2)

    a = random(4, 3)
    made = read_source(scaled, (A.T, B), "scaled", None, None)
    return Case(Function(made), made.arguments, (a, np.zeros_like(a)), (None, 2 * a))


def test_callables_are_compiled():
    A = array("inout", (3,), "A")

    class Model:
        def twice(self):
            nest = sa.Nest(shape=(3,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _():
                A[i] *= 2

    function = sa.compile(Model().twice, args=(A,), engine="eager")
    assert function.name == "twice"
    a = np.ones(3, "f4")
    function(a)
    np.testing.assert_array_equal(a, [2, 2, 2])
    with pytest.raises(sa.CompileError, match="takes no parameters, or one for each of the 1"):
        sa.compile(lambda one, two: None, args=(A,))
    with pytest.raises(sa.CompileError, match="is a plain function"):
        sa.compile(print, args=(A,))


@cases
def views_of_views_and_calls_in_between() -> Case:
    a, b = random(4, 4), random(4, 4)
    mm = general_matmul()
    P = sa.Dimension("P")
    U, V = array("input", (P, P), "U"), array("inout", (P, P), "V")

    @sa.function(args=(U, V))
    def square():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(P, P))
        mm(U, U.T, T)
        mm(T, U, V)

    X, R = array("input", (4, 4), "X"), array("inout", (4, 4), "R")

    @sa.function(args=(X, R))
    def outer():
        square(X.T, R.T)
        square(X, R)

    expected = b + (a.T @ a @ a.T).T + a @ a.T @ a
    return case(outer, (a, b), (None, expected), rtol=1e-4, atol=1e-3)


@cases
def temporaries_are_zero_at_each_call() -> Case:
    A, C = array("input", (4,), "A"), array("inout", (4,), "C")
    T = array("temp", (4,), "T")
    first, second = sa.Nest(shape=4), sa.Nest(shape=4)
    i, j = first.get_indices(), second.get_indices()

    @first.iteration_logic
    def _():
        T[3 - i] += A[i]

    @second.iteration_logic
    def _():
        C[j] += T[j]

    add = sa.function((first, second), args=(A, C), name="add")
    X, R = array("input", (4,), "X"), array("inout", (4,), "R")

    @sa.function(args=(X, R))
    def three_times():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(4,))
        add(X, R)
        add(X, T)
        add(T, R)

    a = random(4)
    return Case(
        three_times, three_times.args, (a, np.zeros(4, "f4")), (None, a[::-1] + a), rtol=1e-6
    )


@cases
def constants_and_layouts() -> Case:
    a, w = random(4, 4), random(4, 4)
    mm = matmul(4, 4, 4)
    W = sa.Array(role=sa.Role.CONST, data=w, name="W")
    X = array("input", (4, 4), "X", layout=sa.Array.Layout.LAST_MAJOR)
    R = array("inout", (4, 4), "R")

    @sa.function(args=(X, R))
    def weighted():
        mm(W, X, R)

    start = np.zeros((4, 4), "f4")
    return Case(
        weighted, weighted.args, (np.asfortranarray(a), start), (None, w @ a), rtol=1e-4, atol=1e-5
    )


test_on_every_engine = cases.tests()


def vectors() -> tuple:
    """Return a function that adds, and arrays to call it with."""
    N = sa.Dimension("N")
    A, B, C = (array(r, (N,), n) for r, n in zip(("input", "input", "inout"), "ABC", strict=True))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i] + B[i]

    return sa.function(nest, args=(A, B, C), name="add"), N


def test_compiles_itself_and_calls():
    add, N = vectors()
    X, R = array("input", (N,), "X"), array("inout", (N,), "R")

    @sa.function(args=(X, R))
    def twice():
        add(X, X, R)

    both = compile_many([(add, (), "add"), (twice, (), "twice")], "eager")
    x, r = np.arange(3, dtype="f4"), np.zeros(3, "f4")
    both[1](x, r)
    assert r.tolist() == [0, 2, 4]
    compiled = sa.compile(twice)
    assert "sa.call @add" in compiled.mlir
    assert compiled.name == "twice"
    assert repr(add) == "<sa.function add(A, B, C)>"
    assert "call" not in compiled.source
    # Only the function that was asked for is left.
    assert [f["name"] for f in compiled.manifest["functions"]] == ["twice"]


def in_a_body(call) -> None:
    add, N = vectors()
    X = array("input", (N,), "X")
    R, S = array("inout", (N,), "R"), array("inout", (4,), "S")

    @sa.function(args=(X, R, S))
    def body():
        call(add, X, R, S)


REFUSALS = {
    "count": (lambda add, X, R, S: add(X, R), r"function 'add' takes 3 arrays, not 2"),
    "kind": (
        lambda add, X, R, S: add(X, 3, R),
        r"argument 1 of function 'add' is a int: pass an array or a view",
    ),
    "role": (
        lambda add, X, R, S: add(R, R, X),
        r"array 'X' cannot be passed for 'C' of 'add': the function may write it, having the "
        r"role INOUT for it, and its role is INPUT",
    ),
    "size": (
        lambda add, X, R, S: add(X, X, S),
        r"array 'S' cannot be passed for 'C' of 'add': the size of its dimension 0 is 4, but "
        r"dimension 0 of array 'X' says that N is N",
    ),
    "aliases": (
        lambda add, X, R, S: add(X, R, R),
        r"array 'R' cannot be passed for 'C' of 'add': the function may write it, and it is passed "
        r"for 'B' as well",
    ),
    "rank": (
        lambda add, X, R, S: add(X, S.slice(0, 0), R),
        r"a view of array 'S' cannot be passed for 'B' of 'add': it has 0 dimensions, and 1 are",
    ),
    "type": (
        lambda add, X, R, S: add(X, array("temp", (4,), "I", sa.int32), R),
        r"array 'I' cannot be passed for 'B' of 'add': it holds int32, and float32 is needed",
    ),
    "nothing": (lambda add, X, R, S: None, r"function 'body' does nothing"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusal(name):
    call, message = REFUSALS[name]
    with pytest.raises(sa.CompileError, match=message):
        in_a_body(call)


def test_number_for_a_number():
    mm = matmul(4, 4, 4)
    X, R = array("input", (4, 5), "X"), array("inout", (4, 4), "R")
    with pytest.raises(sa.CompileError, match=r"the size of its dimension 1 is 5, and must be 4"):

        @sa.function(args=(X, R))
        def _():
            mm(X, X, R)


def test_outside_of_a_body():
    add, N = vectors()
    X, R = array("input", (N,), "X"), array("inout", (N,), "R")
    with pytest.raises(
        sa.CompileError, match=r"'add' can be called only in the body of a function"
    ):
        add(X, X, R)


def test_in_a_logic():
    add, N = vectors()
    X, R = array("input", (N,), "X"), array("inout", (N,), "R")
    nest = sa.Nest(shape=(N,))
    with pytest.raises(sa.CompileError, match=r"function 'add' is called in the logic of a nest"):

        @nest.iteration_logic
        def _():
            add(X, X, R)


def fill(X):
    nest = sa.Nest(shape=X.shape)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        X[i] = 1

    return nest


@pytest.mark.parametrize("kind", ["second schedule", "second plan", "made outside"])
def test_schedule_that_would_be_ignored(kind):
    X = array("inout", (8,), "X")
    outside = fill(X)
    with pytest.raises(sa.CompileError, match=r"a nest runs once, by the one schedule and plan"):

        @sa.function(args=(X,))
        def _():
            nest = outside if kind == "made outside" else fill(X)
            schedule = nest.create_schedule()
            schedule.create_plan()
            if kind == "second schedule":
                nest.create_schedule()
            else:
                schedule.create_plan()


def test_arguments_of_its_own():
    add, N = vectors()
    X = array("input", (N,), "X")
    with pytest.raises(sa.CompileError, match=r"function 'add' has arguments of its own"):
        sa.compile(add, args=(X,))


def test_returned_value_and_parameters():
    N = sa.Dimension("N")
    X = array("inout", (N,), "X")
    with pytest.raises(sa.CompileError, match=r"function 'one' returns a value"):

        @sa.function(args=(X,))
        def one():
            return 3

    with pytest.raises(
        sa.CompileError, match=r"'two' takes no parameters, or one for each of the 1"
    ):

        @sa.function(args=(X,))
        def two(a, b):
            pass

    with pytest.raises(sa.CompileError, match=r"what is recorded .* is a plain function"):
        sa.function(args=(X,))(3)


def test_view_that_leaves_its_shape():
    """A function that goes one element further than it is passed."""
    A, C = array("input", (4,), "A"), array("inout", (3,), "C")
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i + 2]

    shift = sa.function(nest, args=(A, C), name="shift")
    X, R = array("input", (8,), "X"), array("inout", (3,), "R")

    @sa.function(args=(X, R))
    def body():
        part = X.sub_array((0,), (4,))
        shift(part, R)

    with pytest.raises(sa.CompileError, match=r"the subscript of dimension 0 of view 'part' .* 4"):
        sa.compile(body)


def test_dimension_that_nobody_says():
    N, L = sa.create_dimensions()
    X = array("inout", (N,), "X")
    T, U = array("temp", (L,), "T"), array("temp", (L,), "U")
    add, _ = vectors()
    with pytest.raises(sa.CompileError, match=r"dimension 'L' is used"):

        @sa.function(args=(X,))
        def _():
            add(T, T, U)
