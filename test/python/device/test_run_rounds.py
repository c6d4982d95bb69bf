# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops around nests, on every engine, against NumPy."""

from __future__ import annotations

import dpnp
import numpy as np
import pytest
import round_programs
import saopt as sa
from harness import ENGINES

F64 = sa.float64


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run(function: sa.CompiledFunction, *arrays: np.ndarray) -> list[np.ndarray]:
    """Call a function with copies of arrays, and return these."""
    copies = [dpnp.asarray(array) for array in arrays]
    function(*copies)
    return [dpnp.asnumpy(copy) for copy in copies]


def heat(u: np.ndarray, steps: int) -> np.ndarray:
    u = u.copy()
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.25 * (u[:-2] - 2.0 * u[1:-1] + u[2:])
        u = v
    return u


@pytest.mark.parametrize("steps", [0, 1, 2, 7])
def test_heat(engine, steps):
    u = np.random.default_rng(1).random(13)
    compiled = sa.compile(round_programs.heat(13, steps), engine=engine)
    (found,) = run(compiled, u)
    np.testing.assert_allclose(found, heat(u, steps), rtol=1e-13)


@pytest.mark.parametrize("size", [0, 1, 2, 9])
def test_heat_of_any_size(engine, size):
    N = sa.Dimension("N")
    compiled = sa.compile(round_programs.heat(N, 5), engine=engine)
    u = np.random.default_rng(2).random(size)
    (found,) = run(compiled, u)
    np.testing.assert_allclose(found, heat(u, 5), rtol=1e-13)


def test_heat_with_as_many_steps_as_elements(engine):
    N = sa.Dimension("N")
    compiled = sa.compile(round_programs.heat(N, N), engine=engine)
    for size in (0, 3, 4):
        u = np.random.default_rng(3).random(size)
        (found,) = run(compiled, u)
        np.testing.assert_allclose(found, heat(u, size), rtol=1e-13)


@pytest.mark.parametrize("every", [1, 4])
def test_jacobi_stops(engine, every):
    size = 6
    random = np.random.default_rng(4)
    a = random.random((size, size)) + 8 * np.eye(size)
    b = random.random(size)
    compiled = sa.compile(round_programs.jacobi(size, 500, every), engine=engine)
    *_, x, rounds = run(compiled, a, b, np.zeros(size), np.zeros((), np.int64))
    np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=1e-6)
    y, needed = np.zeros(size), 0
    while True:
        z = y + (b - a @ y) / np.diag(a)
        needed += 1
        if np.abs(z - y).max() <= 1e-9:
            break
        y = z
    # The host looks after every n-th round.
    assert rounds == -(-needed // every) * every


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_jacobi_has_a_limit(engine, limit):
    a, b = np.eye(3) * 4 + 1, np.ones(3)
    compiled = sa.compile(round_programs.jacobi(3, limit, 2, tolerance=0.0), engine=engine)
    *_, rounds = run(compiled, a, b, np.zeros(3), np.zeros((), np.int64))
    assert rounds == limit


@pytest.mark.parametrize("size", [0, 1, 2, 7])
@pytest.mark.parametrize("is_static", [True, False])
def test_cholesky(engine, size, is_static):
    if size == 0 and is_static:
        return
    m = np.random.default_rng(5).random((size, size))
    a = m @ m.T + size * np.eye(size)
    N = size if is_static else sa.Dimension("N")
    compiled = sa.compile(round_programs.cholesky(N), engine=engine)
    (found,) = run(compiled, a)
    np.testing.assert_allclose(np.tril(found), np.linalg.cholesky(a), rtol=1e-12)


@pytest.mark.parametrize("size", [0, 1, 5])
def test_lu(engine, size):
    a = np.random.default_rng(6).random((size, size)) + size * np.eye(size)
    compiled = sa.compile(round_programs.lu(sa.Dimension("N")), engine=engine)
    (found,) = run(compiled, a)
    lower, upper = np.tril(found, -1) + np.eye(size), np.triu(found)
    np.testing.assert_allclose(lower @ upper, a, rtol=1e-12)


def test_loops_after_and_inside_of_each_other(engine):
    R = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(4, 3))
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=())

    @sa.function(args=(R, S))
    def count():
        for t in sa.loop(4):
            for u in sa.loop(t):
                nest = sa.Nest(shape=(3,))
                i = nest.get_indices()

                @nest.iteration_logic
                def _():
                    R[t, i] += (u + 1) * (i + 1)

            after = sa.Nest(shape=(1,))

            @after.iteration_logic
            def _():
                S[()] = 2 * S[()] + t

        for t in sa.loop(-1):
            never = sa.Nest(shape=(1,))

            @never.iteration_logic
            def _():
                S[()] = 1000

        for t in sa.loop(2):
            last = sa.Nest(shape=(1,))

            @last.iteration_logic
            def _():
                S[()] += 10 * t

    r, s = run(sa.compile(count, engine=engine), np.zeros((4, 3), np.int64), np.int64(5))
    expected, total = np.zeros((4, 3), np.int64), 5
    for t in range(4):
        for u in range(t):
            expected[t] += (u + 1) * np.arange(1, 4)
        total = 2 * total + t
    np.testing.assert_array_equal(r, expected)
    assert s == total + 10


