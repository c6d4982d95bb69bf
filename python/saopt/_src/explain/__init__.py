# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.explain`: a page about a function. The compiler makes it; here is what only Python knows.

`explain` writes the page, `plans` has the nests as they were written and the loops after each step,
and `layouts` the offsets of elements, for pictures of memory.
"""
