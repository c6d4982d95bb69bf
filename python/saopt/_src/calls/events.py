# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Events of calls that can fail on the device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dpctl

__all__ = ["CheckedEvent"]


class CheckedEvent(dpctl.SyclEvent):  # type: ignore[misc]
    """An event of a call: waiting for it raises what the kernels noted."""

    _raise_error: Callable[[], None]

    def __new__(cls, event: dpctl.SyclEvent, raise_error: Callable[[], None]) -> CheckedEvent:
        made: Any = super().__new__(cls, event._get_capsule())
        made._raise_error = raise_error
        return made  # type: ignore[no-any-return]

    def __init__(self, event: dpctl.SyclEvent, raise_error: Callable[[], None]) -> None:
        pass  # All is done in __new__, as in the base class.

    def wait(self) -> None:
        """Wait for the call.

        Raises
        ------
        IndexRangeError
            When an index that data chose was outside of its array.
        AssumptionError
            When something that the logic assumes did not hold.
        """
        super().wait()
        self._raise_error()