def test_swaps_of_three(engine):
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(5,))
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(5,))
    N = sa.Dimension("N")
    n = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(N,))

    @sa.function(args=(A, B, n))
    def rotate():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(5,))
        U = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(5,))
        for t in sa.loop(N):
            nest = sa.Nest(shape=(5,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _():
                B[i] = 3 * B[i] + A[i] - T[i]
                T[i] += sa.cast(t, sa.int32)
                U[i] -= 1

            sa.swap(A, T)
            sa.swap(T, U)

    compiled = sa.compile(rotate, engine=engine)
    for rounds in range(6):
        a, b = np.arange(5, dtype=np.int32), np.ones(5, np.int32)
        found = run(compiled, a, b, np.zeros(rounds, np.int32))
        t, u = np.zeros(5, np.int32), np.zeros(5, np.int32)
        for number in range(rounds):
            b = 3 * b + a - t
            t, u = t + number, u - 1
            a, t = t, a
            t, u = u, t
        np.testing.assert_array_equal(found[0], a)
        np.testing.assert_array_equal(found[1], b)


def test_swaps_leave_gaps_alone(engine):
    A = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(3, 2), layout=(4, 1))

    @sa.function(args=(A,))
    def doubled():
        T = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=(3, 2), layout=(4, 1))
        for t in sa.loop(3):
            nest = sa.Nest(shape=(3, 2))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _():
                T[i, j] = 2 * A[i, j]

            sa.swap(A, T)

    whole = dpnp.asarray(np.arange(12.0).reshape(3, 4))
    sa.compile(doubled, engine=engine)(whole[:, :2])
    expected = np.arange(12.0).reshape(3, 4)
    expected[:, :2] *= 8
    np.testing.assert_array_equal(dpnp.asnumpy(whole), expected)


def test_temporaries_of_functions_are_zero_in_each_round(engine):
    X = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(4,))
    Y = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(4,))

    @sa.function(args=(X, Y))
    def add_sum():
        total = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=())
        summing = sa.Nest(shape=(4,))
        i = summing.get_indices()

        @summing.iteration_logic
        def _():
            total[()] += X[i]

        adding = sa.Nest(shape=(4,))
        j = adding.get_indices()

        @adding.iteration_logic
        def _():
            Y[j] += total[()]

    A = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(3, 4))
    B = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(2, 4))

    @sa.function(args=(A, B))
    def rows():
        for t in sa.loop(3):
            add_sum(A.slice((0,), (t,)), B.slice((0,), (1,)))
        for t in sa.loop(2):
            add_sum(A.slice((0,), (0,)), B.slice((0,), (t,)))

    a = np.random.default_rng(7).random((3, 4))
    b = np.zeros((2, 4))
    expected = b.copy()
    for t in range(3):
        expected[1] += a[t].sum()
    for t in range(2):
        expected[t] += a[0].sum()
    found = run(sa.compile(rows, engine=engine), a, b)
    np.testing.assert_allclose(found[1], expected, rtol=1e-13)


