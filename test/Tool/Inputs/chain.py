# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chain.py KIND LENGTH: prints a program with a chain of that many operations."""

import sys

kind, length = sys.argv[1], int(sys.argv[2])
array = "!sa.array<8xf32, inout>"
if kind == "values":
    first = f"    %x0 = sa.load %A[%i] : {array}\n"
    step = "    %x{1} = arith.addf %x{0}, %y : f32\n"
    last = f"    sa.store %x{length}, %A[%i] : {array}\n"
elif kind == "indices":
    first = "    %x0 = index.add %i, %zero\n"
    step = "    %x{1} = index.add %x{0}, %zero\n"
    last = f"    sa.store %y, %A[%x{length}] : {array}\n"
else:  # every index is the sum of the one before with itself
    first = "    %x0 = index.sub %i, %i\n"
    step = "    %x{1} = index.add %x{0}, %x{0}\n"
    last = f"    sa.store %y, %A[%x{length}] : {array}\n"
print(f"sa.func @chain(%A: {array}, %y: f32) {{")
print("  %zero = index.constant 0")
print("  sa.nest (%i) to (8) {")
print(first + "".join(step.format(i, i + 1) for i in range(length)) + last + "  }\n}")
