# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices and vectors, convolutions, and what ends a product."""

from __future__ import annotations

from typing import Any

import numpy as np
import saopt as sa

from suite import peers
from suite.contest import Workload

IN, INOUT, OUTPUT, TEMP = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT, sa.Role.TEMP
SEED = 7


def array(role: sa.Role, element_type: Any, *shape: int, name: str) -> sa.Array:
    return sa.Array(role=role, element_type=element_type, shape=shape, name=name)


def numbers(*shape: int, dtype: str = "f4") -> np.ndarray:
    """Return numbers of an order that keeps long sums exact enough to compare."""
    generator = np.random.default_rng(SEED)
    if np.dtype(dtype).kind in "iu":
        return generator.integers(-8, 8, shape).astype(dtype)
    return generator.standard_normal(shape).astype(dtype)


def sizes(run_time: bool, *values: int) -> tuple[Any, ...]:
    """Return sizes of a program: the values, or as many that are known only at the call."""
    if not run_time:
        return values
    names = tuple("MNK"[: len(values)])
    made = sa.create_dimensions(*names)
    return made if isinstance(made, tuple) else (made,)


def marked(name: str, run_time: bool) -> str:
    """Return the name of a workload, which says whether its sizes are known only at the call."""
    return f"{name}, run-time sizes" if run_time else name


def product(
    m: int,
    n: int,
    k: int,
    dtype: str = "f4",
    transposed: str = "",
    run_time: bool = False,
    goal: float | None = None,
) -> Workload:
    """C += A B; `transposed` names the factors that lie transposed."""
    element = np.dtype(dtype).name

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        rows, columns, depth = sizes(run_time, m, n, k)
        shape_a = (depth, rows) if "A" in transposed else (rows, depth)
        shape_b = (columns, depth) if "B" in transposed else (depth, columns)
        A = array(IN, element, *shape_a, name="A")
        B = array(IN, element, *shape_b, name="B")
        C = array(INOUT, element, rows, columns, name="C")
        nest = sa.Nest(shape=(rows, columns, depth))
        i, j, p = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            a = A[p, i] if "A" in transposed else A[i, p]
            b = B[j, p] if "B" in transposed else B[p, j]
            C[i, j] += a * b

        return nest, (A, B, C)

    a, b = numbers(m, k, dtype=dtype), numbers(k, n, dtype=dtype)
    held_a = np.ascontiguousarray(a.T) if "A" in transposed else a
    held_b = np.ascontiguousarray(b.T) if "B" in transposed else b

    def multiply(x: Any, y: Any) -> Any:
        return (x.T if "A" in transposed else x) @ (y.T if "B" in transposed else y)

    def rivals() -> dict[str, peers.Run]:
        out = np.empty((m, n), dtype=dtype)
        view_a = held_a.T if "A" in transposed else held_a
        view_b = held_b.T if "B" in transposed else held_b
        return {
            "NumPy": lambda: np.matmul(view_a, view_b, out=out),
            **peers.on_device(multiply, held_a, held_b),
            **peers.jitted(multiply, held_a, held_b),
        }

    marks = "".join(f", {factor} transposed" for factor in transposed)
    return Workload(
        name=marked(f"product {element} {m} x {n} x {k}{marks}", run_time),
        flops=2.0 * m * n * k,
        traffic=float(np.dtype(dtype).itemsize * (m * k + k * n + 2 * m * n)),
        source=source,
        inputs=[held_a, held_b],
        expected=lambda: a.astype("f8") @ b.astype("f8"),
        peers=rivals,
        element=np.dtype(dtype),
        goal=goal,
        tolerance=1e-4 if dtype == "f4" else 1e-11,
    )


