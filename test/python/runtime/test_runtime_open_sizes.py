# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions that are left open: larger is fine, smaller than the loops is not."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, at_least, flat, function, kernel_launch


def first_rows(need=3):
    """Make ``B[i, j] = A[i, j]`` for some rows of an A with as many as there are."""
    arguments = [
        array("A", "input", "f32", ["A_size0", 4]),
        array("B", "inout", "f32", ["M", 4]),
    ]
    numbers = [{"size": n} for n in (4, 1, 0, 4, 1, 0)]
    return function(
        arguments,
        [kernel_launch("copy2", ["M", 4], 0, 1, *numbers)],
        sizes=["A_size0", "M"],
        requirements=[at_least(0, need)],
    )


def rows(count):
    return dpnp.arange(4 * count, dtype="f4").reshape(count, 4)


@pytest.mark.parametrize("count", [3, 4, 100])
def test_enough_rows(count):
    b = dpnp.zeros((3, 4), dtype="f4")
    first_rows()(rows(count), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(12).reshape(3, 4))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_rows(count):
    message = rf"argument 'A': shape\[0\] is {count}, but the loops need at least 3"
    with pytest.raises(sa.ArgumentError, match=message):
        first_rows()(rows(count), dpnp.zeros((3, 4), dtype="f4"))


def test_what_is_needed_depends_on_other_sizes():
    f = first_rows(["+", "M", 1])
    f(rows(6), dpnp.zeros((5, 4), dtype="f4"))
    with pytest.raises(sa.ArgumentError, match=r"shape\[0\] is 5, but the loops need at least 6"):
        f(rows(5), dpnp.zeros((5, 4), dtype="f4"))


def test_a_need_that_overflows():
    f = first_rows(["*", "M", 2**62])
    with pytest.raises(sa.ArgumentError, match="but the loops need more than fit in memory"):
        f(rows(5), dpnp.zeros((5, 4), dtype="f4"))


def test_other_dimensions_must_still_fit():
    with pytest.raises(sa.ArgumentError, match=r"shape is \(5, 3\), expected \(5, 4\)"):
        first_rows()(dpnp.zeros((5, 3), dtype="f4"), dpnp.zeros((3, 4), dtype="f4"))
    with pytest.raises(sa.ArgumentError, match="rank is 3, expected 2"):
        first_rows()(dpnp.zeros((5, 2, 2), dtype="f4"), dpnp.zeros((3, 4), dtype="f4"))


def as_flat(length):
    return dpnp.arange(length, dtype="f4")


def as_memory(length):
    memory = dpctl.memory.MemoryUSMShared(4 * length)
    np.frombuffer(memory, dtype="f4")[:] = np.arange(length)
    return memory


@pytest.mark.parametrize("make", [as_flat, as_memory])
@pytest.mark.parametrize("length", [12, 13, 15, 16, 999])
def test_storage_is_as_many_rows_as_fit(make, length):
    b = dpnp.zeros((3, 4), dtype="f4")
    first_rows()(make(length), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(12).reshape(3, 4))


@pytest.mark.parametrize("make", [as_flat, as_memory])
@pytest.mark.parametrize("length", [4, 11])
def test_storage_with_too_few_rows(make, length):
    message = rf"'A': its storage has room for {length // 4} in dimension 0, but the loops need"
    with pytest.raises(sa.ArgumentError, match=message + " at least 3"):
        first_rows()(make(length), dpnp.zeros((3, 4), dtype="f4"))


def row_count(argument, need=1):
    """Make a function that writes the size of A's open dimension to B."""
    arguments = [argument, array("B", "inout", "f32", [1]), array("C", "input", "f32", [64])]
    count = {"size": "A_size0"}
    numbers = [{"size": 0}] * 2 + [count] + [{"size": 0}] * 3
    return function(
        arguments,
        [kernel_launch("copy2", [1, 1], 2, 1, *numbers)],
        sizes=["A_size0"],
        requirements=[at_least(0, need, argument["shape"].index("A_size0"))],
    )


N = "A_size0"
GROWING = {
    "row-major": (array("A", "input", "f32", [N, 4]), 18, 4),
    "column-major": (array("A", "input", "f32", [4, N], [1, 4], storage=["*", 4, N]), 18, 4),
    "one-dimension": (array("A", "input", "f32", [N]), 18, 18),
    "stride-2": (array("A", "input", "f32", [N], [2], storage=["-", ["*", 2, N], 1]), 18, 9),
    "banded": (flat("A", "input", "f32", [N, 8], ["*", 3, N]), 17, 5),
    "blocked": (flat("A", "input", "f32", [N, 4], ["*", 16, ["ceildiv", N, 4]]), 40, 8),
    # Such storage holds any number of rows, so it is taken to hold what is needed.
    "stride-0": (array("A", "input", "f32", [N, 4], [0, 1], storage=4), 4, 7),
}


@pytest.mark.parametrize("layout", GROWING)
def test_rows_in_the_storage_of_a_layout(layout):
    argument, length, expected = GROWING[layout]
    b, c = dpnp.zeros(1, dtype="f4"), dpnp.arange(64, dtype="f4")
    row_count(argument, need=7 if layout == "stride-0" else 1)(as_flat(length), b, c)
    assert float(b[0]) == expected


def test_elements_of_the_descriptor_lie_in_the_allocation():
    # Three rows would do, but the descriptor speaks of six.
    a = HandMade(rows(5), shape=(6, 4))
    with pytest.raises(sa.ArgumentError, match="elements reach outside .* bytes 0 to 96 of 80"):
        first_rows()(a, dpnp.zeros((3, 4), dtype="f4"))


def test_an_open_dimension_may_be_empty():
    around = dpnp.full((2, 4), 7, dtype="f4")
    first_rows(need=0)(rows(0), around[1:1])
    np.testing.assert_array_equal(dpnp.asnumpy(around), np.full((2, 4), 7))
