# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether dpctl has mended its bugs (``docs/vendor-bugs.md``)."""

from __future__ import annotations

import saopt as sa  # finds the drivers
from dpctl.memory import MemoryUSMShared


def test_dpctl_writable_flag_is_still_there() -> None:
    assert sa.asarray([1.0]).flags.writeable
    _, flag = MemoryUSMShared(8).__sycl_usm_array_interface__["data"]
    # The interface says that this is True for memory that must not be written.
    assert flag, "mended: remove dpctl-writable-flag, see docs/vendor-bugs.md"
