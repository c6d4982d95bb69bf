# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that share memory: refused when one of them is written, and only then."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import HandMade, array, flat, function, kernel_launch, open_array


def copy2():
    """Make ``B = A`` for two matrices with any strides."""
    names = ("A_stride0", "A_stride1", 0, "B_stride0", "B_stride1", 0)
    arguments = [
        open_array("A", "input", "f32", ["M", "N"]),
        open_array("B", "inout", "f32", ["M", "N"]),
    ]
    sizes = [{"size": name} for name in names]
    return function(arguments, [kernel_launch("copy2", ["M", "N"], 0, 1, *sizes)], sizes=["M", "N"])


DISJOINT = {
    "halves": lambda a: (a[:4], a[4:]),
    "left and right": lambda a: (a[:, :6], a[:, 6:]),
    "even and odd rows": lambda a: (a[::2], a[1::2]),
    "even and odd columns": lambda a: (a[:, ::2], a[:, 1::2]),
    "against the direction": lambda a: (a[:, ::2], a[:, -1::-2]),
    "chess board": lambda a: (a[::2, ::2], a[1::2, 1::2]),
    "corners": lambda a: (a[:4, :5], a[3:7, 5:10]),
    "neighbours in blocks": lambda a: (a[::4, 0:3], a[2::4, 1:4]),
    # Their strides have no common divisor, so only looking closely tells.
    "different steps": lambda a: (a.reshape(96)[0:3][None, :], a.reshape(96)[3:10:3][None, :]),
    "crossing steps": lambda a: (a.reshape(96)[0:64:16][None], a.reshape(96)[3:64:18][None]),
}


@pytest.mark.parametrize("case", DISJOINT)
def test_disjoint_views_of_one_array(case):
    whole = dpnp.arange(96, dtype="f4").reshape(8, 12)
    reference = dpnp.asnumpy(whole)
    source, target = DISJOINT[case](reference)
    assert not np.shares_memory(source, target)
    target[...] = source
    copy2()(*DISJOINT[case](whole))
    np.testing.assert_array_equal(dpnp.asnumpy(whole), reference)


OVERLAPPING = {
    "same": lambda a: (a, a),
    "shifted": lambda a: (a[:-1], a[1:]),
    "transposed": lambda a: (a[:8, :8], a[:8, :8].T),
    "one element": lambda a: (a[:4, :5], a[3:7, 4:9]),
    "reversed": lambda a: (a[:, ::2], a[:, -2::-2]),
    "row and column": lambda a: (a[2:3, :8], a[:, 5:6].T),
    "steps that meet": lambda a: (a.reshape(96)[0:64:16][None], a.reshape(96)[2:60:15][None]),
}


@pytest.mark.parametrize("case", OVERLAPPING)
def test_overlapping_views_of_one_array(case):
    whole = dpnp.arange(96, dtype="f4").reshape(8, 12)
    assert np.shares_memory(*OVERLAPPING[case](dpnp.asnumpy(whole)))
    with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A', but the function"):
        copy2()(*OVERLAPPING[case](whole))


def test_storage_counts_as_a_whole():
    memory = dpnp.zeros(40, dtype="f4")
    arguments = [
        flat("A", "inout", "f32", [4, 4], 10),
        array("B", "input", "f32", [4], [2]),
    ]
    f = function(arguments, [])
    f(memory[:10], memory[10:18:2])
    with pytest.raises(sa.ArgumentError, match="'A': data overlaps argument 'B'"):
        f(memory[:10], memory[9:17:2])


def test_elements_of_different_size():
    memory = dpctl.memory.MemoryUSMShared(64)
    arguments = [
        open_array("A", "input", "f64", ["N"]),
        open_array("B", "inout", "f32", ["N"]),
    ]
    f = function(arguments, [], sizes=["N"])
    view = {"version": 1, "syclobj": memory.sycl_queue, "shape": (3,)}
    a = HandMade(None, data=(memory._pointer, False), typestr="<f8", strides=(2,), **view)
    for offset, fine in [(0, False), (1, False), (2, True), (3, True), (4, False)]:
        b = HandMade(
            None, data=(memory._pointer + 4 * offset, False), typestr="<f4", strides=(4,), **view
        )
        if fine:
            f(a, b)
            continue
        with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
            f(a, b)


# A knapsack problem: weights without any structure.
WEIGHTS = tuple(np.random.default_rng(5).integers(1 << 19, 1 << 20, 16).tolist())


@pytest.fixture(scope="module")
def knapsack():
    """An array of bytes in which nobody can say quickly what lies where."""
    memory = dpctl.memory.MemoryUSMShared(32 << 20)
    return HandMade(
        memory,
        data=(memory._pointer, False),
        version=1,
        syclobj=memory.sycl_queue,
        typestr="|i1",
        shape=(3,) * 16,
        strides=WEIGHTS,
    )


def with_knapsack(role, other):
    return function([open_array("A", role, "i8", [3] * 16), open_array("B", other, "i8", [1])], [])


def test_overlaps_that_take_too_long_to_decide_are_refused(knapsack):
    element = HandMade(knapsack, shape=(1,), strides=(1,), offset=10_000_001)
    with pytest.raises(sa.ArgumentError, match="'B': data may overlap argument 'A', but the"):
        with_knapsack("input", "inout")(knapsack, element)
    with_knapsack("input", "input")(knapsack, element)


def test_strides_that_take_too_long_to_decide_are_refused(knapsack):
    element = dpnp.zeros(1, dtype="i1", sycl_queue=knapsack.owner.sycl_queue)
    with pytest.raises(sa.ArgumentError, match="may lead to the same element twice, but the"):
        with_knapsack("inout", "input")(knapsack, element)
    with_knapsack("input", "inout")(knapsack, element)
