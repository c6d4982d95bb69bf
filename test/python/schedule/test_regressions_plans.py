# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with schedules and plans that once gave wrong results, or ended the process."""

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()


@cases.over([4, 8, 16, 64], str)
def positions_in_reverse_order(size):
    """The digits of the position of a work-item became bits in reverse order, of any number."""
    A, B = arrays(("input", "int32", (size, 2, 2)), ("inout", "int32", (2, 2, size)))
    nest = sa.Nest(shape=(size, 2, 2))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[k, j, i] = A[i, j, k]

    plan = nest.create_plan()
    plan.parallelize((i, j, k), max_threads=2)
    a = np.arange(4 * size, dtype=np.int32).reshape(size, 2, 2)
    return Case(plan, (A, B), (a, np.zeros((2, 2, size), "i4")), (None, a.transpose(2, 1, 0)))


@cases.over(
    [(kind, size) for kind in ("float16", "float32", "float64", "int32") for size in (16, 1)],
    lambda case: f"{case[0]}_by_{case[1]}",
)
def stores_that_a_later_iteration_reads(case):
    """Ordered stores went through pointers to integers, and loads of floats overtook them."""
    kind, size = case
    A, B, D = arrays(("inout", kind, (2, 64)), ("input", kind, (8, 64)), ("inout", kind, 8))
    nest = sa.Nest(shape=(8, 64))
    i, j = nest.get_indices()

    @nest.iteration_logic(predicate=sa.before(j))
    def _():
        D[i] = A[i % 2, 3]

    @nest.iteration_logic
    def _():
        A[(i + 1) % 2, j] = A[i % 2, j] + B[i, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 2, j: size})
    plan = schedule.create_plan()
    plan.vectorize(jj)
    plan.unroll(ii)
    a, b = np.indices((2, 64)).sum(axis=0) % 7, np.indices((8, 64)).sum(axis=0) % 5 + 1
    expected, seen = a.copy(), []
    for step in range(8):
        seen.append(expected[step % 2, 3])
        expected[(step + 1) % 2] = expected[step % 2] + b[step]
    inputs = a.astype(kind), b.astype(kind), np.zeros(8, kind)
    return Case(plan, (A, B, D), inputs, (expected.astype(kind), None, np.array(seen, kind)))


@cases.over(["mul", "max", "min"])
def two_kinds_of_accumulation(second):
    """The partial sums of one kind served for both."""
    B, F = arrays(("inout", "int32", 2), ("input", "int32", 4))
    nest = sa.Nest(shape=4)
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[0] += F[k]
        if second == "mul":
            B[1] *= F[k]
        else:
            B[1] = {"max": sa.max, "min": sa.min}[second](B[1], F[k])

    plan = nest.create_plan()
    plan.parallelize(k)
    b, f = np.array([10, 3], np.int32), np.array([2, 5, 1, 4], np.int32)
    last = {"mul": 120, "max": 5, "min": 1}[second]
    return Case(plan, (B, F), (b, f), (np.array([22, last], np.int32), None))


@cases.over([(2, 1), (1, 4), (4, 2), (1, 1)], lambda shape: f"{shape[0]}x{shape[1]}")
def sub_groups_of_one(shape):
    """Work-items and the lanes of a sub-group of one had the same position."""
    (A,) = arrays(("inout", "int32", shape))
    nest = sa.Nest(shape=shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] += 1

    plan = nest.create_plan()
    plan.bind({i: sa.Grid.THREAD_X, j: sa.Grid.SUBGROUP})
    return Case(plan, (A,), (np.zeros(shape, np.int32),), (np.ones(shape, np.int32),))


@cases.over([(5, 7), (4, 1), (1, 6)], lambda sizes: f"{sizes[0]}x{sizes[1]}")
def several_differences_in_an_unrolled_loop(sizes):
    """The compiler used the first difference after it was gone."""
    rows, columns = sizes
    M, N = sa.create_dimensions("M", "N")
    A, B = arrays(("input", "int32", (M, M)), ("inout", "int32", (M, N)))
    nest = sa.Nest(shape=(M, M, N))
    i, k, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] -= A[i, k]

    schedule = nest.create_schedule()
    schedule.skew(i, j)
    schedule.reorder(j, i, k)
    kk = schedule.split(k, 2)
    plan = schedule.create_plan()
    plan.unroll(kk)
    a, b = random(rows, rows, dtype=np.int32), random(rows, columns, dtype=np.int32)
    return Case(plan, (A, B), (a, b), (None, b - a.sum(axis=1, dtype=np.int32)[:, None]))


