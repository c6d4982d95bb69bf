# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The softmax of the rows of a matrix, scheduled by hand for a CPU.

A row is exponentiated and divided by its sum; its largest element is subtracted first, so that no
number is too large for `exp`. These are nests that run one after the other, and as they are
written, each reads the whole matrix from memory again. Fused over the rows, all of them are done
with a row while it is in the nearest cache, and the largest elements and the sums of rows, which
lie in TEMP arrays, are never seen outside.

    python examples/softmax.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np

LOWEST = float(np.finfo(np.float32).min)


def softmax(
    shape: tuple[int, int],
    engine: str = "spirv",
    target: sa.Target | None = None,
    verbose: bool = False,
) -> sa.CompiledFunction:
    """Return the function of X and Y that sets the rows of Y to the softmax of those of X.

    Parameters
    ----------
    shape : tuple of int
        The rows and columns.
    engine : {"spirv", "sycl", "eager"}
        How it runs.
    target : Target, optional
        The device that it is tuned for; by default the one that SYCL chooses here.
    verbose : bool
        Print the loops.
    """
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape)
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=shape)
    largest = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=shape[:1])
    total = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=shape[:1])

    starting = sa.Nest(shape=shape[:1])
    row = starting.get_indices()

    @starting.iteration_logic
    def _() -> None:
        largest[row] = LOWEST
        total[row] = 0.0

    maximizing = sa.Nest(shape=shape)
    i, j = maximizing.get_indices()

    @maximizing.iteration_logic
    def _() -> None:
        largest[i] = sa.max(largest[i], X[i, j])

    exponentiating = sa.Nest(shape=shape)
    p, q = exponentiating.get_indices()

    @exponentiating.iteration_logic
    def _() -> None:
        Y[p, q] = sa.exp(X[p, q] - largest[p])
        total[p] += Y[p, q]

    dividing = sa.Nest(shape=shape)
    s, t = dividing.get_indices()

    @dividing.iteration_logic
    def _() -> None:
        Y[s, t] = Y[s, t] / total[s]

    target = target or sa.Target.HOST
    nests = (starting, maximizing, exponentiating, dividing)
    schedule = sa.fuse([nest.create_schedule() for nest in nests], partial=1)
    # The columns of each nest are left: all go through a row a few vectors at a time.
    width = 4 * target.vector_width(sa.float32)
    lanes = [schedule.split(index, width) for index in schedule.get_unfused_indices()]

    plan = schedule.create_plan(target)
    plan.parallelize(schedule.get_fused_indices())
    for index in lanes:
        plan.vectorize(index)
    if verbose:
        print(plan)
    return sa.compile(plan, args=(X, Y), engine=engine, name="softmax")


def main() -> None:
    """Compute the softmax of a matrix of odd sizes, and compare with NumPy."""
    x = np.random.default_rng(0).standard_normal((301, 517), dtype=np.float32)
    y = dpnp.zeros(x.shape, dtype=np.float32)
    softmax(x.shape, verbose=True)(dpnp.asarray(x), y)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(y.asnumpy(), powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)
    print("\nagrees with NumPy")


if __name__ == "__main__":
    main()
