# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nested.py KIND DEPTH: prints text that is nested as deeply as asked for."""

import sys

kind, depth = sys.argv[1], int(sys.argv[2])
texts = {
    "parentheses": lambda: "(" * depth,
    "loops": lambda: (
        "func.func @f() {\n"
        + "scf.execute_region {\n" * depth
        + "scf.yield\n}\n" * depth
        + "return\n}"
    ),
    "types": lambda: "func.func private @f(" + "tuple<" * depth + "i32" + ">" * depth + ")",
    "attributes": lambda: "module attributes {sa.a = " + "[" * depth + "]" * depth + "} {}",
    "sum": lambda: "module attributes {sa.a = affine_map<(d0) -> (" + "d0 + " * depth + "d0)>} {}",
    "signs": lambda: "module attributes {sa.a = affine_map<(d0) -> (" + "-" * depth + "d0)>} {}",
    "aliases": lambda: (
        "#t0 = [1]\n"
        + "".join(f"#t{i + 1} = [#t{i}]\n" for i in range(depth))
        + f"module attributes {{sa.a = #t{depth}}} {{}}"
    ),
}
print(texts[kind]())
