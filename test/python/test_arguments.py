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


@pytest.mark.parametrize("shape", [(4,), (4, 6, 1), (24,)])
def test_rank(function, shape):
    with pytest.raises(sa.ArgumentError, match="'A'.*rank"):
        function(usm(*shape), usm(*SHAPE))


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
    with pytest.raises(sa.ArgumentError, match=r"function|\(A, B\) takes 2") as caught:
        function(*arguments)
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
