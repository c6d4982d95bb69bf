# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fused nests, each with work-items of its own, which hand on what they compute in a group."""

from __future__ import annotations

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()

BLOCK_X, BLOCK_Y = sa.Grid.BLOCK_X, sa.Grid.BLOCK_Y
THREAD_X, THREAD_Y, THREAD_Z = sa.Grid.THREAD_X, sa.Grid.THREAD_Y, sa.Grid.THREAD_Z


def temp(name, shape, element_type=sa.int32):
    return sa.Array(role=sa.Role.TEMP, element_type=element_type, shape=shape, name=name)


def nest(shape, logic):
    """Return a nest that does what `logic` does with its indices."""
    made = sa.Nest(shape=shape)
    indices = made.get_indices()
    indices = indices if isinstance(indices, tuple) else (indices,)

    @made.iteration_logic
    def _():
        logic(*indices)

    return made


def like_eager(nests, source, args, inputs, rtol=0.0):
    expected = call(sa.compile(nests, args, "eager"), *inputs)
    return Case(source, args, inputs, expected, rtol)


def over_sizes(*sizes, cases=cases):
    """Register a function of sizes for each choice: as constants, and as sizes of run time."""

    def register(function):
        def fixed(chosen):
            return like_eager(*function(*chosen, chosen))

        def run_time(chosen):
            names = [f"N{position}" for position in range(len(chosen))]
            return like_eager(*function(*sa.create_dimensions(*names), chosen))

        fixed.__name__, run_time.__name__ = function.__name__, f"{function.__name__}_open"
        for builder in (fixed, run_time):
            cases.over(sizes, lambda chosen: "x".join(map(str, chosen)))(builder)
        return function

    return register


SIZES = [(13, 19, 7), (16, 8, 16), (3, 2, 5), (1, 1, 1), (0, 3, 2), (3, 0, 2), (3, 4, 0)]


def tiled_product(m, n, k, chosen, bind, cached=()):
    """Return a product into a temporary, and what is made of it, in tiles of 4 by 8."""
    A, B, C = arrays(
        ("input", sa.int32, (m, k)), ("input", sa.int32, (k, n)), ("inout", sa.int32, (m, n))
    )
    T = temp("T", (m, n))

    def multiply(i, j, p):
        T[i, j] += A[i, p] * B[p, j]

    def activate(i, j):
        C[i, j] += sa.max(T[i, j], 0)

    nests = nest((m, n, k), multiply), nest((m, n), activate)
    schedules, inner = [], []
    for part in nests:
        schedule = part.create_schedule()
        row, column, *depth = part.get_indices()
        rr, cc = schedule.tile({row: 4, column: 8})
        depth += [schedule.split(depth[0], 4)] if depth else []
        schedule.reorder(row, column, rr, cc, *depth)
        schedules.append(schedule)
        inner.append((rr, cc, *depth))
    fused = sa.fuse(schedules, partial=2)
    plan = fused.create_plan()
    i, j = fused.get_fused_indices()
    plan.bind({i: BLOCK_Y, j: BLOCK_X, **bind(*inner)})
    for name in cached:
        plan.cache({"A": A, "B": B}[name], index=inner[0][3], location=sa.MemorySpace.LOCAL)
    rows, columns, sums = chosen
    shapes = [(rows, sums), (sums, columns), (rows, columns)]
    inputs = [random(*shape, dtype=np.int32) for shape in shapes]
    return nests, plan, (A, B, C), inputs


@over_sizes(*SIZES)
def product(m, n, k, chosen):
    return tiled_product(
        m,
        n,
        k,
        chosen,
        lambda first, second: {
            first[0]: THREAD_Y,
            first[1]: THREAD_X,
            second[0]: THREAD_Y,
            second[1]: THREAD_X,
        },
    )


@over_sizes(*SIZES)
def product_in_other_work_items(m, n, k, chosen):
    """The second nest has its rows in the other dimension of the group."""
    return tiled_product(
        m,
        n,
        k,
        chosen,
        lambda first, second: {
            first[0]: THREAD_Y,
            first[1]: THREAD_X,
            second[0]: THREAD_X,
            second[1]: THREAD_Y,
        },
    )


@over_sizes(*SIZES)
def product_with_caches(m, n, k, chosen):
    """Copies in local memory, which all the work-items of the larger nest fill."""
    return tiled_product(
        m,
        n,
        k,
        chosen,
        lambda first, second: {
            first[0]: THREAD_Y,
            first[1]: THREAD_X,
            second[0]: THREAD_Z,
            second[1]: THREAD_X,
        },
        cached="AB",
    )


