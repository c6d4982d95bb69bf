# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Outputs that are left out: what is to be allocated for them, and where."""

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import array, at_least, flat, function, kernel_launch, open_array


def increment_output(**fields):
    """Make ``B[i] = A[i] + 1`` with B as an output."""
    arguments = [array("A", "input", "f32", ["N"]), array("B", "output", "f32", ["N"], **fields)]
    return function(arguments, [kernel_launch("increment", ["N"], 0, 1)], sizes=["N"])


def only(function, *arguments):
    """Give the single output that a call with these arguments needs."""
    _, (output,) = function.output_shapes(*arguments)
    return output


def fields(output):
    return output.shape, output.strides, output.offset, output.storage


def test_outputs_are_written_when_given():
    b = dpnp.zeros(5, dtype="f4")
    increment_output()(dpnp.arange(5, dtype="f4"), b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), [1, 2, 3, 4, 5])


@pytest.mark.parametrize("n", [0, 1, 7])
def test_shape_of_an_output(n):
    f = increment_output()
    a = dpnp.arange(n, dtype="f4")
    queue, (output,) = f.output_shapes(a, None)
    assert queue == a.sycl_queue
    assert isinstance(queue, dpctl.SyclQueue)
    assert output.argument == 1
    assert fields(output) == ((n,), (1,), 0, n)
    b = dpnp.empty(output.shape, dtype="f4", sycl_queue=queue)
    f(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, n + 1))


def test_nothing_is_needed_when_all_is_given():
    a = dpnp.zeros(5, dtype="f4")
    queue, outputs = increment_output().output_shapes(a, dpnp.zeros(5, dtype="f4"))
    assert queue == a.sycl_queue
    assert outputs == []


def test_filled():
    a = dpnp.zeros(5, dtype="f4")
    assert not only(increment_output(), a, None).filled
    assert only(increment_output(filled=True), a, None).filled


def test_the_queue_is_that_of_the_arguments():
    queue = dpctl.SyclQueue(property="in_order")
    a = dpctl.memory.MemoryUSMShared(20, queue=queue)
    found, (output,) = increment_output().output_shapes(a, None)
    assert found == queue
    assert output.shape == (5,)


def test_the_queue_when_everything_is_left_out():
    f = function([array("B", "output", "f32", [2, 3])], [kernel_launch("accumulate", [6], 0, 0)])
    queue, (output,) = f.output_shapes(None)
    assert queue == dpctl.get_device_cached_queue(dpctl.SyclDevice())
    assert fields(output) == ((2, 3), (3, 1), 0, 6)
    f(dpnp.zeros(output.shape, dtype="f4", sycl_queue=queue))


LAYOUTS = {
    "row-major": (array("B", "output", "f32", ["N", 4]), ((3, 4), (4, 1), 0, 12)),
    "column-major": (
        array("B", "output", "f32", ["N", 4], [1, "N"], storage=["*", 4, "N"]),
        ((3, 4), (1, 3), 0, 12),
    ),
    "strided": (
        array("B", "output", "f32", ["N"], [-2], 20, storage=21),
        ((3,), (-2,), 20, 21),
    ),
    "flat-only": (
        flat("B", "output", "f32", ["N", "N"], ["floordiv", ["*", "N", ["+", "N", 1]], 2]),
        ((3, 3), None, 0, 6),
    ),
    "any": (open_array("B", "output", "f32", [2, "N"]), ((2, 3), (3, 1), 0, 6)),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    argument, expected = LAYOUTS[layout]
    f = function([array("A", "input", "f32", ["N"]), argument], [], sizes=["N"])
    assert fields(only(f, dpnp.zeros(3, dtype="f4"), None)) == expected


def test_several_outputs_and_scalars():
    arguments = [
        array("X", "output", "f32", ["M"]),
        {"kind": "scalar", "name": "alpha", "type": "f32"},
        array("A", "input", "f32", ["M", "N"]),
        array("Y", "output", "c128", ["N"]),
    ]
    f = function(arguments, [], sizes=["M", "N"])
    a = dpnp.zeros((2, 3), dtype="f4")
    _, outputs = f.output_shapes(None, 0.5, a, None)
    assert [(o.argument, o.shape) for o in outputs] == [(0, (2,)), (3, (3,))]
    _, outputs = f.output_shapes(None, 0.5, a, dpnp.zeros(3, dtype="c16"))
    assert [(o.argument, o.shape) for o in outputs] == [(0, (2,))]


@pytest.mark.parametrize(("needs", "expected"), [([5], 5), ([5, 9, "N"], 9), ([["-", 2, "N"]], 0)])
def test_open_dimensions_are_as_large_as_the_loops_need(needs, expected):
    arguments = [array("A", "input", "f32", ["N"]), array("B", "output", "f32", ["B_size0", 4])]
    requirements = [at_least(1, need) for need in needs]
    f = function(arguments, [], sizes=["N", "B_size0"], requirements=requirements)
    assert fields(only(f, dpnp.zeros(3, dtype="f4"), None)) == (
        (expected, 4),
        (4, 1),
        0,
        4 * expected,
    )


def test_an_output_may_be_the_only_one_to_say_a_size():
    arguments = [array("A", "input", "f32", [4]), array("B", "output", "f32", ["N"])]
    f = function(arguments, [], sizes=["N"])
    f(dpnp.zeros(4, dtype="f4"), dpnp.zeros(3, dtype="f4"))
    message = "'f': no argument's shape says what size N is, so output 'B' cannot be left out"
    with pytest.raises(sa.ArgumentError, match=message):
        f.output_shapes(dpnp.zeros(4, dtype="f4"), None)


def test_sizes_that_are_not_possible():
    arguments = [
        array("A", "input", "f32", ["N"]),
        array("B", "output", "f32", [["*", "N", 2**62]]),
    ]
    f = function(arguments, [], sizes=["N"])
    with pytest.raises(sa.ArgumentError, match="'B': shape is not possible for these sizes"):
        f.output_shapes(dpnp.zeros(4, dtype="f4"), None)


def test_errors_are_those_of_calls():
    f = increment_output()
    a = dpnp.zeros(4, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="takes 2 arguments, was given 1"):
        f.output_shapes(a)
    with pytest.raises(sa.ArgumentError, match="'A': typestr is '<f8'"):
        f.output_shapes(dpnp.zeros(4, dtype="f8"), None)
    with pytest.raises(sa.ArgumentError, match=r"'A': strides are \(2,\)"):
        f.output_shapes(dpnp.zeros(4, dtype="f4")[::2], None)
    with pytest.raises(sa.ArgumentError, match=r"'B': shape\[0\] is 3"):
        f.output_shapes(a, dpnp.zeros(3, dtype="f4"))


def test_none_stands_for_outputs_only():
    a = dpnp.zeros(4, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="'A': 'NoneType' object is not an array"):
        increment_output().output_shapes(None, a)
    with pytest.raises(sa.ArgumentError, match="'B': 'NoneType' object is not an array"):
        increment_output()(a, None)


def test_outputs_are_written_arrays():
    a = dpnp.zeros(4, dtype="f4")
    with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
        increment_output()(a, a)
    b = dpnp.zeros(4, dtype="f4")
    b.flags.writable = False
    with pytest.raises(sa.ArgumentError, match="'B': data is read-only"):
        increment_output()(a, b)
