# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts: where the elements are, how much storage that takes, and which shapes fit."""

import copy
import itertools
import math
import pickle

import numpy as np
import pytest
import saopt as sa
from saopt import _compiler

layout = sa.layout


def blocks(shape, block):
    """Return the offsets of a blocked layout by moving whole blocks about."""
    grid = [-(-size // b) for size, b in zip(shape, block, strict=True)]
    axes = np.arange(2 * len(grid)).reshape(2, -1).T.ravel()  # each block's axis after its grid's
    padded = [g * b for g, b in zip(grid, block, strict=True)]
    whole = np.arange(math.prod(padded)).reshape(*grid, *block).transpose(axes).reshape(padded)
    return whole[tuple(slice(size) for size in shape)]


def interleaved(shape):
    """Return the offsets of z-order by sorting index vectors by their bits, written out."""
    bits = [max(size - 1, 0).bit_length() for size in shape]

    def digits(index):
        written = []
        for level in range(max(bits) - 1, -1, -1):
            for i, count in zip(index, bits, strict=True):
                written += [str(i >> level & 1)] if level < count else []
        return int("".join(written) or "0", 2)

    found = [digits(index) for index in itertools.product(*map(range, shape))]
    return np.array(found).reshape(shape)


def rows_of(matrix):
    """Return offsets that count up along the rows of a mask, and -1 where it has nothing."""
    return np.where(matrix, np.cumsum(matrix).reshape(matrix.shape) - 1, -1)


N5 = np.arange(25).reshape(5, 5)
LOWER, STRICT = np.tri(5, dtype=bool), np.tri(5, k=-1, dtype=bool)

# A layout, a shape, and the offsets; -1 is outside of the domain.
EXPECTED = {
    "row_major 1": (layout.row_major, (5,), np.arange(5)),
    "row_major 3": (layout.row_major, (2, 3, 4), np.arange(24).reshape(2, 3, 4)),
    "row_major 0": (layout.row_major, (), np.array(0)),
    "col_major 2": (layout.col_major, (3, 4), np.arange(12).reshape(4, 3).T),
    "col_major 3": (layout.col_major, (2, 3, 4), np.arange(24).reshape(4, 3, 2).T),
    "strided": (layout.strided((-5, 2), 12), (3, 2), [[12, 14], [7, 9], [2, 4]]),
    "strided to nothing": (layout.strided((0, 1)), (2, 3), [[0, 1, 2]] * 2),
    "affine": (
        layout.affine(lambda i, j: i * 8 + j // 2 + j % 2 * 4),
        (2, 5),
        [[0, 4, 1, 5, 2], [8, 12, 9, 13, 10]],
    ),
    "affine of one": (layout.affine(lambda i: 7 - i), (4,), [7, 6, 5, 4]),
    "affine of none": (layout.affine(lambda: 3), (), np.array(3)),
    "lower": (layout.lower_triangular, (5, 5), np.where(LOWER, N5, -1)),
    "strictly lower": (layout.lower_triangular(diagonal=False), (5, 5), np.where(STRICT, N5, -1)),
    "upper": (layout.upper_triangular, (5, 5), np.where(LOWER.T, N5, -1)),
    "strictly upper": (layout.upper_triangular(diagonal=False), (5, 5), np.where(STRICT.T, N5, -1)),
    "banded": (
        layout.banded(1, 2),
        (3, 6),
        [[1, 2, 3, -1, -1, -1], [4, 5, 6, 7, -1, -1], [-1, 8, 9, 10, 11, -1]],
    ),
    "banded and tall": (
        layout.banded(1, 0),
        (5, 3),
        [[1, -1, -1], [2, 3, -1], [-1, 4, 5], [-1, -1, 6], [-1, -1, -1]],
    ),
    "toeplitz": (layout.toeplitz, (3, 4), [[2, 3, 4, 5], [1, 2, 3, 4], [0, 1, 2, 3]]),
    "blocked 1": (layout.blocked(4), (6,), np.arange(6)),
    "blocked 2": (layout.blocked((2, 3)), (4, 6), blocks((4, 6), (2, 3))),
    "blocked edges": (layout.blocked((2, 3)), (5, 7), blocks((5, 7), (2, 3))),
    "blocked 3": (layout.blocked((2, 1, 4)), (3, 2, 6), blocks((3, 2, 6), (2, 1, 4))),
    "larger than the shape": (layout.blocked((8, 8)), (2, 3), [[0, 1, 2], [8, 9, 10]]),
    "striped": (layout.striped(2), (3, 5), blocks((3, 5), (3, 2))),
    "striped 3": (layout.striped(3), (2, 2, 7), blocks((4, 7), (4, 3)).reshape(2, 2, 7)),
    "z_order": (layout.z_order, (4, 4), interleaved((4, 4))),
    "z_order of odd sizes": (layout.z_order, (3, 9), interleaved((3, 9))),
    "z_order 3": (layout.z_order, (2, 5, 3), interleaved((2, 5, 3))),
    "z_order 1": (layout.z_order, (6,), np.arange(6)),
    "packed_lower": (layout.packed_lower_triangular, (5, 5), rows_of(LOWER)),
    "packed_upper": (layout.packed_upper_triangular, (5, 5), rows_of(LOWER.T)),
}


@pytest.mark.parametrize(("one", "shape", "offsets"), EXPECTED.values(), ids=EXPECTED.keys())
def test_offsets(one, shape, offsets):
    offsets = np.array(offsets)
    np.testing.assert_array_equal(one.offsets(shape), offsets)
    for index in itertools.product(*map(range, shape)):
        assert one.contains(shape, index) == (offsets[index] >= 0)
        if offsets[index] >= 0:
            assert one.offset_of(shape, index) == offsets[index]
        else:
            with pytest.raises(sa.CompileError, match="outside of the domain"):
                one.offset_of(shape, index)
    assert one.size(shape) == offsets.max() + 1
    assert one.extent(shape) == (offsets[offsets >= 0].min(), offsets.max())
    existing = offsets[offsets >= 0]
    assert one.is_injective(shape) == (len(np.unique(existing)) == len(existing))


@pytest.mark.parametrize(("one", "shape", "offsets"), EXPECTED.values(), ids=EXPECTED.keys())
def test_strides_are_differences(one, shape, offsets):
    strides = one.strides(shape)
    if strides is None:
        assert not isinstance(one, type(layout.strided((1,))))
        return
    start = one.start(shape)
    for index in itertools.product(*map(range, shape)):
        if one.contains(shape, index):
            assert one.offset_of(shape, index) == start + np.dot(strides, index)


ALL = {
    "row_major": (layout.row_major, "#sa.row_major"),
    "col_major": (layout.col_major, "#sa.col_major"),
    "strided((8, 1))": (layout.strided((8, 1)), "#sa.strided<[8, 1]>"),
    "strided((-8, 0), offset=3)": (layout.strided((-8, 0), 3), "#sa.strided<[-8, 0], offset = 3>"),
    "affine(lambda i, j: i * 8 - (j // 2) + 3)": (
        layout.affine(lambda i, j: i * 8 - j // 2 + 3),
        "#sa.affine<(d0, d1) -> (d0 * 8 - d1 floordiv 2 + 3)>",
    ),
    "affine(lambda k: (k + 1) % 4)": (
        layout.affine(lambda k: (k + 1) % 4),
        "#sa.affine<(d0) -> ((d0 + 1) mod 4)>",
    ),
    "lower_triangular": (layout.lower_triangular, "#sa.lower_triangular"),
    "lower_triangular(diagonal=False)": (
        layout.lower_triangular(diagonal=False),
        "#sa.lower_triangular<strict>",
    ),
    "upper_triangular": (layout.upper_triangular(diagonal=True), "#sa.upper_triangular"),
    "upper_triangular(diagonal=False)": (
        layout.upper_triangular(diagonal=False),
        "#sa.upper_triangular<strict>",
    ),
    "banded(1, 2)": (layout.banded(1, 2), "#sa.banded<1, 2>"),
    "toeplitz": (layout.toeplitz, "#sa.toeplitz"),
    "blocked((8, 8))": (layout.blocked((8, 8)), "#sa.blocked<[8, 8]>"),
    "striped(4)": (layout.striped(4), "#sa.striped<4>"),
    "z_order": (layout.z_order(), "#sa.z_order"),
    "packed_lower_triangular": (layout.packed_lower_triangular, "#sa.packed_lower_triangular"),
    "packed_upper_triangular": (layout.packed_upper_triangular, "#sa.packed_upper_triangular"),
    "any": (layout.any, "#sa.any"),
}


@pytest.mark.parametrize("written", ALL)
def test_what_prints(written):
    one, mlir = ALL[written]
    assert repr(one) == f"sa.layout.{written}"
    assert str(one.build(_compiler.ModuleBuilder())) == mlir
    assert eval(repr(one), {"sa": sa}) == one


def test_compared_by_value():
    layouts = [one for one, _ in ALL.values()]
    assert len(set(layouts)) == len(layouts)
    assert layout.blocked((8, 8)) == layout.blocked([8, np.int32(8)])
    assert layout.affine(lambda i, j: i * 2 + j) == layout.affine(lambda x, y: y + x + x)
    assert layout.lower_triangular() == layout.lower_triangular != layout.upper_triangular
    assert layout.strided((1,)) != (1,)


@pytest.mark.parametrize("one", [one for one, _ in ALL.values() if callable(one)], ids=str)
def test_calling_one_without_parameters_gives_it_back(one):
    assert one() == (one if "diagonal=False" not in repr(one) else one(diagonal=True))


def test_immutable():
    for one in (layout.row_major, layout.blocked((2, 2))):
        with pytest.raises(AttributeError, match="cannot be changed"):
            one.block_shape = (3, 3)
        with pytest.raises(AttributeError, match="cannot be changed"):
            del one.block_shape


@pytest.mark.parametrize("one", [one for one, _ in ALL.values()], ids=str)
def test_copies(one):
    for copied in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert copied == one and hash(copied) == hash(one) and repr(copied) == repr(one)


def test_names_of_accera():
    assert sa.Array.Layout is sa.Layout
    assert sa.Array.Layout.FIRST_MAJOR is layout.row_major
    assert sa.Array.Layout.LAST_MAJOR is layout.col_major
    assert repr(sa.Array.Layout.DEFERRED) == "sa.Array.Layout.DEFERRED"
    assert isinstance(layout.z_order, sa.Layout)


EMPTY = [
    one
    for name, (one, _) in ALL.items()
    if one is not layout.any and not name.startswith("affine(lambda k")
]


@pytest.mark.parametrize("one", EMPTY, ids=str)
def test_no_elements(one):
    assert one.size((0, 0)) == 0
    assert one.extent((0, 0)) is None
    assert not one.contains((0, 0), (0, 0))
    assert one.offsets((0, 0)).shape == (0, 0)
    assert one.is_injective((0, 0))


def test_one_element():
    for one in (layout.row_major, layout.toeplitz, layout.z_order, layout.blocked((4, 4))):
        assert (one.size((1, 1)), one.offset_of((1, 1), (0, 0))) == (1, 0)
    assert layout.lower_triangular(diagonal=False).size((1, 1)) == 0
    assert layout.upper_triangular(diagonal=False).size((1, 1)) == 0


REFUSED = {
    "triangle": (
        lambda: layout.lower_triangular.size((3, 4)),
        r"shape \(3, 4\): it needs a square",
    ),
    "packed": (
        lambda: layout.packed_upper_triangular.size((3,)),
        r"shape \(3,\): it needs a square",
    ),
    "band": (lambda: layout.banded(1, 1).size((3, 3, 3)), "2 dimensions"),
    "toeplitz": (lambda: layout.toeplitz.offset_of((3,), (0,)), "2 dimensions"),
    "stripes": (lambda: layout.striped(4).size((8,)), "2 dimensions or more"),
    "blocks": (lambda: layout.blocked((2, 2)).size((8,)), "2 dimensions"),
    "z-order of nothing": (lambda: layout.z_order.size(()), "1 dimension or more"),
    "z-order too large": (lambda: layout.z_order.size((2**40, 2**40)), "62 index bits"),
    "strides": (lambda: layout.strided((1, 2)).size((3,)), "2 strides"),
    "backwards": (lambda: layout.strided((-1,)).size((3,)), "reaches 2 elements before.*least 2"),
    "affine": (lambda: layout.affine(lambda i, j: i).size((3,)), "2 parameters"),
    "affine of min": (lambda: layout.affine(min), "does not tell its parameters: use a lambda"),
    "affine backwards": (lambda: layout.affine(lambda i: 1 - i).size((4,)), "2 elements before"),
    "outside": (lambda: layout.row_major.offset_of((3, 3), (0, 3)), "outside of the shape"),
    "negative": (lambda: layout.row_major.offset_of((3, 3), (-1, 0)), "outside of the shape"),
    "index of another rank": (lambda: layout.row_major.offset_of((3, 3), 1), "2 dimensions"),
    "no integer": (lambda: layout.row_major.offset_of((3,), 0.5), "integer"),
    "negative band": (lambda: layout.banded(-1, 1), "negative"),
    "no band": (lambda: layout.banded(1.5, 1), "integer"),
    "empty stripe": (lambda: layout.striped(0), "no elements"),
    "empty block": (lambda: layout.blocked((2, 0)), "no elements"),
    "negative block": (lambda: layout.blocked((2, -2)), "negative"),
    "block without shape": (lambda: layout.blocked(()), "between 1 and 16"),
    "diagonal": (lambda: layout.lower_triangular(1), "True or False"),
    "stride": (lambda: layout.strided((1.5,)), "a stride"),
    "large stride": (lambda: layout.strided((2**64,)), "64-bit"),
    "large offsets": (lambda: layout.strided((2**62,)).size((8,)), "64 bits"),
    "large shape": (lambda: layout.row_major.size((2**40, 2**40)), "64 bits"),
    "many elements": (
        lambda: layout.strided((2**18, 2**18 - 1)).is_injective((2**13, 2**13)),
        "too much memory",
    ),
    "unknown offsets": (lambda: layout.any.size((3,)), "known only at the call"),
    "deferred offsets": (lambda: sa.Layout.DEFERRED.size((3,)), "the compiler"),
}


@pytest.mark.parametrize(("use", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(use, message):
    with pytest.raises(sa.CompileError, match=message) as caught:
        use()
    assert caught.value.location.file == __file__


def test_injective_with_crossing_strides():
    assert layout.strided((2, 3)).is_injective((3, 2))
    assert not layout.strided((2, 3)).is_injective((4, 3))
    assert not layout.strided((1, 1)).is_injective((2**20, 2**20))
    assert layout.strided((300, 299), 5).is_injective((250, 250))
    assert not layout.strided((300, 299)).is_injective((300, 301))
    assert layout.strided((2**20, -1), 2**20).is_injective((2**20, 2**20))
