# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants as data: how large they may be, and that equal ones are one."""

import time

import numpy as np
import pytest
import saopt as sa
from harness import call
from saopt._src.build.compile import compile_many

MIB = 2**20


def copy(data, name="W", **options):
    """Return the nest that copies a constant, and the array that it writes."""
    W = sa.Array(role=sa.Role.CONST, data=data, name=name, **options)
    B = sa.Array(role=sa.Role.INOUT, element_type=W.element_type, shape=data.shape, name="B")
    nest = sa.Nest(shape=data.shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = W[indices]

    return nest, B


@pytest.mark.parametrize("dtype", ["float32", "bool"])
def test_a_large_constant_compiles_in_seconds(device_engine, dtype):
    data = np.arange(64 * MIB // np.dtype(dtype).itemsize) % 5
    data = (data if dtype == "float32" else data > 2).astype(dtype)
    start = time.process_time()
    nest, B = copy(data)
    function = sa.compile(nest, args=(B,), engine=device_engine)
    assert time.process_time() - start < 8
    assert len(function.source) < 10_000
    assert len(function._unit.module.constants) == 64 * MIB
    (result,) = call(function, np.zeros_like(data))
    np.testing.assert_array_equal(result, data)


LAYOUTS = {
    "col_major": sa.layout.col_major,
    "blocked": sa.layout.blocked((8, 8)),
    "z_order": sa.layout.z_order,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_of_a_large_constant_costs_seconds_at_most(layout):
    data = np.arange(16 * MIB, dtype=np.float32).reshape(4096, 4096)
    nest, B = copy(data, layout=LAYOUTS[layout])
    start = time.process_time()
    function = sa.compile(nest, args=(B,))
    assert time.process_time() - start < 4
    (result,) = call(function, np.zeros_like(data))
    np.testing.assert_array_equal(result, data)


def test_the_text_of_a_large_constant_reads_back():
    from saopt import _compiler

    data = np.random.default_rng(1).random((256, 1024), np.float32)
    nest, B = copy(data)
    module = sa.compile(nest, args=(B,))._unit.module
    program = module.mlir[: module.mlir.index("{-#")]
    assert "dense_resource<W>" in program
    assert len(program) < 1000
    again = _compiler.compile_text(module.mlir, "again.mlir")
    assert again.constants == module.constants == data.tobytes()


def test_equal_large_constants_of_several_functions_are_one():
    data = np.random.default_rng(2).random(MIB // 4, np.float32)
    nests = [copy(data.copy(), "V"), copy(data.copy(), "W"), copy(data.reshape(512, 512), "X")]
    functions = compile_many([(nest, (B,), "f") for nest, B in nests])
    module = functions[0]._unit.module
    assert len(module.constants) == MIB
    assert module.mlir.count('"0x') == 1
    for function, shape in zip(functions, [data.shape, data.shape, (512, 512)], strict=True):
        (result,) = call(function, np.zeros(shape, np.float32))
        np.testing.assert_array_equal(result, data.reshape(shape))


def test_equal_small_constants_of_several_functions_are_one():
    nests = [copy(np.arange(5, dtype=np.int16), name) for name in "VW"]
    functions = compile_many([(nest, (B,), "f") for nest, B in nests])
    assert functions[0].source.count("static constexpr int16_t") == 1
    for function in functions:
        (result,) = call(function, np.zeros(5, np.int16))
        np.testing.assert_array_equal(result, np.arange(5))


def test_a_deferred_layout_follows_the_nest(device_engine):
    w = np.arange(24, dtype=np.float32).reshape(4, 6)
    W = sa.Array(role=sa.Role.CONST, data=w, layout=sa.Array.Layout.DEFERRED, name="W")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(6, 4), name="B")
    nest = sa.Nest(shape=(6, 4))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = W[j, i]

    function = sa.compile(nest, args=(B,), engine=device_engine)
    assert (
        "constant 'W': its layout is column-major, because 'j' is the fastest index that walks "
        "it, along dimension 0" in function.report
    )
    (result,) = call(function, np.zeros((6, 4), np.float32))
    np.testing.assert_array_equal(result, w.T)
