# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The eager engine: the user's logic, called for each point, over NumPy.

`engine` runs a function; `complex_values` are its complex numbers, `index_numbers` those that are
computed of indices alone, and `escaped` what a read outside of an array gives. Before that,
`arguments` has the runtime check the arguments of the call, and `memory` is what the engine sees
of them; `needed_size` is how much of an open dimension the loops need.
"""
