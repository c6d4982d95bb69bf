# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of calls, for all the engines.

`arguments` says which argument is for which array, and prepares calls; `number_arguments` takes
numbers for arrays of rank zero, `outputs` allocates outputs that the caller leaves out, and
`memory` gives back what calls keep for later ones. `device_function` is a function that runs on
devices, whose code is in a `device_unit`; `events` are those of calls that can fail there.
"""
