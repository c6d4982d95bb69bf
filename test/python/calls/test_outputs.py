# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Outputs: written before they are read, made when they are left out."""

import functools

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random
from output_functions import INPUT, OUTPUT, array, functions


@pytest.fixture
def compiled(engine):
    return functools.partial(functions, engine)


def usm(data):
    return UsmArray(data)


def test_omitted(compiled):
    a, b = random(3, 4), random(3, 4, low=0)
    c = compiled("adding")(usm(a), usm(b))
    assert isinstance(c, sa.USMArray)
    assert (c.shape, c.strides, c.dtype) == ((3, 4), (4, 1), np.float32)
    np.testing.assert_array_equal(c.asnumpy(), a + b)


def test_omitted_from_numpy():
    a, b = random(3, 4), random(3, 4, low=0)
    c = functions("eager", "adding")(a, b)
    assert isinstance(c, np.ndarray)
    np.testing.assert_array_equal(c, a + b)
    mixed = functions("eager", "adding")(a, usm(b))
    assert isinstance(mixed, sa.USMArray)
    np.testing.assert_array_equal(mixed.asnumpy(), a + b)


def check_split(a, whole, part):
    np.testing.assert_array_equal(whole, np.floor(a).astype(np.int32))
    np.testing.assert_array_equal(part, (a - np.floor(a)).astype(np.float64))


def test_several_come_in_the_order_of_args(compiled):
    a = random(7)
    whole, part = compiled("splitting")(usm(a))
    assert (whole.dtype, part.dtype) == (np.int32, np.float64)
    check_split(a, whole.asnumpy(), part.asnumpy())


def test_read_after_it_is_written(compiled):
    a = random(5)
    np.testing.assert_array_equal(compiled("reading_back")(usm(a)).asnumpy(), 2 * a)


def test_elements_that_are_not_written_are_zero(compiled):
    a = random(6)
    for _ in range(3):
        b = compiled("partial")(usm(a)).asnumpy()
        np.testing.assert_array_equal(b[::2], a[::2])
        np.testing.assert_array_equal(b[1::2], 0)


def test_elements_of_a_given_output_are_left_alone(compiled):
    a, b = random(6), usm(np.full(6, 7, np.float32))
    compiled("partial")(usm(a), b)
    np.testing.assert_array_equal(b.host, [a[0], 7, a[2], 7, a[4], 7])


def test_column_major_output(compiled):
    a = random(3, 4)
    b = compiled("column_major")(usm(a))
    assert (b.shape, b.strides) == ((3, 4), (1, 3))
    np.testing.assert_array_equal(b.asnumpy(), a)


def test_strided_output(compiled):
    a = random(3, 2)
    b = compiled("strided")(usm(a))
    assert (b.shape, b.strides, b.base.nbytes) == ((3, 2), (-4, 2), 11 * 4)
    np.testing.assert_array_equal(b.asnumpy(), a)


def test_output_that_is_flat_storage(compiled):
    a = random(3, 5)
    layout = sa.layout.blocked((2, 2))
    b = compiled("blocked")(usm(a))
    assert b.shape == (layout.size((3, 5)),)
    expected = np.zeros(b.shape, np.float32)
    expected[layout.offsets((3, 5))] = a
    np.testing.assert_array_equal(b.asnumpy(), expected)


def test_output_of_a_part_of_its_shape(compiled):
    a = random(4, 4)
    for _ in range(3):
        b = compiled("triangle")(usm(a))
        np.testing.assert_array_equal(b.asnumpy(), np.tril(a))


def test_output_with_any_strides(compiled):
    a = random(3, 4)
    b = compiled("any")(usm(a))
    assert (b.shape, b.strides) == ((3, 4), (4, 1))
    np.testing.assert_array_equal(b.asnumpy(), a)


def test_numpy_outputs_have_the_layout_too():
    a = random(3, 4)
    b = functions("eager", "column_major")(a)
    assert b.flags.f_contiguous
    np.testing.assert_array_equal(b, a)
    b = functions("eager", "strided")(a[:, :2].copy())
    assert b.strides == (-16, 8)
    np.testing.assert_array_equal(b, a[:, :2])
    assert functions("eager", "blocked")(random(3, 5)).shape == (21,)


