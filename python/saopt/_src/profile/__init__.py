# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.profile`: how fast the kernels of functions are, and what bounds them.

limits    what the machine can do: arithmetic and bandwidth, measured
results   the times and work of kernels, as data, text and a table
roofline  the same as a picture
profile   the measurement
"""