def integer_product(size: int, goal: float | None = None) -> Workload:
    """C += A B of int8 into int32."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.int8, size, size, name="A")
        B = array(IN, sa.int8, size, size, name="B")
        C = array(INOUT, sa.int32, size, size, name="C")
        nest = sa.Nest(shape=(size, size, size))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += sa.cast(A[i, k], sa.int32) * sa.cast(B[k, j], sa.int32)

        return nest, (A, B, C)

    a, b = numbers(size, size, dtype="i1"), numbers(size, size, dtype="i1")

    def multiply(x: Any, y: Any) -> Any:
        return peers.jax.lax.dot(x, y, preferred_element_type="int32")

    return Workload(
        name=f"product int8 to int32 {size}",
        flops=2.0 * size**3,
        traffic=2.0 * size**2 + 8.0 * size**2,
        source=source,
        inputs=[a, b],
        expected=lambda: a.astype("i8") @ b.astype("i8"),
        peers=lambda: peers.jitted(multiply, a, b),
        element=np.dtype("i1"),
        goal=goal,
    )


def narrow_product(size: int, dtype: str) -> Workload:
    """C += A B of float16 or bfloat16 into float32."""
    import ml_dtypes

    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, dtype, size, size, name="A")
        B = array(IN, dtype, size, size, name="B")
        C = array(INOUT, sa.float32, size, size, name="C")
        nest = sa.Nest(shape=(size, size, size))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += sa.cast(A[i, k], sa.float32) * sa.cast(B[k, j], sa.float32)

        return nest, (A, B, C)

    a, b = numbers(size, size).astype(kind), numbers(size, size)[::-1].astype(kind)

    def multiply(x: Any, y: Any) -> Any:
        return peers.jax.lax.dot(x, y, preferred_element_type="float32")

    return Workload(
        name=f"product {dtype} to float32 {size}",
        flops=2.0 * size**3,
        traffic=4.0 * size**2 + 8.0 * size**2,
        source=source,
        inputs=[a, b],
        expected=lambda: a.astype("f8") @ b.astype("f8"),
        peers=lambda: peers.jitted(multiply, a, b),
        element=np.dtype("f4"),
    )


def banded_product(size: int, width: int) -> Workload:
    """C += D B, where D has elements up to `width` beside its diagonal only."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        D = array(IN, sa.float32, size, size, name="D")
        B = array(IN, sa.float32, size, size, name="B")
        C = array(INOUT, sa.float32, size, size, name="C")
        nest = sa.Nest(shape=(size, size, size))
        i, j, k = nest.get_indices()
        nest.constrain(k <= i + width)
        nest.constrain(i <= k + width)

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += D[i, k] * B[k, j]

        return nest, (D, B, C)

    band = np.triu(np.tril(numbers(size, size), width), -width)
    b = numbers(size, size)
    held: list[Any] = []

    def in_rows(module: Any) -> np.ndarray:
        if not held:
            held.append(module.csr_array(band))
        return held[0] @ b

    def rivals() -> dict[str, peers.Run]:
        out = np.empty((size, size), dtype="f4")
        return {
            "NumPy": lambda: np.matmul(band, b, out=out),
            **peers.jitted(lambda x, y: x @ y, band, b),
            **peers.of_scipy("sparse", in_rows),
        }

    count = np.count_nonzero(band)
    return Workload(
        name=f"product of a band of {2 * width + 1}, {size}",
        flops=2.0 * count * size,
        traffic=4.0 * count + 12.0 * size**2,
        source=source,
        inputs=[band, b],
        expected=lambda: band.astype("f8") @ b,
        peers=rivals,
    )


