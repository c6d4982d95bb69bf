# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.profile`: how fast the kernels of functions are, and what bounds them.

`profile` is the measurement, and `limits` what the machine can do: arithmetic and bandwidth.
`results` are the times and the work of kernels, as data, text and a table; `roofline` draws them.
"""
