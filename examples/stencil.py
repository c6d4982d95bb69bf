# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A step of Jacobi's method on a grid, scheduled by hand for a CPU.

Every inner point becomes the mean of its four neighbours. The step reads five rows' worth of memory
for each that it writes, unless the rows that neighbours share are still in a cache: so a core takes
bands of rows, and goes through a band from one row to the next. The points of a row fill vectors.

    python examples/stencil.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np

BAND = 64
"""The rows of a band: enough that few are read by two cores, and every core has some bands."""


def jacobi(
    shape: tuple[int, int],
    engine: str = "spirv",
    target: sa.Target | None = None,
    verbose: bool = False,
) -> sa.CompiledFunction:
    """Return the function of X and Y that sets the inner points of Y to means of points of X.

    Parameters
    ----------
    shape : tuple of int
        The rows and columns of the grid, at least two of each.
    engine : {"spirv", "sycl", "eager"}
        How it runs.
    target : Target, optional
        The device that it is tuned for; by default the one that SYCL chooses here.
    verbose : bool
        Print the loops.
    """
    rows, columns = shape
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=shape)
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=shape)

    nest = sa.Nest(shape=(rows - 2, columns - 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        around = X[i, j + 1] + X[i + 2, j + 1] + X[i + 1, j] + X[i + 1, j + 2]
        Y[i + 1, j + 1] = 0.25 * around

    target = target or sa.Target.HOST
    schedule = nest.create_schedule()
    # Four vectors at a time, so that loads need not wait for each other.
    ii, jj = schedule.tile({i: BAND, j: 4 * target.vector_width(sa.float32)})
    schedule.reorder(i, ii, j, jj)

    plan = schedule.create_plan(target)
    plan.parallelize(i)
    plan.vectorize(jj)
    if verbose:
        print(plan)
    return sa.compile(plan, args=(X, Y), engine=engine, name="jacobi")


def main() -> None:
    """Take a step on a grid of odd sizes, and compare with NumPy."""
    x = np.random.default_rng(0).random((301, 517), dtype=np.float32)
    y = dpnp.zeros(x.shape, dtype=np.float32)
    jacobi(x.shape, verbose=True)(dpnp.asarray(x), y)
    expected = (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) / 4
    np.testing.assert_allclose(y.asnumpy()[1:-1, 1:-1], expected, rtol=1e-6)
    print("\nagrees with NumPy")


if __name__ == "__main__":
    main()
