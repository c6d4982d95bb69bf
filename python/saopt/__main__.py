# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command ``saopt`` as a module: ``python -m saopt``."""

import sys

from saopt_command import main

if __name__ == "__main__":
    sys.exit(main())
