# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From recordings to the compiler, and the compiled functions that it returns.

`function_source` collects the body, arrays and names of a function (`source_names`), `function`
is `sa.function`, `passed_views` are views in its arguments, `size_determination` checks that
calls determine every run-time size, `module_builder`, `nest_builder` and `array_builder` rebuild
the recording as IR (`scope` says what arrays and sizes stand for there), `options` says what the
compiler may do, `compile` is `sa.compile`, `compiled_function` and `eager_function` are its
results, which `describe`, `chosen_plans` and `passes` (the program after each pass) print, and
`packing` is `sa.pack` and `sa.unpack`, which are compiled functions. `plan_source` reads plans
that were written as source, and `tuned_plans` keeps those that `sa.tune` found.
"""
