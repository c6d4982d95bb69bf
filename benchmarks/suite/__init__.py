# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saopt beside other libraries, in one process: what `make bench` runs.

Every workload is the obvious nest, without a schedule; the compiler chooses.

contest     what takes part, how it is measured, and how results are compared
limits      what the machine can do: arithmetic, bandwidth, launches
peers       the other libraries, as far as they are installed
contractions, sums, streams, chains
            the workloads
compiling   how long compiling takes
table, roofline, page
            what is printed and written
"""
