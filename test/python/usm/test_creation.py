# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""New USM arrays: where they are, what is in them, and what is refused."""

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa

USM_TYPES = ("device", "shared", "host")
TYPES = [t for t in sa.ScalarType if t is not sa.bfloat16]

MAKERS = {
    "empty": lambda **keywords: sa.empty((2, 3), **keywords),
    "zeros": lambda **keywords: sa.zeros((2, 3), **keywords),
    "ones": lambda **keywords: sa.ones((2, 3), **keywords),
    "full": lambda **keywords: sa.full((2, 3), 7, **keywords),
    "eye": lambda **keywords: sa.eye(2, 3, **keywords),
    "arange": lambda **keywords: sa.arange(6, **keywords),
    "linspace": lambda **keywords: sa.linspace(0, 1, 6, **keywords),
    "asarray": lambda **keywords: sa.asarray([1.0, 2.0], **keywords),
    "usm_array": lambda **keywords: sa.usm_array(6, **keywords),
    "from host": lambda **keywords: sa.asarray(np.ones(6), **keywords),
}
LIKE = {
    "empty_like": sa.empty_like,
    "zeros_like": sa.zeros_like,
    "ones_like": sa.ones_like,
    "full_like": lambda x, **keywords: sa.full_like(x, 1, **keywords),
}


@pytest.fixture(params=MAKERS)
def make(request):
    """Each function that makes an array of nothing else, in turn."""
    return MAKERS[request.param]


@pytest.fixture(params=LIKE)
def make_like(request):
    """Each function that makes an array like another, in turn."""
    return LIKE[request.param]


def default_queue():
    return dpctl.get_device_cached_queue(dpctl.SyclDevice())


def test_where_arrays_go_by_default(make):
    a = make()
    assert a.sycl_queue == default_queue() == dpnp.zeros(1).sycl_queue
    assert a.usm_type == "shared"
    assert isinstance(a, sa.USMArray) and a.flags.writeable and a.flags.c_contiguous


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_kinds_of_memory(make, usm_type):
    assert make(usm_type=usm_type).usm_type == usm_type


@pytest.mark.parametrize("usm_type", ["disk", 3, b"host", ["host"]])
def test_kinds_of_memory_that_do_not_exist(make, usm_type):
    with pytest.raises(sa.ArgumentError, match="usm_type is .*: use 'device', 'shared' or 'host'"):
        make(usm_type=usm_type)
    with pytest.raises(sa.ArgumentError, match="usm_type is"):
        sa.zeros_like(sa.zeros(3), usm_type=usm_type)


def test_ways_to_name_a_device(make):
    queue = dpctl.SyclQueue()
    assert make(device=queue).sycl_queue == queue
    assert make(device="cpu").sycl_queue == dpctl.get_device_cached_queue("cpu")
    assert make(device=dpctl.SyclDevice("cpu")).sycl_queue == dpctl.get_device_cached_queue("cpu")
    assert make(device=None).sycl_queue == default_queue()
    theirs = dpnp.zeros(1, sycl_queue=queue)
    assert make(device=theirs.device).sycl_queue == queue


@pytest.mark.parametrize(
    ("device", "message"),
    [
        ("gpu:77", "device is 'gpu:77', and there is none"),
        ("nonsense", "device is 'nonsense', and there is none"),
        (3, "device is a int: use a filter string"),
        (dpctl.SyclContext, "device is a type"),
    ],
    ids=str,
)
def test_devices_that_do_not_exist(make, device, message):
    with pytest.raises(sa.ArgumentError, match=message):
        make(device=device)


@pytest.mark.parametrize("dtype", [sa.float32, "f4", np.float32, "float32", np.dtype("f4")])
def test_ways_to_name_a_type(make, make_like, dtype):
    assert make(dtype=dtype).dtype == np.float32
    assert make_like(sa.zeros(3, dtype="i1"), dtype=dtype).dtype == np.float32


@pytest.mark.parametrize("dtype", ["U4", "O", ">f4", "g", object, "nonsense"], ids=str)
def test_types_that_are_refused(make, dtype):
    with pytest.raises(sa.ArgumentError, match="cannot be the type of a USM array"):
        make(dtype=dtype)


@pytest.mark.parametrize("dtype", [*TYPES, sa.bfloat16])
@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_content_for_every_type(dtype, usm_type):
    keywords = {"dtype": dtype, "usm_type": usm_type}
    one = dtype.dtype.type(1)
    for made, expected in (
        (sa.zeros((2, 3), **keywords), np.zeros((2, 3))),
        (sa.ones((2, 3), **keywords), np.ones((2, 3))),
        (sa.full((2, 3), 1, **keywords), np.ones((2, 3))),
        (sa.full((2, 3), one, **keywords), np.ones((2, 3))),
        (sa.eye(3, 4, k=-1, **keywords), np.eye(3, 4, k=-1)),
        (sa.arange(2, **keywords), np.arange(2)),
        (sa.asarray([0, 1], **keywords), np.arange(2)),
        (sa.linspace(0, 1, 2, **keywords), np.arange(2)),
        (sa.ones_like(sa.zeros(2), **keywords), np.ones(2)),
        (sa.zeros_like(sa.ones(2), **keywords), np.zeros(2)),
        (sa.full_like(sa.zeros(2), True, **keywords), np.ones(2)),
    ):
        assert (made.dtype, made.usm_type) == (dtype.dtype, usm_type)
        np.testing.assert_array_equal(made.asnumpy(), expected.astype(dtype.dtype))


