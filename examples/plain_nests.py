# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computations of several kinds as plain nests: what is computed, and nothing about how.

No nest has a schedule. The compiler sees what kind each one is, and chooses a plan for it;
``function.schedule_source()`` shows that plan as the Python code that one could have written.

    python examples/plain_nests.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import saopt as sa


class Workload(NamedTuple):
    """A computation, as a nest and as NumPy writes it.

    Attributes
    ----------
    name : str
        What it is called.
    inputs : tuple of shapes
        Of the arrays that it reads.
    write : callable
        Compiles the nest, for the inputs and one output.
    on_numpy : callable
        Computes it with a module that has NumPy's functions, of the inputs.
    tolerance : float
        How much of the largest element results may differ: sums are in another order.
    """

    name: str
    inputs: tuple[tuple[int, ...], ...]
    write: Callable[[], sa.CompiledFunction]
    on_numpy: Callable[..., Any]
    tolerance: float


def _array(role: sa.Role, *shape: int) -> sa.Array:
    return sa.Array(role=role, element_type=sa.float32, shape=shape)


def write_stream(size: int) -> sa.CompiledFunction:
    """C[i] = A[i] B[i] + A[i], for every element."""
    A, B = _array(sa.Role.INPUT, size), _array(sa.Role.INPUT, size)
    C = _array(sa.Role.OUTPUT, size)
    nest = sa.Nest(shape=(size,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i] = A[i] * B[i] + A[i]

    return sa.compile(nest, args=(A, B, C), name="stream")


def write_row_sums(rows: int, columns: int) -> sa.CompiledFunction:
    """S[i] = 0, then S[i] += A[i, j]."""
    A, S = _array(sa.Role.INPUT, rows, columns), _array(sa.Role.OUTPUT, rows)
    clear = sa.Nest(shape=(rows,))
    row = clear.get_indices()

    @clear.iteration_logic
    def _() -> None:
        S[row] = 0.0

    add = sa.Nest(shape=(rows, columns))
    i, j = add.get_indices()

    @add.iteration_logic
    def _() -> None:
        S[i] += A[i, j]

    return sa.compile((clear, add), args=(A, S), name="row_sums")


def write_transpose(size: int) -> sa.CompiledFunction:
    """T[j, i] = A[i, j]."""
    A, T = _array(sa.Role.INPUT, size, size), _array(sa.Role.OUTPUT, size, size)
    nest = sa.Nest(shape=(size, size))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        T[j, i] = A[i, j]

    return sa.compile(nest, args=(A, T), name="transpose")


def write_neighbours(size: int) -> sa.CompiledFunction:
    """The mean of the four neighbours of each element that has them."""
    A = _array(sa.Role.INPUT, size, size)
    M = _array(sa.Role.OUTPUT, size - 2, size - 2)
    nest = sa.Nest(shape=(size - 2, size - 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        M[i, j] = 0.25 * (A[i, j + 1] + A[i + 2, j + 1] + A[i + 1, j] + A[i + 1, j + 2])

    return sa.compile(nest, args=(A, M), name="neighbours")


WORKLOADS = (
    Workload(
        "a b + a, 4 million",
        ((1 << 22,), (1 << 22,)),
        lambda: write_stream(1 << 22),
        lambda np, a, b: a * b + a,
        1e-6,
    ),
    Workload(
        "sums of rows, 4096 x 1024",
        ((4096, 1024),),
        lambda: write_row_sums(4096, 1024),
        lambda np, a: np.sum(a, axis=1),
        1e-5,
    ),
    Workload(
        "transpose, 2048 x 2048",
        ((2048, 2048),),
        lambda: write_transpose(2048),
        lambda np, a: np.ascontiguousarray(a.T),
        0.0,
    ),
    Workload(
        "mean of neighbours, 2048 x 2048",
        ((2048, 2048),),
        lambda: write_neighbours(2048),
        lambda np, a: 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]),
        1e-6,
    ),
)


def main() -> None:
    """Check every nest against NumPy, and print the plan that the compiler chose for it."""
    import numpy as np

    rng = np.random.default_rng(0)
    for workload in WORKLOADS:
        inputs = [rng.standard_normal(shape, dtype=np.float32) for shape in workload.inputs]
        expected = workload.on_numpy(np, *inputs)
        out = sa.zeros(expected.shape, dtype=sa.float32)
        function = workload.write()
        function(*map(sa.asarray, inputs), out)
        error = np.abs(out.asnumpy() - expected).max() / np.abs(expected).max()
        print(f"{workload.name}: largest relative difference from NumPy {error:.1e}")
        assert error <= workload.tolerance, "the result is wrong"
        print(function.plan_text)


if __name__ == "__main__":
    main()
