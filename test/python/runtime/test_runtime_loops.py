# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and conditions of the host, as manifests have them."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import array, function, step


def loop(name, lower, upper, *steps, stride=1):
    """Describe a loop around launches."""
    return {"for": name, "from": lower, "to": upper, "step": stride, "steps": list(steps)}


def condition(expression, then=(), otherwise=()):
    """Describe a condition on launches."""
    return {"if": expression, "then": list(then), "else": list(otherwise)}


def accumulating(*steps, sizes=("N",), **scalars):
    """Make a function that adds A to B in the ranges of its launches."""
    arguments = [array("A", "input", "f32", ["N"]), array("B", "inout", "f32", ["N"])]
    arguments += [{"kind": "scalar", "name": n, "type": t} for n, t in scalars.items()]
    return function(arguments, steps, sizes=list(sizes))


def launch(size):
    """Describe the addition of the first elements."""
    return step("accumulate", [size], 0, 1)


def check(made, expected, *scalars):
    """Check what the function adds to zeros, in multiples of one."""
    a, b = dpnp.ones(len(expected), dtype="f4"), dpnp.zeros(len(expected), dtype="f4")
    made(a, b, *scalars)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.array(expected, np.float32))


def test_loop():
    check(accumulating(loop("i", 0, "N", launch("i"))), [4, 3, 2, 1, 0])
    check(accumulating(loop("i", 1, ["+", "N", 1], launch("i"), stride=2)), [3, 2, 2, 1, 1])
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
    check(accumulating(loop("i", top - 2, top, launch("N"), stride=5)), [1, 1])


def test_condition():
    made = accumulating(condition(["<", "k", 3], [launch(1)], [launch(2)]), k="i64")
    check(made, [1, 0], 2)
    check(made, [1, 1], 3)


def test_scalars_are_sizes():
    check(accumulating(launch(["min", "k", "N"]), k="i64"), [1, 1, 0], 2)


BAD = {
    "scalar": ([launch("k")], "uses argument 'k' as a size, which only scalars of type i64 are"),
    "array": ([launch("A")], "uses argument 'A' as a size, which only scalars of type i64 are"),
    "outside": ([loop("i", 0, 3), launch("i")], "uses the size 'i'"),
    "own bound": ([loop("i", 0, "i")], "uses the size 'i'"),
    "name": ([loop("N", 0, 3)], "a loop is called 'N', as a size, an argument or a loop around"),
    "names": ([loop("i", 0, 3, loop("i", 0, 3))], "a loop is called 'i', as a size, an argument"),
    "argument": ([loop("A", 0, 3)], "a loop is called 'A'"),
    "field": ([{"for": "i"}], "no field 'from'"),
    "condition": ([{"if": 1, "then": []}], "no field 'else'"),
    "more": ([{**condition(1), "for": "i"}], "the unknown field 'for'|the unknown field 'if'"),
    "steps": ([{**loop("i", 0, 3), "steps": 1}], "is not a list"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_manifest(case):
    steps, message = BAD[case]
    with pytest.raises(sa.Error, match=message):
        accumulating(*steps, k="f32")


@pytest.mark.parametrize("kind", ["loops", "conditions"])
def test_nested_too_deeply(kind):
    steps = [launch(1)]
    for i in range(65):
        steps = [loop(f"i{i}", 0, 1, *steps) if kind == "loops" else condition(1, steps)]
    with pytest.raises(sa.Error, match=f"{kind} are nested too deeply"):
        accumulating(*steps)


def test_loops_go_forward():
    with pytest.raises(sa.Error, match="a loop does not go forward"):
        check(accumulating(loop("i", 0, 3, launch(1), stride=["-", "N", 1])), [0])


@pytest.mark.parametrize("place", ["from", "to", "step"])
def test_bounds_that_overflow(place):
    wrong = {**loop("i", 0, 3, launch(1)), place: ["*", "N", 2**62]}
    with pytest.raises(sa.Error, match="a loop has a size that does not fit into 64 bits"):
        check(accumulating(wrong), [0, 0])


def test_condition_that_overflows():
    with pytest.raises(sa.Error, match="a condition has a size that does not fit into 64 bits"):
        check(accumulating(condition(["*", "N", 2**62])), [0, 0])
