# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers in signatures: scalars by value, sizes that are passed, and numbers that are returned."""

from __future__ import annotations

import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import ENGINES

TYPES = [
    (sa.bool_, True),
    (sa.int8, -7),
    (sa.uint16, 65535),
    (sa.int32, -(2**31)),
    (sa.uint32, 2**32 - 1),
    (sa.int64, -(2**63)),
    (sa.uint64, 2**64 - 1),
    (sa.float16, 1.5),
    (sa.float32, -2.25),
    (sa.float64, 0.1),
]


def stores(element_type, engine):
    """Return the function that writes a number to each element."""
    value = sa.Scalar(element_type, role=sa.Role.INPUT, name="value")
    out = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(3,), name="out")
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        out[i] = value

    return sa.compile(nest, args=(value, out), engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("element_type", "number"), TYPES, ids=str)
def test_types(engine, element_type, number):
    function = stores(element_type, engine)
    dtype = element_type.dtype
    out = dpnp.zeros(3, dtype=dtype)
    function(number, out)
    np.testing.assert_array_equal(dpnp.asnumpy(out), np.full(3, number, dtype))
    # An array of shape () is read.
    out = dpnp.zeros(3, dtype=dtype)
    function(dpnp.asarray(number, dtype=dtype), out)
    np.testing.assert_array_equal(dpnp.asnumpy(out), np.full(3, number, dtype))


def axpy(engine):
    alpha = sa.Scalar(sa.float32, role=sa.Role.INPUT, name="alpha")
    N = sa.Dimension("N")
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(N,))
    y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(N,))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        y[i] += alpha * x[i]

    return sa.compile(nest, args=(alpha, x, y), engine=engine)


def test_signature():
    function = axpy("spirv")
    assert function.signature == (
        "sycl::event _axpy(sycl::queue &queue, float alpha, const float *x, float *y, int64_t N)"
    ).replace("_axpy", function.name)
    kinds = [argument["kind"] for argument in function.manifest["functions"][0]["arguments"]]
    assert kinds == ["scalar", "array", "array"]
    assert "float alpha" in function.header


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", [0, 1, 5])
def test_axpy(engine, size):
    x, y = dpnp.ones(size, dtype="f4"), dpnp.zeros(size, dtype="f4")
    function = axpy(engine)
    function(2.5, x, y)
    function(alpha=np.float64(0.5), x=x, y=y)
    np.testing.assert_array_equal(dpnp.asnumpy(y), np.full(size, 3, np.float32))


@pytest.mark.parametrize("engine", ENGINES)
def test_wrong_numbers(engine):
    function = axpy(engine)
    x, y = dpnp.ones(3, dtype="f4"), dpnp.zeros(3, dtype="f4")
    with pytest.raises(sa.ArgumentTypeError, match="argument 'alpha'"):
        function(1j, x, y)
    with pytest.raises(sa.ArgumentError, match="argument 'alpha'"):
        function("2", x, y)
    with pytest.raises(sa.ArgumentError, match="argument 'alpha'"):
        function(dpnp.ones(2, dtype="f4"), x, y)
    with pytest.raises(sa.ArgumentError, match="argument 'alpha'"):
        function(dpnp.ones((), dtype="f8"), x, y)
    with pytest.raises(sa.ArgumentRangeError, match="argument 'value'"):
        stores(sa.int8, engine)(128, dpnp.zeros(3, dtype="i1"))
    np.testing.assert_array_equal(dpnp.asnumpy(y), np.zeros(3))