def test_what_another_array_says(make_like):
    queue = dpctl.SyclQueue()
    x = sa.USMArray((2, 3), "i2", "host", order="F", buffer_ctor_kwargs={"queue": queue})
    x.flags.writeable = False
    made = make_like(x)
    assert (made.shape, made.dtype, made.usm_type) == ((2, 3), np.int16, "host")
    assert made.sycl_queue == queue and made.base is not x.base
    assert made.flags.f_contiguous and made.flags.writeable
    other = make_like(x, dtype="f8", device=default_queue(), usm_type="device")
    assert (other.dtype, other.usm_type) == (np.float64, "device")
    assert other.sycl_queue == default_queue()
    assert make_like(x[::-1, ::2]).flags.c_contiguous


def test_like_arrays_of_other_libraries(make_like):
    queue = dpctl.SyclQueue()
    x = dpnp.zeros((2, 3), dtype="f4", sycl_queue=queue)[:, ::2]
    made = make_like(x)
    assert (made.shape, made.dtype, made.usm_type) == ((2, 2), np.float32, "device")
    assert made.sycl_queue == queue
    for wrong in (np.zeros(3), [1, 2], 3, None):
        with pytest.raises(sa.ArgumentError, match="x must be a USM array, not a"):
            make_like(wrong)


@pytest.mark.parametrize("shape", [(), 0, 5, (0,), (3, 0, 2), [2, 2], (np.int8(2), 1), (1,) * 20])
def test_shapes(shape):
    expected = np.zeros(shape)
    for made in (sa.empty(shape), sa.zeros(shape), sa.ones(shape), sa.full(shape, 0.5)):
        assert made.shape == expected.shape
    np.testing.assert_array_equal(sa.ones(shape).asnumpy(), np.ones(shape))


@pytest.mark.parametrize(
    "shape", [-1, (2, -1), 2.5, "3", None, True, (2**62, 4), (2**63,), 2**40, (2**40, 2**40, 0)]
)
def test_shapes_that_are_refused(shape):
    for function in (sa.empty, sa.zeros, sa.ones):
        with pytest.raises(ValueError):
            function(shape)
    with pytest.raises(ValueError):
        sa.full(shape, 1)


@pytest.mark.parametrize("usm_type", USM_TYPES)
def test_filling_more_than_one_block(usm_type):
    a = sa.full((3, 2**19 + 1), 7, dtype="u2", usm_type=usm_type)
    assert a.base.nbytes == a.nbytes
    assert np.all(a.asnumpy() == 7)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(True, "bool"), (3, "int64"), (0.5, "float64"), (1j, "complex128"), (np.int8(3), "int8")],
)
def test_the_type_of_a_number(value, dtype):
    a = sa.full(2, value)
    assert a.dtype == dtype and np.all(a.asnumpy() == value)
    assert sa.full(2, np.array(value)).dtype == np.array(value).dtype
    assert sa.asarray(value).dtype == dtype


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(300, "u1"), (-1, "u8"), (2**63, None), (2, "?"), (1e300, "f4"), (7e4, "f2"), (10**400, "f8")],
)
def test_numbers_out_of_range(value, dtype):
    for make in (lambda: sa.full(2, value, dtype=dtype), lambda: sa.full((), value, dtype=dtype)):
        with pytest.raises(OverflowError, match="outside of the range of") as caught:
            make()
        assert isinstance(caught.value, sa.ArgumentRangeError)
    with pytest.raises(ValueError, match="outside of the range of"):
        sa.full_like(sa.zeros(2, dtype=dtype or "i8"), value)


@pytest.mark.parametrize(("value", "dtype"), [(1.5, "i4"), (1j, "f4"), (float("nan"), "i8")])
def test_numbers_of_a_kind_that_the_type_has_not(value, dtype):
    with pytest.raises(TypeError, match="Cannot cast"):
        sa.full(2, value, dtype=dtype)


@pytest.mark.parametrize("value", ["x", None, [1], np.zeros(2)], ids=str)
def test_what_is_no_number(value):
    with pytest.raises(sa.ArgumentError, match="fill_value must be a number"):
        sa.full(2, value)


def test_infinity_and_nan():
    for dtype in ("f2", sa.bfloat16, "f4", "f8", "c8"):
        assert np.all(np.isinf(sa.full(2, float("inf"), dtype=dtype).asnumpy().astype("c8").real))
        assert np.all(np.isnan(sa.full(2, float("nan"), dtype=dtype).asnumpy().astype("c8").real))
    assert np.signbit(sa.full(2, -0.0).asnumpy()).all()