@over_sizes(*SIZES)
def product_in_one_row_of_work_items(m, n, k, chosen):
    """A cache in a nest with fewer work-items than the other one has."""
    return tiled_product(
        m,
        n,
        k,
        chosen,
        lambda first, second: {first[0]: THREAD_X, second[0]: THREAD_Y, second[1]: THREAD_X},
        cached="AB",
    )


@over_sizes((5, 37), (3, 32), (2, 31), (1, 1), (0, 4), (3, 0))
def rows(m, n, chosen):
    """Each row by 16 work-items: partial sums, their sum by one of them, and a difference."""
    A, B = arrays(("input", sa.int32, (m, n)), ("inout", sa.int32, (m, n)))
    P, S = temp("P", (m, 16)), temp("S", (m,))
    strips = (n + 15) // 16

    first = sa.Nest(shape=(m, 16, strips))
    i, x, c = first.get_indices()
    first.constrain(x + 16 * c < n)

    @first.iteration_logic
    def _():
        P[i, x] += A[i, x + 16 * c]

    def total(i, x):
        S[i] += P[i, x]

    second = nest((m, 16), total)
    third = sa.Nest(shape=(m, 16, strips))
    r, y, d = third.get_indices()
    third.constrain(y + 16 * d < n)

    @third.iteration_logic
    def _():
        B[r, y + 16 * d] = A[r, y + 16 * d] * 3 - S[r]

    nests = first, second, third
    fused = sa.fuse([part.create_schedule() for part in nests], partial=1)
    plan = fused.create_plan()
    (row,) = fused.get_fused_indices()
    plan.bind({row: BLOCK_X, x: THREAD_X, y: THREAD_X})
    inputs = [random(*chosen, dtype=np.int32) for _ in range(2)]
    return nests, plan, (A, B), inputs


@over_sizes((7,), (1,), (0,))
def unequal(m, chosen):
    """The nests have different numbers of work-items, and read what others have written."""
    A, B = arrays(("input", sa.int32, (m, 12)), ("inout", sa.int32, (m, 5)))
    T, U = temp("T", (m, 12)), temp("U", (m, 8))

    def fill(i, x):
        T[i, 11 - x] = A[i, x] * 2

    def mix(i, x):
        U[i, 7 - x] = T[i, x] + T[i, x + 4]

    def pick(i, x):
        B[i, x] += U[i, x + 3] - T[i, 2 * x]

    nests = nest((m, 12), fill), nest((m, 8), mix), nest((m, 5), pick)
    fused = sa.fuse([part.create_schedule() for part in nests], partial=1)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[1]: THREAD_X for part in nests})
    inputs = [random(*chosen, 12, dtype=np.int32), random(*chosen, 5, dtype=np.int32)]
    return nests, plan, (A, B), inputs


@over_sizes((6, 9), (2, 3), (4, 4), (1, 1), (0, 2))
def unequal_groups(m, n, chosen):
    """One nest has more groups than the other."""
    A, B, C = arrays(
        ("input", sa.int32, (m, 6)), ("inout", sa.int32, (m, 6)), ("inout", sa.int32, (n, 4))
    )
    T = temp("T", (m, 6))

    def fill(i, x):
        T[i, x] = A[i, x] + 1

    def count(i, x):
        C[i, x] += 7

    def turn(i, x):
        B[i, x] = T[i, 5 - x]

    nests = nest((m, 6), fill), nest((n, 4), count), nest((m, 6), turn)
    fused = sa.fuse([part.create_schedule() for part in nests], partial=1)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[1]: THREAD_X for part in nests})
    shapes = [(chosen[0], 6), (chosen[0], 6), (chosen[1], 4)]
    inputs = [random(*shape, dtype=np.int32) for shape in shapes]
    return nests, plan, (A, B, C), inputs


@over_sizes((5,), (1,))
def device_memory(m, chosen):
    """What work-items write to arrays, the others see after the barrier."""
    A, B, G = arrays(
        ("input", sa.int32, (m, 64)), ("inout", sa.int32, (m, 63)), ("inout", sa.int32, (m, 64))
    )

    def before(i, x):
        B[i, x] = G[i, x + 1]

    def write(i, x):
        G[i, x] = A[i, x]

    def after(i, x):
        B[i, x] += 3 * G[i, x + 1]

    nests = nest((m, 63), before), nest((m, 64), write), nest((m, 63), after)
    fused = sa.fuse([part.create_schedule() for part in nests], partial=1)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[1]: THREAD_X for part in nests})
    shapes = [(*chosen, 64), (*chosen, 63), (*chosen, 64)]
    return nests, plan, (A, B, G), [random(*shape, dtype=np.int32) for shape in shapes]