@cases.over([2, 4, 5])
def rows_that_are_overwritten(size):
    """The device's compiler read outside of the input where every row went to one place."""
    a = random(7, 2, dtype=np.int32)
    A, B = arrays(("input", "int32", (7, 2)), ("inout", "int32", 2))
    nest = sa.Nest(shape=(7, 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j] = A[i, j] * 2

    schedule = nest.create_schedule()
    schedule.split(i, size)
    zeros = np.zeros(2, np.int32)
    return Case(schedule, (A, B), (a, zeros), (a, a[-1] * 2))


@cases
def unrolled_iterations_that_do_nothing():
    """Where no point of a constrained nest is, an index may be anything."""
    a, c = random(5, 5, dtype=np.int32), random(5, 5, dtype=np.int32)
    A, C = arrays(("input", "int32", (5, 5)), ("inout", "int32", (5, 5)))
    nest = sa.Nest(shape=(5, 7))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, j]

    schedule = nest.create_schedule()
    ii = schedule.split(i, 4)
    schedule.reorder(j, i, ii)
    plan = schedule.create_plan()
    plan.unroll(j)
    return Case(plan, (A, C), (a, c), (a, c + np.tril(a)))


@cases
def parts_of_a_vector_of_wide_elements():
    """Parts of what a vector stored were taken out of a 256-bit integer."""
    A, B = arrays(("input", "int64", (9, 1)), ("inout", "int64", (1, 4)))
    nest = sa.Nest(shape=(9, 1, 9, 9))
    i, j, k, m = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[j, j] = sa.max(B[j, j], A[m, j] + B[0, 3 - j])
        B[j, j + 1] = sa.max(B[j, j + 1], A[i, j // 2])
        B[j, j + 1] = sa.max(B[j, j + 1], A[i // 2, j])

    plan = nest.create_plan()
    plan.cache(B, index=i)
    plan.vectorize(m)
    plan.prefetch(B, k, distance=2)
    a = np.arange(9, dtype=np.int64).reshape(9, 1)
    before, after = np.array([[5, 2, 9, 3]]), np.array([[11, 8, 9, 3]])
    return Case(plan, (A, B), (a, before), (None, after))


@cases
def one_sum_over_several_parallel_loops():
    """Work-items shared the parts of the inner loop's partial sums."""
    A, S = arrays(("input", "int32", (300, 200)), ("inout", "int32", ()))
    nest = sa.Nest(shape=(300, 200))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] += A[i, k]

    plan = nest.create_plan()
    plan.parallelize((i, k))
    a = random(300, 200, dtype=np.int32)
    start = np.array(7, np.int32)
    return Case(plan, (A, S), (a, start), (None, start + a.sum(dtype=np.int32)))


@cases
def rows_of_an_index_that_is_split_twice():
    """The inner loops of one index trade places where nothing depends on their order."""
    A, B = arrays(("input", "int32", 37), ("inout", "int32", 37))
    nest = sa.Nest(shape=37)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i] * sa.cast(i, sa.int32)

    schedule = nest.create_schedule()
    inner = schedule.split(i, 4)
    middle = schedule.split(i, 2)
    schedule.reorder(inner, middle)
    a, b = random(37, dtype=np.int32), random(37, dtype=np.int32)
    expected = b + a * np.arange(37, dtype=np.int32)
    return Case(schedule, (A, B), (a, b), (None, expected))


@cases.over([3, 4, 13])
def what_is_written_back_was_filled(size):
    """The part of a copy that was written back was larger than the one that was filled."""
    M = sa.Dimension("M")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int16, shape=(M, M), name="A")
    nest = sa.Nest(shape=(M, M - 2))
    i, j = nest.get_indices()
    nest.constrain(i <= j)

    @nest.iteration_logic
    def _():
        A[i, j] = sa.max(A[i, j], A[j + 1, i // 2] * A[j + 2, i])

    schedule = nest.create_schedule()
    schedule.skew(j, i)
    schedule.reorder(i, j)
    schedule.skew(i, j)
    plan = schedule.create_plan()
    plan.parallelize((i, j), max_threads=2)
    plan.cache(A, level=2)
    a = random(size, size, dtype=np.int16)
    expected = a.copy()
    for row in range(size):
        for column in range(row, size - 2):
            product = expected[column + 1, row // 2] * expected[column + 2, row]
            expected[row, column] = max(expected[row, column], product)
    return Case(plan, (A,), (a,), (expected,))


@cases
def what_comes_last_after_a_sum_that_nobody_sees():
    """The device's compiler lost iterations of a loop that stores to the same places again."""
    kind = "float32"
    A, B, C = arrays(("input", kind, (5, 5)), ("input", kind, 11), ("inout", kind, 5))
    nest = sa.Nest(shape=(10, 9, 5))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[k] += B[j]
        C[k] = A[i % 5, k] + B[i] + 2

    schedule = nest.create_schedule()
    schedule.reorder(k, j)
    schedule.split(i, 8)
    plan = schedule.create_plan()
    plan.cache(A, level=4, layout=sa.layout.blocked((2, 2)))
    a, b, c = random(5, 5), random(11), random(5)
    return Case(plan, (A, B, C), (a, b, c), (None, None, a[4] + b[9] + np.float32(2)))


@cases
def the_last_of_the_values_that_overwrite_an_element():
    """The device's compiler took a wrong value for the one that the last iteration leaves."""
    M = sa.Dimension("M")
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, M, M), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, 4, M), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, M, M), name="C")
    T = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(M, M), name="T")
    nest = sa.Nest(shape=(M, M))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        T[j, i] = T[j, i] + C[0, 0, i]
        B[i, 0, i] = C[i, j, 0] * A[i, i, i] + 3

    plan = nest.create_plan()
    plan.cache(T, index=j, trigger_level=2, layout=sa.layout.col_major)
    a, b, c, t = (
        random(*shape, dtype=np.int32) for shape in ((8, 8, 8), (8, 4, 8), (8, 8, 8), (8, 8))
    )
    expected, rows = b.copy(), np.arange(8)
    expected[rows, 0, rows] = c[:, 7, 0] * a[rows, rows, rows] + 3
    return Case(plan, (A, B, C, T), (a, b, c, t), (None, expected, None, t + c[0, 0]))


