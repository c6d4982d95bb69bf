# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fused nests of unequal sizes, and padded loops: no condition is left in a loop."""

import re

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, call, random

cases = Cases()

SIZES = [(10, 7, 5), (7, 10, 3), (8, 8, 1), (1, 9, 2), (0, 5, 4), (5, 0, 4), (3, 4, 0)]


def two_nests(rows, other_rows, columns):
    """Nests over A and over B, and the arrays."""
    A = sa.Array(name="A", role=sa.Role.INOUT, element_type=sa.int32, shape=(rows, columns))
    B = sa.Array(name="B", role=sa.Role.INOUT, element_type=sa.int32, shape=(other_rows, columns))
    nests = []
    for array, factor in ((A, 2), (B, 3)):
        nest = sa.Nest(shape=array.shape)
        i, k = nest.get_indices()

        @nest.iteration_logic
        def _(array=array, factor=factor, i=i, k=k):
            array[i, k] = array[i, k] * factor + 1

        nests.append(nest)
    return nests, (A, B)


def whole(schedule):
    return schedule.create_plan()


def split(schedule):
    schedule.split(schedule.get_indices()[0], 4)
    return schedule.create_plan()


def turned(schedule):
    i, k, *rest = schedule.get_indices()
    schedule.reorder(k, i, *rest)
    return schedule.create_plan()


def parallel(schedule):
    i = schedule.get_indices()[0]
    schedule.split(i, 4)
    plan = schedule.create_plan()
    plan.parallelize(i)
    return plan


PLANS = [whole, split, turned, parallel]


def fused(sizes, plan, is_open):
    shape = (*sa.create_dimensions("M", "N"), sizes[2]) if is_open else sizes
    nests, args = two_nests(*shape)
    schedule = sa.fuse(tuple(nest.create_schedule() for nest in nests), partial=2)
    return plan(schedule), args


def name(case):
    sizes, plan, is_open = case
    return f"{plan.__name__}_{'x'.join(map(str, sizes))}{'_open' * is_open}"


@cases.over(
    [(sizes, plan, is_open) for sizes in SIZES for plan in PLANS for is_open in (False, True)], name
)
def unequal(case):
    sizes, plan, is_open = case
    planned, args = fused(sizes, plan, is_open)
    inputs = [random(n, sizes[2], dtype=np.int32) for n in sizes[:2]]
    expected = [inputs[0] * 2 + 1, inputs[1] * 3 + 1]
    return Case(planned, args, inputs, expected)


@cases.over(
    [(100, 3), (5, 3), (1, 7), (0, 2), (64, 8), (61, 20)], lambda case: "_".join(map(str, case))
)
def padded_at_the_front(case):
    size, padding = case
    C = sa.Array(name="C", role=sa.Role.INOUT, element_type=sa.int32, shape=(size,))
    nest = sa.Nest(shape=(size,))
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[k] = C[k] * 2 + 1

    schedule = nest.create_schedule()
    schedule.pad(k, padding)
    kk = schedule.split(k, 8)
    plan = schedule.create_plan()
    plan.vectorize(kk)
    inputs = [random(size, dtype=np.int32)]
    return Case(plan, (C,), inputs, [inputs[0] * 2 + 1])


test_on_every_engine = cases.tests()


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("plan", [whole, split, turned], ids=lambda plan: plan.__name__)
def test_no_condition_is_left(plan, is_open):
    planned, args = fused((10, 7, 5), plan, is_open)
    source = sa.compile(planned, args=args, engine="sycl").source
    items = re.findall(r"_item\([^;]*?\{\n(.*?)\n\}\n", source, re.DOTALL)
    assert items and not any("if (" in item for item in items)
    # Where tiles end is computed once, before the loops, of sizes that may be zero.
    assert not any("?" in item[item.index("for (") :] for item in items)


def test_work_items_ask_before_their_loops():
    planned, args = fused((10, 7, 5), parallel, False)
    source = sa.compile(planned, args=args, engine="sycl").source
    assert not re.search(r"for \(int64_t k[^{]*\{\s*if \(", source)
    assert (
        call(sa.compile(planned, args=args), *(np.ones((n, 5), "i4") for n in (10, 7)))[0][9, 4]
        == 3
    )
