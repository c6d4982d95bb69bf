# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as they are usually written, for the type checkers: nothing runs them."""

from __future__ import annotations

import numpy as np
import saopt as sa

M, N, K = sa.create_dimensions(3)
rows, columns = sa.create_dimensions("rows", "columns")

A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, K))
B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(K, N))
C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M, N))
table = sa.Array(role=sa.Role.CONST, data=np.arange(10, dtype=np.float32))
alpha = sa.Scalar(sa.float32, role=sa.Role.INPUT, name="alpha")


def product() -> sa.CompiledFunction:
    """Schedule a product of matrices."""
    nest = sa.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += alpha * A[i, k] * B[k, j]

    schedule = nest.create_schedule()
    ii, jj = schedule.tile({i: 8, j: 16})
    kk = schedule.split(k, 4)
    schedule.reorder(i, j, k, ii, kk, jj)
    plan = schedule.create_plan()
    plan.cache(B, index=ii)
    plan.vectorize(jj)
    plan.unroll(kk)
    plan.parallelize(i)
    compiled = sa.compile(plan, args=(alpha, A, B, C), strict=False)
    print(compiled.signature, compiled.source, compiled.report)
    return compiled


def one_loop(count: int) -> None:
    """Use nests of one loop, whose index is unpacked or not."""
    x = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(count,))
    nest = sa.Nest(shape=(count,))
    (i,) = nest.get_indices()
    same = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        x[i] = sa.select(i > 0, x[i] + sa.cast(same, sa.float32), 0.0)

    schedule = nest.create_schedule()
    (ii,) = schedule.tile({i: 8})
    inner = schedule.split(ii, 4)
    plan = schedule.create_plan()
    plan.vectorize(inner)
    function = sa.compile(plan, args=(x,), engine="eager")
    values = np.zeros(count, np.float32)
    function(values)


def blocks() -> None:
    """Use what stands in a logic."""
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(M, N))
    y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.int32, shape=(M, N))
    around = x.extended("edge")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        total = sa.Scalar(sa.int32, 0)
        for d in sa.range(-1, 2):
            total += around[i + d, j]
        with sa.If(sa.logical_and(total > 3, j < N - 1)):
            y[i, j] = total
        with sa.Else():
            y[i, j] = sa.max(total, x[i, j]) ^ 1

    sa.compile(nest, args=(x, y))


def rounds() -> sa.CompiledFunction:
    """Repeat nests."""
    x = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(N,))

    @sa.function(args=(x,))
    def smooth() -> None:
        y = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(N,))
        for t in sa.loop(10):
            nest = sa.Nest(shape=(N,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _() -> None:
                y[i] = x[i] * 0.5 + sa.cast(t, sa.float32)

            sa.swap(x, y)

    return sa.compile(smooth)


def arrays() -> None:
    """Make and use arrays."""
    a = sa.asarray(np.ones((4, 4)), device="cpu")
    b = sa.zeros((4, 4), dtype="f4")
    host = b.asnumpy()
    print(a.shape, b.dtype, host.sum(), a.T.strides)


def parameters() -> None:
    """Compile once for each choice of parameters."""
    size, other = sa.create_parameters(2)
    nest = sa.Nest(shape=(64, 64))
    i, j = nest.get_indices()
    x = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64, 64))

    @nest.iteration_logic
    def _() -> None:
        x[i, j] *= 2

    schedule = nest.create_schedule()
    schedule.tile({i: size, j: other})
    for values in sa.create_parameter_grid({size: [4, 8], other: [16]}):
        sa.compile(schedule, args=(x,), parameters=values)
