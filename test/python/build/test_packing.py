# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.pack` and `sa.unpack`: data into the storage of a layout and out of it."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random

layout = sa.layout

LAYOUTS = {
    "row_major": (layout.row_major, (4, 6)),
    "col_major": (layout.col_major, (2, 3, 4)),
    "strided": (layout.strided((-7, 1), 21), (4, 6)),
    "tuple": ((10, 2), (4, 5)),
    "affine": (layout.affine(lambda i, j: i * 8 + (i + j) % 8), (4, 8)),
    "lower": (layout.lower_triangular, (6, 6)),
    "strictly upper": (layout.upper_triangular(diagonal=False), (6, 6)),
    "banded": (layout.banded(1, 2), (6, 7)),
    "blocked": (layout.blocked((2, 3)), (5, 7)),
    "striped": (layout.striped(4), (5, 7)),
    "z_order": (layout.z_order, (5, 6)),
    "packed_lower": (layout.packed_lower_triangular, (6, 6)),
    "packed_upper": (layout.packed_upper_triangular, (6, 6)),
    "one element": (layout.row_major, ()),
    "no element": (layout.blocked((2, 2)), (0, 4)),
}


def expected(one, a):
    one = one if isinstance(one, sa.Layout) else layout.strided(one)
    places = one.offsets(a.shape)
    storage = np.zeros(one.size(a.shape), a.dtype)
    storage[places[places >= 0]] = a[places >= 0]
    return storage, np.where(places >= 0, a, 0)


@pytest.mark.parametrize(("one", "shape"), LAYOUTS.values(), ids=LAYOUTS.keys())
def test_there_and_back(one, shape):
    a = random(*shape)
    storage, inside = expected(one, a)
    packed = sa.pack(UsmArray(a), one)
    assert isinstance(packed, sa.USMArray)
    np.testing.assert_array_equal(packed.asnumpy(), storage)
    back = sa.unpack(packed, one, shape)
    np.testing.assert_array_equal(back.asnumpy(), inside)
    assert back.shape == shape and back.flags.c_contiguous


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f2", "f8"])
def test_element_types(dtype):
    a = random(4, 6, dtype=np.dtype(dtype))
    packed = sa.pack(UsmArray(a), layout.striped(4))
    assert packed.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(packed.asnumpy(), expected(layout.striped(4), a)[0])


@pytest.mark.parametrize(
    "make", [np.asfortranarray, lambda a: a[::-1, ::2], lambda a: np.broadcast_to(a[0], a.shape)]
)
def test_strided_arrays(make):
    a = make(random(4, 6))
    packed = sa.pack(UsmArray(a), layout.blocked((2, 2)))
    np.testing.assert_array_equal(packed.asnumpy(), expected(layout.blocked((2, 2)), a)[0])


def test_memory_of_the_same_kind_on_the_same_queue():
    a = dpnp.asarray(random(4, 4), usm_type="shared")
    packed = sa.pack(a, layout.z_order)
    assert (packed.usm_type, packed.sycl_queue) == ("shared", a.sycl_queue)
    assert sa.unpack(packed, layout.z_order, (4, 4)).usm_type == "shared"


SHARED = {
    "toeplitz": (layout.toeplitz, (4, 6)),
    "tall": (layout.toeplitz, (5, 2)),
    "no stride": (layout.strided((0, 1)), (3, 4)),
    "overlapping windows": (layout.strided((2, 1)), (4, 5)),
    "affine": (layout.affine(lambda i, j: (i + j) % 3), (4, 5)),
}


@pytest.mark.parametrize(("one", "shape"), SHARED.values(), ids=SHARED.keys())
def test_shared_elements(one, shape):
    storage = random(one.size(shape))
    storage[1] = np.nan
    a = storage[one.offsets(shape)]
    packed = sa.pack(UsmArray(a), one)
    np.testing.assert_array_equal(packed.asnumpy(), storage)
    np.testing.assert_array_equal(sa.unpack(packed, one, shape).asnumpy(), a)
    places = one.offsets(shape)
    shared = np.isin(
        places, [p for p, n in zip(*np.unique(places, return_counts=True), strict=True) if n > 1]
    )
    a[tuple(np.argwhere(shared & ~np.isnan(a))[-1])] += 1
    with pytest.raises(sa.ArgumentError, match="'array': elements differ that share a place"):
        sa.pack(UsmArray(a), one)


