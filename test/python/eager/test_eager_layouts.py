# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The eager engine honours layouts: storage, domains, and what a call may pass."""

import dpctl.memory
import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random

layout = sa.layout
N = 5


def counting(one, shape=(N, N), role=sa.Role.INOUT):
    """Return a function that writes 1, 2, … to the elements of an array, in row-major order."""
    A = sa.Array(role=role, element_type="i32", shape=shape, layout=one, name="A")
    nest = sa.Nest(shape=shape)
    index = nest.get_indices()
    index = index if isinstance(index, tuple) else (index,)
    for expression in one._domain(index):
        nest.constrain(expression >= 0)
    flat = 1
    for i, size in zip(index, sa.layout.row_major.strides(shape), strict=True):
        flat = flat + i * size

    @nest.iteration_logic
    def _():
        A[index] = sa.cast(flat, sa.int32)

    return sa.compile(nest, args=(A,), engine="eager")


LAYOUTS = [
    layout.row_major,
    layout.col_major,
    layout.strided((-7, 1), 28),
    layout.affine(lambda i, j: i * N + (i + j) % N),
    layout.lower_triangular,
    layout.upper_triangular(diagonal=False),
    layout.banded(1, 2),
    layout.blocked((2, 3)),
    layout.striped(2),
    layout.z_order,
    layout.packed_lower_triangular,
    layout.packed_upper_triangular,
]


def expected_storage(one, shape=(N, N)):
    places = one.offsets(shape)
    storage = np.zeros(one.size(shape), np.int32)
    storage[places[places >= 0]] = (np.arange(places.size).reshape(shape) + 1)[places >= 0]
    return storage


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_flat_storage(one):
    storage = np.zeros(one.size((N, N)), np.int32)
    counting(one)(storage)
    np.testing.assert_array_equal(storage, expected_storage(one))


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_flat_storage_in_usm(one):
    storage = UsmArray(np.zeros(one.size((N, N)), np.int32))
    counting(one)(storage)
    np.testing.assert_array_equal(storage.host, expected_storage(one))


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_raw_memory(one):
    memory = dpctl.memory.MemoryUSMShared(4 * one.size((N, N)))
    memory.memset()
    counting(one)(memory)
    np.testing.assert_array_equal(
        np.frombuffer(memory.copy_to_host(), np.int32), expected_storage(one)
    )


@pytest.mark.parametrize("one", [a for a in LAYOUTS if a.strides((N, N)) is not None], ids=str)
def test_in_its_shape(one):
    strides, start = one.strides((N, N)), one.start((N, N))
    buffer = np.zeros(64, np.int32)
    elements = np.ndarray((N, N), np.int32, buffer, 4 * (start + 3), [4 * s for s in strides])
    counting(one)(elements)
    wanted = expected_storage(one)
    np.testing.assert_array_equal(buffer[3 : 3 + len(wanted)], wanted)


@pytest.mark.parametrize("one", [a for a in LAYOUTS if a.strides((N, N)) is None], ids=str)
def test_only_storage_where_there_are_no_strides(one):
    with pytest.raises(sa.ArgumentError, match="'A': rank is 2, but.*flat storage.*sa.pack"):
        counting(one)(np.zeros((N, N), np.int32))


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
@pytest.mark.parametrize("change", [-1, 1])
def test_storage_of_another_size(one, change):
    size = one.size((N, N))
    with pytest.raises(sa.ArgumentError, match=f"'A': .*flat storage of {size} elements"):
        counting(one)(np.zeros(size + change, np.int32))


def test_storage_with_gaps():
    storage = np.zeros(2 * 15, np.int32)[::2]
    with pytest.raises(sa.ArgumentError, match=r"'A': strides are \(2,\), but flat storage"):
        counting(layout.packed_lower_triangular)(storage)


@pytest.mark.parametrize("one", [layout.row_major, layout.any, layout.blocked(2), (2,)], ids=str)
def test_fields_of_records_are_no_elements(one):
    one = one if isinstance(one, sa.Layout) else layout.strided(one)
    records = np.zeros(N, [("number", "i4"), ("letter", "u1")])
    with pytest.raises(sa.ArgumentError, match=r"\(5,\) bytes, which are not multiples.*: copy it"):
        counting(one, (N,))(records["number"])


