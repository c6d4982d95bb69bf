# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of rank 0: one element, read and written as ``S[()]``."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import Case, Cases, arrays, random

cases = Cases()


def scalar(value, dtype=np.float32):
    return np.array(value, dtype)


@cases
def read():
    A, S, B = arrays(("input", "f32", 6), ("input", "f32", ()), ("inout", "f32", 6))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i] * S[()]

    a = random(6)
    return Case(nest, (A, S, B), (a, scalar(3), np.zeros_like(a)), (None, None, a * 3))


@cases
def written():
    A, S = arrays(("input", "f32", 6), ("inout", "f32", ()))
    nest = sa.Nest(shape=6)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] = A[i]

    a = random(6)
    return Case(nest, (A, S), (a, scalar(0)), (None, scalar(a[-1])))


@cases.over(["i32", "f32", "f64", "bf16"])
def accumulated(element_type):
    A, S = arrays(("input", "i8", 50), ("inout", element_type, ()))
    nest = sa.Nest(shape=50)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] += sa.cast(A[i], S.element_type)

    a = random(50, dtype=np.int8, low=0, high=4)
    dtype = S.element_type.dtype
    if element_type == "bf16":  # its sums up to 256 are exact
        total = (np.float32(a.sum(dtype=int)).view(np.uint32) >> 16).astype(np.uint16).view(dtype)
        return Case(nest, (A, S), (a, np.zeros((), dtype)), (None, total.reshape(())))
    return Case(nest, (A, S), (a, scalar(0, dtype)), (None, scalar(a.sum(), dtype)))


@cases
def largest():
    A, S = arrays(("input", "f32", (4, 5)), ("inout", "f32", ()))
    nest = sa.Nest(shape=(4, 5))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        S[()] = sa.max(S[()], A[i, j])

    a = random(4, 5)
    return Case(nest, (A, S), (a, scalar(-np.inf)), (None, scalar(a.max())))


@cases
def temporary_and_constant():
    A, S = arrays(("input", "f32", 6), ("inout", "f32", ()))
    T = sa.Array(role=sa.Role.TEMP, shape=())
    K = sa.Array(role=sa.Role.CONST, data=scalar(0.5))
    first, second = sa.Nest(shape=6), sa.Nest(shape=1)
    i = first.get_indices()

    @first.iteration_logic
    def _():
        T[()] = sa.max(T[()], A[i])

    @second.iteration_logic
    def _():
        S[()] = T[()] * K[()]

    a = random(6, low=1)
    return Case((first, second), (A, S), (a, scalar(0)), (None, scalar(a.max() / 2)))


@cases
def offset_as_a_descriptor():
    return at_an_offset(scalar(1), scalar(2))


@cases
def offset_as_flat_storage():
    start = random(4)
    stored = start.copy()
    stored[3] *= 2
    return at_an_offset(start, stored)


def at_an_offset(start, stored):
    S = sa.Array(role=sa.Role.INOUT, shape=(), layout=(), offset=3, name="S")
    nest = sa.Nest(shape=1)

    @nest.iteration_logic
    def _():
        S[()] *= 2

    return Case(nest, (S,), (start,), (stored,))


test_on_every_engine = cases.tests()


def doubling(engine):
    S = sa.Array(role=sa.Role.INOUT, shape=())
    nest = sa.Nest(shape=1)

    @nest.iteration_logic
    def _():
        S[()] = S[()] * 2

    return sa.compile(nest, args=(S,), engine=engine)


def test_dpnp_array(engine):
    s = dpnp.asarray(21, dtype=np.float32)
    assert s.shape == ()
    doubling(engine)(s)
    assert float(s) == 42


def test_element_of_a_dpnp_array(engine):
    whole = dpnp.arange(4, dtype=np.float32)
    doubling(engine)(whole[3, ...])
    np.testing.assert_array_equal(whole.asnumpy(), [0, 1, 2, 6])


def test_memory(engine):
    memory = dpctl.memory.MemoryUSMShared(4)
    memory.copy_from_host(np.float32(21).tobytes())
    doubling(engine)(memory)
    assert memory.copy_to_host().view(np.float32) == [42]


def test_other_ranks_are_refused(engine):
    with pytest.raises(sa.ArgumentError, match=r"'S': rank is 1, expected 0"):
        doubling(engine)(dpnp.zeros(2, dtype=np.float32))


def test_flat_storage(engine):
    storage = dpnp.ones(1, dtype=np.float32)
    doubling(engine)(storage)
    assert storage.asnumpy() == [2]


@pytest.mark.parametrize("key", [0, (0, 0), ...])
def test_subscripts_are_refused(key):
    S = sa.Array(role=sa.Role.INOUT, shape=())
    with pytest.raises(sa.CompileError, match=r"0 dimensions.*S\[\(\)\]"):
        S[key]


def test_nests_have_loops():
    with pytest.raises(sa.CompileError, match="0 dimensions: between 1 and"):
        sa.Nest(shape=())
