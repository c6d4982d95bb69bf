# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.load`: functions from packages, without the compiler."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from saopt._src.calls.device_function import Argument, DeviceFunction
from saopt._src.calls.device_unit import StoredUnit
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.support.near_names import did_you_mean

__all__ = ["LoadedPackage", "load"]


class LoadedPackage(Mapping[str, DeviceFunction]):
    """The functions of a package, by their names; made by `load`.

    They are attributes, too: ``package.gemm`` is ``package["gemm"]``. One that is called as a
    method of dictionaries, such as ``get``, is an item alone.

    Attributes
    ----------
    manifest : dict
        What the package says of itself (docs/packages.md).

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.mkdtemp() + '/mylib'
    >>> package = sa.Package()
    >>> _ = package.add(nest, args=(A, B, C), base_name='multiply')
    >>> _ = package.build('mylib', format=sa.Package.Format.SPIRV, output_dir=folder)
    >>> mylib = sa.load(folder)
    >>> list(mylib)
    ['multiply']
    """

    def __init__(self, manifest: dict[str, Any], functions: dict[str, DeviceFunction]) -> None:
        self.manifest = manifest
        self._functions = functions

    @property
    def name(self) -> str:
        """The name of the package."""
        return str(self.manifest["name"])

    def __getitem__(self, name: str) -> DeviceFunction:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __getattr__(self, name: str) -> DeviceFunction:
        functions = vars(self).get("_functions", {})
        if name in functions:
            return functions[name]  # type: ignore[no-any-return]
        known = ", ".join(functions)
        raise AttributeError(
            f"package '{vars(self).get('manifest', {}).get('name')}' has no function {name!r}: it "
            f"has {known}{did_you_mean(name, functions)}"
        )

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._functions]

    def __repr__(self) -> str:
        return f"<package {self.name} of {', '.join(self._functions)}>"


def load(path: str | os.PathLike[str]) -> LoadedPackage:
    """Load the functions of a package.

    The compiler is not needed; the functions check their arguments as those of `compile` do.

    Parameters
    ----------
    path : path
        The folder of a package with the format SPIRV, or its manifest, ``name.json``.

    Returns
    -------
    LoadedPackage
        The functions by their names.

    Raises
    ------
    Error
        When there is no package, its manifest is wrong or of another version, or one of its files
        has changed.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.mkdtemp() + '/mylib'
    >>> package = sa.Package()
    >>> _ = package.add(nest, args=(A, B, C), base_name="gemm")
    >>> _ = package.build("mylib", format=sa.Package.Format.SPIRV, output_dir=folder)
    >>> mylib = sa.load(folder)
    >>> a, b = sa.ones((16, 8), dtype="f4"), sa.ones((8, 32), dtype="f4")
    >>> c = sa.zeros((16, 32), dtype="f4")
    >>> mylib.gemm(a, b, c)
    >>> float(c[0, 0])
    8.0
    """
    from saopt import _runtime

    text, program, strict, code, constants = _runtime.read_package(os.fspath(path))
    manifest = json.loads(text)
    unit = StoredUnit(strict, program, spirv=code, constants=constants)
    described = {entry["name"]: entry["arguments"] for entry in manifest["functions"]}
    functions = {
        entry["name"]: DeviceFunction(
            entry["name"], _arguments(entry, described[entry["name"]]), unit, "spirv"
        )
        for entry in manifest["program"]["functions"]
        if entry["name"] in described
    }
    return LoadedPackage(manifest, functions)


def _arguments(entry: Mapping[str, Any], described: list[dict[str, Any]]) -> list[Argument]:
    """Return what calls need to know of the arguments of a function."""
    return [
        _number(argument)
        if argument["kind"] == "scalar"
        else Argument(
            argument["name"],
            Role(argument["role"]),
            ScalarType(argument["element_type"]),
            len(argument["shape"]),
            more["has_domain"],
            f"{' x '.join(map(str, argument['shape']))}, {more['layout']}",
        )
        for argument, more in zip(entry["arguments"], described, strict=True)
    ]


def _number(argument: Mapping[str, Any]) -> Argument:
    """Return what calls need to know of a number that is passed by value."""
    element_type = ScalarType(argument["type"])
    return Argument(
        argument["name"], Role.INPUT, element_type, 0, False, "a number", True, by_value=True
    )
