# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Caches in functions that are called with arrays of other sizes and layouts than their own."""

import itertools

import numpy as np
import pytest
import saopt as sa

ROWS, COLUMNS, DEPTH = 20, 12, 20


def product(is_static, cached):
    """Return the function ``C += A @ B`` with a copy of one of its arrays."""
    sizes = (ROWS, COLUMNS, DEPTH) if is_static else sa.create_dimensions("M", "N", "K")
    M, N, K = sizes
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, K), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(K, N), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M, N), name="C")
    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj, kk = schedule.tile({i: 8, j: 16, k: 8})
    schedule.reorder(i, j, k, ii, kk, jj)
    plan = schedule.create_plan()
    copy = plan.cache({"A": A, "B": B, "C": C}[cached], index=ii)
    if cached == "B":
        plan.cache(copy, index=kk)
    plan.parallelize((i, j))
    return sa.function(plan, args=(A, B, C), name="mm")


KINDS = {
    "plain": {},
    "blocked": {"layout": sa.layout.blocked((4, 4))},
    "column-major": {"layout": sa.Array.Layout.LAST_MAJOR},
    "any": {"layout": sa.layout.any},
    "view": {},
}


def call_of(cached, is_static, kind):
    """Return a function that calls the product with another array for B."""
    mm = product(is_static, cached)
    shape = (COLUMNS, DEPTH) if kind == "view" else (DEPTH, COLUMNS)
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(ROWS, DEPTH), name="X")
    W = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape, name="W", **KINDS[kind])
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(ROWS, COLUMNS), name="Y")

    @sa.function(args=(X, W, Y))
    def net():
        mm(X, W.T if kind == "view" else W, Y)

    return net


def test_caches_are_of_what_is_passed(device_engine):
    cases = list(itertools.product("ABC", (True, False), KINDS))
    sources = [(call_of(*case), (), "net") for case in cases]
    for (cached, is_static, kind), net in zip(
        cases, sa.compile_many(sources, device_engine), strict=True
    ):
        rng = np.random.default_rng(1)
        x = rng.integers(-4, 4, (ROWS, DEPTH)).astype(np.float32)
        w = rng.integers(-4, 4, (DEPTH, COLUMNS)).astype(np.float32)
        y = sa.zeros((ROWS, COLUMNS), dtype=np.float32)
        given = sa.asarray(w.T.copy() if kind == "view" else w)
        if kind == "column-major":
            given = sa.asarray(w.T.copy()).T
        elif kind == "blocked":
            given = sa.pack(given, KINDS[kind]["layout"])
        net(sa.asarray(x), given, y)
        assert np.array_equal(y.asnumpy(), x @ w), (cached, is_static, kind)


@pytest.mark.parametrize("order", ["C", "F"])
def test_cache_of_an_array_of_any_layout(device_engine, order):
    A = sa.Array(
        role=sa.Role.INPUT, element_type=sa.int32, shape=(8, 8), layout=sa.layout.any, name="A"
    )
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(8, 8), name="B")
    nest = sa.Nest(shape=(8, 8))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] += A[i, j]

    plan = nest.create_plan()
    plan.cache(A, index=j)
    plan.parallelize(i)
    values = np.arange(64, dtype=np.int32).reshape(8, 8)
    given = sa.asarray(values) if order == "C" else sa.asarray(values.T.copy()).T
    b = sa.zeros((8, 8), dtype=np.int32)
    sa.compile(plan, (A, B), device_engine)(given, b)
    assert np.array_equal(b.asnumpy(), values)


@pytest.mark.parametrize("element_type", [sa.float16, sa.bfloat16])
def test_wider_copies_change_no_result(device_engine, element_type):
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(16, 16), name="A")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(16,), name="C")
    nest = sa.Nest(shape=(16, 16))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += sa.cast(A[i, k], sa.float32)

    results = []
    a = sa.asarray(np.random.default_rng(0).random((16, 16), dtype=np.float32), dtype=element_type)
    for is_cached in (False, True):
        plan = nest.create_plan()
        if is_cached:
            plan.cache(A, index=k, element_type=sa.float32)
        plan.parallelize(i)
        c = sa.zeros(16, dtype=np.float32)
        sa.compile(plan, (A, C), device_engine)(a, c)
        results.append(c.asnumpy())
    assert np.array_equal(*results)
