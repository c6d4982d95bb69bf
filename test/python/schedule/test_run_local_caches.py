# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies in the local memory of groups, which their work-items fill together."""

from __future__ import annotations

import pytest
from test_run_caches import SIZES, TYPES, cache, check_product

A, B, C = TYPES.values()


def grid_product(caches):
    """Return ``C += A @ B`` over groups of work-items, with copies before the loops in them."""

    def place(loop):
        return "\n".join(caches.get(loop, []))

    return f"""
#tile8 = affine_map<(d0)[s0] -> (8, s0 - d0)>
#tile4 = affine_map<(d0)[s0] -> (4, s0 - d0)>
#sum = affine_map<(d0, d1) -> (d0 + d1)>
sa.func @product(%A: {A}, %B: {B}, %C: {C}) {{
  %m = sa.dim %A, 0 : {A}
  %depth = sa.dim %A, 1 : {A}
  %n = sa.dim %B, 1 : {B}
  affine.for %i = 0 to %m step 8 {{
    affine.for %j = 0 to %n step 4 {{
      affine.for %ii = 0 to min #tile8(%i)[%m] {{
        affine.for %jj = 0 to min #tile4(%j)[%n] {{
          {place("k")}
          affine.for %k = 0 to %depth step 4 {{
            {place("kk")}
            affine.for %kk = 0 to min #tile4(%k)[%depth] {{
              %x = affine.apply #sum(%i, %ii)
              %y = affine.apply #sum(%j, %jj)
              %z = affine.apply #sum(%k, %kk)
              %a = sa.load %A[%x, %z] : {A}
              %b = sa.load %B[%z, %y] : {B}
              %ab = arith.mulf %a, %b : f32
              sa.accumulate add %ab, %C[%x, %y] : {C}
            }} {{sa.index = "kk"}}
          }} {{sa.index = "k"}}
        }} {{sa.index = "jj", sa.execution = #sa.execution<thread_x>}}
      }} {{sa.index = "ii", sa.execution = #sa.execution<thread_y>}}
    }} {{sa.index = "j", sa.execution = #sa.execution<block_x>}}
  }} {{sa.index = "i", sa.execution = #sa.execution<block_y>}}
}}
"""


GRID_PRODUCTS = {
    "inputs": {"kk": [cache("A", "Ac", "kk", location="local")]},
    "both inputs": {
        "kk": [cache("A", "Ac", "kk", location="local"), cache("B", "Bc", "kk", location="local")]
    },
    "sums": {"k": [cache("C", "Cc", "k", location="local")]},
    "sums and inputs": {
        "k": [cache("C", "Cc", "k", location="local")],
        "kk": [cache("B", "Bc", "kk", location="local", layout="#sa.col_major")],
    },
    "one element each": {"k": [cache("C", "Cc", "k")]},
    "two buffers": {"kk": [cache("B", "Bc", "kk", location="local", doubleBuffer=True)]},
    "two local buffers": {
        "kk": [
            cache(
                "A",
                "Ac",
                "kk",
                location="local",
                doubleBuffer=True,
                doubleBufferLocation="#sa.memory<local>",
            )
        ]
    },
}


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: "x".join(map(str, sizes)))
@pytest.mark.parametrize("name", GRID_PRODUCTS)
def test_products_of_groups_with_copies(device_engine, name, sizes):
    check_product(grid_product(GRID_PRODUCTS[name]), device_engine, sizes)
