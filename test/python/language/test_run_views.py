# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views and conditions on every engine."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import ENGINES, Case, Cases, arrays, random
from test_constraints import CONDITIONS
from test_views import SPLIT, VIEWS
from test_views_sizes import SIZED, M, N

cases = Cases()
halves = Cases()  # of which only the loops divide, so that kernels leave a helper unused


@cases.over(VIEWS, lambda name: name.replace(" ", "_"))
def view(name):
    make, expected = VIEWS[name]
    a = random(6, 8)
    A = sa.Array(role=sa.Role.INPUT, shape=(6, 8), name="A")
    V = make(A)
    B = sa.Array(role=sa.Role.INOUT, shape=V.shape, name="B")
    nest = sa.Nest(shape=V.shape or 1)
    index = nest.get_indices() if V.shape else ()

    @nest.iteration_logic
    def _():
        B[index] = V[index]

    wanted = np.ascontiguousarray(expected(a))
    return Case(nest, (A, B), (a, np.zeros_like(wanted)), (None, wanted))


@cases.over(VIEWS, lambda name: name.replace(" ", "_"))
def written_view(name):
    make, expected = VIEWS[name]
    a = random(6, 8)
    A = sa.Array(role=sa.Role.INOUT, shape=(6, 8), name="A")
    V = make(A)
    nest = sa.Nest(shape=V.shape or 1)
    index = nest.get_indices() if V.shape else ()

    @nest.iteration_logic
    def _():
        V[index] += 1

    numbered = np.arange(48).reshape(6, 8)
    wanted = np.where(np.isin(numbered, expected(numbered)), a + np.float32(1), a)
    return Case(nest, (A,), (a,), (wanted,))


def view_of_run_time_sizes(name):
    make, shape, expected = SIZED[name]
    a = random(6, 8)
    A = sa.Array(role=sa.Role.INPUT, shape=(M, N), name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(M, N), name="B")
    nest = sa.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        V = make(A)
        W = make(B)
        W[i, j] = V[i, j] + 1

    wanted = np.zeros_like(a)
    expected(wanted)[...] = expected(a) + np.float32(1)
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, wanted))


for _cases, _has_halves in ((cases, False), (halves, True)):
    _names = [name for name, case in SIZED.items() if ("//" in str(case[1])) is _has_halves]
    _cases.over(_names, lambda name: name.replace(" ", "_"))(view_of_run_time_sizes)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", halves.names)
def test_halves(name, engine):
    halves.check(name, engine)


@cases
def sizes_of_indices():
    """A row of a triangle is a view whose size depends on the row."""
    a = random(6, 6)
    A = sa.Array(role=sa.Role.INPUT, shape=(N, N), name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(N, N), name="B")
    nest = sa.Nest(shape=(N, N))
    i, j = nest.get_indices()
    nest.constrain(i + j < N)
    row = A.sub_array((i, i), (1, N - i))

    @nest.iteration_logic
    def _():
        B[i, j] = row[0, j]

    wanted = np.zeros_like(a)
    for k in range(6):
        wanted[k, : 6 - k] = a[k, k:]
    return Case(nest, (A, B), (a, np.zeros_like(a)), (None, wanted))


@cases
def tiles():
    a = random(8, 8)
    A, B = arrays(("input", "f32", (8, 8)), ("inout", "f32", (2, 2, 4, 4)))
    nest = sa.Nest(shape=(2, 2, 4, 4))
    i, j, p, q = nest.get_indices()
    outside = A.sub_array((4 * i, 4 * j), (4, 4))

    @nest.iteration_logic
    def _():
        inside = A.sub_array((i * 4, j * 4), (4, 4))
        B[i, j, p, q] = inside.T[q, p] + outside[p, q]

    wanted = 2 * a.reshape(2, 4, 2, 4).transpose(0, 2, 1, 3)
    return Case(nest, (A, B), (a, np.zeros((2, 2, 4, 4), np.float32)), (None, wanted))


@cases
def constants_and_temporaries():
    K = sa.Array(role=sa.Role.CONST, data=np.arange(6, dtype=np.float32).reshape(2, 3), name="K")
    T = sa.Array(role=sa.Role.TEMP, shape=(6,), name="T")
    B = sa.Array(role=sa.Role.INOUT, shape=(3, 2), name="B")
    nest = sa.Nest(shape=(2, 3))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        T.reshape(2, 3)[i, j] = K.reshape(6)[3 * i + j]
        B.T[i, j] = T[3 * i + j]

    zeros = np.zeros((3, 2), np.float32)
    return Case(nest, (B,), (zeros,), (np.arange(6, dtype=np.float32).reshape(2, 3).T.copy(),))


@cases.over(SPLIT, lambda name: name.replace("-", "_"))
def split_in_a_layout(name):
    one, shape = SPLIT[name], (6, 8)
    a = random(*shape)
    storage = np.zeros(one.size(shape), np.float32)
    storage[one.offsets(shape)] = a
    A = sa.Array(role=sa.Role.INPUT, shape=shape, layout=one, name="A")
    B = sa.Array(role=sa.Role.OUTPUT, shape=(2, 3, 2, 4), name="B")
    nest = sa.Nest(shape=B.shape)
    index = nest.get_indices()
    V = A.reshape(B.shape)

    @nest.iteration_logic
    def _():
        B[index] = V[index]

    wanted = a.reshape(B.shape)
    return Case(nest, (A, B), (storage, np.zeros_like(wanted)), (None, wanted))


