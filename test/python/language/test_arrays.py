# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Declaring arrays: what they know, and what is refused."""

import array
import ctypes
import math
import mmap

import numpy as np
import pytest
import saopt as sa

INPUT, INOUT, CONST, TEMP = sa.Role.INPUT, sa.Role.INOUT, sa.Role.CONST, sa.Role.TEMP
DEFERRED, LAST_MAJOR = sa.Array.Layout.DEFERRED, sa.Array.Layout.LAST_MAJOR


def test_roles_have_two_names_each():
    assert sa.Role.INPUT_OUTPUT is sa.Role.INOUT
    assert sa.Array.Role is sa.Role
    assert sa.Array.Layout is sa.Layout


def test_defaults():
    A = sa.Array(role=INPUT, shape=(2, 3))
    assert A.element_type is sa.float32
    assert A.layout is sa.Array.Layout.FIRST_MAJOR
    assert (A.strides, A.offset, A.ndim, A.storage_size, len(A)) == ((3, 1), 0, 2, 6, 2)


def test_what_prints():
    A = sa.Array(role=INPUT, shape=(2, 3))
    assert repr(A) == "Array 'A': INPUT float32, shape (2, 3), row-major"
    B = sa.Array(role=TEMP, element_type="i8", shape=4, name="T")
    assert repr(B) == "Array 'T': TEMP int8, shape (4,), row-major"


def test_last_major():
    A = sa.Array(role=INPUT, shape=(2, 3, 4), layout=sa.Array.Layout.LAST_MAJOR)
    assert A.strides == (1, 2, 6)
    assert "column-major" in repr(A)


def test_strides_and_offset():
    A = sa.Array(role=INPUT, shape=(2, 3), layout=(-5, 1), offset=7)
    assert A.layout == sa.layout.strided((-5, 1), offset=7)
    assert (A.strides, A.offset) == ((-5, 1), 7)
    assert A.storage_size == 10
    assert "strides (-5, 1), offset 7" in repr(A)


def test_every_role_takes_layouts():
    data = np.array([[1, 0], [2, 3]])
    for role, options in ((INPUT, {}), (INOUT, {}), (TEMP, {}), (CONST, {"data": data})):
        options = options or {"shape": (2, 2)}
        A = sa.Array(role=role, layout=sa.layout.packed_lower_triangular, **options)
        assert A.layout is sa.layout.packed_lower_triangular
        assert (A.strides, A.storage_size) == (None, 3)
        assert repr(A).endswith("shape (2, 2), packed_lower_triangular")


def test_constants_are_laid_out():
    data = np.arange(1, 7).reshape(2, 3)
    for layout, storage in (
        (DEFERRED, [1, 2, 3, 4, 5, 6]),
        (sa.layout.col_major, [1, 4, 2, 5, 3, 6]),
        (sa.layout.striped(2), [1, 2, 4, 5, 3, 0, 6]),
        ((4, -1), [0, 0, 3, 2, 1, 0, 6, 5, 4]),
    ):
        offset = 4 if isinstance(layout, tuple) else 0
        K = sa.Array(role=CONST, data=data, layout=layout, offset=offset)
        np.testing.assert_array_equal(K.data, data)
        np.testing.assert_array_equal(K.storage, storage)


def test_constant_of_one_element_in_a_layout():
    for one in (sa.layout.affine(lambda: 3), sa.layout.strided((), 3)):
        K = sa.Array(role=CONST, data=np.float32(2), layout=one)
        np.testing.assert_array_equal(K.storage, [0, 0, 0, 2])


def test_constants_share_elements_that_agree():
    data = np.array([[1.5, 2, np.nan], [0, 1.5, 2]])
    K = sa.Array(role=CONST, data=data, layout=sa.layout.toeplitz)
    np.testing.assert_array_equal(K.storage, [0, 1.5, 2, np.nan])


def test_deferred_layout_is_taken_from_something_else():
    K = sa.Array(role=CONST, data=np.ones((4, 4)), layout=DEFERRED)
    other = sa.Array(role=TEMP, shape=(4, 4), layout=sa.layout.blocked((2, 2)))
    K.deferred_layout(other)
    assert K.layout == sa.layout.blocked((2, 2))
    with pytest.raises(sa.CompileError, match="array 'K' has a layout already"):
        K.deferred_layout(cache=sa.layout.z_order)


