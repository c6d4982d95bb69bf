# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune`: a measured search for the fastest schedule.

spaces      which values are tried: grids, functions, and the neighbours of a chosen plan
candidates  what makes a function of values, here or in another process
trials      what became of the values that were tried
measuring   data for the arguments, times, and the comparison with the unscheduled function
records     results in a file, which a later search goes on with
plots       the results as a picture
tune        the search
"""
