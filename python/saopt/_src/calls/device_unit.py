# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime needs of functions that were compiled together."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from saopt._src.support.lazy import lazy_property

__all__ = ["DeviceCode", "DeviceUnit", "StoredUnit"]


class DeviceCode(Protocol):
    """The compiler's results: a `saopt._compiler.Module`, or what was stored of one."""

    @property
    def manifest(self) -> str: ...
    @property
    def spirv(self) -> bytes: ...
    @property
    def source(self) -> str: ...
    @property
    def constants(self) -> bytes: ...


class DeviceUnit:
    """Functions that are loaded as one device program.

    Parameters
    ----------
    strict : bool
        Whether whatever changes a floating-point result is forbidden.
    """

    def __init__(self, strict: bool) -> None:
        self.strict = strict

    @property
    def code(self) -> DeviceCode:
        """What the compiler made of the functions."""
        raise NotImplementedError

    def variants(self) -> Mapping[str, bytes]:
        """Return the SPIR-V for the compilers of some devices, by their names."""
        raise NotImplementedError

    @lazy_property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the functions."""
        return dict(json.loads(self.code.manifest))

    @lazy_property
    def loaded_manifest(self) -> Any:
        """The manifest as the runtime reads it, a `saopt._runtime.Manifest`."""
        from saopt import _runtime

        return _runtime.Manifest(self.code.manifest)

    @lazy_property
    def spirv_program(self) -> Any:
        """The device program loaded from SPIR-V, a `saopt._runtime.Program`."""
        from saopt import _runtime

        code = self.code
        variants = dict(self.variants())
        return _runtime.Program(code.spirv, "spirv", self.strict, code.constants, variants)

    @lazy_property
    def sycl_program(self) -> Any:
        """The device program built from SYCL source, a `saopt._runtime.Program`."""
        from saopt import _runtime

        code = self.code
        return _runtime.Program(code.source, "sycl", self.strict, code.constants)


@dataclass(frozen=True)
class _StoredCode:
    manifest: str
    spirv: bytes
    source: str
    constants: bytes
    variants: Mapping[str, bytes] = field(default_factory=dict)


class StoredUnit(DeviceUnit):
    """Functions that were compiled before, perhaps by another process.

    Parameters
    ----------
    strict : bool
        As for `DeviceUnit`.
    manifest, spirv, source, constants, variants
        What the compiler made of them; what no engine of theirs needs is empty.
    """

    def __init__(
        self,
        strict: bool,
        manifest: str,
        *,
        spirv: bytes = b"",
        source: str = "",
        constants: bytes = b"",
        variants: Mapping[str, bytes] | None = None,
    ) -> None:
        super().__init__(strict)
        self._code = _StoredCode(manifest, spirv, source, constants, dict(variants or {}))

    @property
    def code(self) -> _StoredCode:
        """What was stored."""
        return self._code

    def variants(self) -> Mapping[str, bytes]:
        """Return the SPIR-V for the compilers of some devices."""
        return self._code.variants

    @classmethod
    def of(cls, unit: DeviceUnit, engine: str) -> StoredUnit:
        """Return what one engine needs of a unit."""
        code = unit.code
        if engine == "sycl":
            return cls(unit.strict, code.manifest, source=code.source, constants=code.constants)
        return cls(
            unit.strict,
            code.manifest,
            spirv=code.spirv,
            constants=code.constants,
            variants=unit.variants(),
        )

    def __reduce__(self) -> Any:
        code = self._code
        texts = (code.spirv, code.source, code.constants, dict(code.variants))
        return _restore, (self.strict, code.manifest, *texts)


def _restore(
    strict: bool,
    manifest: str,
    spirv: bytes,
    source: str,
    constants: bytes,
    variants: Mapping[str, bytes],
) -> StoredUnit:
    return StoredUnit(
        strict, manifest, spirv=spirv, source=source, constants=constants, variants=variants
    )