BITS = {
    "f2": ([0.0, -0.0, np.nan, -np.nan, np.inf], "u2"),
    "f4": ([0.0, -0.0, np.nan, -np.nan, 1.5], "u4"),
    "f8": ([0.0, -0.0, np.nan, -np.nan, 1e300], "u8"),
    "c8": ([complex(np.nan, 0.0), complex(np.nan, -0.0), complex(0.0, -0.0), 0, 1j], "u8"),
    "c16": ([complex(1, np.nan), complex(1, -np.nan), complex(-0.0, 0), 0, 1j], "u8"),
    "?": ([True, False], "u1"),
    "i1": ([-1, 0, 127], "u1"),
}


@pytest.mark.parametrize("dtype", BITS)
def test_shared_elements_are_compared_by_their_bits(dtype):
    values, word = BITS[dtype]
    values = np.array(values, dtype)
    rows = np.broadcast_to(values, (3, len(values)))
    packed = sa.pack(UsmArray(rows.copy()), layout.strided((0, 1)))
    np.testing.assert_array_equal(packed.asnumpy().view(word), values.view(word))
    for given in (values[:2], values[[1, 0]]):
        column = np.repeat(given[:1], 4)
        column[2] = given[1]
        with pytest.raises(sa.ArgumentError, match="first index 2; every bit counts"):
            sa.pack(UsmArray(column), layout.strided(0))


def test_shared_elements_of_strided_arrays():
    rows = np.broadcast_to(np.array([1 + 2j, np.nan, -3j, 4]), (6, 4))
    for a in (rows.copy()[::-2, ::-1], np.asfortranarray(rows), rows):
        packed = sa.pack(UsmArray(a), layout.strided((0, 1)))
        np.testing.assert_array_equal(packed.asnumpy(), a[0])


def test_bfloat16():
    bits = np.array([[0x7FC1, 0x8000], [0x7FC1, 0x8000]], np.uint16)
    a = sa.USMArray((2, 2), sa.bfloat16, "shared")
    a[...] = bits.view(sa.bfloat16.dtype)
    packed = sa.pack(a, layout.strided((0, 1)))
    np.testing.assert_array_equal(packed.asnumpy().view(np.uint16), bits[0])
    back = sa.unpack(sa.pack(a, layout.col_major), layout.col_major, (2, 2))
    np.testing.assert_array_equal(back.asnumpy().view(np.uint16), bits)
    assert (back.dtype, back.usm_type) == (a.dtype, "shared")


def test_nothing_outside_of_the_domain_counts():
    a = random(4, 4)
    packed = sa.pack(UsmArray(a), layout.packed_lower_triangular)
    np.testing.assert_array_equal(packed.asnumpy(), a[np.tril_indices(4)])


REFUSED = {
    "numpy": (lambda: sa.pack(np.ones(4), layout.row_major), sa.ArgumentError, "dpnp.asarray"),
    "numpy storage": (
        lambda: sa.unpack(np.ones(4), layout.row_major, (4,)),
        sa.ArgumentError,
        "'storage'.*dpnp.asarray",
    ),
    "a list": (lambda: sa.pack([1], layout.row_major), sa.ArgumentError, "a list is no USM array"),
    "shape": (
        lambda: sa.pack(UsmArray(random(3, 4)), layout.lower_triangular),
        sa.CompileError,
        "argument 'array' of shape .3, 4.: it needs a square",
    ),
    "unpacked shape": (
        lambda: sa.unpack(UsmArray(random(3)), layout.lower_triangular, (3, 4)),
        sa.CompileError,
        "the unpacked array of shape .3, 4.",
    ),
    "size": (
        lambda: sa.unpack(UsmArray(random(3)), layout.packed_lower_triangular, (3, 3)),
        sa.ArgumentError,
        r"'storage': shape is \(3,\), expected \(6,\)",
    ),
    "any": (
        lambda: sa.pack(UsmArray(random(3)), layout.any),
        sa.CompileError,
        "says nothing about memory",
    ),
    "typestr": (
        lambda: sa.pack(UsmArray(np.zeros(3, "V3")), layout.row_major),
        sa.ArgumentError,
        "V3.*no element type",
    ),
}


@pytest.mark.parametrize(("use", "kind", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(use, kind, message):
    with pytest.raises(kind, match=message):
        use()


def test_functions_are_kept():
    from saopt._src.build.packing import _packing

    before = _packing.cache_info().misses
    for _ in range(2):
        sa.pack(UsmArray(random(3, 3)), layout.blocked((3, 2)))
    assert _packing.cache_info().misses == before + 1


def test_raw_memory_is_bytes():
    memory = dpctl.memory.MemoryUSMShared(4)
    memory.copy_from_host(np.arange(4, dtype=np.uint8))
    packed = sa.pack(memory, layout.strided((-1,), 3))
    np.testing.assert_array_equal(packed.asnumpy(), [3, 2, 1, 0])
