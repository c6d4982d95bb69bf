# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The smallest program that shows each vendor bug on a device: ``vendor_programs.py NAME``.

It runs one program, and ends with 0 when the result is right, with 1 when it is wrong; a bug may
also end the process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import saopt as sa

PROGRAMS: dict[str, Callable[[], bool]] = {}


def program(name: str) -> Callable[[Callable[[], bool]], Callable[[], bool]]:
    def add(function: Callable[[], bool]) -> Callable[[], bool]:
        PROGRAMS[name] = function
        return function

    return add


def declare(role: str, array: Any) -> sa.Array:
    return sa.Array(role=sa.Role[role.upper()], element_type=str(array.dtype), shape=array.shape)


def run(source: Any, args: Any, values: Any, engine: Any = "spirv", strict: bool = False) -> Any:
    """Run a function on copies of NumPy arrays; return the last one."""
    copies = [sa.asarray(value) for value in values]
    sa.compile(source, args=args, engine=engine, strict=strict, name="shown")(*copies)
    return copies[-1].asnumpy()


@program("intel-cpu-order-stores")
def order_stores() -> bool:
    a = np.arange(66, dtype=np.int32)
    A = declare("inout", a)
    nest = sa.Nest(shape=(2, 61))
    _i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[j + 5] += A[j] + 1

    expected = a.copy()
    for _ in range(2):
        for k in range(61):
            expected[k + 5] += expected[k] + 1
    return bool((run(nest, (A,), (a,)) == expected).all())


@program("intel-cpu-add-differences")
def add_differences() -> bool:
    a = np.array([[1, 10, 100, 1000, 10000, 100000]] * 3, np.int32)
    A, D = declare("input", a), declare("inout", np.zeros(5, np.int32))
    nest = sa.Nest(shape=(6, 5, 3))
    k, j, i = nest.get_indices()
    nest.constrain(k <= j + 2)

    @nest.iteration_logic
    def _() -> None:
        D[j] -= A[i, k]

    expected = [-a[:, : row + 3].sum() for row in range(5)]
    return run(nest, (A, D), (a, np.zeros(5, np.int32))).tolist() == expected


@program("intel-cpu-keep-loops-scalar")
def keep_loops_scalar() -> bool:
    a, b, r = np.ones(200, np.float32), np.ones(200, np.float32), np.zeros(1, np.float32)
    A, B, R = declare("input", a), declare("input", b), declare("inout", r)
    nest = sa.Nest(shape=200)
    k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        R[0] += sa.fma(A[k], B[k], A[k])

    return bool(run(nest, (A, B, R), (a, b, r))[0] == 400)


@program("intel-cpu-strict-options")
def strict_options() -> bool:
    generator = np.random.default_rng(0)
    a, b, c = (generator.random(n, np.float32) for n in ((16, 7, 8), 8, 16))
    C, A = declare("input", c), declare("inout", a)
    B = sa.Array(role=sa.Role.CONST, data=b)
    nest = sa.Nest(shape=(7, 4, 2))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[k, j, i] = B[j] * sa.select(A[i, k, j] < C[i], C[i] + A[i + 1, k, j], B[j])

    expected = a.copy()
    for p, q, r in np.ndindex(7, 4, 2):
        total = c[p] + expected[p + 1, r, q]
        expected[r, q, p] = b[q] * (total if expected[p, r, q] < c[p] else b[q])
    return bool((run(nest, (C, A), (c, a), strict=True) == expected).all())


@program("intel-cpu-work-group-loop-bound")
def work_group_loop_bound() -> bool:
    x, y = (np.arange(256, dtype=np.int32).reshape(16, 16) for _ in range(2))
    X, Y = declare("inout", x), declare("inout", y)
    expected = y.copy()
    nests = []
    for array in (X, Y):
        nest = sa.Nest(shape=(16, 16))
        i, j = nest.get_indices()
        nest.constrain(i + j <= 3 if array is X else j >= i + 3)

        @nest.iteration_logic
        def _(array: Any = array, i: Any = i, j: Any = j) -> None:
            array[i, 0] += array[i, j]

        nests.append(nest)
    for p, q in np.ndindex(16, 16):
        if q >= p + 3:
            expected[p, 0] += expected[p, q]
    return bool((run(tuple(nests), (X, Y), (x, y)) == expected).all())


@program("intel-cpu-scalar-to-vector")
def scalar_to_vector() -> bool:
    a, b = np.full(19, -99, np.int32), np.arange(19, dtype=np.int32)
    A, B, C = declare("input", a), declare("input", b), declare("inout", a)
    nest = sa.Nest(shape=19)
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i] = sa.max(A[i], ~B[i])

    return bool((run(nest, (A, B, C), (a, b, np.zeros_like(a))) == ~b).all())


@program("intel-cpu-auto-vectorize")
def auto_vectorize() -> bool:
    rows, columns, depth = 4, 33, 36
    a = np.arange(rows * depth, dtype=np.int32).reshape(rows, depth)
    b = np.arange(depth * columns, dtype=np.int32).reshape(depth, columns)
    c = np.zeros((rows, columns), np.int32)
    A, B, C = declare("input", a), declare("input", b), declare("inout", c)
    nest = sa.Nest(shape=(rows, columns, depth))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[depth - 1 - k, j]

    schedule = nest.create_schedule()
    kk = schedule.split(k, 4)
    kkk = schedule.split(kk, 2)
    schedule.reorder(j, k, i, kk, kkk)
    plan = schedule.create_plan()
    plan.vectorize(kkk)
    plan.unroll(i)
    return bool((run(plan, (A, B, C), (a, b, c), "sycl") == a @ b[::-1]).all())


@program("dpcpp-keep-value-names")
def keep_value_names() -> bool:
    a = np.arange(64, dtype=np.int32).reshape(16, 2, 2)
    A, B = declare("input", a), declare("inout", a.transpose(2, 1, 0))
    nest = sa.Nest(shape=(16, 2, 2))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        B[k, j, i] = A[i, j, k]

    plan = nest.create_plan()
    plan.parallelize((i, j, k), max_threads=2)
    result = run(plan, (A, B), (a, np.zeros((2, 2, 16), np.int32)), "sycl")
    return bool((result == a.transpose(2, 1, 0)).all())


@program("intel-cpu-limit-in-flight")
def limit_in_flight() -> bool:
    a = np.zeros(16, np.int32)
    A = declare("inout", a)
    nest = sa.Nest(shape=16)
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[i] += 1

    shown = sa.compile(nest, args=(A,), name="shown")
    copy = sa.asarray(a)
    for _ in range(5000):
        shown.call_async(copy)
    return bool((copy.asnumpy() == 5000).all())


if __name__ == "__main__":
    sys.exit(0 if PROGRAMS[sys.argv[1]]() else 1)
