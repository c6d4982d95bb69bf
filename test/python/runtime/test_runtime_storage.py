# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that are given as their flat storage, which every layout takes."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, flat, function, kernel_launch

TRIANGLE = ["floordiv", ["*", "N", ["+", "N", 1]], 2]


def copy(argument, shape, strides, sizes=()):
    """Make ``B = A`` for an A that is described like this and a row-major B."""
    rows, columns = shape
    numbers = [{"size": n} for n in (*strides, argument["offset"], columns, 1, 0)]
    arguments = [argument, array("B", "inout", "f32", shape)]
    return function(
        arguments, [kernel_launch("copy2", [rows, columns], 0, 1, *numbers)], sizes=sizes
    )


def memory_of(values):
    """Copy numbers to raw memory."""
    data = np.asarray(values, dtype="f4")
    made = dpctl.memory.MemoryUSMShared(max(data.nbytes, 1))
    np.frombuffer(made, dtype="f4")[:] = data
    return made


ROW_MAJOR = array("A", "input", "f32", [3, 4])
COL_MAJOR = array("A", "input", "f32", [3, 4], [1, 3])
REVERSED = array("A", "input", "f32", [3, 4], [-4, -1], 11)
GAPS = array("A", "input", "f32", [3, 4], [10, 2], 1)
TOEPLITZ = array("A", "input", "f32", [3, 4], [-1, 1], 2, storage=6)
LAYOUTS = {
    "row-major": ROW_MAJOR,
    "column-major": COL_MAJOR,
    "reversed": REVERSED,
    "gaps": GAPS,
    "toeplitz": TOEPLITZ,
    # As of an array without strides, which is addressed row-major here to see something.
    "flat-only": flat("A", "input", "f32", [3, 4], 12),
}


def expected(argument, storage):
    """Read the elements of A out of its storage."""
    s0, s1 = argument["strides"] or (4, 1)
    i, j = np.indices((3, 4))
    return np.asarray(storage)[argument["offset"] + i * s0 + j * s1]


