# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hand-scheduled examples compute what NumPy does, whatever the sizes, and for other CPUs."""

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest
import saopt as sa
from harness import call, compare, random

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
# Of other widths of vectors and numbers of registers than most devices that run the tests.
TARGETS = [None, "sse4", "avx2", "avx512"]
GRIDS = [(2, 2), (3, 3), (3, 131), (67, 2), (71, 67), (131, 65)]
MATRICES = [(1, 1), (3, 1), (1, 67), (13, 131), (5, 64)]
# Of which the last but two has more than one piece of the sum.
PRODUCTS = [(1, 1, 1), (13, 11, 17), (7, 67, 5), (6, 64, 4), (8, 131, 517), (5, 3, 0), (0, 3, 2)]


def example(name):
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


gemm, stencil, softmax = map(example, ("gemm", "stencil", "softmax"))


def targets():
    """Return the decorator that runs a test for each target."""
    return pytest.mark.parametrize(
        "target", [name and sa.Target(name) for name in TARGETS], ids=map(str, TARGETS)
    )


def by_shape(shapes):
    """Return the decorator that runs a test for each shape."""
    return pytest.mark.parametrize(
        "shape", shapes, ids=["x".join(map(str, shape)) for shape in shapes]
    )


def check_product(shape, engine, target=None):
    rows, columns, depth = shape
    a, b, c = (random(*sizes) for sizes in ((rows, depth), (depth, columns), (rows, columns)))
    *_, result = call(gemm.gemm(shape, engine, target), a, b, c)
    expected = c + a.astype(np.float64) @ b
    # Each of the additions may round once; no element of A and B is larger than 4.
    tolerance = 16 * depth * np.finfo(np.float32).eps
    compare(result, expected.astype(np.float32), "the product", rtol=1e-5, atol=tolerance)


def check_stencil(shape, engine, target=None):
    x, y = random(*shape), random(*shape, high=9)
    expected = y.copy()
    expected[1:-1, 1:-1] = (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) / 4
    _, result = call(stencil.jacobi(shape, engine, target), x, y)
    compare(result, expected, "the grid", rtol=1e-5, atol=1e-6)


def check_softmax(shape, engine, target=None):
    # Without the subtraction, the powers would be infinite.
    x = random(*shape) + np.float32(200)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    expected = powers / powers.sum(axis=1, keepdims=True)
    _, result = call(softmax.softmax(shape, engine, target), x, np.zeros_like(x))
    compare(result, expected, "the softmax", rtol=1e-5)


@by_shape(PRODUCTS)
@targets()
def test_product(shape, target):
    check_product(shape, "spirv", target)


@by_shape(GRIDS)
@targets()
def test_stencil(shape, target):
    check_stencil(shape, "spirv", target)


@by_shape(MATRICES)
@targets()
def test_softmax(shape, target):
    check_softmax(shape, "spirv", target)


# Building SYCL source costs seconds, so that one size with an edge in every loop has to do, and the
# tiles of the target with the smallest ones.
@pytest.mark.parametrize("engine", ["sycl", "eager"])
@pytest.mark.parametrize(
    ("check", "shape"),
    [(check_product, (13, 35, 11)), (check_stencil, (67, 71)), (check_softmax, (13, 67))],
    ids=["product", "stencil", "softmax"],
)
def test_on_other_engines(check, shape, engine):
    check(shape, engine, sa.Target("sse4"))


@pytest.mark.parametrize("module", [gemm, stencil, softmax], ids=["gemm", "stencil", "softmax"])
def test_runs_as_a_program(module, capsys):
    module.main()
    assert capsys.readouterr().out.endswith("agrees with NumPy\n")


@pytest.mark.parametrize(
    ("name", "rows", "columns"), [("sse4", 6, 8), ("avx2", 6, 16), ("avx512", 6, 64)]
)
def test_register_block_fits_the_target(name, rows, columns):
    tiles = gemm.Tiles.of(sa.Target(name), 1024)
    assert (tiles.rows, tiles.columns) == (rows, columns)
    assert tiles.share % columns == 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: gemm.gemm((64, 64, 64)),
        lambda: stencil.jacobi((67, 71)),
        lambda: softmax.softmax((13, 67)),
    ],
    ids=["gemm", "stencil", "softmax"],
)
def test_source_is_made_to_be_read(make):
    source = make().source
    assert max(map(len, source.splitlines())) <= 100
    # An accumulator begins with what it is loaded from, not with a copy of that.
    assert not re.search(r"> acc\w* = t\w*;", source)
    assert "load_lanes_as" not in source
