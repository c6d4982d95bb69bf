# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that several tests of Accera's spellings schedule."""

import numpy as np
import saopt as acc
from harness import random


def product(M, N, S):
    """Return the nest of a product of matrices, and its arrays."""
    A = acc.Array(role=acc.Array.Role.INPUT, element_type=acc.ScalarType.float32, shape=(M, S))
    B = acc.Array(role=acc.Array.Role.INPUT, element_type=acc.ScalarType.float32, shape=(S, N))
    C = acc.Array(
        role=acc.Array.Role.INPUT_OUTPUT, element_type=acc.ScalarType.float32, shape=(M, N)
    )
    nest = acc.Nest(shape=(M, N, S))
    i, j, k = nest.get_indices()

    def logic():
        C[i, j] += A[i, k] * B[k, j]

    nest.iteration_logic(logic)
    return nest, (A, B, C)


def numbers(M, N, S):
    """Return the contents of the arrays, whole numbers, and what they are afterwards."""
    a, b, c = (np.round(random(*shape)) for shape in ((M, S), (S, N), (M, N)))
    return (a, b, c), (None, None, c + a @ b)
