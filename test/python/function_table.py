# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that the tests of a file share, compiled into one module for each engine."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import saopt as sa
from saopt._src.build.compile import compile_many


class Functions:
    """Functions that tests call by name, compiled into one module for each engine.

    Parameters
    ----------
    makers : sequence of callable
        Each returns what to compile, a source and its args, and has the name of the function.
    """

    def __init__(self, *makers: Callable[[], tuple[Any, Any]]) -> None:
        self._makers = makers

    @functools.cache  # noqa: B019 - lives as long as the test file
    def _compiled(self, engine: Any) -> dict[str, Any]:
        entries = [(*make(), make.__name__) for make in self._makers]
        try:
            functions: list[Any] = list(compile_many(entries, engine))
        except sa.CompileError:
            functions = [self._compile_alone(entry, engine) for entry in entries]
        return dict(zip([name for *_, name in entries], functions, strict=True))

    def _compile_alone(self, entry: tuple[Any, Any, str], engine: Any) -> Any:
        try:
            return compile_many([entry], engine)[0]
        except sa.CompileError as error:  # those who call it raise it again
            return error

    def __call__(self, engine: str, name: str) -> sa.CompiledFunction:
        """Return a function; raise the error if it does not compile."""
        function = self._compiled(engine)[name]
        if isinstance(function, Exception):
            raise function
        return function
