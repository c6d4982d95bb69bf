# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The implementation; import the public names from ``saopt``."""

from saopt._src.support.interpreters import check_main_interpreter

# Before anything else is imported, which may hang there.
check_main_interpreter()
