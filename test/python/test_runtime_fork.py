# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A forked process is told that it cannot use the device, instead of waiting for ever."""

import subprocess
import sys

SCRIPT = """
import os
import saopt as sa
import dpnp

A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,))
nest = sa.Nest(shape=(4,))
i = nest.get_indices()

@nest.iteration_logic
def _():
    A[i] += 1

increment = sa.compile(nest, args=(A,))
a = dpnp.zeros(4, dtype="f4")
increment(a)
child = os.fork()
if child == 0:
    try:
        increment(a)
    except sa.Error as error:
        os._exit(7 if "forked" in str(error) else 8)
    os._exit(9)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
increment(a)
assert a.asnumpy().tolist() == [2.0] * 4
"""


def test_call_in_a_forked_process():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
