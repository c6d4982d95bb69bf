# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a nest that adds products with a constant W of f32, whose elements a formula gives.

sparse.py NEST ROWS COLUMNS FORMULA [SET], where FORMULA is Python over the row i and the column j,
NEST one of those below, and SET what constrains the nest.
"""

import sys

kind, rows, columns, formula = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
where = f"where affine_set<{sys.argv[5]}> " if len(sys.argv) > 5 else ""
code = compile(formula, "formula", "eval")
values = [[float(eval(code, {"i": i, "j": j})) for j in range(columns)] for i in range(rows)]

# The shapes of A and C, the indices, the sizes, those that are parallel, and the subscripts of W, A
# and C.
shape_a, shape_c, indices, sizes, parallel, at_w, at_a, at_c = {
    "left": ((columns, 64), (rows, 64), "ijk", (rows, 64, columns), "ij", "ik", "kj", "ij"),
    "right": ((8, rows), (8, columns), "ijk", (8, columns, rows), "ij", "kj", "ik", "ij"),
    "elementwise": (
        (rows, columns),
        (rows, columns),
        "ij",
        (rows, columns),
        "ij",
        "ij",
        "ij",
        "ij",
    ),
    "dot": ((rows, columns), (), "ij", (rows, columns), "", "ij", "ij", ""),
    # An index that W does not have comes between those that it has.
    "between": ((rows, 3), (3,), "ilj", (rows, 3, columns), "", "ij", "il", "l"),
}[kind]


def array(shape, role):
    """Return an array's type."""
    return f"!sa.array<{''.join(f'{size}x' for size in shape)}f32, {role}>"


def at(subscripts):
    """Return subscripts as an access has them."""
    return "[" + ", ".join(f"%{index}" for index in subscripts) + "]"


print(f"""!A = {array(shape_a, "input")}
!C = {array(shape_c, "inout")}
!W = {array((rows, columns), "const")}
sa.func @product(%A: !A, %C: !C) {{
  %W = sa.const "W" dense<{values}> : tensor<{rows}x{columns}xf32> as !W
  sa.nest ({", ".join("%" + index for index in indices)}) to ({", ".join(map(str, sizes))})
      {where}parallel({", ".join(f'"{index}"' for index in parallel)}) {{
    %w = sa.load %W{at(at_w)} : !W
    %a = sa.load %A{at(at_a)} : !A
    %wa = arith.mulf %w, %a : f32
    sa.accumulate add %wa, %C{at(at_c)} : !C
  }}
}}""")
