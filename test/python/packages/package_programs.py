# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that the tests of packages build, and processes that have no compiler."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import saopt as sa

WITHOUT_COMPILER = """
import sys
sys.modules["saopt._compiler"] = None
import dpnp, numpy as np
import saopt as sa
package = sa.load(sys.argv[1])
"""


def run_without_compiler(path, program):
    """Load the package at `path` in a process that cannot import the compiler; run `program`."""
    text = WITHOUT_COMPILER + textwrap.dedent(program)
    command = [sys.executable, "-c", text, os.fspath(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def call_twice(twice):
    """Call a function of `make_twice`, in any process."""
    import dpnp

    return twice(dpnp.ones((1, 2), dtype="f4")).asnumpy().tolist()


def make_twice(name="A"):
    """Return a nest of run-time sizes and its arrays, of which the first has a name."""
    m, n = sa.create_dimensions("M", "N")
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(m, n), name=name)
    b = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(m, n), name="B")
    nest = sa.Nest(shape=(m, n))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        b[i, j] = 2 * a[i, j]

    return nest, (a, b)


def make_weigh(count):
    """Return a nest that multiplies with a constant of `count` numbers, and its arrays."""
    w = sa.Array(role=sa.Role.CONST, data=np.arange(count, dtype=np.float32), name="W")
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(count,), name="X")
    y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(count,), name="Y")
    nest = sa.Nest(shape=(count,))
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        y[k] += w[k] * x[k]

    return nest, (x, y)
