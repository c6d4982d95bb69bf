# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several parallel loops over one sum."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Cases, arrays, random
from test_run_stages import like_eager, nest, over_sizes

cases = Cases()

SHAPES = [(2, 37, 3), (17, 5, 4), (1, 1, 1), (3, 0, 2)]


def reduce(m, n, k, chosen, kept, order, count=3, update="add", **options):
    """Return sums over the dimensions that are not kept, with loops in an order."""
    sizes = (m, n, k)
    A, C = arrays(("input", sa.int32, sizes), ("inout", sa.int32, tuple(sizes[d] for d in kept)))

    def logic(*indices):
        place = tuple(indices[d] for d in kept)
        if update == "add":
            C[place] += A[indices]
        else:
            C[place] = sa.max(C[place], A[indices])

    part = nest(sizes, logic)
    schedule = part.create_schedule()
    schedule.reorder(*(part.get_indices()[d] for d in order))
    plan = schedule.create_plan()
    plan.parallelize(schedule.get_indices()[:count], **options)
    inputs = [
        random(*chosen, dtype=np.int32),
        random(*(chosen[d] for d in kept), dtype=np.int32),
    ]
    return (part,), plan, (A, C), inputs


def register(name, kept, order, **options):
    def function(m, n, k, chosen):
        return reduce(m, n, k, chosen, kept, order, **options)

    function.__name__ = name
    over_sizes(*SHAPES, cases=cases)(function)


for kept in [(), (1,), (0, 2)]:
    for order in [(0, 1, 2), (1, 2, 0), (2, 0, 1)]:
        label = "".join(map(str, order))
        register(f"keep{''.join(map(str, kept))}_in_{label}", kept, order)

register("few_threads", (), (0, 1, 2), max_threads=5)
register("few_threads_in_turn", (1,), (0, 1, 2), max_threads=7, policy="dynamic")
register("two_loops", (2,), (0, 1, 2), count=2)
register("largest", (2,), (2, 0, 1), update="max")


@over_sizes((3, 19), (40, 2), (1, 1), (0, 5), (4, 0), cases=cases)
def two_sums(m, n, chosen):
    """Each loop adds up another array, and both of them a third one."""
    A, R, C, S = arrays(
        ("input", sa.int32, (m, n)),
        ("inout", sa.int32, (m,)),
        ("inout", sa.int32, (n,)),
        ("inout", sa.int32, ()),
    )

    def logic(i, j):
        R[i] += A[i, j]
        C[j] += 3 * A[i, j]
        S[()] += A[i, j] * A[i, j]

    part = nest((m, n), logic)
    plan = part.create_plan()
    plan.parallelize(part.get_indices())
    shapes = [chosen, chosen[:1], chosen[1:], ()]
    return (part,), plan, (A, R, C, S), [random(*shape, dtype=np.int32) for shape in shapes]


@over_sizes((13,), (3,), (1,), (0,), cases=cases)
def triangle(n, chosen):
    """The inner loop depends on the outer one."""
    A, C = arrays(("input", sa.int32, (n, n)), ("inout", sa.int32, ()))
    part = sa.Nest(shape=(n, n))
    i, j = part.get_indices()
    part.constrain(j <= i)

    @part.iteration_logic
    def _():
        C[()] += A[i, j]

    plan = part.create_plan()
    plan.parallelize((i, j))
    inputs = [random(*chosen, *chosen, dtype=np.int32), random(dtype=np.int32)]
    return (part,), plan, (A, C), inputs


@over_sizes((3, 19), (2, 2), cases=cases)
def with_copies(m, n, chosen):
    """Copies of what is read and of the sums, between and inside of the parallel loops."""
    A, C = arrays(("input", sa.int32, (m, n, 4)), ("inout", sa.int32, (4,)))

    def logic(i, j, k):
        C[k] += A[i, j, k]

    part = nest((m, n, 4), logic)
    i, j, k = part.get_indices()
    plan = part.create_plan()
    plan.cache(C, index=k)
    plan.cache(A, index=k)
    plan.parallelize((i, j))
    return (part,), plan, (A, C), [random(*chosen, 4, dtype=np.int32), random(4, dtype=np.int32)]


@cases
def fused_sums():
    """Nests with loops of their own in a common one over both sums."""
    A, C, D = arrays(
        ("input", sa.int32, (7, 20)), ("inout", sa.int32, ()), ("inout", sa.int32, (5,))
    )

    def total(i, j):
        C[()] += A[i, j]

    def columns(i, j):
        D[j] += A[i, j]

    parts = nest((7, 20), total), nest((7, 5), columns)
    fused = sa.fuse([part.create_schedule() for part in parts], partial=1)
    plan = fused.create_plan()
    plan.parallelize(fused.get_fused_indices())
    inputs = [random(7, 20, dtype=np.int32), random(dtype=np.int32), random(5, dtype=np.int32)]
    return like_eager(parts, plan, (A, C, D), inputs)


test_on_every_engine = cases.tests()


@pytest.mark.parametrize(
    ("shape", "options", "parts"),
    [
        ((2, 1000, 1), {}, [("i", 2), ("j", 8)]),
        ((1000, 2, 1), {}, [("i", 16)]),
        ((3, 1000, 1), {"max_threads": 7}, [("i", 3), ("j", 2)]),
        ((2, 2, 1000), {}, [("i", 2), ("j", 2), ("k", 4)]),
        ((5, 1000, 1), {}, [("i", 5), ("j", 3)]),
        ((3, 2, 1000), {}, [("i", 3), ("j", 2), ("k", 2)]),
        ((11, 1000, 1), {}, [("i", 11)]),
    ],
)
def test_report(shape, options, parts):
    _, plan, args, _ = reduce(*shape, shape, (), (0, 1, 2), **options)
    found = sa.compile(plan, args).report
    for loop, count in parts:
        assert f"'{loop}' accumulate into {count} partial arrays" in found.replace("of '", "'")
    assert found.count("partial arrays") == len(parts)


def test_open_sizes_share_the_parts():
    m, n = sa.create_dimensions(2)
    A, C = arrays(("input", sa.int32, (m, n)), ("inout", sa.int32, ()))

    def logic(i, j):
        C[()] += A[i, j]

    part = nest((m, n), logic)
    plan = part.create_plan()
    plan.parallelize(part.get_indices())
    assert sa.compile(plan, (A, C)).report.count("accumulate into 4 partial arrays") == 2
