# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `Package.add` returns: a function of a package, which can be called at once."""

from __future__ import annotations

from typing import Any

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.build.function import Function
from saopt._src.language.elements import Elements

__all__ = ["PackagedFunction"]


class PackagedFunction(CompiledFunction):
    """A function of a package.

    Called with arrays on a device, it runs there, and is compiled the first time. Called with
    arrays of the language in the body of a function under ``@sa.function``, or of a callable that
    is added to a package, it becomes a part of that function.
    """

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the function on a device, or do this in the function that is being written."""
        if any(isinstance(argument, Elements) for argument in arguments):
            return Function(self._source)(*arguments, **keywords)
        return super().__call__(*arguments, **keywords)
