# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions whose run-time sizes no call can say are refused when they are compiled."""

import numpy as np
import pytest
import saopt as sa
from harness import call

M, N = sa.create_dimensions()

BLOCKED = sa.layout.blocked((2, 2))
BANDED = sa.layout.banded(1, 1)


def array(shape, layout=sa.layout.row_major, name="X"):
    return sa.Array(role=sa.Role.INOUT, element_type="f32", shape=shape, layout=layout, name=name)


def compiled(engine, *args):
    """Compile a function that doubles the diagonal of its first argument, given some arrays."""
    nest = sa.Nest(shape=(args[0].shape[0], args[0].shape[1]))
    i, j = nest.get_indices()
    nest.constrain(i == j)

    @nest.iteration_logic
    def _():
        args[0][i, j] *= 2

    return sa.compile(nest, args=args, engine=engine)


REFUSED = {
    "two sizes of one storage": ([array((M, N), BLOCKED)], "sizes M and N are: array 'X'"),
    "a size without a say in it": ([array((M, N), BANDED)], "size.* N .*: array 'X'"),
    "two storages of the same sizes": (
        [array((M, N), BLOCKED), array((N, M), BLOCKED, "Y")],
        "sizes M and N are: array 'X'",
    ),
}


@pytest.mark.parametrize(("args", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(engine, args, message):
    message = f"no call can say what {message}.*in the shape of an array that is passed"
    with pytest.raises(sa.CompileError, match=message) as caught:
        compiled(engine, *args)
    assert caught.value.location.file == __file__


def test_the_length_says_one_size(engine):
    function = compiled(engine, array((N, N), sa.layout.packed_lower_triangular))
    (result,) = call(function, np.ones(6, np.float32))
    np.testing.assert_array_equal(result, [2, 1, 2, 1, 1, 2])


def test_other_arrays_say_the_rest(engine):
    """The vector says N, and then the length of the storage says M."""
    function = compiled(engine, array((M, N), BLOCKED), array((N,), name="Y"))
    storage = np.ones(BLOCKED.size((4, 4)), np.float32)
    result, _ = call(function, storage, np.zeros(4, np.float32))
    expected = np.ones(16, np.float32)
    expected[[BLOCKED.offset_of((4, 4), (i, i)) for i in range(4)]] = 2
    np.testing.assert_array_equal(result, expected)


def test_parameters_are_known(engine):
    P = sa.create_parameters()
    nest = sa.Nest(shape=(P, N))
    i, j = nest.get_indices()
    X = array((P, N), BLOCKED)

    @nest.iteration_logic
    def _():
        X[i, j] = 3

    function = sa.compile(nest, args=(X,), engine=engine, parameters={P: 2})
    (result,) = call(function, np.zeros(8, np.float32))
    np.testing.assert_array_equal(result, np.full(8, 3))
