# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language: what a program says, recorded and typed, and nothing about how it runs.

Values and types (`types`, `numeric`, `bfloat16`, `literals`, `value_functions`, `elementwise`,
`math`, `scalars`, `operators`, `complex_refusals`), index expressions (`indices`, `dimensions`,
`parameters`, `index_arithmetic`, `index_choices`, `data_indices`, `conditions`), arrays and views
(`arrays`, `declarations`, `layouts`, `elements`, `views`, `extended`, `reshape`, `roles`, `shapes`,
`subscripts`), nests and their logic (`nest`, `loop_bounds`, `nest_points`, `predicates`,
`control_flow`, `rewrites`), the context in which a logic runs (`context`, `default_context`), what
its recording consists of (`recording`, `recorded_arithmetic`, `tape`, `expressions`,
`recorded_control_flow`), what is printed (`printing`) and compared (`allclose`), numbers in
signatures (`scalar_parameters`), and the entries of a function's body (`function_body`, `rounds`).
"""
