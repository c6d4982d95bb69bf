# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each step of a plan, on every engine: primes, less than a tile, one, zero, open sizes."""

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, call, check, random
from schedule_programs import over_sizes, product, row_sums

cases = Cases()

SIZES = [(13, 11, 17), (16, 16, 8), (3, 2, 1), (1, 1, 1), (0, 3, 2), (3, 0, 2), (3, 2, 0)]


def product_case(mm, source, sizes):
    rows, columns, depth = sizes
    shapes = ((rows, depth), (depth, columns), (rows, columns))
    inputs = [random(*shape, dtype=np.float32) for shape in shapes]
    expected = call(sa.compile(mm.nest, mm.args, "eager"), *inputs)
    return Case(source, mm.args, inputs, expected, rtol=1e-5, atol=1e-4)


def planned(mm, step):
    """A plan for the tiles of a product, with one step taken."""
    schedule = mm.nest.create_schedule()
    ii, jj, kk = schedule.tile({mm.i: 4, mm.j: 8, mm.k: 4})
    schedule.reorder(mm.i, mm.j, mm.k, kk, ii, jj)
    plan = schedule.create_plan()
    step(plan, mm, ii, jj, kk)
    return plan


def product_cases(function):
    """Register a plan for the tiles of a product for each shape, and for all of them at once."""

    def fixed(sizes):
        mm = product(*sizes, element_type=sa.float32)
        return product_case(mm, planned(mm, function), sizes)

    def run_time(sizes):
        mm = product(*sa.create_dimensions("M", "N", "K"), element_type=sa.float32)
        return product_case(mm, planned(mm, function), sizes)

    over_sizes(cases, SIZES, function.__name__, fixed, run_time)
    return function


@product_cases
def unroll(plan, mm, ii, jj, kk):
    plan.unroll(jj)
    plan.unroll(ii)


@product_cases
def vectorize(plan, mm, ii, jj, kk):
    plan.vectorize(jj)


@product_cases
def kernelize(plan, mm, ii, jj, kk):
    plan.kernelize(unroll_indices=(kk, ii), vectorize_indices=jj)


@product_cases
def parallelize(plan, mm, ii, jj, kk):
    plan.parallelize(mm.i)


@product_cases
def parallelize_two(plan, mm, ii, jj, kk):
    plan.parallelize((mm.i, mm.j), max_threads=3)


@product_cases
def parallelize_dynamically(plan, mm, ii, jj, kk):
    plan.parallelize((mm.i, mm.j), max_threads=3, policy="dynamic")


@product_cases
def parallelize_a_sum(plan, mm, ii, jj, kk):
    plan.parallelize((mm.i, mm.j, mm.k))


@product_cases
def tensorize(plan, mm, ii, jj, kk):
    plan.tensorize((ii, jj, kk))


@product_cases
def prefetch(plan, mm, ii, jj, kk):
    plan.prefetch(mm.B, mm.k, distance=2)


@product_cases
def cache_inputs(plan, mm, ii, jj, kk):
    plan.cache(mm.A, index=ii)
    plan.cache(mm.B, index=kk)


@product_cases
def cache_output(plan, mm, ii, jj, kk):
    plan.cache(mm.C, index=ii)


@product_cases
def cache_by_level_with_a_trigger(plan, mm, ii, jj, kk):
    plan.cache(mm.B, level=3, trigger_level=4, layout=sa.layout.col_major)


@product_cases
def cache_by_elements(plan, mm, ii, jj, kk):
    plan.cache(mm.B, max_elements=64)


@product_cases
def cache_packed(plan, mm, ii, jj, kk):
    plan.cache(mm.A, index=kk, layout=sa.layout.blocked((2, 2)), thrifty=True)


@product_cases
def cache_in_levels(plan, mm, ii, jj, kk):
    outer = plan.cache(mm.B, index=mm.k)
    plan.cache(outer, index=ii)


@product_cases
def cache_with_double_buffer(plan, mm, ii, jj, kk):
    plan.cache(mm.B, index=kk, double_buffer=True)


@product_cases
def cache_wider(plan, mm, ii, jj, kk):
    plan.cache(mm.A, index=kk, element_type=sa.float64)


@product_cases
def cache_before_an_outer_loop(plan, mm, ii, jj, kk):
    plan.cache(mm.B, index=kk, trigger_index=mm.k)


