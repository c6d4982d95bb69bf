# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the host and of devices, as users create and exchange them.

`array` is `USMArray`, made of `device`, `geometry`, `flags`, `printing`, `copies` (elements to and
from the host), `values` (elements that users assign) and `memory` (allocations and queues);
`refused_arithmetic` says where to compute with it. `creation`, `creation_filled` and
`creation_ranges` make new ones, `placing` moves them between queues, `dlpack` and `foreign`
exchange them with other libraries, `host_array` and `host_values` take data of the host,
`element_types` reads types as users name them, and `element_bits` views elements as integers.
"""
