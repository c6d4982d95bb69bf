# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A permutation: data says where each element goes.

Two elements that go to one place have an order, that of the nest, so stores to places that data
chooses run one after the other. A permutation has no two such elements; who knows that says so.

    python examples/permutation.py
"""

from __future__ import annotations

import saopt as sa  # before dpnp: it makes the CPU device known

import dpnp  # isort: skip
import numpy as np


def permutation(engine: str = "spirv", is_parallel: bool = False) -> sa.CompiledFunction:
    """Return the function of places, elements and a result that puts each into its place."""
    N = sa.Dimension("N")
    places = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(N,))
    given = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,))
    result = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(N,))

    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        result[places[i]] = given[i]

    plan = nest.create_schedule().create_plan()
    if is_parallel:
        plan.unsafe_parallelize(i)
    return sa.compile(plan, args=(places, given, result), engine=engine, name="permutation")


def main() -> None:
    """Permute numbers in both ways, and compare with NumPy."""
    generator = np.random.default_rng(0)
    places = generator.permutation(1001).astype(np.int32)
    given = generator.random(1001, dtype=np.float32)
    expected = np.empty_like(given)
    expected[places] = given
    for is_parallel in (False, True):
        result = dpnp.zeros(1001, dtype=np.float32)
        function = permutation(is_parallel=is_parallel)
        function(dpnp.asarray(places), dpnp.asarray(given), result)
        np.testing.assert_array_equal(result.asnumpy(), expected)
    print("agrees with NumPy")


if __name__ == "__main__":
    main()
