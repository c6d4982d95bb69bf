# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments that are nonsense: each place refuses each kind by a message that shows it whole."""

import re

import numpy as np
import pytest
import saopt as sa
from harness import UsmArray

layout = sa.layout

NONSENSE = {
    "a truth": True,
    "a truth of NumPy": np.bool_(True),
    "a float": 2.0,
    "a float of NumPy": np.float32(2),
    "a complex number": 1j,
    "a text": "row",
    "bytes": b"xx",
    "nothing": None,
    "a set": {2, 3},
    "a matrix": np.ones((2, 2), int),
    "a type": sa.float32,
}


def array(**options):
    return sa.Array(role=sa.Role.INPUT, name="A", **{"shape": (4, 4), **options})


PLACES = {
    "strided": layout.strided,
    "a stride": lambda x: layout.strided((x, 1)),
    "the offset of strides": lambda x: layout.strided((4, 1), x),
    "affine": layout.affine,
    "what affine returns": lambda x: layout.affine(lambda i: x),
    "what affine adds": lambda x: layout.affine(lambda i: i + x),
    "what affine divides by": lambda x: layout.affine(lambda i: i // x),
    "a band": lambda x: layout.banded(x, 1),
    "an upper band": lambda x: layout.banded(1, x),
    "a block": layout.blocked,
    "a size of a block": lambda x: layout.blocked((x, 2)),
    "a stripe": layout.striped,
    "a shape": layout.row_major.size,
    "a shape to check": layout.row_major.check,
    "a size": lambda x: layout.row_major.size((x, 2)),
    "an index": lambda x: layout.row_major.offset_of((4, 4), (x, 0)),
    "an index vector": lambda x: layout.row_major.contains((4,), x),
    "the shape of an array": lambda x: array(shape=x),
    "a size of an array": lambda x: array(shape=(x, 4)),
    "a layout": lambda x: array(layout=x),
    "a stride of an array": lambda x: array(layout=(x, 1)),
    "an offset": lambda x: array(layout=(4, 1), offset=x),
    "the shape of a nest": lambda x: sa.Nest(shape=x),
    "a size of a nest": lambda x: sa.Nest(shape=(x, 2)),
    "the layout to pack": lambda x: sa.pack(UsmArray(np.ones((4, 4), np.float32)), x),
    "a stride to pack": lambda x: sa.pack(UsmArray(np.ones((4, 4), np.float32)), (x, 1)),
    "the layout to unpack": lambda x: sa.unpack(UsmArray(np.ones(16, np.float32)), x, (4, 4)),
    "the shape to unpack": lambda x: sa.unpack(
        UsmArray(np.ones(16, np.float32)), layout.row_major, x
    ),
    "offsets of a part": lambda x: array().sub_array((x, 0), (1, 1)),
    "the shape of a part": lambda x: array().sub_array((0, 0), (x, 1)),
    "strides of a part": lambda x: array().sub_array((0, 0), (1, 1), (x, 1)),
    "a dimension of a slice": lambda x: array().slice(x, 0),
    "an offset of a slice": lambda x: array().slice(0, x),
    "another shape": lambda x: array().reshape(x),
}


@pytest.mark.parametrize("use", PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize("value", NONSENSE.values(), ids=NONSENSE.keys())
def test_refused(use, value):
    with pytest.raises(sa.CompileError) as caught:
        use(value)
    shown = (repr(value), str(value), "needs a shape")
    assert any(text in str(caught.value) for text in shown), str(caught.value)
    assert caught.value.location.file == __file__


@pytest.mark.parametrize("use", PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize(
    "value", [2**70, ((1, 1), 1), range(10**9)], ids=["huge", "nested", "long"]
)
def test_too_much(use, value):
    with pytest.raises(sa.CompileError):
        use(value)


NUMBERS = ("a type", "a set", "a text", "a matrix", "nothing", "a truth", "bytes")


@pytest.mark.parametrize("value", [NONSENSE[name] for name in NUMBERS], ids=NUMBERS)
def test_usm_arrays(value):
    for use in (sa.USMArray, lambda x: sa.USMArray((2, x)), lambda x: sa.USMArray(2, offset=x)):
        with pytest.raises(sa.ArgumentError, match="must be made of integers"):
            use(value)


@pytest.mark.parametrize("value", [np.float32(2), np.bool_(True), 2, (), "row"], ids=repr)
def test_element_types(value):
    with pytest.raises(sa.CompileError, match="is not an element type"):
        array(element_type=value)


@pytest.mark.parametrize("value", [np.array([2, 2]), 2, None], ids=str)
def test_engines(value):
    with pytest.raises(sa.CompileError, match="there is no engine"):
        sa.compile(sa.Nest(shape=2), args=(), engine=value)


def test_numbers_of_numpy_are_numbers():
    two, one = np.int64(2), np.uint8(1)
    assert layout.strided((two, one), offset=one) == layout.strided((2, 1), offset=1)
    assert layout.blocked((two, one)) == layout.blocked((2, 1))
    assert layout.banded(two, one) == layout.banded(2, 1)
    assert layout.striped(two) == layout.striped(2)
    assert layout.affine(lambda i: i * two + one) == layout.affine(lambda i: i * 2 + 1)
    assert array(shape=(two, one)).shape == (2, 1)
    assert array(layout=(np.int32(4), one)).layout == layout.strided((4, 1))
    assert sa.Nest(shape=(two, one)).shape == (2, 1)
    assert array().sub_array((one, one), (two, two), (one, one)).shape == (2, 2)
    assert len(sa.create_dimensions(two)) == 2


LARGE = {
    "a block": lambda: layout.blocked((2**40, 2**40)),
    "a stripe": lambda: layout.striped(2**61),
    "a band": lambda: layout.banded(2**60, 2**60),
}


@pytest.mark.parametrize("use", LARGE.values(), ids=LARGE.keys())
def test_larger_than_any_memory(use):
    with pytest.raises(sa.CompileError, match="is larger than any memory"):
        use()


@pytest.mark.parametrize("shape", [(2**40, 2**40), (2**62, 2**62), 2**45], ids=str)
def test_more_offsets_than_memory(shape):
    one = layout.col_major if isinstance(shape, int) else layout.striped(2)
    with pytest.raises(sa.CompileError, match="no memory for the offsets of all elements of sa"):
        one.offsets(shape)


def test_the_functions_of_layouts_have_only_their_own_indices():
    nest, N = sa.Nest(shape=4), sa.Dimension("N")
    i = nest.get_indices()
    for name, foreign in (("i", i), ("N", N)):
        message = re.escape(f"uses '{name}', which is none of its parameters")
        with pytest.raises(sa.CompileError, match=message):
            layout.affine(lambda a: a * 2 + foreign)  # noqa: B023


def test_a_text_is_no_layout():
    storage = UsmArray(np.ones(16, np.float32))
    with pytest.raises(sa.CompileError, match="'row' is no layout: use one of sa.layout"):
        sa.unpack(storage, "row", (4, 4))
    with pytest.raises(sa.CompileError, match="'col' is no layout: use one of sa.layout"):
        sa.pack(storage, "col")