def test_a_refused_layout_changes_nothing():
    K = sa.Array(role=CONST, data=np.ones((4, 4)), layout=DEFERRED)
    for wrong in (sa.layout.packed_lower_triangular, None, (1,)):
        with pytest.raises(sa.CompileError, match="array 'K'"):
            K.deferred_layout(wrong)
    assert K.layout == DEFERRED
    K.deferred_layout((1, 4))
    assert K.strides == (1, 4)


def test_arrays_show_their_memory(capsys):
    A = sa.Array(role=INPUT, shape=(2, 3), layout=sa.layout.toeplitz)
    A.show()
    assert capsys.readouterr().out.splitlines()[1:] == ["  1 2 3", "  0 1 2"]


def test_numpy_integers_are_sizes():
    A = sa.Array(role=INPUT, shape=(np.int32(2), np.uint8(3)))
    assert A.shape == (2, 3)
    B = sa.Array(role=INPUT, shape=np.array([2, 3]), layout=np.array([4, 1]))
    assert (B.shape, B.strides) == ((2, 3), (4, 1))
    V = B.sub_array(np.array([1, 0]), np.array([1, 2]), np.array([1, 2]))
    assert (V.shape, V.strides) == ((1, 2), (4, 2))


def test_constants_take_type_and_shape_from_their_data():
    K = sa.Array(role=CONST, data=np.ones((2, 3), np.int16))
    assert (K.element_type, K.shape) == (sa.int16, (2, 3))


def test_constants_keep_their_own_copy():
    data = np.ones(3)
    K = sa.Array(role=CONST, data=data)
    data[:] = 2
    np.testing.assert_array_equal(K.data, 1)
    assert not K.data.flags.writeable


def test_constants_convert_without_loss():
    K = sa.Array(role=CONST, data=np.ones(3, np.int8), element_type=sa.float32)
    assert K.data.dtype == np.float32


LITERALS = {
    "floats": ([0.25, 0.1], sa.float32, [0.25, 0.1]),
    "integers": ([[1, -2]], sa.float16, [[1, -2]]),
    "small integers": (((1, -2), (3, 4)), sa.int8, [[1, -2], [3, 4]]),
    "a number": (3, sa.float32, 3),
    "truths": ([True, False], sa.int32, [1, 0]),
    "complex numbers": ([1j, 2, 0.5], sa.complex64, [1j, 2, 0.5]),
    "a range": (range(3), sa.bfloat16, [0, 1, 2]),
    "large numbers": ([2**64, -1], sa.float32, [2.0**64, -1]),
    "64 bits": ([2**64 - 1], sa.uint64, [2**64 - 1]),
    "what is no number": ([math.nan, -math.inf], sa.float32, [math.nan, -math.inf]),
    "nothing": ([], sa.int8, []),
}


@pytest.mark.parametrize("case", LITERALS.values(), ids=LITERALS.keys())
def test_numbers_take_the_type_of_a_constant(case):
    data, element_type, expected = case
    K = sa.Array(role=CONST, data=data, element_type=element_type)
    assert (K.element_type, K.shape) == (element_type, np.shape(expected))
    np.testing.assert_array_equal(K.data, np.array(expected).astype(element_type.dtype))


def test_an_offset_beside_an_open_major_dimension():
    N, offset = sa.Dimension("N"), 3
    rows = sa.Array(role=INPUT, shape=(N, 4), offset=offset)
    assert rows.layout == sa.layout.strided((4, 1), 3)
    columns = sa.Array(role=INPUT, shape=(2, 4, sa.inf), layout=LAST_MAJOR, offset=offset)
    assert columns.layout == sa.layout.strided((1, 2, 8), 3)
    assert sa.Array(role=INPUT, shape=(), layout=LAST_MAJOR, offset=1).layout.element_strides == ()


def mapped_memory():
    memory = mmap.mmap(-1, 3)
    memory[:] = b"abc"
    return memory


