# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.tune`: a measured search for the fastest schedule.

`tune` is what users call, `search` the search, with a bar of its `progress`, and `result` what it
found. `spaces` says which values are tried (grids, functions, and the neighbours of
a chosen plan), `candidates` makes functions of values, here or in another process, and `trials`
says what became of them. `measuring` makes data for the arguments, takes times, and compares with
the unscheduled function; `records` keeps results in a file, which a later search goes on with, and
`plots` draws them.
"""
