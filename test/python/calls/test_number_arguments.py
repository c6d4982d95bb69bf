# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers in the place of input arrays of rank zero."""

import dpctl
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade

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


class Queued:
    """An object that has a queue, as a capsule."""

    def __init__(self, queue):
        self._queue = queue

    def _get_capsule(self):
        return self._queue._get_capsule()


def handmade(**fields):
    """Return an array of 1 to 4 that has an interface of its own, and on the default queue."""
    return HandMade(sa.arange(1, 5, dtype="f4"), **fields)


LEGAL = {
    "no offset": lambda queue: {"offset": None},
    "no byte order": lambda queue: {"typestr": "f4"},
    "capsule": lambda queue: {"syclobj": queue._get_capsule()},
    "object with a capsule": lambda queue: {"syclobj": Queued(queue)},
    "context": lambda queue: {"syclobj": queue.sycl_context},
    "filter string": lambda queue: {"syclobj": queue.sycl_device.filter_string},
}

MALFORMED = {
    "version": {"version": 2},
    "typestr": {"typestr": "zz"},
    "shape": {"shape": (-4,)},
    "strides": {"strides": (2**63,)},
    "strides of a whole": {"strides": (1, 1)},
    "offset": {"offset": "x"},
    "extent": {"offset": 1 << 20},
    "data": {"data": None},
    "null": {"data": (0, False)},
    "syclobj": {"syclobj": "nonsense"},
}


@pytest.fixture(scope="module", params=ENGINES)
def scaled(request):
    """Return the function that gives ``alpha * X``, for any strides of X."""
    alpha = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(), name="alpha")
    X = sa.Array(
        role=sa.Role.INPUT, element_type=sa.float32, shape=(4,), layout=sa.layout.any, name="X"
    )
    Y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(4,), name="Y")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Y[i] = alpha[()] * X[i]

    return sa.compile(nest, args=(alpha, X, Y), engine=request.param)


@pytest.mark.parametrize("form", LEGAL)
def test_descriptors_beside_numbers_and_outputs_that_are_left_out(scaled, form):
    queue = sa.empty(1).sycl_queue
    x = handmade(**LEGAL[form](queue))
    for _ in range(2):  # Nothing is consumed.
        assert scaled(2, x).asnumpy().tolist() == [2, 4, 6, 8]


@pytest.mark.parametrize("field", MALFORMED)
def test_bad_descriptors_beside_numbers_and_outputs_that_are_left_out(scaled, field):
    for alpha in (2, sa.asarray(2.0, dtype="f4")):
        with pytest.raises(sa.ArgumentError, match="argument 'X': "):
            scaled(alpha, handmade(**MALFORMED[field]))
