# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime: device programs, and functions that launch their kernels."""

from typing import Any, Literal, overload

class Program:
    """Code for devices, built for each of them when it is first needed."""

    def __init__(
        self,
        code: bytes | str,
        language: Literal["spirv", "sycl"],
        strict: bool = ...,
        constants: bytes = ...,
    ) -> None: ...
    def build(self, queue: Any = ...) -> None: ...
    def build_log(self, queue: Any = ...) -> str: ...

class Function:
    """A function of a manifest, whose kernels are in a program."""

    @overload
    def __init__(self, spec: dict[str, Any], program: Program) -> None: ...
    @overload
    def __init__(
        self,
        spec: dict[str, Any],
        code: bytes | str,
        language: Literal["spirv", "sycl"],
        strict: bool = ...,
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def signature(self) -> str: ...
    def __call__(self, *arguments: Any) -> None: ...
    def build_log(self, queue: Any = ...) -> str: ...
