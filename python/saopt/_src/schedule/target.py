# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Targets: what a plan may count on in a device."""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from saopt._src.language.types import ScalarType
from saopt._src.schedule.accera_refusals import ENUMERATIONS, PROPERTIES
from saopt._src.schedule.grid import Grid
from saopt._src.schedule.grid import MemorySpace as _MemorySpace
from saopt._src.schedule.target_products import PRODUCTS
from saopt._src.schedule.target_table import DEVICES
from saopt._src.support.integers import as_integer, is_sequence
from saopt._src.support.locations import compile_error
from saopt._src.support.near_names import did_you_mean

__all__ = ["MatrixUnit", "Target"]


@dataclass(frozen=True)
class MatrixUnit:
    """A product of small matrices that a device computes at once.

    Attributes
    ----------
    rows, columns, depth : int
        The shapes: ``rows x depth`` times ``depth x columns``.
    element_type : ScalarType
        Of the factors.
    sum_type : ScalarType
        Of the result.

    Examples
    --------
    >>> sa.MatrixUnit(8, 16, 16, sa.float16, sa.float32)
    MatrixUnit(rows=8, columns=16, depth=16, element_type=saopt.float16, sum_type=saopt.float32)
    """

    rows: int
    columns: int
    depth: int
    element_type: ScalarType
    sum_type: ScalarType


class _Host:
    """The class attribute `Target.HOST`, which looks at the device when it is asked."""

    def __get__(self, instance: Any, owner: type[Target]) -> Target:
        return _host()


@functools.cache
def _host() -> Target:
    return Target.from_device()


class _Category(enum.StrEnum):
    """The kinds of devices; a member is equal to its value."""

    CPU = "cpu"
    GPU = "gpu"


class _Architecture(enum.StrEnum):
    """Instruction sets, as Accera names them; a member is equal to its value."""

    HOST = "host"
    X86 = "x86"
    X86_64 = "x86_64"
    ARM = "arm"
    AARCH64 = "aarch64"


def _member(name: str) -> str:
    return name.upper().translate(str.maketrans(" -.", "___"))


_KNOWN = {name.lower(): known for name, known in (*DEVICES.items(), *PRODUCTS.items())}


class _TargetType(type):
    """The class of `Target`, which says what takes the place of Accera's other enumerations."""

    def __getattr__(cls, name: str) -> Any:
        hint = f": {ENUMERATIONS[name]}" if name in ENUMERATIONS else ""
        if not hint and not name.startswith("_"):
            hint = did_you_mean(name, (known for known in dir(cls) if not known.startswith("_")))
        raise AttributeError(f"sa.Target has no attribute {name!r}{hint}")