test_on_every_engine = cases.tests()


def test_a_copy_of_what_only_an_unread_temporary_is_made_of():
    A, B = arrays(("input", "float32", 8), ("inout", "float32", 8))
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=8)
    nest = sa.Nest(shape=8)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        T[i] = A[i]
        B[i] = 1

    plan = nest.create_plan()
    plan.cache(A, index=i)
    result = sa.zeros(8, dtype=sa.float32)
    sa.compile(plan, args=(A, B))(sa.zeros(8, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [1] * 8


@pytest.mark.parametrize("is_triangle", [True, False])
def test_loops_of_a_group_of_one_work_item(device_engine, is_triangle):
    """The device's compiler crashed while it vectorised such loops with an `fma` in them."""
    A, B = arrays(("input", sa.float32, (9, 9)), ("inout", sa.float32, (9, 9)))
    nest = sa.Nest(shape=(9, 9))
    i, j = nest.get_indices()
    if is_triangle:
        nest.constrain(j < i)

    @nest.iteration_logic
    def _():
        B[i, j] += A[j, i] * 2 + sa.cast(i, sa.float32)

    plan = nest.create_plan()
    plan.bind({i: sa.Grid.BLOCK_X})
    a, b = random(9, 9), random(9, 9)
    expected = call(sa.compile(nest, (A, B), "eager"), a, b)[1]
    result = call(sa.compile(plan, (A, B), device_engine), a, b)[1]
    np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_more_threads_than_there_are_are_no_limit(device_engine):
    """The number of parts of a sum was taken as it is, and the process aborted."""
    N = sa.create_dimensions()
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
    nest = sa.Nest(shape=(4, N))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] += A[k]

    plan = nest.create_plan()
    plan.parallelize(k, max_threads=2**62)
    result = sa.zeros(4, dtype=sa.float32)
    sa.compile(plan, args=(A, C), engine=device_engine)(sa.ones(1000, dtype=sa.float32), result)
    assert result.asnumpy().tolist() == [1000] * 4


@pytest.mark.parametrize("is_first", [True, False])
def test_a_copy_of_a_copy_that_one_of_two_fused_nests_has(device_engine, is_first):
    """The other one reads the array, too, but has no copy of it to make a copy of."""
    A, C, D = arrays(*[(role, "int32", (8, 16)) for role in ("input", "inout", "inout")])
    nests = [sa.Nest(shape=(8, 16)) for _ in range(2)]
    for nest, target in zip(nests, (C, D), strict=True):
        indices = nest.get_indices()

        @nest.iteration_logic
        def _(target=target, indices=indices):
            target[indices] += A[indices]

    schedule = sa.fuse([nest.create_schedule() for nest in nests], partial=1)
    (row,), fusing = schedule.get_fused_indices(), schedule.get_fusing_index()
    columns = [nest.get_indices()[1] for nest in nests]
    schedule.reorder(fusing, *columns, row)
    plan = schedule.create_plan()
    copy = plan.cache(A, index=columns[not is_first])
    plan.cache(copy, index=row)
    a = random(8, 16, dtype=np.int32)
    c, d = sa.zeros((8, 16), dtype=sa.int32), sa.ones((8, 16), dtype=sa.int32)
    sa.compile(plan, args=(A, C, D), engine=device_engine)(sa.asarray(a), c, d)
    assert (c.asnumpy() == a).all()
    assert (d.asnumpy() == a + 1).all()


@pytest.mark.parametrize("units", ["XY", "YX", "XZ", "ZX", "YZ"])
def test_a_loop_over_work_items_that_has_one(device_engine, units):
    """Its position was asked for in a dimension that the range of the kernel did not have."""
    A, B, C = arrays(
        ("input", "int32", (8, 5)), ("input", "int32", (5, 7)), ("inout", "int32", (8, 7))
    )
    nest = sa.Nest(shape=(8, 7, 5))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 5, j: 8})
    schedule.reorder(i, j, k, ii, jj)
    plan = schedule.create_plan()
    first, second = (getattr(sa.Grid, f"THREAD_{unit}") for unit in units)
    plan.bind({i: first, j: second})
    a, b = random(8, 5, dtype=np.int32), random(5, 7, dtype=np.int32)
    c = sa.zeros((8, 7), dtype=sa.int32)
    sa.compile(plan, args=(A, B, C), engine=device_engine)(sa.asarray(a), sa.asarray(b), c)
    assert (c.asnumpy() == a @ b).all()


@pytest.mark.parametrize("columns", [33, 41, 70])
def test_unrolled_vectors_that_read_backwards_in_one_work_item(device_engine, columns):
    """Intel's CPU compiler made vectors of the loops around, and lost most of the sum."""
    rows, depth = 4, 36
    A, B, C = arrays(
        ("input", "int32", (rows, depth)),
        ("input", "int32", (depth, columns)),
        ("inout", "int32", (rows, columns)),
    )
    nest = sa.Nest(shape=(rows, columns, depth))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[depth - 1 - k, j]

    schedule = nest.create_schedule()
    kk = schedule.split(k, 4)
    kkk = schedule.split(kk, 2)
    schedule.reorder(j, k, i, kk, kkk)
    plan = schedule.create_plan()
    plan.vectorize(kkk)
    plan.unroll(i)
    a, b = random(rows, depth, dtype=np.int32), random(depth, columns, dtype=np.int32)
    c = sa.zeros((rows, columns), dtype=sa.int32)
    sa.compile(plan, args=(A, B, C), engine=device_engine)(sa.asarray(a), sa.asarray(b), c)
    assert (c.asnumpy() == a @ b[::-1]).all()