BUFFERS = {
    "bytes": (b"abc", sa.uint8, [97, 98, 99]),
    "bytearray": (bytearray(b"abc"), sa.uint8, [97, 98, 99]),
    "memoryview": (memoryview(b"abc"), sa.uint8, [97, 98, 99]),
    "strided memoryview": (memoryview(b"abcdef")[::-2], sa.uint8, [102, 100, 98]),
    "shaped memoryview": (memoryview(b"abcd").cast("B", (2, 2)), sa.uint8, [[97, 98], [99, 100]]),
    "mmap": (mapped_memory(), sa.uint8, [97, 98, 99]),
    "array of floats": (array.array("f", [1.5, 2]), sa.float32, [1.5, 2]),
    "array of shorts": (array.array("h", [-1, 2]), sa.int16, [-1, 2]),
    "array of 64 bits": (array.array("Q", [2**63]), sa.uint64, [2**63]),
    "ctypes": ((ctypes.c_double * 2)(1, 2), sa.float64, [1, 2]),
    "list of int": ([[1, 2], [3, 4]], sa.int64, [[1, 2], [3, 4]]),
    "list of float": ([1, 2.5], sa.float64, [1, 2.5]),
    "list of bool": ([True, False], sa.bool_, [True, False]),
    "range": (range(3), sa.int64, [0, 1, 2]),
    "number": (3, sa.int64, 3),
    "NumPy number": (np.float16(2), sa.float16, 2),
    "strided NumPy array": (np.arange(6, dtype=np.int8)[::-2], sa.int8, [5, 3, 1]),
    "column-major NumPy array": (np.asfortranarray([[1, 2], [3, 4]]), sa.int64, [[1, 2], [3, 4]]),
    "NumPy array with nothing masked": (np.ma.array([1, 2], mask=False), sa.int64, [1, 2]),
    "no elements": (np.zeros((0, 3), np.float32), sa.float32, np.zeros((0, 3))),
}


@pytest.mark.parametrize("case", BUFFERS.values(), ids=BUFFERS.keys())
def test_constants_from_a_buffer(case):
    data, element_type, expected = case
    K = sa.Array(role=CONST, data=data)
    assert K.element_type is element_type
    assert K.shape == np.shape(expected)
    np.testing.assert_array_equal(K.data, expected)
    assert K.data.flags.c_contiguous


def test_data_that_is_no_array():
    with pytest.raises(sa.CompileError, match="the data of array 'K' is no array: "):
        K = sa.Array(role=CONST, data=[[1, 2], [3]])  # noqa: F841


