# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of all workloads."""

from __future__ import annotations

from suite import chains, contractions, streams, sums
from suite.contest import Workload


def workloads() -> list[Workload]:
    """Return all workloads, in the order of the table."""
    product = contractions.product
    return [
        product(256, 256, 256, goal=1.0),
        product(512, 512, 512, goal=1.0),
        product(1000, 1000, 1000, goal=1.0),
        product(1024, 1024, 1024, goal=1.0),
        product(2048, 2048, 2048, goal=1.0),
        product(1024, 1024, 1024, dtype="f8", goal=1.0),
        product(512, 512, 512, transposed="A"),
        product(512, 512, 512, transposed="B"),
        product(512, 512, 512, run_time=True),
        product(1024, 1024, 1024, run_time=True),
        product(129, 257, 511, run_time=True),
        product(129, 257, 511, goal=1.0),
        product(4096, 64, 64, goal=1.0),
        product(64, 4096, 64, goal=1.0),
        product(1, 4096, 4096, goal=1.0),
        contractions.batched_product(64, 64, goal=1.0),
        contractions.product_bias_relu(1024, goal=1.1),
        contractions.convolution(58, 64, goal=1.2),
        contractions.convolution(57, 48),
        contractions.convolution(114, 64, stride=2),
        contractions.convolution(60, 64, dilation=2),
        contractions.integer_product(1024, goal=0.8),
        contractions.integer_product(511),
        contractions.narrow_product(1024, "float16"),
        contractions.narrow_product(1024, "bfloat16"),
        contractions.triangular_product(1024, goal=1.5),
        contractions.triangular_product(777),
        contractions.banded_product(2048, 32),
        contractions.sparse_product(1024, goal=2.0),
        contractions.matrix_vector(4096, 4096, goal=1.0),
        contractions.matrix_vector(4096, 4096, transposed=True, goal=1.0),
        contractions.matrix_vector(4096, 4096, run_time=True),
        contractions.matrix_vector(3001, 1003),
        sums.total(1 << 24, goal=1.0),
        sums.along(8192, 2048, axis=0, goal=1.0),
        sums.along(8192, 2048, axis=1, goal=1.0),
        sums.along(8192, 2048, axis=0, run_time=True),
        sums.along(8192, 2048, axis=1, run_time=True),
        sums.along(1_000_003, 7, axis=0),
        sums.largest(8192, 2048),
        sums.any_above(8192, 2048),
        sums.mean_and_variance(8192, 2048),
        streams.triad(1 << 24, goal=1.0),
        streams.triad(1 << 24, run_time=True),
        streams.triad(1_000_003),
        streams.jacobi(4096, goal=1.0),
        streams.jacobi(4096, run_time=True),
        streams.jacobi(1001),
        streams.rounds_of_jacobi(1024, 20),
        streams.heat(256, goal=1.0),
        streams.heat(101),
        streams.transpose(4096, 4096, goal=3.0),
        streams.transpose(1001, 2003),
        streams.tiled_copy(2048, 64),
        chains.gelu(1 << 22, goal=2.0),
        chains.gelu(37 * 1024),
        chains.softmax(4096, 1024, goal=1.8),
        chains.softmax(4096, 1024, run_time=True),
        chains.softmax(333, 1001),
        chains.layer_norm(4096, 1024, goal=1.5),
        chains.layer_norm(333, 1001),
        chains.two_stencils(2048),
        chains.two_stencils(1001),
        chains.attention(1024, 64, goal=1.0),
        chains.attention(1000, 48),
    ]


# What `make bench-quick` measures: one or two of each kind.
QUICK = frozenset(
    {
        "product float32 512 x 512 x 512",
        "product float32 1024 x 1024 x 1024",
        "product float64 1024 x 1024 x 1024",
        "product float32 1024 x 1024 x 1024, run-time sizes",
        "product float32 129 x 257 x 511",
        "product float32 1 x 4096 x 4096",
        "64 products of 64",
        "product + bias + ReLU 1024",
        "convolution 3 x 3, 64 to 64, 58",
        "product int8 to int32 1024",
        "triangular product 1024",
        "matrix x vector 4096 x 4096",
        "sum of 16777216",
        "sums of columns 8192 x 2048",
        "triad 16777216",
        "Jacobi step 4096 x 4096",
        "transpose 4096 x 4096",
        "GELU chain 4096 x 1024",
        "softmax 4096 x 1024",
        "layer norm 4096 x 1024",
        "attention 1024 x 64",
    }
)
