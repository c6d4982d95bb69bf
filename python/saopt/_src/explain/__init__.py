# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.explain`: a page about a function. The compiler makes it; here is what only Python knows.

plans    the nests as they were written, and the loops after each step
layouts  the offsets of elements, for pictures of memory
explain  the page
"""
