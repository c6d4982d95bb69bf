# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers in the place of input arrays of rank zero."""

import dpctl
import numpy as np
import pytest
import saopt as sa

ENGINES = ["eager", "spirv", "sycl"]


def scaling(engine, element_type=sa.float32, size=5):
    """Return ``Y += alpha * X``."""
    alpha = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(), name="alpha")
    X = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(size,), name="X")
    Y = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(size,), name="Y")
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Y[i] += alpha[()] * X[i]

    return sa.compile(nest, args=(alpha, X, Y), engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", [2, 2.5, True, np.float32(-1.5), np.int8(3), float("inf")])
def test_numbers(engine, number):
    function = scaling(engine)
    x, y = sa.arange(1, 6, dtype="f4"), sa.ones(5, dtype="f4")
    function(number, x, y)
    np.testing.assert_array_equal(y.asnumpy(), 1 + np.float32(number) * np.arange(1, 6))
    function(alpha=number, X=x, Y=y)
    np.testing.assert_array_equal(y.asnumpy(), 1 + 2 * np.float32(number) * np.arange(1, 6))


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_all_ways_to_call(engine):
    function = scaling(engine)
    queue = dpctl.SyclQueue()
    x, y = sa.ones(5, dtype="f4", device=queue), sa.zeros(5, dtype="f4", device=queue)
    function.call_async(2, x, y).wait()
    prepared = function.prepare(3, x, y)
    prepared()
    prepared()
    np.testing.assert_array_equal(y.asnumpy(), 8)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "kind, number", [("int8", 128), ("uint8", -1), ("float32", 1e39), ("int64", 2**63)]
)
def test_numbers_out_of_range(engine, kind, number):
    function = scaling(engine, kind)
    x, y = sa.ones(5, dtype=kind), sa.ones(5, dtype=kind)
    with pytest.raises(sa.ArgumentRangeError, match="argument 'alpha': .* outside of the range"):
        function(number, x, y)
    np.testing.assert_array_equal(y.asnumpy(), 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_do_not_fit(engine):
    function = scaling(engine, "int32")
    x = sa.ones(5, dtype="i4")
    with pytest.raises(sa.ArgumentTypeError, match="argument 'alpha': Cannot cast 1.5 to int32"):
        function(1.5, x, x[:])
    with pytest.raises(sa.ArgumentError, match="argument 'X'"):
        function(1, 2, x)
