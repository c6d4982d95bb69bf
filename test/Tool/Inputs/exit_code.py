# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exit_code.py CODE COMMAND…: runs a command and fails unless it exits with CODE.

Unlike `not`, this tells 1 from 2 and from a signal.
"""

import subprocess
import sys

expected = int(sys.argv[1])
found = subprocess.run(sys.argv[2:], stderr=subprocess.PIPE, check=False)
if found.returncode != expected:
    sys.stderr.buffer.write(found.stderr)
    sys.exit(f"expected the exit code {expected}, found {found.returncode}")
