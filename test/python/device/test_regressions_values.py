# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations and constants that once gave wrong values, or ended the process."""

import functools
import operator
import shutil
import subprocess
import threading

import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, call, random

cases = Cases()


@cases.over(["uint8", "uint16", "uint32", "uint64", "int32"], str)
def bits_in_reverse_order(kind):
    """SPIR-V has no operation for what LLVM makes of this, and DPC++ ended the process."""
    A, B, C = arrays(*[(role, kind, 37) for role in ("input", "inout", "inout")])
    width = 8 * np.dtype(kind).itemsize
    nest = sa.Nest(shape=37)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = functools.reduce(
            operator.or_, [((A[i] >> bit) & 1) << (width - 1 - bit) for bit in range(width)]
        )
        C[i] = functools.reduce(
            operator.or_, [((A[i] >> bit) & 255) << (width - 8 - bit) for bit in range(0, width, 8)]
        )

    a = random(37, dtype=kind, low=np.iinfo(kind).min / 2, high=np.iinfo(kind).max / 2)
    words = a.view(f"u{width // 8}")
    reverse = [int(f"{word:0{width}b}"[::-1], 2) for word in words.tolist()]
    zeros = np.zeros(37, kind)
    expected = (None, np.array(reverse, words.dtype).view(kind), a.byteswap())
    return Case(nest, (A, B, C), (a, zeros, zeros), expected)


@cases.over(
    [(kind, size) for kind in ("int32", "int64", "uint32") for size in (1, 4, 19)],
    lambda case: f"{case[0]}_of_{case[1]}",
)
def the_largest_of_negated_bits(case):
    """Intel's compiler negated them with a register that nobody had filled (AVX-512)."""
    kind, size = case
    roles = ("input", "input", "inout", "inout", "inout")
    A, B, C, D, E = arrays(*[(role, kind, size) for role in roles])
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = sa.max(A[i], ~B[i])
        D[i] = sa.min(A[i], A[i] - B[i] - 1)
        E[0] = sa.max(E[0], ~B[i])

    a, b = random(size, dtype=kind), random(size, dtype=kind)
    zeros, one = np.zeros(size, kind), np.ones((), kind)
    largest = zeros.copy()
    largest[0] = max(0, (~b).max())
    expected = (None, None, np.maximum(a, ~b), np.minimum(a, a - b - one), largest)
    return Case(nest, (A, B, C, D, E), (a, b, zeros, zeros, zeros), expected)


@cases
def index_values_wrap():
    """Indices that are values follow the arithmetic of int64, also where it wraps."""
    (C,) = arrays(("inout", "int64", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i] = sa.cast(i, sa.int64) * 2**62 // 3

    expected = (np.arange(4) * 2**62) // 3
    return Case(nest, (C,), (np.zeros(4, np.int64),), (expected,))


@cases.over([2, 4, 8])
def remainder_by_a_power_of_two_in_a_loop(divisor):
    """LLVM's loop strength reduction made counters of two bits, which SPIR-V does not have."""
    b = random(8, 2, dtype=np.int32)
    A, B = arrays(("inout", "int32", 5), ("input", "int32", (8, 2)))
    nest = sa.Nest(shape=(2, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[j] = B[(i + j) % divisor, i]

    expected = b[(1 + np.arange(5)) % divisor, 1]
    return Case(nest, (A, B), (np.zeros(5, np.int32), b), (expected, None))


@cases
def a_large_constant():
    """A constant of 200,000 elements ended the process in the SPIR-V backend."""
    data = random(500, 400)
    (B,) = arrays(("inout", "float32", (400, 500)))
    W = sa.Array(role=sa.Role.CONST, data=data)
    nest = sa.Nest(shape=(400, 500))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = W[j, i]

    return Case(nest, (B,), (np.zeros((400, 500), np.float32),), (data.T.copy(),))


test_on_every_engine = cases.tests()


def test_a_dividend_that_may_wrap_is_refused():
    A, B = arrays(("inout", "float32", 4), ("input", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    with pytest.raises(sa.CompileError, match="more than 64 bits"):

        @nest.iteration_logic
        def _():
            A[i * (3 * 2**61) // (3 * 2**61)] = B[i]


def compile_program(number: int) -> bytes:
    """Compile one of several programs that differ from each other; return its SPIR-V."""
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(64, 64, 64))
    nest = sa.Nest(shape=(3 + number % 5, 5, 4))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        for q in range(number % 7 + 1):
            A[j, i, k + q] += A[2 * i + j, 5 * j + q, k] * A[i, j, q + 3 * k]

    return sa.compile(nest, args=(A,)).spirv


def test_spirv_stays_valid_in_many_threads():
    """The backend keeps global state: modules made later, or at once, were invalid."""
    validator = shutil.which("spirv-val")
    assert validator is not None
    modules: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda start=start: modules.extend(
                compile_program(number) for number in range(start, start + 15)
            )
        )
        for start in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(modules) == 60
    for module in modules:
        done = subprocess.run([validator, "-"], input=module, capture_output=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("engine", ["eager", "spirv", "sycl"])
def test_a_function_stays_as_it_was_compiled(engine):
    A, B = arrays(("inout", "float32", 4), ("input", "float32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = B[i]

    function = sa.compile(nest, args=(A, B), engine=engine)

    @nest.iteration_logic
    def _():
        A[i] += 10

    ones = np.ones(4, np.float32)
    result, _ = call(function, np.zeros(4, np.float32), ones)
    np.testing.assert_array_equal(result, ones)
