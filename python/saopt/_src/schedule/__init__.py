# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules and plans: in which order the points of nests run, and how their loops run.

`schedule`, `plan`, `data_plan` and `fusing` are what users call; all of it becomes records
(`steps`) on loops (`loops`, `scheduled_loops`, `caches`, `grid`), for a device (`target`,
`target_table`, `target_products`). `schedule_base` keeps the records, `session` has the compiler
prove each when it is taken, `plan_writer` hands it to the compiler, and `scheduled_nests` is the
result that a function holds. `resolving` takes the steps that wait for the values of parameters.
`loop_tree` prints the loops, and `accera_refusals` answers names of Accera that do not exist here.
"""