@pytest.mark.parametrize("size", [0, 1, 4])
def test_open_output(compiled, size):
    a = random(size)
    b = compiled("opened")(usm(a)).asnumpy()
    assert b.shape == ((size + 1, 2) if size else (0, 2))
    np.testing.assert_array_equal(b[1:], np.stack([a, a], axis=1))
    np.testing.assert_array_equal(b[:1], 0)


def test_size_that_only_an_output_says(compiled):
    function = compiled("unsaid")
    b = usm(np.zeros(3, np.float32))
    assert function(usm(np.ones(2, np.float32)), b) is None
    np.testing.assert_array_equal(b.host, 2)
    message = "no argument's shape says what size N is, so output 'B' cannot be left out"
    with pytest.raises(sa.ArgumentError, match=message):
        function(usm(np.ones(2, np.float32)))


def test_nothing_given(compiled):
    b = compiled("generating")()
    b = b if isinstance(b, np.ndarray) else b.asnumpy()
    np.testing.assert_array_equal(b, [0, 1, 4, 9, 16])


@pytest.mark.parametrize("kinds", [("device", "device"), ("host", "host"), ("device", "host")])
def test_queue_and_kind_of_memory(compiled, kinds):
    queue = dpctl.SyclQueue()
    a, b = (sa.USMArray((2, 2), "f4", kind, buffer_ctor_kwargs={"queue": queue}) for kind in kinds)
    a[...], b[...] = 1, 2
    c = compiled("adding")(a, b)
    assert c.sycl_queue == queue
    assert c.usm_type == (kinds[0] if kinds[0] == kinds[1] else "shared")
    np.testing.assert_array_equal(c.asnumpy(), 3)


def test_results_are_arguments(compiled):
    """What a function returns goes into the next one, and into dpnp's."""
    a = dpnp.ones((2, 3), dtype=np.float32)
    c = compiled("adding")(compiled("adding")(a, a), a)
    np.testing.assert_array_equal(c.asnumpy(), 3)


def test_results_are_new(compiled):
    a = usm(random(2, 2))
    first, second = compiled("adding")(a, a), compiled("adding")(a, a)
    assert first.base._pointer != second.base._pointer


def test_given_outputs_are_checked(compiled):
    a = usm(random(2, 2))
    with pytest.raises(sa.ArgumentError, match="'C': shape.1. is 3, but shape.1. of argument 'A'"):
        compiled("adding")(a, a, usm(random(2, 3)))
    with pytest.raises(sa.ArgumentError, match="'C': data is read-only"):
        compiled("adding")(a, a, UsmArray(random(2, 2), read_only=True))
    with pytest.raises(sa.ArgumentError, match="'C': data overlaps argument 'A'"):
        compiled("adding")(a, a, a)


def test_inputs_may_overlap_each_other(compiled):
    a = usm(random(2, 2))
    np.testing.assert_array_equal(compiled("adding")(a, a).asnumpy(), 2 * a.host)


def reading_early():
    A, B = array(INPUT, (4,), "A"), array(OUTPUT, (4,), "B")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i]

    return nest, (A, B)


def test_read_before_it_is_written_on_eager():
    nest, args = reading_early()
    function = sa.compile(nest, args=args, engine="eager")
    message = r"array 'B' has the role OUTPUT, and its element \(0,\) is read before it is written"
    with pytest.raises(sa.CompileError, match=message) as caught:
        function(random(4))
    assert caught.value.location.file == __file__


def test_read_before_it_is_written_on_devices(device_engine):
    nest, args = reading_early()
    with pytest.raises(sa.CompileError, match="reads 'B', an 'output', before") as caught:
        sa.compile(nest, args=args, engine=device_engine)
    assert caught.value.location.file == __file__


def test_role():
    assert sa.Role.OUTPUT.value == "output"
    assert repr(array(OUTPUT, (2,), "C")) == "Array 'C': OUTPUT float32, shape (2,), row-major"