@pytest.mark.parametrize("engine", ENGINES)
def test_sizes_that_no_array_has(engine):
    N, M = sa.create_dimensions("N", "M")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(8,))

    @sa.function(args=(N, A, M))
    def fill():
        T = sa.Array(role=sa.Role.TEMP, element_type=sa.int64, shape=(N,))
        first = sa.Nest(shape=(N,))
        i = first.get_indices()

        @first.iteration_logic
        def _():
            T[i] = i + M

        second = sa.Nest(shape=(N,))
        k = second.get_indices()

        @second.iteration_logic
        def _():
            A[0] += T[N - 1 - k]

    function = sa.compile(fill, engine=engine)
    for n, m in ((0, 3), (5, 0), (100, 7)):
        a = dpnp.zeros(8, dtype="i8")
        function(n, a, m)
        assert dpnp.asnumpy(a)[0] == sum(range(m, n + m))
    with pytest.raises(sa.ArgumentError, match="argument 'N': -1 is no size"):
        function(-1, a, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_sizes_that_arrays_have_too(engine):
    N = sa.Dimension("N")
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(N,))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = N - i

    function = sa.compile(nest, args=(A, N), engine=engine)
    a = dpnp.zeros(4, dtype="i8")
    function(a, 4)
    np.testing.assert_array_equal(dpnp.asnumpy(a), [4, 3, 2, 1])
    with pytest.raises(sa.ArgumentError, match=r"shape\[0\] is ., but .*N is ."):
        function(a, 5)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_are_returned(engine):
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(6,))
    total = sa.Scalar(sa.float64, role=sa.Role.OUTPUT)
    count = sa.Dimension(role=sa.Role.OUTPUT)
    begin = sa.Nest(shape=(1,))

    @begin.iteration_logic
    def _():
        total.set(0.0)
        count.set(0)

    nest = sa.Nest(shape=(6,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        total[()] += A[i]
        sa.If(A[i] > 2, lambda: count.set(count + 1))

    function = sa.compile((begin, nest), args=(A, total, count), engine=engine)
    found = function(dpnp.arange(6, dtype="f8"))
    assert found == (15.0, 3)
    assert [type(number) for number in found] == [float, int]


@pytest.mark.parametrize("engine", ENGINES)
def test_loops_as_long_as_a_number_says(engine):
    steps = sa.Scalar(sa.int64, role=sa.Role.INPUT)
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=())

    @sa.function(args=(steps, A))
    def doubled():
        for _t in sa.loop(steps):
            nest = sa.Nest(shape=(1,))

            @nest.iteration_logic
            def _():
                A[()] = 2 * A[()]

    function = sa.compile(doubled, engine=engine)
    for number in (-1, 0, 1, 10):
        a = dpnp.asarray(3, dtype="i8")
        function(number, a)
        assert int(a) == 3 * 2 ** max(number, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_calls_pass_numbers_on(engine):
    factor = sa.Scalar(sa.float64, role=sa.Role.INPUT)
    N = sa.Dimension("N")
    X = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(6,))
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()
    nest.constrain(i < 6)

    @nest.iteration_logic
    def _():
        X[i] = factor * X[i]

    scale = sa.function(nest, args=(factor, N, X), name="scale")
    alpha = sa.Scalar(sa.float64, role=sa.Role.INPUT)
    M = sa.Dimension("M")
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.float64, shape=(6,))

    @sa.function(args=(alpha, M, Y))
    def twice():
        square = sa.Array(role=sa.Role.TEMP, element_type=sa.float64, shape=())
        nest = sa.Nest(shape=(1,))

        @nest.iteration_logic
        def _():
            square[()] = alpha * alpha

        scale(alpha, M, Y)
        scale(square, 2, Y)

    y = dpnp.ones(6)
    sa.compile(twice, engine=engine)(3.0, 4, y)
    np.testing.assert_array_equal(dpnp.asnumpy(y), [27, 27, 3, 3, 1, 1])


def test_refusals():
    with pytest.raises(sa.CompileError, match="has the role INPUT, a number of the call, or"):
        sa.Scalar(sa.float32, role=sa.Role.INOUT)
    with pytest.raises(sa.CompileError, match="has no value of its own"):
        sa.Scalar(sa.float32, 1.5, role=sa.Role.INPUT)
    N = sa.Dimension("N")
    nest = sa.Nest(shape=(N,))
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int64, shape=(8,))

    @nest.iteration_logic
    def _():
        A[0] += 1

    with pytest.raises(sa.CompileError, match="put it into args to pass it"):
        sa.compile(nest, args=(A,))
    with pytest.raises(sa.CompileError, match="a dimension is in args twice"):
        sa.compile(nest, args=(A, N, N))