def test_plain_calls_in_loops(engine):
    X = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(4,))

    @sa.function(args=(X,))
    def mean():
        total = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=())
        summing = sa.Nest(shape=(4,))
        i = summing.get_indices()

        @summing.iteration_logic
        def _():
            total[()] += X[i]

        adding = sa.Nest(shape=(4,))
        j = adding.get_indices()

        @adding.iteration_logic
        def _():
            X[j] += total[()] / 4

    Y = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(4,))

    @sa.function(args=(Y,))
    def repeated():
        for t in sa.loop(3):
            mean(Y)

    y = np.arange(4.0)
    (found,) = run(sa.compile(repeated, engine=engine), y)
    for _ in range(3):
        y = y + y.mean()
    np.testing.assert_allclose(found, y, rtol=1e-13)


def test_plans_in_loops(engine):
    N = sa.Dimension("N")
    A = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(N, N))
    x = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(N,))

    @sa.function(args=(A, x))
    def powers():
        y = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=(N,))
        for t in sa.loop(3):
            clear = sa.Nest(shape=(N,))
            c = clear.get_indices()

            @clear.iteration_logic
            def _():
                y[c] = sa.cast(t, F64)

            product = sa.Nest(shape=(N, N))
            i, k = product.get_indices()

            @product.iteration_logic
            def _():
                y[i] += A[i, k] * x[k]

            schedule = product.create_schedule()
            ii, kk = schedule.tile({i: 4, k: 8})
            plan = schedule.create_plan()
            plan.cache(x, index=kk)
            plan.parallelize(i)
            sa.swap(x, y)

    compiled = sa.compile(powers, engine=engine)
    for size in (0, 1, 5, 19):
        a, v = np.random.default_rng(8).random((size, size)), np.ones(size)
        found = run(compiled, a, v)
        for t in range(3):
            v = t + a @ v
        np.testing.assert_allclose(found[1], v, rtol=1e-12)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_chosen_plans_in_loops(engine):
    a, v = np.random.default_rng(9).random((64, 64)), np.ones(64)
    A = sa.Array(role=sa.Role.INPUT, element_type=F64, shape=(64, 64))
    x = sa.Array(role=sa.Role.INOUT, element_type=F64, shape=(64,))

    @sa.function(args=(A, x))
    def powers():
        y = sa.Array(role=sa.Role.TEMP, element_type=F64, shape=(64,))
        for t in sa.loop(5):
            product = sa.Nest(shape=(64, 64))
            i, k = product.get_indices()

            @product.iteration_logic(predicate=sa.before(k))
            def _():
                y[i] = 0.0

            @product.iteration_logic
            def _():
                y[i] += A[i, k] * x[k] / 32

            sa.swap(x, y)

    compiled = sa.compile(powers, engine=engine, schedule="auto")
    found = run(compiled, a, v)
    np.testing.assert_allclose(found[1], np.linalg.matrix_power(a / 32, 5) @ v, rtol=1e-10)
    with pytest.raises(sa.CompileError, match="has loops around nests"):
        compiled.schedule_source()


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_pickled_functions_keep_their_loops(engine):
    import pickle

    compiled = pickle.loads(pickle.dumps(sa.compile(round_programs.heat(9, 3), engine=engine)))
    u = np.random.default_rng(10).random(9)
    np.testing.assert_allclose(run(compiled, u)[0], heat(u, 3), rtol=1e-13)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_asynchronous_calls_of_loops(engine):
    compiled = sa.compile(round_programs.jacobi(3, 9, 2), engine=engine)
    a, b = np.eye(3) * 4 + 1, np.ones(3)
    arrays = [dpnp.asarray(array) for array in (a, b, np.zeros(3), np.zeros((), np.int64))]
    compiled.call_async(*arrays).wait()
    np.testing.assert_allclose(dpnp.asnumpy(arrays[2]), np.linalg.solve(a, b), rtol=1e-3)


def test_large_numbers_of_rounds_are_not_written_out():
    S = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=())
    going = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=())

    @sa.function(args=(S, going))
    def count():
        with sa.loop_while(going, 2**40, every=100):
            nest = sa.Nest(shape=(1,))

            @nest.iteration_logic
            def _():
                S[()] += 1
                going[()] = sa.select(S[()] < 150, 1, 0)

    s, _ = run(sa.compile(count), np.int64(0), np.int32(0))
    assert s == 200
