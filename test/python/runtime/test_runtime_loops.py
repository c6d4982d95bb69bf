# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and conditions of the host, as manifests have them."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import array, function, kernel_launch


def loop(name, lower, upper, *launches, increment=1):
    """Describe a loop around launches."""
    return {
        "for": name,
        "from": lower,
        "to": upper,
        "increment": increment,
        "launches": list(launches),
    }


def condition(expression, then=(), otherwise=()):
    """Describe a condition on launches."""
    return {"if": expression, "then": list(then), "else": list(otherwise)}


def accumulating(*launches, sizes=("N",), **scalars):
    """Make a function that adds A to B in the ranges of its launches."""
    arguments = [array("A", "input", "f32", ["N"]), array("B", "inout", "f32", ["N"])]
    arguments += [{"kind": "scalar", "name": n, "type": t} for n, t in scalars.items()]
    return function(arguments, launches, sizes=list(sizes))


def launch(size):
    """Describe the addition of the first elements."""
    return kernel_launch("accumulate", [size], 0, 1)


def check(made, expected, *scalars):
    """Check what the function adds to zeros, in multiples of one."""
    a, b = dpnp.ones(len(expected), dtype="f4"), dpnp.zeros(len(expected), dtype="f4")
    made(a, b, *scalars)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.array(expected, np.float32))


def test_loop():
    check(accumulating(loop("i", 0, "N", launch("i"))), [4, 3, 2, 1, 0])
    check(accumulating(loop("i", 1, ["+", "N", 1], launch("i"), increment=2)), [3, 2, 2, 1, 1])
    check(accumulating(loop("i", "N", 0, launch("N"))), [0, 0, 0])


def test_loops_in_loops():
    inner = loop("j", "i", 3, launch(["-", 3, "j"]), launch("i"))
    expected = np.zeros(5)
    for i in range(3):
        for j in range(i, 3):
            expected[: 3 - j] += 1
            expected[:i] += 1
    check(accumulating(loop("i", 0, 3, inner)), expected)


def test_the_end_of_the_numbers():
    top = 2**63 - 1
    check(accumulating(loop("i", top - 2, top, launch("N"), increment=5)), [1, 1])


def test_condition():
    made = accumulating(condition(["<", "k", 3], [launch(1)], [launch(2)]), k="i64")
    check(made, [1, 0], 2)
    check(made, [1, 1], 3)


def test_scalars_are_sizes():
    check(accumulating(launch(["min", "k", "N"]), k="i64"), [1, 1, 0], 2)


def test_loops_go_forward():
    with pytest.raises(sa.Error, match="a loop does not go forward"):
        check(accumulating(loop("i", 0, 3, launch(1), increment=["-", "N", 1])), [0])


@pytest.mark.parametrize("place", ["from", "to", "increment"])
def test_bounds_that_overflow(place):
    wrong = {**loop("i", 0, 3, launch(1)), place: ["*", "N", 2**62]}
    with pytest.raises(sa.Error, match="a loop has a size that does not fit into 64 bits"):
        check(accumulating(wrong), [0, 0])


def test_condition_that_overflows():
    with pytest.raises(sa.Error, match="a condition has a size that does not fit into 64 bits"):
        check(accumulating(condition(["*", "N", 2**62])), [0, 0])
