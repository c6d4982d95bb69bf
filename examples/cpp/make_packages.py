# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the packages that the programs in this folder link: make_packages.py FOLDER."""

import sys
from pathlib import Path

import numpy as np
import saopt as sa

M, N, K = sa.create_dimensions()
A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(M, K))
B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(K, N))
C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(M, N))
product = sa.Nest(shape=(M, N, K))
i, j, k = product.get_indices()


@product.iteration_logic
def _():
    C[i, j] += A[i, k] * B[k, j]


# A large constant and a temporary: the running sum of weighted values, twice.
COUNT = 20000
W = sa.Array(role=sa.Role.CONST, data=np.arange(COUNT, dtype=np.float32))
X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(COUNT,))
Y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(COUNT,))
T = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(COUNT,))
weighting = sa.Nest(shape=(COUNT,))
w = weighting.get_indices()


@weighting.iteration_logic
def _():
    T[w] = W[w] * X[w]


mirror = sa.Nest(shape=(COUNT,))
m = mirror.get_indices()


@mirror.iteration_logic
def _():
    Y[m] = T[COUNT - 1 - m] + T[m]


package = sa.Package()
package.add(product, args=(A, B, C), base_name="gemm")
package.add((weighting, mirror), args=(X, Y), base_name="weigh")

Format = sa.Package.Format
folder = Path(sys.argv[1])
for kind, formats in {
    "source": Format.SYCL_SOURCE,
    "library": Format.SHARED_LIBRARY,
    "kernels": Format.SPIRV,
}.items():
    for file in package.build("mylib", format=formats, output_dir=folder / kind):
        print(file)
