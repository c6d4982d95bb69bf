# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The eager engine: the logic itself runs, over NumPy and over USM."""

import sys

import dpctl.memory
import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random


def doubling(size=6, element_type="f32", logic=None):
    """Return a function that doubles A into B, and calls `logic` at each point."""
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=size)
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=size)
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        if logic is not None:
            logic(A, B, i)
        B[i] = A[i] * 2

    return sa.compile(nest, args=(A, B), engine="eager")


def test_runs_without_the_compiler():
    function = doubling()
    a, b = random(6), np.zeros(6, np.float32)
    function(a, b)
    np.testing.assert_array_equal(b, a * 2)
    assert "saopt._compiler" not in sys.modules or "module" not in vars(function._unit)


def test_logic_runs_at_every_point_with_numbers():
    seen = []

    def look(A, B, i):
        seen.append((i + 0, A[i]))

    function = doubling(logic=look)
    del seen[:]  # what the recording saw
    a = random(6)
    function(a, np.zeros(6, np.float32))
    assert [number for number, _ in seen] == [0, 1, 2, 3, 4, 5]
    assert all(isinstance(number, np.int64) for number, _ in seen)
    assert [value for _, value in seen] == list(a)


def test_points_come_in_the_order_of_the_loops():
    seen = []
    A = sa.Array(role=sa.Role.INOUT, element_type="i64", shape=(2, 3))
    nest = sa.Nest(shape=(2, 3))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i, j] = i * 10 + j
        seen.append(A[i, j])

    function = sa.compile(nest, args=(A,), engine="eager")
    del seen[:]
    function(np.zeros((2, 3), np.int64))
    assert seen == [0, 1, 2, 10, 11, 12]


def test_variables_are_those_of_the_recording():
    """A loop that makes several functions moves on; each function keeps what it saw."""
    made = []
    for factor in (2, 3):
        A = sa.Array(role=sa.Role.INOUT, shape=3, name=f"A{factor}")
        nest = sa.Nest(shape=3)
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i] = A[i] * factor  # noqa: B023

        made.append(sa.compile(nest, args=(A,), engine="eager"))
    for function, factor in zip(made, (2, 3), strict=True):
        a = np.ones(3, np.float32)
        function(a)
        np.testing.assert_array_equal(a, factor)


def test_errors_of_the_logic_come_through():
    calls = []

    def fail_later(A, B, i):
        calls.append(1)
        if len(calls) > 3:
            raise KeyError("stop")

    function = doubling(logic=fail_later)
    with pytest.raises(KeyError, match="stop"):
        function(random(6), np.zeros(6, np.float32))
    sa.Nest(shape=3).get_indices() + 1  # the context is left behind


def test_leaving_the_shape_is_an_error_with_a_line():
    A = sa.Array(role=sa.Role.INOUT, shape=4)
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def logic():
        A[i] = A[i - 1]

    function = sa.compile(nest, args=(A,), engine="eager")
    with pytest.raises(sa.CompileError, match="subscript -1 is outside.*array 'A'") as caught:
        function(np.zeros(4, np.float32))
    assert caught.value.location.line == logic.__code__.co_firstlineno + 2


def test_takes_usm_arrays():
    function = doubling()
    a = random(6)
    usm_a, usm_b = UsmArray(a), UsmArray(np.zeros(6, np.float32))
    function(usm_a, usm_b)
    np.testing.assert_array_equal(usm_b.host, a * 2)
    np.testing.assert_array_equal(usm_a.host, a)


def test_takes_usm_and_numpy_arrays_together():
    function = doubling()
    a, usm_b = random(6), UsmArray(np.zeros(6, np.float32))
    function(a, usm_b)
    np.testing.assert_array_equal(usm_b.host, a * 2)


def test_takes_raw_memory():
    function = doubling()
    a, memory = random(6), dpctl.memory.MemoryUSMDevice(24)
    memory.memset(0)
    function(a, memory)
    np.testing.assert_array_equal(np.frombuffer(memory.copy_to_host(), np.float32), a * 2)


def test_takes_the_bits_of_bfloat16():
    function = doubling(element_type="bf16")
    a = np.array([1, 2, 3, 4, 5, 6], np.float32)
    bits = (a.view(np.uint32) >> 16).astype(np.uint16)
    result = np.zeros(6, np.uint16)
    function(bits, result)
    np.testing.assert_array_equal(result, ((a * 2).view(np.uint32) >> 16).astype(np.uint16))


def test_warns_of_nothing():
    A = sa.Array(role=sa.Role.INOUT, element_type="i8", shape=3)
    nest = sa.Nest(shape=3)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = (A[i] * 100 + 100) // 0 + A[i] * 127

    function = sa.compile(nest, args=(A,), engine="eager")
    a = np.array([1, 2, 3], np.int8)
    with np.errstate(all="raise"):
        function(a)
    np.testing.assert_array_equal(a, [127, -2, 125])


def test_bfloat16_in_usm_memory():
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.bfloat16, shape=(3,))
    B = sa.Array(role=sa.Role.OUTPUT, element_type=sa.bfloat16, shape=(3,))
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i] + A[i]

    a = sa.USMArray((3,), sa.bfloat16, "shared")
    a[...] = np.array([1, 2.5, -3]).astype(sa.bfloat16.dtype)
    for engine in ("eager", "spirv"):
        b = sa.compile(nest, args=(A, B), engine=engine)(a)
        np.testing.assert_array_equal(b.asnumpy().astype(np.float32), [2, 5, -6])
