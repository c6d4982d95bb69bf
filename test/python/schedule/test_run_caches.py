# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of what loops touch, on the device, against NumPy.

The programs are loops in the form that plans become, with copies of every kind announced in them.
"""

from __future__ import annotations

import numpy as np
import pytest
from mlir_programs import MlirFunction

A, B, C = (
    f"!sa.array<?x?xf32, {role}, sizes = [{sizes}]>"
    for role, sizes in (("input", "M, K"), ("input", "K, N"), ("inout", "M, N"))
)
TYPES = {"A": A, "B": B, "C": C}
# Primes, sizes of exactly a tile, less than one, one and none.
SIZES = [
    (7, 13, 11),
    (8, 16, 4),
    (17, 33, 9),
    (3, 2, 1),
    (1, 1, 1),
    (0, 5, 3),
    (5, 0, 2),
    (4, 6, 0),
]


def cache(array, name, at, source=None, location="private", **attributes):
    """Return an announcement of a copy of `array`, or of the copy `source` of it."""
    given = [f"location = #sa.memory<{location}>"]
    given += [k if v is True else f"{k} = {v}" for k, v in attributes.items()]
    operand = f"%{source or array}"
    settings = ", ".join(given)
    block = f'sa.loop_cache {operand} as "{name}" at "{at}" {{{settings}}}'
    return f"%{name} = {block} : {TYPES[array]}"


def product(caches, parallel="i"):
    """Return ``C += A @ B`` in tiles, with copies before the loops that `caches` names."""
    run = {
        name: ", sa.execution = #sa.execution<parallel>" if name in parallel else ""
        for name in "ijk"
    }

    def place(loop):
        return "\n".join(caches.get(loop, []))

    return f"""
#tile8 = affine_map<(d0)[s0] -> (8, s0 - d0)>
#tile16 = affine_map<(d0)[s0] -> (16, s0 - d0)>
#tile4 = affine_map<(d0)[s0] -> (4, s0 - d0)>
#sum = affine_map<(d0, d1) -> (d0 + d1)>
sa.func @product(%A: {A}, %B: {B}, %C: {C}) {{
  %m = sa.dim %A, 0 : {A}
  %depth = sa.dim %A, 1 : {A}
  %n = sa.dim %B, 1 : {B}
  {place("i")}
  affine.for %i = 0 to %m step 8 {{
    {place("j")}
    affine.for %j = 0 to %n step 16 {{
      {place("k")}
      affine.for %k = 0 to %depth step 4 {{
        {place("ii")}
        affine.for %ii = 0 to min #tile8(%i)[%m] {{
          {place("jj")}
          affine.for %jj = 0 to min #tile16(%j)[%n] {{
            affine.for %kk = 0 to min #tile4(%k)[%depth] {{
              %x = affine.apply #sum(%i, %ii)
              %y = affine.apply #sum(%j, %jj)
              %z = affine.apply #sum(%k, %kk)
              %a = sa.load %A[%x, %z] : {A}
              %b = sa.load %B[%z, %y] : {B}
              %ab = arith.mulf %a, %b : f32
              sa.accumulate add %ab, %C[%x, %y] : {C}
            }} {{sa.index = "kk"}}
          }} {{sa.index = "jj"}}
        }} {{sa.index = "ii"}}
      }} {{sa.index = "k"{run["k"]}}}
    }} {{sa.index = "j"{run["j"]}}}
  }} {{sa.index = "i"{run["i"]}}}
}}
"""


PRODUCTS = {
    "input": product({"ii": [cache("B", "Bc", "ii")]}),
    "both inputs": product({"ii": [cache("B", "Bc", "ii"), cache("A", "Ac", "ii")]}),
    "sums": product({"k": [cache("C", "Cc", "k")]}),
    "sums in parallel tiles": product({"k": [cache("C", "Cc", "k")]}, parallel="ij"),
    "all": product(
        {"k": [cache("C", "Cc", "k")], "ii": [cache("A", "Ac", "ii"), cache("B", "Bc", "ii")]}
    ),
    "copies of copies": product(
        {
            "ii": [cache("B", "Bc", "ii")],
            "jj": [cache("B", "small", "jj", source="Bc", layout="#sa.col_major")],
        }
    ),
    "sums of sums": product(
        {"k": [cache("C", "Cc", "k")], "jj": [cache("C", "row", "jj", source="Cc")]}
    ),
    "slices": product({"k": [cache("C", "Cc", "k", location="global")]}),
    "slices of inputs": product(
        {"ii": [cache("B", "Bc", "ii", location="global", layout="#sa.col_major")]}
    ),
    "whole arrays": product({"i": [cache("B", "Bc", "i", location="global")]}),
    "whole arrays of sums": product(
        {"i": [cache("C", "Cc", "i", location="global"), cache("A", "Ac", "i", location="global")]}
    ),
    "whole arrays in blocks": product(
        {"i": [cache("B", "Bc", "ii", location="global"), cache("C", "Cc", "k", location="global")]}
    ),
    "one work-item": product(
        {"k": [cache("C", "Cc", "k")], "ii": [cache("B", "Bc", "ii", location="global")]},
        parallel="",
    ),
    "launches in loops": product(
        {
            "i": [cache("A", "Ac", "i", location="global")],
            "j": [cache("C", "Cc", "j", location="global")],
        },
        parallel="j",
    ),
    "column-major": product({"ii": [cache("B", "Bc", "ii", layout="#sa.col_major")]}),
    "strided": product(
        {"ii": [cache("B", "Bc", "ii", layout="#sa.strided<[-20, 1], offset = 60>")]}
    ),
    "blocked": product({"ii": [cache("B", "Bc", "ii", layout="#sa.blocked<[2, 4]>")]}),
    "striped": product({"k": [cache("C", "Cc", "k", layout="#sa.striped<8>")]}),
    "z-order": product({"k": [cache("C", "Cc", "k", layout="#sa.z_order")]}),
    "wider elements": product(
        {
            "k": [cache("C", "Cc", "k", elementType="f64")],
            "ii": [cache("B", "Bc", "ii", elementType="f64")],
        }
    ),
    "vectors": product({"ii": [cache("B", "Bc", "ii", vectorize=True)]}),
    "thrifty": product({"jj": [cache("A", "Ac", "jj", thrifty=True)]}),
    "two buffers": product({"ii": [cache("B", "Bc", "ii", doubleBuffer=True)]}),
    "two buffers in slices": product(
        {
            "ii": [
                cache("B", "Bc", "ii", doubleBuffer=True, doubleBufferLocation="#sa.memory<global>")
            ]
        }
    ),
    "two buffers for one work-item": product(
        {"jj": [cache("A", "Ac", "jj", doubleBuffer=True, location="global")]}, parallel=""
    ),
    "two buffers for launches": product(
        {"j": [cache("A", "Ac", "j", doubleBuffer=True, location="global")]}, parallel="j"
    ),
}


def check_product(text, engine, sizes):
    m, n, depth = sizes
    values = np.random.default_rng(m * 10007 + n * 101 + depth)
    a, b, c = (
        values.integers(-8, 9, shape).astype(np.float32)
        for shape in ((m, depth), (depth, n), (m, n))
    )
    result = MlirFunction(text, engine)(a, b, c)[-1]
    np.testing.assert_array_equal(result, c + a @ b)


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: "x".join(map(str, sizes)))
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_with_copies(device_engine, name, sizes):
    check_product(PRODUCTS[name], device_engine, sizes)
