# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chains of nests, with temporaries between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import saopt as sa

from suite import peers
from suite.contest import Workload
from suite.contractions import IN, INOUT, OUTPUT, TEMP, array, marked, numbers, sizes


def softmax(rows: int, columns: int, run_time: bool = False, goal: float | None = None) -> Workload:
    """Softmax of rows: the largest, the sum of exponentials, the quotient."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        (m,), n = sizes(run_time, rows), columns
        X = array(IN, sa.float32, m, n, name="X")
        Y = array(INOUT, sa.float32, m, n, name="Y")
        M = array(TEMP, sa.float32, m, name="M")
        S = array(TEMP, sa.float32, m, name="S")
        start, most, powers, divide = (
            sa.Nest(shape=(m,)),
            sa.Nest(shape=(m, n)),
            sa.Nest(shape=(m, n)),
            sa.Nest(shape=(m, n)),
        )
        r = start.get_indices()
        a, b = most.get_indices()
        c, d = powers.get_indices()
        e, f = divide.get_indices()

        @start.iteration_logic
        def _() -> None:
            M[r] = X[r, 0]

        @most.iteration_logic
        def _() -> None:
            M[a] = sa.max(M[a], X[a, b])

        @powers.iteration_logic
        def _() -> None:
            Y[c, d] = sa.exp(X[c, d] - M[c])
            S[c] += Y[c, d]

        @divide.iteration_logic
        def _() -> None:
            Y[e, f] = Y[e, f] / S[e]

        return (start, most, powers, divide), (X, Y)

    x = numbers(rows, columns)

    def of(xp: Any, values: Any) -> Any:
        powers = xp.exp(values - values.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def numpy_way(out: np.ndarray) -> np.ndarray:
        np.subtract(x, x.max(axis=1, keepdims=True), out=out)
        np.exp(out, out=out)
        return np.divide(out, out.sum(axis=1, keepdims=True), out=out)

    out = np.empty_like(x)
    return Workload(
        name=marked(f"softmax {rows} x {columns}", run_time),
        flops=5.0 * rows * columns,
        traffic=8.0 * rows * columns,
        source=source,
        inputs=[x],
        expected=lambda: of(np, x.astype("f8")),
        peers=lambda: {
            "NumPy": lambda: numpy_way(out),
            **peers.on_device(lambda v: of(peers.dpnp, v), x),
            **peers.jitted(lambda v: of(peers.jax.numpy, v), x),
            **peers.of_scipy("special", lambda module: module.softmax(x, axis=1)),
        },
        goal=goal,
    )


def layer_norm(rows: int, columns: int, goal: float | None = None) -> Workload:
    """Rows brought to mean zero and variance one, scaled and shifted."""

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        X = array(IN, sa.float32, rows, columns, name="X")
        scale = array(IN, sa.float32, columns, name="scale")
        shift = array(IN, sa.float32, columns, name="shift")
        Y = array(OUTPUT, sa.float32, rows, columns, name="Y")
        S = array(TEMP, sa.float32, rows, name="S")
        Q = array(TEMP, sa.float32, rows, name="Q")
        sums, finish = sa.Nest(shape=(rows, columns)), sa.Nest(shape=(rows, columns))
        a, b = sums.get_indices()
        c, d = finish.get_indices()

        @sums.iteration_logic
        def _() -> None:
            S[a] += X[a, b]
            Q[a] += X[a, b] * X[a, b]

        @finish.iteration_logic
        def _() -> None:
            mean = S[c] / columns
            variance = Q[c] / columns - mean * mean
            Y[c, d] = (X[c, d] - mean) * sa.rsqrt(variance + 1e-5) * scale[d] + shift[d]

        return (sums, finish), (X, scale, shift, Y)

    x, scale, shift = numbers(rows, columns), numbers(columns), numbers(columns)

    def of(xp: Any, v: Any, s: Any, t: Any) -> Any:
        mean = v.mean(axis=1, keepdims=True)
        variance = (v * v).mean(axis=1, keepdims=True) - mean * mean
        return (v - mean) / xp.sqrt(variance + 1e-5) * s + t

    return Workload(
        name=f"layer norm {rows} x {columns}",
        flops=8.0 * rows * columns,
        traffic=8.0 * rows * columns,
        source=source,
        inputs=[x, scale, shift],
        expected=lambda: of(np, x.astype("f8"), scale, shift),
        peers=lambda: {
            "NumPy": lambda: of(np, x, scale, shift),
            **peers.on_device(lambda *v: of(peers.dpnp, *v), x, scale, shift),
            **peers.jitted(lambda *v: of(peers.jax.numpy, *v), x, scale, shift),
        },
        goal=goal,
        tolerance=1e-3,
    )


def gelu(count: int, goal: float | None = None) -> Workload:
    """A scaled and shifted vector through GELU (by erf), as three nests."""
    rows, columns = count // 1024, 1024

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        X = array(IN, sa.float32, rows, columns, name="X")
        bias = array(IN, sa.float32, columns, name="bias")
        T = array(TEMP, sa.float32, rows, columns, name="T")
        U = array(TEMP, sa.float32, rows, columns, name="U")
        Y = array(OUTPUT, sa.float32, rows, columns, name="Y")
        shifted, curve, last = (sa.Nest(shape=(rows, columns)) for _ in range(3))
        a, b = shifted.get_indices()
        c, d = curve.get_indices()
        e, f = last.get_indices()

        @shifted.iteration_logic
        def _() -> None:
            T[a, b] = X[a, b] + bias[b]

        @curve.iteration_logic
        def _() -> None:
            U[c, d] = 1.0 + sa.erf(T[c, d] * 0.7071067811865476)

        @last.iteration_logic
        def _() -> None:
            Y[e, f] = 0.5 * T[e, f] * U[e, f]

        return (shifted, curve, last), (X, bias, Y)

    x, bias = numbers(rows, columns), numbers(columns)

    def expected() -> np.ndarray:
        from math import erf

        t = x.astype("f8") + bias
        return 0.5 * t * (1 + np.vectorize(erf)(t * 0.5**0.5))

    def jax_way(v: Any, w: Any) -> Any:
        t = v + w
        return 0.5 * t * (1 + peers.jax.scipy.special.erf(t * np.float32(0.5**0.5)))

    def dpnp_way(v: Any, w: Any) -> Any:
        t = v + w
        return 0.5 * t * (1 + peers.dpnp.scipy.special.erf(t * np.float32(0.5**0.5)))

    def scipy_way(module: Any) -> np.ndarray:
        t = x + bias
        return np.float32(0.5) * t * (1 + module.erf(t * np.float32(0.5**0.5)))

    return Workload(
        name=f"GELU chain {rows} x {columns}",
        flops=12.0 * count,
        traffic=8.0 * count,
        source=source,
        inputs=[x, bias],
        expected=expected,
        peers=lambda: {
            **peers.of_scipy("special", scipy_way),
            **peers.on_device(dpnp_way, x, bias),
            **peers.jitted(jax_way, x, bias),
        },
        goal=goal,
    )


def attention(length: int, width: int, goal: float | None = None) -> Workload:
    """One head: softmax(Q K^T / sqrt(width)) V."""
    factor = width**-0.5

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        Q = array(IN, sa.float32, length, width, name="Q")
        K = array(IN, sa.float32, length, width, name="K")
        V = array(IN, sa.float32, length, width, name="V")
        O = array(INOUT, sa.float32, length, width, name="O")  # noqa: E741
        S = array(TEMP, sa.float32, length, length, name="S")
        M = array(TEMP, sa.float32, length, name="M")
        Z = array(TEMP, sa.float32, length, name="Z")
        scores, start, most = (
            sa.Nest(shape=(length, length, width)),
            sa.Nest(shape=(length,)),
            sa.Nest(shape=(length, length)),
        )
        powers, mix, divide = (
            sa.Nest(shape=(length, length)),
            sa.Nest(shape=(length, width, length)),
            sa.Nest(shape=(length, width)),
        )
        i, j, k = scores.get_indices()
        r = start.get_indices()
        a, b = most.get_indices()
        c, d = powers.get_indices()
        f, g, h = mix.get_indices()
        u, v = divide.get_indices()

        @scores.iteration_logic
        def _() -> None:
            S[i, j] += Q[i, k] * K[j, k]

        @start.iteration_logic
        def _() -> None:
            M[r] = S[r, 0]

        @most.iteration_logic
        def _() -> None:
            M[a] = sa.max(M[a], S[a, b])

        @powers.iteration_logic
        def _() -> None:
            S[c, d] = sa.exp((S[c, d] - M[c]) * factor)
            Z[c] += S[c, d]

        @mix.iteration_logic
        def _() -> None:
            O[f, g] += S[f, h] * V[h, g]

        @divide.iteration_logic
        def _() -> None:
            O[u, v] = O[u, v] / Z[u]

        return (scores, start, most, powers, mix, divide), (Q, K, V, O)

    q, k, v = (
        numbers(length, width),
        numbers(length, width)[::-1].copy(),
        numbers(length, width) + 1,
    )

    def of(xp: Any, q: Any, k: Any, v: Any) -> Any:
        scores = q @ k.T * np.float32(factor)
        powers = xp.exp(scores - scores.max(axis=1, keepdims=True))
        return (powers / powers.sum(axis=1, keepdims=True)) @ v

    return Workload(
        name=f"attention {length} x {width}",
        flops=4.0 * length**2 * width + 5.0 * length**2,
        traffic=16.0 * length * width,
        source=source,
        inputs=[q, k, v.astype("f4")],
        expected=lambda: of(np, q.astype("f8"), k.astype("f8"), v.astype("f8")),
        peers=lambda: {
            "NumPy": lambda: of(np, q, k, v.astype("f4")),
            **peers.jitted(lambda *x: of(peers.jax.numpy, *x), q, k, v.astype("f4")),
        },
        goal=goal,
        tolerance=1e-3,
    )


def two_stencils(size: int, goal: float | None = None) -> Workload:
    """A blur of a blur, with a temporary between the two."""
    middle, inner = size - 2, size - 4

    def source() -> tuple[object, tuple[sa.Array, ...]]:
        A = array(IN, sa.float32, size, size, name="A")
        T = array(TEMP, sa.float32, middle, size, name="T")
        B = array(OUTPUT, sa.float32, middle, middle, name="B")
        down, across = sa.Nest(shape=(middle, size)), sa.Nest(shape=(middle, middle))
        i, j = down.get_indices()
        u, v = across.get_indices()

        @down.iteration_logic
        def _() -> None:
            T[i, j] = A[i, j] + A[i + 1, j] + A[i + 2, j]

        @across.iteration_logic
        def _() -> None:
            B[u, v] = (T[u, v] + T[u, v + 1] + T[u, v + 2]) / 9.0

        return (down, across), (A, B)

    a = numbers(size, size)

    def of(x: Any) -> Any:
        t = x[:-2] + x[1:-1] + x[2:]
        return (t[:, :-2] + t[:, 1:-1] + t[:, 2:]) * np.float32(1 / 9)

    def halide_way(hl: Any, x: Any) -> Any:
        i, j, down, across = hl.Var("i"), hl.Var("j"), hl.Func("down"), hl.Func("across")
        down[i, j] = x[i, j] + x[i, j + 1] + x[i, j + 2]
        total = down[i, j] + down[i + 1, j] + down[i + 2, j]
        across[i, j] = total * hl.f32(1 / 9)
        inner_row = hl.Var("inner_row")
        across.split(j, j, inner_row, 64).parallel(j).vectorize(i, 16)
        down.store_at(across, j).compute_at(across, inner_row).vectorize(i, 16)
        return across

    return Workload(
        name=f"blur of rows and columns {size} x {size}",
        flops=5.0 * size**2,
        traffic=8.0 * inner**2,
        source=source,
        inputs=[a],
        expected=lambda: of(a.astype("f8")),
        peers=lambda: {
            "NumPy": lambda: of(a),
            **peers.jitted(of, a),
            **peers.of_halide(halide_way, a, np.zeros((middle, middle), "f4"), np.s_[:, :]),
        },
        goal=goal,
    )
