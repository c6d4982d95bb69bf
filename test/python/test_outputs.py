# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Outputs: written before they are read, made when they are left out."""

import functools

import dpctl
import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import Functions, UsmArray, random

INPUT, INOUT, OUTPUT = sa.Role.INPUT, sa.Role.INOUT, sa.Role.OUTPUT


def array(role, shape, name, element_type="f32", **options):
    return sa.Array(role=role, element_type=element_type, shape=shape, name=name, **options)


def adding():
    M, N = sa.create_dimensions()
    A, B = array(INPUT, (M, N), "A"), array(INPUT, (M, N), "B")
    C = array(OUTPUT, (M, N), "C")
    nest = sa.Nest(shape=(M, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] = A[i, j] + B[i, j]

    return nest, (A, B, C)


def splitting():
    """Two outputs around an input, of other types."""
    N = sa.create_dimensions()
    Whole = array(OUTPUT, (N,), "Whole", "i32")
    A = array(INPUT, (N,), "A")
    Part = array(OUTPUT, (N,), "Part", "f64")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Whole[i] = sa.cast(sa.floor(A[i]), sa.int32)
        Part[i] = A[i] - sa.floor(A[i])

    return nest, (Whole, A, Part)


def reading_back():
    """An output may be read once it is written."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(OUTPUT, (N,), "B")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]
        B[i] += B[i]

    return nest, (A, B)


def partial():
    """Only some elements are written."""
    A, B = array(INPUT, (6,), "A"), array(OUTPUT, (6,), "B")
    nest = sa.Nest(shape=(3,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[2 * i] = A[2 * i]

    return nest, (A, B)


def layout_copy(name, shape, layout, offset=0):
    def make():
        A = array(INPUT, shape, "A")
        B = array(OUTPUT, shape, "B", layout=layout, offset=offset)
        nest = sa.Nest(shape=shape)
        indices = nest.get_indices()

        @nest.iteration_logic
        def _():
            B[indices] = A[indices]

        return nest, (A, B)

    make.__name__ = name
    return make


def triangle():
    """All that the layout has is written, which is a part of the shape."""
    A = array(INPUT, (4, 4), "A")
    B = array(OUTPUT, (4, 4), "B", layout=sa.layout.lower_triangular)
    nest = sa.Nest(shape=(4, 4))
    i, j = nest.get_indices()
    nest.constrain(j <= i)

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    return nest, (A, B)


def opened():
    """An open dimension of an output is as long as the loops need."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (N,), "A"), array(OUTPUT, (sa.inf, 2), "B")
    nest = sa.Nest(shape=(N, 2))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i + 1, j] = A[i]

    return nest, (A, B)


def unsaid():
    """A size that only an output says."""
    N = sa.create_dimensions()
    A, B = array(INPUT, (2,), "A"), array(OUTPUT, (N,), "B")
    nest = sa.Nest(shape=(N,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[0] + A[1]

    return nest, (A, B)


def generating():
    """Nothing but an output."""
    B = array(OUTPUT, (5,), "B", "i64")
    nest = sa.Nest(shape=(5,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = i * i

    return nest, (B,)


functions = Functions(
    *(adding, splitting, reading_back, partial, opened, unsaid, generating),
    layout_copy("column_major", (3, 4), sa.layout.col_major),
    layout_copy("strided", (3, 2), (-4, 2), 8),
    layout_copy("blocked", (3, 5), sa.layout.blocked((2, 2))),
    layout_copy("any", (3, 4), sa.layout.any),
    triangle,
)


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


@pytest.mark.parametrize("how", ["position", "keyword", "all keywords"])
def test_given(compiled, how):
    a, b = usm(random(3, 4)), usm(random(3, 4, low=0))
    c = usm(np.full((3, 4), 99, np.float32))
    function = compiled("adding")
    if how == "position":
        assert function(a, b, c) is None
    elif how == "keyword":
        assert function(a, b, C=c) is None
    else:
        assert function(C=c, B=b, A=a) is None
    np.testing.assert_array_equal(c.host, a.host + b.host)


def test_none_is_omitted(compiled):
    a, b = random(2, 2), random(2, 2, low=0)
    for c in (
        compiled("adding")(usm(a), usm(b), None),
        compiled("adding")(usm(a), B=usm(b), C=None),
    ):
        np.testing.assert_array_equal(c.asnumpy(), a + b)


def check_split(a, whole, part):
    np.testing.assert_array_equal(whole, np.floor(a).astype(np.int32))
    np.testing.assert_array_equal(part, (a - np.floor(a)).astype(np.float64))


def test_several_come_in_the_order_of_args(compiled):
    a = random(7)
    whole, part = compiled("splitting")(usm(a))
    assert (whole.dtype, part.dtype) == (np.int32, np.float64)
    check_split(a, whole.asnumpy(), part.asnumpy())


def test_some_given(compiled):
    a, function = random(7), compiled("splitting")
    given = usm(np.zeros(7, np.int32))
    part = function(given, usm(a))
    check_split(a, given.host, part.asnumpy())
    given = usm(np.zeros(7, np.float64))
    whole = function(None, usm(a), given)
    check_split(a, whole.asnumpy(), given.host)
    whole = function(A=usm(a), Part=given)
    check_split(a, whole.asnumpy(), given.host)


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


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (0, "", r"adding\(A, B, C\) takes at least 2 arguments, not 0: 'A' is missing"),
        (1, "", "takes at least 2 arguments, not 1: 'B' is missing"),
        (4, "", r"adding\(A, B, C\) takes 3 arguments, not 4"),
        (1, "C", "takes at least 2 arguments, not 2: 'B' is missing"),
        (2, "B", "is given 'B' twice, by position and by name"),
        (3, "A", "is given 'A' twice"),
        (2, "D", r"adding\(A, B, C\) has no argument 'D'"),
    ],
)
def test_combinations_that_are_refused(compiled, arguments, keywords, message):
    given = [usm(random(2, 2)) for _ in range(arguments)]
    named = {name: usm(random(2, 2)) for name in keywords}
    with pytest.raises(sa.ArgumentCountError, match=message) as caught:
        compiled("adding")(*given, **named)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, ValueError)


def test_only_outputs_can_be_none(compiled):
    with pytest.raises(sa.ArgumentError, match="'B'"):
        compiled("adding")(usm(random(2, 2)), None)


def test_keywords_for_functions_without_outputs(engine):
    A, B = array(INPUT, (4,), "A"), array(INOUT, (4,), "B")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i]

    function = sa.compile(nest, args=(A, B), engine=engine)
    a, b = usm(np.ones(4, np.float32)), usm(np.ones(4, np.float32))
    assert function(B=b, A=a) is None
    np.testing.assert_array_equal(b.host, 2)
    assert function(a, B=b) is None
    np.testing.assert_array_equal(b.host, 3)
    with pytest.raises(sa.ArgumentCountError, match="takes 2 arguments, not 1: 'A' is missing"):
        function(B=b)


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
