# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packages: functions as files that stand on their own, and functions from such files.

`package` is `sa.Package`, which collects functions (`packaged_function`, named by `variants`)
and has the compiler write them in the `choices` of formats, modes and platforms; `debug` makes
functions that check themselves; `loading` is `sa.load`, which needs no compiler.
"""
