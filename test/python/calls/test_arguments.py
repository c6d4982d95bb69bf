# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call refuses, on every engine alike: the error names the argument."""

import dpctl
import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, copying, random

SHAPE = (4, 6)


@pytest.fixture
def function(engine):
    return copying(engine, SHAPE)


def usm(*shape, dtype=np.float32, **options):
    return UsmArray(random(*shape, dtype=dtype), **options)


def test_fitting_arguments_run(function):
    a, b = usm(*SHAPE), usm(*SHAPE, dtype=np.float32)
    function(a, b)
    np.testing.assert_array_equal(a.host, b.host)


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int32, np.uint8, bool])
def test_element_type(function, dtype):
    with pytest.raises(sa.ArgumentError, match=r"'A'.*typestr.*\(f32\)"):
        function(usm(*SHAPE, dtype=dtype), usm(*SHAPE))


def test_element_type_of_the_other_argument(function):
    with pytest.raises(sa.ArgumentError, match="'B'"):
        function(usm(*SHAPE), usm(*SHAPE, dtype=np.int32))


@pytest.mark.parametrize("shape", [(4,), (4, 6, 1), (23,)])
def test_rank(function, shape):
    with pytest.raises(sa.ArgumentError, match="'A'.*rank"):
        function(usm(*shape), usm(*SHAPE))


def test_flat_storage(function):
    a, b = usm(24), usm(*SHAPE)
    function(a, b)
    np.testing.assert_array_equal(b.host, a.host.reshape(SHAPE))


@pytest.mark.parametrize("shape", [(6, 4), (4, 7), (3, 6), (0, 6)])
def test_shape(function, shape):
    with pytest.raises(sa.ArgumentError, match="'B'.*shape"):
        function(usm(*SHAPE), usm(*shape))


def test_strides(function):
    with pytest.raises(sa.ArgumentError, match="'A'.*stride"):
        function(UsmArray(np.asfortranarray(random(*SHAPE))), usm(*SHAPE))


def test_gaps(function):
    with pytest.raises(sa.ArgumentError, match="'A'.*stride"):
        function(UsmArray(random(4, 12)[:, ::2]), usm(*SHAPE))


def test_read_only_output(function):
    with pytest.raises(sa.ArgumentError, match="'B'.*read-only"):
        function(usm(*SHAPE), usm(*SHAPE, read_only=True))


def test_read_only_input_is_fine(function):
    a, b = usm(*SHAPE, read_only=True), usm(*SHAPE)
    function(a, b)
    np.testing.assert_array_equal(b.host, a.host)


def test_overlap(function):
    a = usm(*SHAPE)
    with pytest.raises(sa.ArgumentError, match="'[AB]'.*'[AB]'"):
        function(a, a)


class Part(UsmArray):
    """Elements of the memory of another array."""

    def __init__(self, whole, first, shape, strides):
        self.dtype, self.memory, self.read_only = whole.dtype, whole.memory, False
        self.first, self.shape, self.strides = first, shape, strides


def strided_copy(engine, shape, strides, role=sa.Role.INPUT):
    A = sa.Array(role=role, shape=shape, layout=strides, name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=shape, layout=strides, name="B")
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices] + 1
        if role is sa.Role.INOUT:
            A[indices] = 7

    return sa.compile(nest, args=(A, B), engine=engine)


# What the arrays begin at, their shape and strides, and whether they share an element.
PARTS = {
    "even and odd": (0, 1, (5,), (2,), False),
    "odd and even": (1, 0, (5,), (2,), False),
    "columns": (0, 2, (3, 2), (6, 1), False),
    "even and odd columns": (2, 1, (3, 2), (6, 2), False),
    "the same": (0, 0, (5,), (2,), True),
    "shifted by a step": (0, 2, (5,), (2,), True),
    "one after the other": (0, 5, (5,), (1,), False),
    "shifted by one": (0, 1, (5,), (1,), True),
    "single elements": (0, 1, (1,), (1,), False),
    "one element": (3, 3, (1,), (1,), True),
}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS.keys())
def test_parts_of_one_array(engine, part):
    first, second, shape, strides, overlap = part
    function = strided_copy(engine, shape, strides)
    whole = usm(20)
    a, b = (Part(whole, at, shape, strides) for at in (first, second))
    before = whole.host.copy()
    if overlap:
        with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
            function(a, b)
        np.testing.assert_array_equal(whole.host, before)
    else:
        expected = a.host + 1
        function(a, b)
        np.testing.assert_array_equal(b.host, expected)


def test_interleaved_arrays_are_both_written(engine):
    function = strided_copy(engine, (5,), (2,), sa.Role.INOUT)
    whole = usm(10)
    expected = whole.host[::2] + 1
    function(Part(whole, 0, (5,), (2,)), Part(whole, 1, (5,), (2,)))
    np.testing.assert_array_equal(whole.host[1::2], expected)
    np.testing.assert_array_equal(whole.host[::2], 7)


def test_interleaved_numpy_arrays():
    whole = np.arange(10, dtype=np.float32)
    strided_copy("eager", (5,), (2,))(whole[::2], whole[1::2])
    np.testing.assert_array_equal(whole, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    with pytest.raises(sa.ArgumentError, match="'B': data overlaps argument 'A'"):
        strided_copy("eager", (4,), (2,))(whole[:-2:2], whole[2::2])


def test_queue(function):
    a, b = usm(*SHAPE), usm(*SHAPE)
    other = dpctl.SyclQueue()
    b.memory = type(b.memory)(b.memory.nbytes, queue=other)
    with pytest.raises(sa.ExecutionPlacementError, match="'[AB]'.*one queue"):
        function(a, b)


@pytest.mark.parametrize("argument", [None, 3, [1.0], "A"])
def test_kind(function, argument):
    with pytest.raises(sa.ArgumentError, match="'A'"):
        function(argument, usm(*SHAPE))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_count(function, count):
    arguments = [usm(*SHAPE) for _ in range(count)]
    with pytest.raises(sa.ArgumentCountError, match=r"\(A, B\) takes 2 arguments") as caught:
        function(*arguments)
    assert isinstance(caught.value, sa.ArgumentError)
    assert isinstance(caught.value, TypeError)


def test_argument_errors_are_value_errors(function):
    with pytest.raises(ValueError):
        function(usm(*SHAPE, dtype=np.int32), usm(*SHAPE))


def test_nothing_ran(function):
    b = usm(*SHAPE)
    before = b.host.copy()
    with pytest.raises(sa.Error):
        function(usm(*SHAPE, dtype=np.int32), b)
    np.testing.assert_array_equal(b.host, before)


def test_given_names_are_used(engine):
    function = copying(engine, SHAPE, "weights")
    with pytest.raises(sa.ArgumentError, match="'weights'"):
        function(usm(3, 3), usm(*SHAPE))


def test_numpy_arrays_need_the_eager_engine(device_engine):
    function = copying(device_engine, SHAPE)
    with pytest.raises(sa.ArgumentError, match="'A'"):
        function(random(*SHAPE), usm(*SHAPE))