@cases.over(["named", "open"])
def split_beside_a_size_of_the_call(name):
    size = M if name == "named" else sa.inf
    a = random(5, 6)
    A = sa.Array(role=sa.Role.INPUT, shape=(size, 6), name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(M, 3), name="B")
    nest = sa.Nest(shape=(M, 2, 3))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, k] += A.reshape(-1, 2, 3)[i, j, k]

    wanted = a.reshape(5, 2, 3)[:, 0] + a.reshape(5, 2, 3)[:, 1]
    return Case(nest, (A, B), (a, np.zeros_like(wanted)), (None, wanted))


@cases.over(["rows", "columns"])
def offset_beside_an_open_dimension(name):
    first = name == "rows"
    one = sa.Array.Layout.FIRST_MAJOR if first else sa.Array.Layout.LAST_MAJOR
    shape = (M, 4) if first else (4, M)
    A = sa.Array(role=sa.Role.INPUT, shape=shape, layout=one, offset=3, name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=shape, layout=one, name="B")
    nest = sa.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    storage = random(23)
    wanted = storage[3:].reshape(5, 4) if first else storage[3:].reshape(5, 4).T
    return Case(nest, (A, B), (storage, np.zeros_like(wanted)), (None, wanted))


@cases.over(CONDITIONS)
def condition(name):
    make, holds = CONDITIONS[name]
    (A,) = arrays(("inout", "i32", (5, 6)))
    nest = sa.Nest(shape=(5, 6))
    i, j = nest.get_indices()
    for one in make(i, j):
        nest.constrain(one)

    @nest.iteration_logic
    def _():
        A[i, j] += 1

    wanted = np.fromfunction(np.vectorize(lambda i, j: int(holds(i, j))), (5, 6)).astype(np.int32)
    return Case(nest, (A,), (np.zeros((5, 6), np.int32),), (wanted,))


@cases
def sum_over_a_triangle():
    a = random(7, 7, dtype=np.int32)
    A, B = arrays(("input", "i32", (7, 7)), ("inout", "i32", (7,)))
    nest = sa.Nest(shape=(7, 7))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        B[i] += A[i, j]

    wanted = np.tril(a).sum(axis=1, dtype=np.int32)
    return Case(nest, (A, B), (a, np.zeros(7, np.int32)), (None, wanted))


@cases
def condition_as_a_value():
    (A,) = arrays(("inout", "f32", (4, 4)))
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    below = j <= i

    @nest.iteration_logic
    def _():
        A[i, j] = sa.select(below, 1, 0)

    return Case(nest, (A,), (np.zeros((4, 4), np.float32),), (np.tri(4, dtype=np.float32),))


test_on_every_engine = cases.tests()


def leaving(size, make, subscript):
    A = sa.Array(role=sa.Role.INOUT, shape=(8,), name="A")
    nest = sa.Nest(shape=size)
    i = nest.get_indices()
    V = make(A, i)

    @nest.iteration_logic
    def logic():
        A[i] = V[subscript(i)]

    return nest, A, logic


LEAVING = {
    "too many": (6, lambda A, i: A.sub_array((0,), (4,)), lambda i: i, "can be 5|can be 4"),
    "before": (4, lambda A, i: A.sub_array((4,), (4,)), lambda i: i - 1, "-1"),
    "a part of a part": (
        4,
        lambda A, i: A.sub_array((2,), (4,)).sub_array((i,), (2,)),
        lambda i: 1,
        "view",
    ),
}


@pytest.mark.parametrize(
    ("size", "make", "subscript", "message"), LEAVING.values(), ids=LEAVING.keys()
)
def test_leaving_a_view_is_refused(size, make, subscript, message):
    nest, A, logic = leaving(size, make, subscript)
    with pytest.raises(sa.CompileError, match="view") as caught:
        sa.compile(nest, args=(A,))
    assert message == "view" or any(part in str(caught.value) for part in message.split("|"))
    assert caught.value.location.line == logic.__code__.co_firstlineno + 2


def test_staying_in_a_view_by_a_condition():
    nest, A, _ = leaving(8, lambda A, i: A.sub_array((0,), (4,)), lambda i: i)
    i = nest.indices[0]
    nest.constrain(i < 4)
    a = dpnp.arange(8, dtype="f4")
    sa.compile(nest, args=(A,))(a)
    np.testing.assert_array_equal(dpnp.asnumpy(a), np.arange(8))


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    "one",
    [sa.layout.lower_triangular, sa.layout.banded(1, 1), sa.layout.packed_upper_triangular],
    ids=str,
)
def test_outside_of_the_domain_is_refused(one, write):
    A = sa.Array(role=sa.Role.INOUT, shape=(8, 8), layout=one, name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(8, 8), name="B")
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def logic():
        if write:
            A[i, j] = B[i, j]
        else:
            B[i, j] = A[i, j]

    with pytest.raises(sa.CompileError, match="'A'.*outside of its layout") as caught:
        sa.compile(nest, args=(A, B))
    assert caught.value.location.line == logic.__code__.co_firstlineno + (3 if write else 5)
    for expression in one._domain((i, j)):
        nest.constrain(expression >= 0)
    sa.compile(nest, args=(A, B))
