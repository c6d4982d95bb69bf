# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a package consists of, how its functions are built, and where it runs."""

from __future__ import annotations

import enum
from typing import Any

from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

__all__ = ["Format", "Mode", "Platform", "format_names", "members"]

_STATIC = (
    "libraries are shared, since the kernels are compiled for a device when they first run; say "
    "sa.Package.Format.{}"
)
_FORMATS = {
    "HAT_STATIC": _STATIC.format("HAT_DYNAMIC"),
    "MLIR_STATIC": _STATIC.format("MLIR_DYNAMIC"),
    "MLIR_VERBOSE": "say Format.MLIR, and mlir_stage= of build, or look at CompiledFunction.dump",
}
_ELSEWHERE = (
    "a library is built on the machine that it is for; give Format.SYCL_SOURCE to a SYCL compiler "
    "there, or load Format.SPIRV there with sa.load"
)
_PLATFORMS = dict.fromkeys(["WINDOWS", "MACOS", "ANDROID", "IOS", "RASPBIAN"], _ELSEWHERE)


class _FormatType(enum.EnumMeta):
    """The class of `Format`, which says what takes the place of Accera's other formats."""

    def __getattr__(cls, name: str) -> Any:
        raise _missing("Format", name, _FORMATS)


class _PlatformType(enum.EnumMeta):
    """The class of `Platform`, which says what takes the place of Accera's other platforms."""

    def __getattr__(cls, name: str) -> Any:
        raise _missing("Platform", name, _PLATFORMS)


def _missing(kind: str, name: str, known: dict[str, str]) -> AttributeError:
    hint = f": {known[name]}" if name in known else ""
    return AttributeError(f"sa.Package.{kind} has no member {name!r}{hint}")


class Format(enum.Flag, metaclass=_FormatType):
    """What a package consists of; formats combine with ``|``."""

    SYCL_SOURCE = enum.auto()
    """A header, a source and a ``CMakeLists.txt`` for any SYCL 2020 compiler."""
    SHARED_LIBRARY = enum.auto()
    """A library with headers in C++ and in C, built with the C++ compiler of this machine."""
    SPIRV = enum.auto()
    """Kernels for `sa.load`."""
    MLIR = enum.auto()
    """The program as MLIR."""
    WHEEL = enum.auto()
    """A module that pip installs, and that needs the runtime alone."""
    HAT_DYNAMIC = SHARED_LIBRARY
    """Another name for `SHARED_LIBRARY`, which comes with a ``.hat`` file."""
    DEFAULT = SHARED_LIBRARY
    """The same, as Accera has it."""
    MLIR_DYNAMIC = SHARED_LIBRARY | MLIR
    """A library, and the program as MLIR."""


class Mode(enum.Enum):
    """How functions are built."""

    RELEASE = "release"
    """As they are scheduled."""
    DEBUG = "debug"
    """Each call also computes without schedules, and fails where the results differ."""


class Platform(enum.Enum, metaclass=_PlatformType):
    """Where a package runs."""

    ANY = "any"
    """Wherever there is a SYCL device; libraries are for this machine. Chosen plans are for CPUs
    with vectors of 32 bytes."""
    HOST = "host"
    """This machine: plans are chosen for its device, and those that `tune` found are used."""
    LINUX = "linux"
    """As `ANY`."""


def members(enumeration: type[enum.Enum]) -> str:
    """Return the members of an enumeration as a list in words."""
    return ", ".join(str(member) for member in enumeration)


def format_names(format: Any) -> str:
    """Return the formats as the compiler calls them."""
    if not isinstance(format, Format) or not format:
        raise compile_error(
            f"{format!r} is no format of a package: these are {members(Format)}, and "
            "sums of them with |" + did_you_mean(format, Format.__members__, "sa.Package.Format.{}")
        )
    return ",".join(str(member.name).lower().replace("_", "-") for member in format)
