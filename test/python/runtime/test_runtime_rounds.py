# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rounds of the host, as manifests have them: exchanges, looks at elements, and passed sizes."""

import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import array, function, kernel_launch

A, B, T = {"argument": 0}, {"argument": 1}, {"temporary": 0}
TEMPORARY = {"name": "T", "element_type": "f32", "elements": "N"}


def rounds(count, *launches):
    """Describe a loop from 0 by 1."""
    return {"for": "t", "from": 0, "to": count, "increment": 1, "launches": list(launches)}


def stop(operand=B, element_type="i32", offset=0, every=1):
    """Describe a look at an element."""
    return {
        "stop_unless": operand,
        "offset": offset,
        "element_type": element_type,
        "every": every,
    }


def accumulating(*launches, arguments=(), temporaries=(TEMPORARY,)):
    """Make a function that adds A to B."""
    own = [array("A", "input", "f32", ["N"]), array("B", "inout", "f32", ["N"])]
    return function([*own, *arguments], launches, sizes=["N"], temporaries=list(temporaries))


ADD = kernel_launch("accumulate", ["N"], 0, 1)


def added(made, *more):
    a, b = dpnp.ones(3, dtype="f4"), dpnp.zeros(3, dtype="f4")
    made(a, b, *more)
    return dpnp.asnumpy(b).tolist()


def test_looks():
    # All that is added is not zero, as bits.
    assert added(accumulating(rounds(5, ADD, stop()))) == [5, 5, 5]
    # The temporary is zero.
    assert added(accumulating(rounds(5, ADD, stop(T)))) == [1, 1, 1]
    assert added(accumulating(rounds(5, ADD, stop(T, every=2)))) == [2, 2, 2]
    assert added(accumulating(rounds(5, ADD, stop(T, "i8", 2, every=9)))) == [5, 5, 5]
    assert added(accumulating(rounds(0, ADD, stop(T)))) == [0, 0, 0]


def test_exchanges():
    moved = {"if_moved": B, "place": T, "then": [ADD]}
    # Every other round goes to the temporary.
    assert added(accumulating(rounds(4, ADD, {"exchange": [B, T]}))) == [2, 2, 2]
    assert added(accumulating(rounds(3, ADD, {"exchange": [B, T]}), moved)) == [2, 2, 2]
    assert added(accumulating(rounds(1, ADD, {"exchange": [B, T]}), moved)) == [1, 1, 1]
    assert added(accumulating(rounds(2, ADD, {"exchange": [B, T]}), moved)) == [1, 1, 1]


@pytest.mark.parametrize(
    ("launches", "message"),
    [
        ([{"exchange": [B]}], "does not name two arrays"),
        ([{"exchange": [A, T]}], "neither a written array nor a temporary"),
        ([{"exchange": [B, {"temporary": 1}]}], "neither a written array nor a temporary"),
        ([stop()], "the end of a loop is not one"),
        ([rounds(2, ADD, stop(every=0))], "the end of a loop is not one"),
        ([rounds(2, ADD, stop(element_type="f32"))], "the end of a loop is not one"),
        ([rounds(2, ADD, stop(A))], "neither a written array nor a temporary"),
        ([{"if_moved": T, "place": T, "then": []}], "does not ask whether an argument moved"),
    ],
)
def test_wrong_manifests(launches, message):
    with pytest.raises(sa.Error, match=message):
        added(accumulating(*launches))


def test_passed_sizes():
    scalar = {"kind": "scalar", "name": "N", "type": "i64", "size": True}
    assert added(accumulating(ADD, arguments=[scalar]), 3) == [1, 1, 1]
    with pytest.raises(sa.ArgumentError, match=r"shape\[0\] is 3, but N is 4"):
        added(accumulating(ADD, arguments=[scalar]), 4)
    with pytest.raises(sa.ArgumentError, match="argument 'N': -1 is no size"):
        added(accumulating(ADD, arguments=[scalar]), -1)
    with pytest.raises(sa.Error, match="'M' is not among the function's sizes"):
        added(accumulating(ADD, arguments=[{**scalar, "name": "M"}]), 3)
    with pytest.raises(sa.Error, match="scalar 'N' is a size, but not of type i64"):
        added(accumulating(ADD, arguments=[{**scalar, "type": "i32"}]), 3)


def test_elements_are_where_they_were():
    exchanged = accumulating(rounds(3, {"exchange": [B, T]}, ADD, {"exchange": [B, T]}))
    np.testing.assert_array_equal(added(exchanged), [0, 0, 0])