@pytest.mark.parametrize("form", ["array", "memory"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_flat_storage(layout, form):
    argument = LAYOUTS[layout]
    f = copy(argument, (3, 4), argument["strides"] or (4, 1))
    values = np.arange(argument["storage"], dtype="f4") + 5
    given = dpnp.asarray(values) if form == "array" else memory_of(values)
    b = dpnp.zeros((3, 4), dtype="f4")
    f(given, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), expected(argument, values))


@pytest.mark.parametrize("layout", ["row-major", "column-major", "reversed", "gaps", "toeplitz"])
def test_flat_storage_of_the_wrong_length(layout):
    argument = LAYOUTS[layout]
    f = copy(argument, (3, 4), argument["strides"])
    n = argument["storage"]
    for length in (n - 1, n + 1):
        message = (
            rf"argument 'A': rank is 1, expected 2: shape is \({length},\), "
            rf"expected \(3, 4\) or flat storage of {n} elements"
        )
        with pytest.raises(sa.ArgumentError, match=message):
            f(dpnp.zeros(length, dtype="f4"), dpnp.zeros((3, 4), dtype="f4"))


@pytest.mark.parametrize("shape", [(), (1, 3, 4)])
def test_the_wrong_rank_names_the_storage_too(shape):
    f = copy(ROW_MAJOR, (3, 4), (4, 1))
    message = rf"rank is {len(shape)}, expected 2: .*, expected \(3, 4\) or flat storage of 12"
    with pytest.raises(sa.ArgumentError, match=message):
        f(dpnp.zeros(shape, dtype="f4"), dpnp.zeros((3, 4), dtype="f4"))


def test_flat_storage_is_dense():
    whole = dpnp.zeros(24, dtype="f4")
    for argument in (ROW_MAJOR, LAYOUTS["flat-only"]):
        with pytest.raises(
            sa.ArgumentError, match=r"strides are \(2,\), but flat storage is dense"
        ):
            copy(argument, (3, 4), (4, 1))(whole[::2], dpnp.zeros((3, 4), dtype="f4"))


def test_flat_storage_inside_an_allocation():
    whole = dpnp.arange(20, dtype="f4")
    b = dpnp.zeros((3, 4), dtype="f4")
    f = copy(ROW_MAJOR, (3, 4), (4, 1))
    f(HandMade(whole, shape=(12,), offset=8), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(8, 20).reshape(3, 4))
    with pytest.raises(sa.ArgumentError, match="reach outside .* bytes 36 to 84 of 80"):
        f(HandMade(whole, shape=(12,), offset=9), b)


def test_storage_that_starts_above_elements():
    f = copy(array("A", "input", "f32", [3, 4], [4, -1], storage=9), (3, 4), (4, -1))
    b = dpnp.zeros((3, 4), dtype="f4")
    with pytest.raises(sa.ArgumentError, match=r"rank is 1, .* expected \(3, 4\)$"):
        f(dpnp.zeros(9, dtype="f4"), b)
    with pytest.raises(sa.ArgumentError, match="'A': its layout cannot be passed as flat storage"):
        f(memory_of(range(9)), b)
    f = function([array("A", "inout", "f32", [5], [-1], 2, storage=3)], [])
    with pytest.raises(sa.ArgumentError, match=r"'A': shape is \(3,\), expected \(5,\)$"):
        f(dpnp.zeros(3, dtype="f4"))


FLAT_ONLY = {
    "rank-2": ((4, 4), "rank is 2, but an array of this layout is only taken as its flat storage"),
    "rank-0": ((), "rank is 0, but .* flat storage, one-dimensional, as sa.pack makes it"),
    "short": ((9,), r"shape is \(9,\), expected flat storage of 10 elements, as sa.pack makes it"),
    "long": ((16,), r"shape is \(16,\), expected flat storage of 10 elements, as sa.pack"),
}


@pytest.mark.parametrize("case", FLAT_ONLY)
def test_layouts_without_strides_take_nothing_else(case):
    shape, message = FLAT_ONLY[case]
    f = function([flat("A", "inout", "f32", [4, 4], 10)], [kernel_launch("increment", [10], 0, 0)])
    with pytest.raises(sa.ArgumentError, match=f"argument 'A': {message}"):
        f(dpnp.zeros(shape, dtype="f4"))
    f(dpnp.zeros(10, dtype="f4"))


def test_storage_that_overflows():
    arguments = [
        flat("A", "input", "f32", ["N"], ["*", "N", 2**62]),
        array("B", "inout", "f32", ["N"]),
    ]
    f = function(arguments, [kernel_launch("increment", ["N"], 0, 1)], sizes=["N"])
    message = "argument 'A': its flat storage is not possible for these sizes"
    with pytest.raises(sa.ArgumentError, match=message):
        f(dpnp.zeros(5, dtype="f4"), dpnp.zeros(5, dtype="f4"))


def test_storage_of_one_element():
    message = "expected flat storage of 1 element, as"
    f = function([flat("A", "inout", "f32", [1, 1], 1)], [kernel_launch("increment", [1], 0, 0)])
    with pytest.raises(sa.ArgumentError, match=message):
        f(dpnp.zeros(2, dtype="f4"))
    for given in (dpnp.zeros(1, dtype="f4"), memory_of([0])):
        f(given)


def test_one_dimension_with_a_stride():
    f = function(
        [array("A", "input", "f32", ["N"], [2], storage=["-", ["*", 2, "N"], 1])]
        + [array("B", "inout", "f32", ["N"])],
        [kernel_launch("copy2", [1, "N"], 0, 1, *[{"size": n} for n in (0, 2, 0, 0, 1, 0)])],
        sizes=["N"],
    )
    whole = dpnp.arange(10, dtype="f4")
    # Without B's help the length has to say it: 9 elements hold 5 of them.
    for given in (whole[::2], whole[:9]):
        b = dpnp.zeros(5, dtype="f4")
        f(given, b)
        np.testing.assert_array_equal(dpnp.asnumpy(b), [0, 2, 4, 6, 8])
        f(given, memory_of(range(5)))
    with pytest.raises(sa.ArgumentError, match=r"strides are \(1,\), expected \(2,\)"):
        f(whole, dpnp.zeros(10, dtype="f4"))
    with pytest.raises(sa.ArgumentError, match=r"'A': strides are \(1,\), expected \(2,\)"):
        f(whole, memory_of(range(10)))


def test_one_dimension_with_a_stride_and_the_wrong_length():
    f = function([array("A", "inout", "f32", [5], [2])], [kernel_launch("increment", [1], 0, 0)])
    message = r"shape is \(8,\), expected \(5,\) or flat storage of 9 elements"
    with pytest.raises(sa.ArgumentError, match=message):
        f(dpnp.zeros(8, dtype="f4"))


def triangle(*others):
    """Make ``A[0] = A[N]`` for a packed triangle of N rows, in a function of more arrays."""
    arguments = [flat("A", "inout", "f32", ["N", "N"], TRIANGLE), *others]
    numbers = [{"size": n} for n in (0, 0, "N", 0, 0, 0)]
    once = ["min", 1, ["floordiv", "N", 2]]
    return function(arguments, [kernel_launch("copy2", [1, once], 0, 0, *numbers)], sizes=["N"])


@pytest.mark.parametrize("n", [0, 1, 2, 5, 100])
def test_a_size_that_only_the_storage_says(n):
    whole = dpnp.arange(10000, dtype="f4")
    triangle()(whole[: n * (n + 1) // 2])
    assert float(whole[0]) == (n if n > 1 else 0)


def test_storage_that_fits_no_size():
    message = r"'A': shape is \(11,\), which does not say what size N is"
    with pytest.raises(sa.ArgumentError, match=message):
        triangle()(dpnp.zeros(11, dtype="f4"))
    message = "'A': memory has 44 bytes, which do not say what size N is"
    with pytest.raises(sa.ArgumentError, match=message):
        triangle()(dpctl.memory.MemoryUSMShared(44))


def test_storage_that_fits_several_sizes():
    blocks = ["*", 4, ["ceildiv", "N", 4]]
    f = function([flat("A", "inout", "f32", ["N"], blocks)], [], sizes=["N"])
    with pytest.raises(sa.ArgumentError, match="which does not say what size N is"):
        f(dpnp.zeros(12, dtype="f4"))


def test_the_storage_of_a_known_size():
    f = triangle(array("x", "input", "f32", ["N"]))
    f(dpnp.zeros(10, dtype="f4"), dpnp.zeros(4, dtype="f4"))
    with pytest.raises(sa.ArgumentError, match="expected flat storage of 15 elements, as sa.pack"):
        f(dpnp.zeros(10, dtype="f4"), dpnp.zeros(5, dtype="f4"))
    with pytest.raises(sa.ArgumentError, match="'A': memory has 40 bytes, expected 60"):
        f(dpctl.memory.MemoryUSMShared(40), dpnp.zeros(5, dtype="f4"))


def test_a_shape_that_disagrees_with_a_storage():
    strided = array("x", "input", "f32", ["N"], [2], storage=["-", ["*", 2, "N"], 1])
    message = r"'x': shape\[0\] is 12, but the storage of argument 'A' says that N is 4"
    with pytest.raises(sa.ArgumentError, match=message):
        triangle(strided)(dpnp.zeros(10, dtype="f4"), dpnp.zeros(12, dtype="f4"))


def test_sizes_that_nobody_says():
    arguments = [array("A", "inout", "f32", ["M", "N"])]
    f = function(arguments, [], sizes=["M", "N"])
    with pytest.raises(
        sa.ArgumentError, match="'A': memory has 48 bytes, which do not say what size M is"
    ):
        f(dpctl.memory.MemoryUSMShared(48))
    with pytest.raises(sa.ArgumentError, match=r"'A': rank is 3, expected 2: shape is \(2, 2, 2\)"):
        f(dpnp.zeros((2, 2, 2), dtype="f4"))


def test_storage_that_is_not_possible():
    a = flat("A", "input", "f32", ["N"], ["*", "N", 2**62])
    f = function([a, array("B", "inout", "f32", ["N"])], [], sizes=["N"])
    with pytest.raises(sa.ArgumentError, match="flat storage is not possible for these sizes"):
        f(dpnp.zeros(12, dtype="f4"), dpnp.zeros(5, dtype="f4"))


@pytest.mark.parametrize("given", ["shape", "flat", "nothing"])
@pytest.mark.parametrize("layout", ["row-major", "column-major", "flat-only"])
def test_storage_of_no_elements(layout, given):
    argument = {
        "row-major": array("A", "inout", "f32", ["N", 4]),
        "column-major": array("A", "inout", "f32", ["N", 4], [1, "N"], storage=["*", 4, "N"]),
        "flat-only": flat("A", "inout", "f32", ["N", 4], ["*", 4, "N"]),
    }[layout]
    queue = dpnp.zeros(1).sycl_queue
    nothing = HandMade(None, data=(0, False), shape=(0,), typestr="<f4", syclobj=queue, version=1)
    around = dpnp.full((2, 4), 7, dtype="f4")
    forms = {
        "shape": around[1:1] if layout != "flat-only" else around.reshape(8)[4:4],
        "flat": around.reshape(8)[4:4],
        "nothing": nothing,
    }
    function([argument], [kernel_launch("increment", ["N"], 0, 0)], sizes=["N"])(forms[given])
    np.testing.assert_array_equal(dpnp.asnumpy(around), np.full((2, 4), 7))


@pytest.mark.parametrize("rank", [4, 15, 16])
def test_many_dimensions(rank):
    shape = [2, 1, 3] + [1] * (rank - 4) + [2]
    arguments = [array("A", "input", "f32", shape), array("B", "inout", "f32", shape)]
    f = function(arguments, [kernel_launch("increment", [12], 0, 1)])
    a = dpnp.arange(12, dtype="f4").reshape(shape)
    b = dpnp.zeros(shape, dtype="f4")
    f(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a) + 1)
    f(a.reshape(12), b.reshape(12))
    with pytest.raises(sa.ArgumentError, match=f"rank is {rank + 1}, expected {rank}"):
        f(a.reshape([*shape, 1]), b)