def large_rows(chosen, element_type=sa.int32, length=64, per_item=200):
    """Return rows that are turned around by work-items with many elements each."""
    (m,) = chosen
    size = length * per_item
    A, B = arrays(("input", element_type, (m, size)), ("inout", element_type, (m, size)))
    T = temp("T", (m, size), element_type)

    def fill(i, x, c):
        T[i, x * per_item + c] = A[i, x * per_item + c]

    def turn(i, x, c):
        B[i, x * per_item + c] = T[i, size - 1 - x * per_item - c]

    nests = nest((m, length, per_item), fill), nest((m, length, per_item), turn)
    fused = sa.fuse([part.create_schedule() for part in nests], partial=1)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X})
    plan.bind({part.get_indices()[1]: THREAD_X for part in nests})
    dtype = T.element_type.dtype
    return nests, plan, (A, B), [random(m, size, dtype=dtype) for _ in range(2)]


@cases
def too_large_for_local_memory():
    return like_eager(*large_rows((3,)))


@cases.over(["bool", "float16", "bfloat16", "float64", "uint8", "complex64"])
def element_types(name):
    return like_eager(*large_rows((3,), name, 16, 3))


@cases
def in_vectors():
    """Tiles with edges, whose work-items have vectors: both sides use the same memory."""
    A, B = arrays(("input", sa.int32, (37,)), ("inout", sa.int32, (37,)))
    T = temp("T", (37,))

    def fill(i):
        T[i] = A[i] * 2

    def use(i):
        B[i] += T[i]

    nests = nest((37,), fill), nest((37,), use)
    schedules, inner = [], []
    for part in nests:
        schedule = part.create_schedule()
        i = part.get_indices()
        ii = schedule.split(i, 16)
        iii = schedule.split(ii, 4)
        schedules.append(schedule)
        inner.append((ii, iii))
    fused = sa.fuse(schedules, partial=1)
    plan = fused.create_plan()
    plan.bind({fused.get_fused_indices()[0]: BLOCK_X, inner[0][0]: THREAD_X, inner[1][0]: THREAD_X})
    plan.vectorize(inner[0][1])
    plan.vectorize(inner[1][1])
    inputs = [random(37, dtype=np.int32) for _ in range(2)]
    return like_eager(nests, plan, (A, B), inputs)


test_on_every_engine = cases.tests()


def product_plan():
    _, plan, args, _ = product(13, 19, 7, (13, 19, 7))
    return plan, args


def test_report():
    plan, args = product_plan()
    function = sa.compile(plan, args, name="f")
    assert function.report.splitlines() == [
        "function 'f':",
        "  temporary 'T': 128 bytes of local memory for each group, cleared first",
    ]
    (entry,) = function.report_entries
    assert (entry.function, entry.subject, entry.names) == ("f", "temporary", ["T"])
    assert entry.message == "128 bytes of local memory for each group, cleared first"
    assert entry.values == {"bytes": 128, "memory": "local"}
    assert function.manifest["functions"][0]["temporaries"] == []


def test_report_of_what_stays():
    _, plan, args, _ = large_rows((3,))
    assert (
        "temporary 'T': 153600 bytes in device memory: a group uses 51200 bytes of it, and has "
        "32768 of local memory"
    ) in sa.compile(plan, args).report


def test_text():
    plan, _ = product_plan()
    lines = [line.strip() for line in str(plan).splitlines()]
    assert lines[2] == "# f = 0"
    assert lines[-4:] == [
        "# f = 1, after a barrier",
        "for rr_1 in range(4):  # thread_y",
        "for cc_1 in range(8):  # thread_x",
        "C[rr_1 + i, cc_1 + j] += max(T[rr_1 + i, cc_1 + j], 0)",
    ]


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_calls_do_not_see_each_other(engine):
    """What one call left in local memory is not there in the next one."""
    nests, plan, args, inputs = product(13, 19, 7, (13, 19, 7))
    function = sa.compile(plan, args, engine)
    expected = call(sa.compile(nests, args, "eager"), *inputs)
    for _ in range(3):
        np.testing.assert_array_equal(call(function, *inputs)[2], expected[2])