@product_cases
def all_together(plan, mm, ii, jj, kk):
    plan.cache(mm.B, index=kk)
    plan.cache(mm.C, index=ii)
    plan.kernelize((kk, ii), jj)
    plan.parallelize((mm.i, mm.j))


def bound_product(sizes):
    mm = product(*sizes, element_type=sa.float32)
    schedule = mm.nest.create_schedule()
    ii, jj, kk = schedule.tile({mm.i: 4, mm.j: 8, mm.k: 4})
    schedule.reorder(mm.i, mm.j, ii, jj, mm.k, kk)
    plan = schedule.create_plan()
    plan.bind(
        {
            mm.i: sa.Grid.BLOCK_Y,
            mm.j: sa.Grid.BLOCK_X,
            ii: sa.Grid.THREAD_Y,
            jj: sa.Grid.THREAD_X,
        }
    )
    return mm, plan, kk


@cases.over(SIZES, lambda sizes: "x".join(map(str, sizes)))
def bind(sizes):
    mm, plan, _ = bound_product(sizes)
    return product_case(mm, plan, sizes)


@cases.over(SIZES, lambda sizes: "x".join(map(str, sizes)))
def bind_with_local_caches(sizes):
    mm, plan, kk = bound_product(sizes)
    plan.cache(mm.A, index=kk, location=sa.MemorySpace.LOCAL)
    plan.cache(mm.B, index=kk, location=sa.MemorySpace.SHARED)
    return product_case(mm, plan, sizes)


@cases.over([(7, 11), (1, 1), (5, 0), (0, 5)], lambda sizes: "x".join(map(str, sizes)))
def parallel_sums(sizes):
    sums = row_sums(*sizes)
    schedule = sums.nest.create_schedule()
    jj = schedule.split(sums.j, 4)
    schedule.reorder(sums.j, sums.i, jj)
    plan = schedule.create_plan()
    plan.parallelize(sums.j)
    plan.vectorize(jj)
    inputs = [random(*sizes, dtype=np.int32), random(sizes[0], dtype=np.int32)]
    expected = call(sa.compile(sums.nest, sums.args, "eager"), *inputs)
    return Case(plan, sums.args, inputs, expected)


# Whether vectors lie on multiples of their size: all, none, those of some rows, and an open size.
SHIFTS = {
    "aligned": (8, 64, 0),
    "shifted": (8, 64, 3),
    "odd_rows": (8, 67, 0),
    "open": (None, 64, 0),
}
STORED = [sa.float32, sa.float64, sa.float16, sa.int8]


@cases.over(SHIFTS, str)
def nontemporal(kind):
    rows, columns, shift = SHIFTS[kind]
    M = sa.Dimension("M") if rows is None else rows
    args, nests = [], []
    for element_type in STORED:
        A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(M, columns))
        B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(M, columns + shift))
        nest = sa.Nest(shape=(M, columns))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _(A=A, B=B, i=i, j=j, element_type=element_type):
            B[i, j + shift] = A[i, j] + sa.cast(1, element_type)

        schedule = nest.create_schedule()
        jj = schedule.split(j, 16)
        plan = schedule.create_plan()
        plan.parallelize(i)
        plan.vectorize(jj)
        plan.nontemporal(B)
        args += [A, B]
        nests.append(plan)
    m = rows or 5
    inputs = []
    for A in args[::2]:
        dtype = A.element_type.dtype
        inputs += [random(m, columns, dtype=dtype), random(m, columns + shift, dtype=dtype)]
    expected = []
    for a, b in zip(inputs[::2], inputs[1::2], strict=True):
        b = b.copy()
        b[:, shift:] = a + a.dtype.type(1)
        expected += [a, b]
    return Case(tuple(nests), tuple(args), inputs, expected)


test_on_every_engine = cases.tests()


ALONE = [prefetch, vectorize, kernelize, tensorize, parallelize, parallelize_a_sum, cache_inputs]


@pytest.mark.parametrize("step", ALONE, ids=lambda step: step.__name__)
def test_the_source_of_one_plan_includes_what_it_needs(step):
    """The cases above share one source, which hides a header that only one of them needs."""
    mm = product(5, 11, 7, element_type=sa.float32)
    case = product_case(mm, planned(mm, step), (5, 11, 7))
    check(sa.compile(case.source, case.args, "sycl"), case)
