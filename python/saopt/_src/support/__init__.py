# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every package uses and what knows nothing of arrays or nests.

The errors (`errors`), where the user's source raised them (`locations`), the lines that they quote
(`quoting`) and what tracebacks show of it (`tracebacks`), advice for names that do not exist
(`name_advice`) and for those that are almost right (`near_names`), HTML for notebooks (`notebook`),
the names of the user's variables (`names`), integers and shapes as users write them (`integers`),
attributes that are computed on first use (`lazy`), copies of functions with their variables fixed
(`freezing`), and the environment of the process: `forking`, `interpreters`, `loaded_libraries`,
`opencl_icd`, `vendor_intel_cpu`.
"""
