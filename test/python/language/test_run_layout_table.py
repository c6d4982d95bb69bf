# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every role, layout, element type and rank: copy, transpose, matrix product and write.

One function for each layout, type and rank has an array of every role in that layout; both device
engines must leave the same in all storage as the eager engine does, padding included. What has
strides is also passed in its shape. The functions of a type are one module.
"""

import functools
from typing import Any

import numpy as np
import pytest
import saopt as sa
from harness import call, compare
from layout_table import KINDS, LAYOUTS, SHAPES, constant, entry, known
from saopt._src.build.compile import compile_many

layout = sa.layout


def entries(element_type: sa.ScalarType) -> list[tuple[Any, Any, str]]:
    made = [entry(*kind, element_type) for kind in KINDS]
    return [(one.nests, one.args, "table") for one in made]


@functools.cache
def functions(element_type: sa.ScalarType, engine: Any) -> dict[Any, sa.CompiledFunction]:
    """Return the functions of a type, compiled into one module."""
    return dict(zip(KINDS, compile_many(entries(element_type), engine), strict=True))


@functools.cache
def expected(one: Any, rank: int, element_type: sa.ScalarType) -> list[np.ndarray]:
    function = functions(element_type, "eager")[one, rank]
    return call(function, *entry(one, rank, element_type).inputs)


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("element_type", list(sa.ScalarType), ids=str)
@pytest.mark.parametrize(("one", "rank"), KINDS, ids=lambda value: str(value))
def test_every_engine_does_the_same(one, rank, element_type, engine):
    function = functions(element_type, engine)[one, rank]
    case = entry(one, rank, element_type)
    results = call(function, *case.inputs)
    triples = zip(case.args, results, expected(one, rank, element_type), strict=True)
    for array, result, wanted in triples:
        compare(result, wanted, f"array {array.name}")


SHAPED = [kind for kind in KINDS if known(kind[0]).strides(SHAPES[kind[1]]) is not None]


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
@pytest.mark.parametrize("element_type", list(sa.ScalarType), ids=str)
@pytest.mark.parametrize(("one", "rank"), SHAPED, ids=lambda value: str(value))
def test_arrays_in_their_shape(one, rank, element_type, engine):
    case, own, shape = entry(one, rank, element_type), known(one), SHAPES[rank]

    def elements(array, data):
        if array.layout == layout.any:
            return data
        if array.layout == layout.row_major:
            return data.reshape(array.shape)
        strides = [step * data.itemsize for step in own.strides(shape)]
        return np.lib.stride_tricks.as_strided(data[own.start(shape) :], shape, strides)

    given = [elements(*pair) for pair in zip(case.args, case.inputs, strict=True)]
    results = call(functions(element_type, engine)[one, rank], *given)
    exists = own.offsets(shape) >= 0
    triples = zip(case.args, results, expected(one, rank, element_type), strict=True)
    for array, result, wanted in triples:
        inside = exists if own.has_domain and array.layout == own else ...
        compare(result[inside], elements(array, wanted)[inside], f"array {array.name}")


@pytest.mark.parametrize(("one", "rank"), KINDS, ids=lambda value: str(value))
def test_eager_does_what_numpy_does(one, rank):
    element_type = sa.int32
    case = entry(one, rank, element_type)
    shape, own = SHAPES[rank], known(one)
    places = own.offsets(shape)
    exists = places >= 0

    def elements(array, storage):
        if array.layout == layout.any or array.shape != shape or storage.shape == shape:
            return storage
        return np.where(exists, storage[np.maximum(places, 0)], 0)

    pairs = zip(case.args, expected(one, rank, element_type), strict=True)
    after = {array.name: elements(array, result) for array, result in pairs}
    pairs = zip(case.args, case.inputs, strict=True)
    before = {array.name: elements(array, data) for array, data in pairs}
    a, k = after["A"], constant(own, shape, element_type)
    np.testing.assert_array_equal(after["R"], k)
    if own.is_injective(shape):
        np.testing.assert_array_equal(after["D"], before["D"] + a)
        np.testing.assert_array_equal(after["B"].T, a + k)
    if "C" in after:
        np.testing.assert_array_equal(after["C"], 1 + a @ k)
    if "E" in after:
        product = before["E"] + after["B"] @ after["B"]
        np.testing.assert_array_equal(after["E"], np.where(exists, product, 0))


def test_results_in_every_layout_that_can_be_written_in_parallel():
    products = [one for one, rank in KINDS if len(entry(one, rank, sa.int32).args) == 6]
    assert len(products) == len(LAYOUTS[2]) - 2  # all but toeplitz and a stride of zero