def test_toeplitz_in_its_shape():
    A = sa.Array(role=sa.Role.INPUT, shape=(3, 4), layout=layout.toeplitz)
    B = sa.Array(role=sa.Role.INOUT, shape=(3, 4))
    nest = sa.Nest(shape=(3, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    function = sa.compile(nest, args=(A, B), engine="eager")
    storage = random(6)
    shaped = np.lib.stride_tricks.as_strided(storage[2:], (3, 4), (-4, 4))
    for given in (storage, shaped, UsmArray(storage)):
        b = np.zeros((3, 4), np.float32)
        function(given, b)
        np.testing.assert_array_equal(b, shaped)


STRIDED = {
    "dense": lambda a: a,
    "transposed": lambda a: np.asfortranarray(a),
    "gaps": lambda a: np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, ::3],
    "backwards": lambda a: np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
    "nothing": lambda a: a[:0],
}


@pytest.mark.parametrize("make", STRIDED.values(), ids=STRIDED.keys())
def test_any_takes_every_stride(make):
    a = make(random(3, 4, dtype=np.int32))
    A = sa.Array(role=sa.Role.INPUT, element_type="i32", shape=a.shape, layout=layout.any)
    B = sa.Array(role=sa.Role.INOUT, element_type="i32", shape=a.shape, layout=layout.any)
    nest = sa.Nest(shape=a.shape)
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j] + 1

    function = sa.compile(nest, args=(A, B), engine="eager")
    for given in (a, UsmArray(a)):
        b = make(np.zeros((3, 4), np.int32))
        function(given, b)
        np.testing.assert_array_equal(b, a + 1)
    if a.size:
        flat = np.zeros(a.size, np.int32)
        function(np.ascontiguousarray(a).ravel(), flat)
        np.testing.assert_array_equal(flat.reshape(a.shape), a + 1)


def test_any_reads_one_element_often_and_does_not_write_it():
    A = sa.Array(role=sa.Role.INPUT, shape=(3, 4), layout=layout.any)
    B = sa.Array(role=sa.Role.INOUT, shape=(3, 4), layout=layout.any)
    nest = sa.Nest(shape=(3, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j]

    function = sa.compile(nest, args=(A, B), engine="eager")
    repeated = np.lib.stride_tricks.as_strided(random(4), (3, 4), (0, 4))
    b = np.zeros((3, 4), np.float32)
    function(repeated, b)
    np.testing.assert_array_equal(b, repeated)
    twice = np.lib.stride_tricks.as_strided(np.zeros(4, np.float32), (3, 4), (0, 4))
    with pytest.raises(sa.ArgumentError, match=r"'B': strides \(0, 1\) lead to the same element"):
        function(b, twice)


@pytest.mark.parametrize("role", [sa.Role.INOUT, sa.Role.TEMP])
@pytest.mark.parametrize("write", [True, False])
def test_outside_of_the_domain(role, write):
    A = sa.Array(role=role, shape=(N, N), layout=layout.lower_triangular, name="A")
    B = sa.Array(role=sa.Role.INOUT, shape=(N, N), name="B")
    nest = sa.Nest(shape=(N, N))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def logic():
        if write:
            A[i, j] = 1
        B[i, j] = A[i, j]

    args = (A, B) if role is sa.Role.INOUT else (B,)
    function = sa.compile(nest, args=args, engine="eager")
    message = r"array 'A' has no element \(0, 1\): it is outside of the domain"
    with pytest.raises(sa.CompileError, match=message) as caught:
        function(*(np.zeros((N, N), np.float32) for _ in args))
    assert caught.value.location.line == logic.__code__.co_firstlineno + (3 if write else 4)


@pytest.mark.parametrize("one", LAYOUTS, ids=str)
def test_constants_and_temporaries(one):
    data = np.where(one.offsets((N, N)) >= 0, random(N, N), 0)
    K = sa.Array(role=sa.Role.CONST, data=data, layout=one)
    T = sa.Array(role=sa.Role.TEMP, shape=(N, N), layout=one)
    B = sa.Array(role=sa.Role.INOUT, shape=(N, N))
    nest = sa.Nest(shape=(N, N))
    i, j = nest.get_indices()
    for expression in one._domain((i, j)):
        nest.constrain(expression >= 0)

    @nest.iteration_logic
    def _():
        T[i, j] = T[i, j] + K[i, j]
        B[i, j] = T[i, j]

    b = np.zeros((N, N), np.float32)
    sa.compile(nest, args=(B,), engine="eager")(b)
    np.testing.assert_array_equal(b, data)
