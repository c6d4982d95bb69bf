# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language: what a program says, recorded and typed, and nothing about how it runs.

Values and types (`types`, `numeric`, `bfloat16`, `value_functions`, `math`, `scalars`), index
expressions (`indices`, `dimensions`, `parameters`, `index_arithmetic`, `conditions`), arrays and
views (`arrays`, `layouts`, `elements`, `views`, `reshape`, `roles`, `shapes`, `subscripts`),
nests and their logic (`nest`, `predicates`, `control_flow`), the context in which a logic runs
(`context`, `default_context`), what its recording consists of (`recording`,
`recorded_arithmetic`, `tape`, `expressions`, `recorded_control_flow`), what is printed
(`printing`), numbers in signatures (`scalar_parameters`), and the entries of a function's body
(`function_body`, `rounds`).
"""
