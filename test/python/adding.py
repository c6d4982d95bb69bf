# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sum of two arrays, which tests call with arrays of all kinds."""

import saopt as sa

N = 64


def make_add(engine):
    """Compile ``C = A + B``."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,), name="B")
    C = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(N,), name="C")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = A[i] + B[i]

    return sa.compile(nest, args=(A, B, C), engine=engine)


def ones(**keywords):
    return sa.ones(N, dtype=sa.float32, **keywords)