def batched_product(count: int, size: int, goal: float | None = None) -> Workload:
    """Many small products."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, count, size, size, name="A")
        B = array(IN, sa.float32, count, size, size, name="B")
        C = array(INOUT, sa.float32, count, size, size, name="C")
        nest = sa.Nest(shape=(count, size, size, size))
        b, i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            C[b, i, j] += A[b, i, k] * B[b, k, j]

        return nest, (A, B, C)

    a, b = numbers(count, size, size), numbers(count, size, size)

    def multiply(x: Any, y: Any) -> Any:
        return x @ y

    def rivals() -> dict[str, peers.Run]:
        out = np.empty((count, size, size), dtype="f4")
        return {
            "NumPy": lambda: np.matmul(a, b, out=out),
            **peers.on_device(multiply, a, b),
            **peers.jitted(multiply, a, b),
        }

    return Workload(
        name=f"{count} products of {size}",
        flops=2.0 * count * size**3,
        traffic=16.0 * count * size**2,
        source=source,
        inputs=[a, b],
        expected=lambda: a.astype("f8") @ b.astype("f8"),
        peers=rivals,
        goal=goal,
    )


def product_bias_relu(size: int, goal: float | None = None) -> Workload:
    """max(A B + bias, 0), as two nests with a temporary between them."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, name="A")
        B = array(IN, sa.float32, size, size, name="B")
        bias = array(IN, sa.float32, size, name="bias")
        T = array(TEMP, sa.float32, size, size, name="T")
        C = array(OUTPUT, sa.float32, size, size, name="C")
        multiply = sa.Nest(shape=(size, size, size))
        i, j, k = multiply.get_indices()
        finish = sa.Nest(shape=(size, size))
        u, v = finish.get_indices()

        @multiply.iteration_logic
        def _() -> None:
            T[i, j] += A[i, k] * B[k, j]

        @finish.iteration_logic
        def _() -> None:
            C[u, v] = sa.max(T[u, v] + bias[v], 0.0)

        return (multiply, finish), (A, B, bias, C)

    a, b, bias = numbers(size, size), numbers(size, size), numbers(size)

    def rivals() -> dict[str, peers.Run]:
        jnp = peers.jax.numpy if peers.jax else None
        out = np.empty((size, size), dtype="f4")

        def numpy_way() -> np.ndarray:
            np.matmul(a, b, out=out)
            np.add(out, bias, out=out)
            return np.maximum(out, np.float32(0), out=out)

        return {
            "NumPy": numpy_way,
            **peers.jitted(lambda x, y, z: jnp.maximum(x @ y + z, 0), a, b, bias),
        }

    return Workload(
        name=f"product + bias + ReLU {size}",
        flops=2.0 * size**3 + 2.0 * size**2,
        traffic=4.0 * 3 * size**2,
        source=source,
        inputs=[a, b, bias],
        expected=lambda: np.maximum(a.astype("f8") @ b + bias, 0),
        peers=rivals,
        goal=goal,
    )