def test_data_may_be_a_usm_array():
    K = sa.Array(role=CONST, data=sa.asarray([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(K.data, [1.0, 2.0, 3.0])


def test_shape_of_one_element():
    S = sa.Array(role=INPUT, shape=())
    assert (S.shape, S.ndim, S.strides, S.storage_size) == ((), 0, (), 1)
    assert S.example == "S[()]"
    with pytest.raises(sa.CompileError, match="array 'S'.*no length"):
        len(S)


def test_constant_of_one_element():
    for data in (np.array(2.5, np.float32), np.float32(2.5)):
        K = sa.Array(role=CONST, data=data)
        assert (K.shape, K.element_type) == ((), sa.float32)


REFUSED = {
    "no role": (dict(role="input", shape=3), "role"),
    "no shape": (dict(role=INPUT), "shape"),
    "too many dimensions": (dict(role=INPUT, shape=(1,) * 17), "17 dimensions"),
    "a negative size": (dict(role=INPUT, shape=(3, -1)), "negative"),
    "a fractional size": (dict(role=INPUT, shape=(3, 1.5)), "integer"),
    "a bool as a size": (dict(role=INPUT, shape=(3, True)), "integer"),
    "a string as a shape": (dict(role=INPUT, shape="33"), "integer"),
    "a shape without end": (dict(role=INPUT, shape=(2**40, 2**40)), "memory"),
    "an unknown type": (dict(role=INPUT, shape=3, element_type="float31"), "element type"),
    "an unknown layout": (dict(role=INPUT, shape=3, layout="rows"), "layout"),
    "too few strides": (dict(role=INPUT, shape=(3, 3), layout=(1,)), "1 strides"),
    "a fractional stride": (dict(role=INPUT, shape=3, layout=(1.5,)), "stride"),
    "a negative offset": (dict(role=INPUT, shape=3, offset=-1), "before its storage"),
    "strides that leave": (dict(role=INPUT, shape=3, layout=(-1,), offset=1), "at least 2"),
    "data of an input": (dict(role=INPUT, shape=3, data=[1, 2, 3]), "only a CONST"),
    "a constant without data": (dict(role=CONST, shape=3), "needs data"),
    "a constant of another shape": (dict(role=CONST, data=[1], shape=3), "shape"),
    "a constant of strings": (dict(role=CONST, data=["a"]), "not an element type"),
    "a constant with masked elements": (
        dict(role=CONST, data=np.ma.array([1, 2], mask=[False, True])),
        r"masked elements.*data\.filled\(value\)",
    ),
    "a constant with other bytes first": (
        dict(role=CONST, data=np.arange(3, dtype=">f4")),
        r'array \'A\' has the type >f4.*data\.astype\(data\.dtype\.newbyteorder\("="\)\)',
    ),
    "a constant that no memory holds": (
        dict(role=CONST, data=np.broadcast_to(np.float32(1), (2**22, 2**22))),
        r"no memory for the data of array 'A' of shape \(4194304, 4194304\).*an INPUT",
    ),
    "a constant that loses": (
        dict(role=CONST, data=np.array([0.5]), element_type="i8"),
        r"has the value 0\.5, which int8 does not hold.*numpy\.asarray\(data\)\.astype\('int8'\)",
    ),
    "a number with a fraction": (
        dict(role=CONST, data=[[1, 0.5]], element_type="i8"),
        r"array 'A' has the number 0\.5 at \[0, 1\], which does not fit int8",
    ),
    "a number that is too large": (dict(role=CONST, data=300, element_type="u1"), "number 300, wh"),
    "a number that overflows": (dict(role=CONST, data=[1e300], element_type="f4"), r"1e\+300 at"),
    "lists of different lengths": (
        dict(role=CONST, data=[[1, 2], [3]], element_type="f4"),
        "is no array: its lists differ in length",
    ),
    "numbers under lists": (
        dict(role=CONST, data=[[1, 2], 3], element_type="f4"),
        "is no array: ",
    ),
    "a temporary of any layout": (dict(role=TEMP, shape=3, layout=sa.layout.any), "TEMP"),
    "a constant of any layout": (dict(role=CONST, data=[1], layout=sa.layout.any), "CONST"),
    "a deferred input": (dict(role=INPUT, shape=3, layout=DEFERRED), "only a CONST"),
    "a deferred temporary": (dict(role=TEMP, shape=3, layout=DEFERRED), "only a CONST"),
    "an offset and strides of the call": (
        dict(role=INPUT, shape=(3, sa.Dimension("N")), offset=1),
        "strides that are known, take an offset",
    ),
    "an offset of blocks": (
        dict(role=INPUT, shape=3, layout=sa.layout.blocked(2), offset=1),
        "take an offset",
    ),
    "a triangle that is not square": (
        dict(role=INPUT, shape=(3, 4), layout=sa.layout.lower_triangular),
        "square",
    ),
    "a constant outside of its triangle": (
        dict(role=CONST, data=np.ones((2, 2)), layout=sa.layout.lower_triangular),
        r"1.0 at \[0, 1\].*must be zero",
    ),
    "a constant with different diagonals": (
        dict(role=CONST, data=np.arange(4.0).reshape(2, 2), layout=sa.layout.toeplitz),
        r"differs.*at \[0, 0\] it is 0.0, and elsewhere 3.0",
    ),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(options, message):
    with pytest.raises(sa.CompileError, match=message) as caught:
        A = sa.Array(**options)  # noqa: F841
    assert "array 'A'" in str(caught.value) or "element type" in message
    assert caught.value.location.file == __file__


@pytest.mark.parametrize("use", [lambda A: A[0], lambda A: A.__setitem__(0, 1)])
def test_elements_exist_only_in_logic(use):
    A = sa.Array(role=INOUT, shape=3)
    with pytest.raises(sa.CompileError, match="array 'A'.*only in the logic"):
        use(A)


@pytest.mark.parametrize(
    "use", [lambda A: A + 1, lambda A: 2 * A, lambda A: -A, lambda A: A @ A, lambda A: A < A, bool]
)
def test_whole_arrays_are_not_computed_with(use):
    A = sa.Array(role=INOUT, shape=3)
    with pytest.raises(sa.CompileError, match=r"array 'A' as a whole.*A\[i\]"):
        use(A)


def test_arrays_are_compared_by_identity():
    A, B = (sa.Array(role=INOUT, shape=3) for _ in range(2))
    assert A == A and A != B
    assert len({A, B}) == 2
