# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program that reads a constant array of as many floats as asked for."""

import sys

count = int(sys.argv[1])
elements = ", ".join(f"{i}.0" for i in range(count))
print(f"""sa.func @sum(%C: !sa.array<{count}xf32, inout>) {{
  %W = sa.const "W" dense<[{elements}]> : tensor<{count}xf32>
      as !sa.array<{count}xf32, const>
  sa.nest (%i) to ({count}) {{
    %w = sa.load %W[%i] : !sa.array<{count}xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<{count}xf32, inout>
  }}
}}""")