def matrix_vector(
    m: int, n: int, transposed: bool = False, run_time: bool = False, goal: float | None = None
) -> Workload:
    """y += A x, or with A transposed."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        rows, columns = sizes(run_time, m, n)
        A = array(IN, sa.float32, rows, columns, name="A")
        x = array(IN, sa.float32, rows if transposed else columns, name="x")
        y = array(INOUT, sa.float32, columns if transposed else rows, name="y")
        nest = sa.Nest(shape=(columns, rows) if transposed else (rows, columns))
        i, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            y[i] += (A[k, i] if transposed else A[i, k]) * x[k]

        return nest, (A, x, y)

    a, x = numbers(m, n), numbers(m if transposed else n)

    def multiply(matrix: Any, vector: Any) -> Any:
        return (matrix.T if transposed else matrix) @ vector

    return Workload(
        name=marked(f"matrix{' transposed' if transposed else ''} x vector {m} x {n}", run_time),
        flops=2.0 * m * n,
        traffic=4.0 * m * n,
        reads_only=True,
        goal_of_limit=0.85 if goal else None,
        source=source,
        inputs=[a, x],
        expected=lambda: multiply(a.astype("f8"), x),
        peers=lambda: {
            "NumPy": lambda: multiply(a, x),
            **peers.on_device(multiply, a, x),
            **peers.jitted(multiply, a, x),
        },
        goal=goal,
    )


def convolution(
    size: int, channels: int, stride: int = 1, dilation: int = 1, goal: float | None = None
) -> Workload:
    """A 3 x 3 convolution of many channels."""
    reach = 2 * dilation + 1
    inner = (size - reach) // stride + 1

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        X = array(IN, sa.float32, size, size, channels, name="X")
        W = array(IN, sa.float32, 3, 3, channels, channels, name="W")
        Y = array(INOUT, sa.float32, inner, inner, channels, name="Y")
        nest = sa.Nest(shape=(inner, inner, channels, 3, 3, channels))
        y, x, f, r, s, c = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            row, column = stride * y + dilation * r, stride * x + dilation * s
            Y[y, x, f] += X[row, column, c] * W[r, s, c, f]

        return nest, (X, W, Y)

    image, weights = numbers(size, size, channels), numbers(3, 3, channels, channels)

    def windows_of(values: np.ndarray) -> np.ndarray:
        shape = (reach, reach)
        views = np.lib.stride_tricks.sliding_window_view(values, shape, axis=(0, 1))
        return views[::stride, ::stride, :, ::dilation, ::dilation]

    def expected() -> np.ndarray:
        return np.einsum("yxcrs,rscf->yxf", windows_of(image.astype("f8")), weights, optimize=True)

    def convolve(x: Any, w: Any) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        return peers.jax.lax.conv_general_dilated(
            x[None],
            w,
            (stride, stride),
            "VALID",
            rhs_dilation=(dilation, dilation),
            dimension_numbers=layout,
        )[0]

    def rivals() -> dict[str, peers.Run]:
        windows = windows_of(image)
        flat = weights.transpose(2, 0, 1, 3).reshape(-1, channels)
        return {
            "NumPy": lambda: (windows.reshape(inner * inner, -1) @ flat).reshape(
                inner, inner, channels
            ),
            **peers.jitted(convolve, image, weights),
        }

    marks = f", every {stride}nd" if stride > 1 else ""
    marks += f", {dilation} apart" if dilation > 1 else ""
    return Workload(
        name=f"convolution 3 x 3, {channels} to {channels}, {size}{marks}",
        flops=2.0 * 9 * inner**2 * channels**2,
        traffic=4.0 * (size**2 * channels + 9 * channels**2 + 2 * inner**2 * channels),
        source=source,
        inputs=[image, weights],
        expected=expected,
        peers=rivals,
        goal=goal,
    )


def triangular_product(size: int, goal: float | None = None) -> Workload:
    """C += L B, with a lower triangle L; NumPy's product is dense."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        L = array(IN, sa.float32, size, size, name="L")
        B = array(IN, sa.float32, size, size, name="B")
        C = array(INOUT, sa.float32, size, size, name="C")
        nest = sa.Nest(shape=(size, size, size))
        i, j, k = nest.get_indices()
        nest.constrain(k <= i)

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += L[i, k] * B[k, j]

        return nest, (L, B, C)

    lower, b = np.tril(numbers(size, size)), numbers(size, size)

    def rivals() -> dict[str, peers.Run]:
        out = np.empty((size, size), dtype="f4")
        return {
            "NumPy": lambda: np.matmul(lower, b, out=out),
            **peers.jitted(lambda x, y: x @ y, lower, b),
            # (L B)^T = B^T L^T, in the order of Fortran.
            **peers.of_scipy("linalg", lambda m: m.blas.strmm(1, lower.T, b.T, side=1).T),
        }

    return Workload(
        name=f"triangular product {size}",
        flops=float(size) ** 3,
        traffic=14.0 * size**2,
        source=source,
        inputs=[lower, b],
        expected=lambda: lower.astype("f8") @ b,
        peers=rivals,
        goal=goal,
    )


def sparse_product(size: int, goal: float | None = None) -> Workload:
    """C += A W, half of whose rows are zero in a constant W."""
    weights = numbers(size, size)
    weights[::2] = 0

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, name="A")
        W = sa.Array(role=sa.Role.CONST, data=weights, name="W")
        C = array(INOUT, sa.float32, size, size, name="C")
        nest = sa.Nest(shape=(size, size, size))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _() -> None:
            C[i, j] += A[i, k] * W[k, j]

        return nest, (A, C)

    a = numbers(size, size)
    held: list[Any] = []

    def in_rows(module: Any) -> np.ndarray:
        if not held:
            held.append(module.csr_array(weights.T))
        return (held[0] @ a.T).T

    def rivals() -> dict[str, peers.Run]:
        out = np.empty((size, size), dtype="f4")
        return {
            "NumPy": lambda: np.matmul(a, weights, out=out),
            **peers.jitted(lambda x: x @ weights, a),
            **peers.of_scipy("sparse", in_rows),
        }

    return Workload(
        name=f"product, half of the constant's rows zero {size}",
        flops=float(size) ** 3,
        traffic=14.0 * size**2,
        source=source,
        inputs=[a],
        expected=lambda: a.astype("f8") @ weights,
        peers=rivals,
        goal=goal,
    )
