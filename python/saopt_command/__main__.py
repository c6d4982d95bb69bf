# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command as a module: ``python -m saopt_command``."""

import sys

from saopt_command.main import main

if __name__ == "__main__":
    sys.exit(main())
