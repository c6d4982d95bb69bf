# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function that makes a plan, which other processes can import."""

import saopt as sa


def make_product(rows, columns):
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(24, 16), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(16, 32), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(24, 32), name="C")
    nest = sa.Nest(shape=(24, 32, 16))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: rows, j: columns})
    schedule.reorder(i, j, k, ii, jj)
    plan = schedule.create_plan()
    plan.vectorize(jj)
    return plan, (A, B, C)
