# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The implementation; import the public names from ``saopt``."""
