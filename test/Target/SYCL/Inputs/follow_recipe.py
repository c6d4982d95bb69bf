# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Follows an emitted source's own words on how to link its constants.

Writes constants.s, the lines that the source asks for, and main.cpp, a program with the source's
declaration that prints the size and the bytes of the block.
"""

import re
import sys

source = open(sys.argv[1]).read()
with open("constants.s", "w") as assembler:
    assembler.writelines(
        re.findall(r"^//   (.*\n)", source[: source.index('extern "C" const')], re.M)
    )
declaration, name = re.search(r'(extern "C" const unsigned char (\w+)\[\d+\];)', source).groups()
with open("main.cpp", "w") as main:
    main.write(f"""#include <cstdint>
#include <cstdio>
{declaration}
int main() {{
  if (reinterpret_cast<uintptr_t>({name}) % 64 != 0)
    return 1;
  return std::fwrite({name}, 1, sizeof({name}), stdout) != sizeof({name});
}}
""")