@dataclass(frozen=True, init=False)
class Target(metaclass=_TargetType):
    """A device, as far as plans count on it.

    Parameters
    ----------
    name : str, optional
        The name of a known device, one of `Target.names` or of `Target.Model`, or ``"HOST"``; with
        other parameters, the name of a device that is described by them.
    known_name : str or Target.Model, optional
        The known device, where `name` is what errors call it.
    model : Target.Model, optional
        The same.
    **properties
        What is different from the known device, or all that is known of another one.

    Attributes
    ----------
    name : str
        What errors call it.
    category : str
        ``"cpu"`` or ``"gpu"``.
    vector_bytes : int
        The width of a vector register.
    vector_registers : int
        How many of them a thread has.
    cache_sizes : tuple of int
        The bytes of its caches, the nearest first.
    cache_line : int
        The bytes of a line of them.
    local_memory : int or None
        The bytes that the work-items of a group can share.
    max_work_group_size : int or None
        How many work-items a group can have.
    sub_group_sizes : tuple of int
        How many of them can run in the lanes of vectors.
    matrix_units : tuple of MatrixUnit
        The products of small matrices that it computes at once.
    num_cores : int
        The compute units.
    num_threads : int or None
        How many threads run on them; for a CPU that is described by these alone, also the number
        of its compute units.
    architecture : str or None
        Its instruction set, which plans do not count on: the compiler of the device knows it.

    Raises
    ------
    CompileError
        When the device is not known, or a property makes no sense.

    Examples
    --------
    >>> sa.Target("avx512").vector_width(sa.float32)
    16
    >>> sa.Target("pvc").local_memory
    131072
    >>> sa.Target("dg2", num_cores=28).num_cores
    28
    """

    name: str
    category: str = "cpu"
    vector_bytes: int = 16
    vector_registers: int = 16
    cache_sizes: tuple[int, ...] = ()
    cache_line: int = 64
    local_memory: int | None = None
    max_work_group_size: int | None = None
    sub_group_sizes: tuple[int, ...] = ()
    matrix_units: tuple[MatrixUnit, ...] = ()
    num_cores: int = 1

    num_threads: int | None = None
    architecture: str | None = None

    HOST = _Host()
    """The device that SYCL chooses on this computer."""

    Category = _Category
    Architecture = _Architecture
    Model = enum.Enum("Model", {_member(name): name for name in (*DEVICES, *PRODUCTS)})
    """The known devices, also products by the names of their makers, as ``INTEL_6700K``."""

    GridUnit = Grid
    MemorySpace = _MemorySpace

    def __init__(
        self, name: Any = None, *, known_name: Any = None, model: Any = None, **properties: Any
    ) -> None:
        properties = _as_here(properties)
        if name is None and known_name is None and model is None and "category" in properties:
            name = str(getattr(properties["category"], "value", properties["category"]))
        known = {field.name for field in fields(type(self))}
        for key in properties:
            if key not in known:
                there = f"there are {', '.join(sorted(known))}{did_you_mean(key, known)}"
                raise compile_error(
                    f"a target has no property {key!r}: {PROPERTIES.get(key, there)}"
                )
        given = [value for value in (known_name, model) if value is not None]
        if len(given) > 1:
            raise compile_error("a target takes one of known_name and model, not both")
        device = _device(given[0] if given else name)
        if device is None and (given or not isinstance(name, str) or not properties):
            raise compile_error(
                f"there is no target {given[0] if given else name!r}: known are "
                f"{', '.join(Target.names())}, and the products of sa.Target.Model, as "
                "'Intel 6700K'; describe another one by its properties, as in sa.Target('mine', "
                "vector_bytes=32)"
                + did_you_mean(given[0] if given else name, ("HOST", *Target.names()))
            )
        values = {**(device or {"name": name}), **properties}
        if given and isinstance(name, str):
            values["name"] = name
        values["matrix_units"] = tuple(map(_matrix_unit, values.get("matrix_units", ())))
        for field in fields(type(self)):
            value = values.get(field.name, field.default)
            object.__setattr__(self, field.name, _checked(field.name, value))

    @staticmethod
    def names() -> list[str]:
        """Return the names of known kinds of devices; `Model` has products as well."""
        return sorted(DEVICES)

    @staticmethod
    def from_device(device: Any = None) -> Target:
        """Return the target that a SYCL device is.

        Parameters
        ----------
        device : dpctl.SyclDevice, dpctl.SyclQueue or str, optional
            The device, or its filter string; by default the one that SYCL chooses.
        """
        import dpctl

        if device is None or isinstance(device, str):
            device = dpctl.SyclDevice(*(() if device is None else (device,)))
        device = getattr(device, "sycl_device", device)
        if not isinstance(device, dpctl.SyclDevice):
            raise compile_error(
                f"a {type(device).__name__} is no SYCL device: give a dpctl.SyclDevice or a "
                "dpctl.SyclQueue"
            )
        is_cpu = bool(device.is_cpu)
        # A device that only tells what it prefers has no vectors to be filled by hand.
        width = max(int(device.native_vector_width_char), 1)
        return Target(
            str(device.name).strip(),
            category="cpu" if is_cpu else "gpu",
            vector_bytes=width,
            # No SYCL device tells; what the instruction sets with such vectors have.
            vector_registers=(32 if width >= 64 else 16) if is_cpu else 128,
            cache_sizes=(int(device.global_mem_cache_size),),
            cache_line=int(device.global_mem_cache_line_size) or 64,
            local_memory=int(device.local_mem_size),
            max_work_group_size=int(device.max_work_group_size),
            sub_group_sizes=tuple(map(int, device.sub_group_sizes)),
            num_cores=int(device.max_compute_units),
        )

    @staticmethod
    def host_if_any() -> Target | None:
        """Return `Target.HOST`, or None on a computer without a device."""
        import dpctl

        try:
            return _host()
        except dpctl.SyclDeviceCreationError:
            return None

    def vector_width(self, element_type: Any) -> int:
        """Return how many elements of a type a vector register holds."""
        return max(self.vector_bytes // ScalarType.of(element_type).itemsize, 1)

    def with_properties(self, **properties: Any) -> Target:
        """Return the target with some properties changed."""
        values = {field.name: getattr(self, field.name) for field in fields(type(self))}
        return Target(**{**values, **properties})


def _as_here(properties: dict[str, Any]) -> dict[str, Any]:
    """Return properties with Accera's words as the ones of this package."""
    result = dict(properties)
    if "cache_lines" in result:
        if "cache_line" in result:
            raise compile_error("a target takes one of cache_line and cache_lines, not both")
        lines = result.pop("cache_lines")
        if not is_sequence(lines) or not lines:
            raise compile_error(
                f"cache_lines of a target is a tuple of the bytes of a line of each cache, not "
                f"{lines!r}"
            )
        result["cache_line"] = lines[0]
    if "num_threads" in result and "num_cores" not in result and result["num_threads"] is not None:
        result["num_cores"] = result["num_threads"]
    return result


def _device(name: Any) -> Mapping[str, Any] | None:
    """Return what is known of a device, or None."""
    name = getattr(name, "value", name)
    if not isinstance(name, str):
        return None
    if name.lower() == "host":
        host = Target.HOST
        return {field.name: getattr(host, field.name) for field in fields(Target)}
    known = _KNOWN.get(name.lower())
    return None if known is None else {**known, "name": name}


def _matrix_unit(unit: Any) -> MatrixUnit:
    if isinstance(unit, MatrixUnit):
        return unit
    if not is_sequence(unit) or len(unit) != 5:
        raise compile_error(
            "a matrix unit is rows, columns, depth and the types of the factors and the sum, as "
            f"in (8, 16, 16, sa.float16, sa.float32), not {unit!r}"
        )
    sizes = [as_integer(size, "a size of a matrix unit") for size in unit[:3]]
    return MatrixUnit(*sizes, *map(ScalarType.of, unit[3:]))


def _checked(name: str, value: Any) -> Any:
    what = f"{name} of a target"
    if name in ("name", "matrix_units"):
        return value
    if name == "category":
        if value not in ("cpu", "gpu"):
            near = did_you_mean(value, ("cpu", "gpu"))
            raise compile_error(f"the category of a target is 'cpu' or 'gpu', not {value!r}{near}")
        return str(getattr(value, "value", value))
    if name in ("cache_sizes", "sub_group_sizes"):
        if not is_sequence(value):
            raise compile_error(f"{what} is a tuple of sizes, not {value!r}")
        return tuple(_positive(size, what) for size in value)
    if name == "architecture":
        if value is not None and value not in tuple(_Architecture):
            known = ", ".join(map(repr, map(str, _Architecture)))
            near = did_you_mean(value, map(str, _Architecture))
            raise compile_error(
                f"the architecture of a target is one of {known}, not {value!r}{near}"
            )
        return None if value is None else str(getattr(value, "value", value))
    if value is None and name in ("local_memory", "max_work_group_size", "num_threads"):
        return None
    return _positive(value, what)


def _positive(value: Any, what: str) -> int:
    number = as_integer(value, what)
    if number < 1:
        raise compile_error(f"{what} must be positive, not {number}")
    return number
