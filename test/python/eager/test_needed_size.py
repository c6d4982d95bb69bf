# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What loops need of an open dimension is exactly what they touch, on every engine."""

import numpy as np
import pytest
import saopt as sa
from function_table import Functions
from harness import UsmArray, random

SIZES = [(0, 0), (0, 3), (1, 1), (2, 1), (1, 4), (3, 3), (4, 4), (5, 2), (6, 7), (8, 5)]


def case(name, subscript, shape=lambda M, N: (M, N), where=None):
    """Make a function that writes ones to an open output, at `subscript`."""

    def make():
        M, N = sa.create_dimensions()
        A = sa.Array(role=sa.Role.INPUT, shape=(M, N), name="A")
        B = sa.Array(role=sa.Role.OUTPUT, shape=(sa.inf, 2), name="B")
        nest = sa.Nest(shape=shape(M, N))
        i, j = nest.get_indices()
        if where is not None:
            nest.constrain(where(i, j, M, N))

        @nest.iteration_logic
        def _():
            B[subscript(i, j, M, N), 0] = 1.0

        return nest, (A, B)

    make.__name__ = name
    make.touched = lambda m, n: [
        subscript(i, j, m, n)
        for i, j in np.ndindex(*(max(size, 0) for size in shape(m, n)))
        if where is None or where(i, j, m, n)
    ]
    return make


CASES = [
    case("sum", lambda i, j, M, N: i + 2 * j),
    case("reversed", lambda i, j, M, N: M - 1 - i + j),
    case("shorter", lambda i, j, M, N: i + j + 1, shape=lambda M, N: (M - 2, N // 2)),
    case("triangle", lambda i, j, M, N: j, where=lambda i, j, M, N: j < i),
    case("corner", lambda i, j, M, N: i + 2 * j, where=lambda i, j, M, N: i + j < M - 1),
    case("late", lambda i, j, M, N: j, where=lambda i, j, M, N: i >= 4),
    case("remainder", lambda i, j, M, N: i % 4),
    case("shifted_remainder", lambda i, j, M, N: (i + 2) % 5 + 2 * j),
    case("steps", lambda i, j, M, N: i + i % 3),
    case("even", lambda i, j, M, N: i, where=lambda i, j, M, N: i % 2 == 0),
    case("quotient", lambda i, j, M, N: i // 3 + j % 2, where=lambda i, j, M, N: 2 * j <= i),
]
functions = Functions(*CASES)


@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
def test_exactly_what_is_touched(engine, make):
    function = functions(engine, make.__name__)
    for m, n in SIZES:
        touched = make.touched(m, n)
        need = max(touched, default=-1) + 1
        expected = np.zeros((need, 2), np.float32)
        expected[touched, 0] = 1
        # Left out, it is as large as needed; that size does, and the next smaller one does not.
        made = function(UsmArray(random(m, n)))
        assert made.shape == (need, 2), (m, n)
        np.testing.assert_array_equal(made.asnumpy(), expected)
        given = UsmArray(np.zeros((need, 2), np.float32))
        assert function(UsmArray(random(m, n)), given) is None
        np.testing.assert_array_equal(given.host, expected)
        if need:
            small = UsmArray(np.zeros((need - 1, 2), np.float32))
            message = rf"'B': shape\[0\] is {need - 1}, but the loops need at least {need}"
            with pytest.raises(sa.ArgumentError, match=message):
                function(UsmArray(random(m, n)), small)


def test_no_short_answer(device_engine):
    make = case("mixed", lambda i, j, M, N: (i + 3 * j) % 5 + i)
    nest, args = make()
    message = "size of dimension 0 is open, .* has no short answer: give the size a name"
    with pytest.raises(sa.CompileError, match=message):
        sa.compile(nest, args=args, engine=device_engine)
