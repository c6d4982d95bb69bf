# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.Package`: functions for people who do not run Python."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from saopt._src.build.compile import read_source
from saopt._src.build.compiled_function import CompilationUnit
from saopt._src.build.function import function
from saopt._src.build.function_source import FunctionSource
from saopt._src.build.options import Options
from saopt._src.build.size_determination import check_sizes
from saopt._src.build.source_names import function_name
from saopt._src.language.allclose import check_tolerance
from saopt._src.language.rounds import nested
from saopt._src.packages.choices import Format, Mode, Platform, format_names, members
from saopt._src.packages.debug import with_check
from saopt._src.packages.packaged_function import PackagedFunction
from saopt._src.packages.variants import check_data, parameter_data, variant_name
from saopt._src.schedule.scheduled_nests import ScheduledNests
from saopt._src.support.integers import is_sequence
from saopt._src.support.locations import compile_error, user_frame
from saopt._src.support.near_names import did_you_mean

__all__ = ["Package"]

_OPTIONS = {"strict": False, "skip_zeros": True, "schedule": "auto"}


@dataclasses.dataclass(frozen=True)
class _Entry:
    """A function of a package, and what its manifest says of it besides."""

    source: FunctionSource
    options: Mapping[str, Any]
    annotation: Mapping[str, Any]


class Package:
    """Functions that are built into files that stand on their own.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.mkdtemp() + '/mylib'
    >>> package = sa.Package()
    >>> gemm = package.add(nest, args=(A, B, C), base_name="gemm")
    >>> files = package.build("mylib", format=sa.Package.Format.SPIRV, output_dir=folder)
    >>> len(files)
    2
    """

    Format = Format
    Mode = Mode
    Platform = Platform

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._description: dict[str, Any] = {}

    def add(
        self,
        source: Any,
        args: Any = (),
        base_name: str | None = None,
        parameters: Any = None,
        function_opts: Mapping[str, Any] | None = None,
        auxiliary: Mapping[str, Any] | None = None,
    ) -> Any:
        """Add a function, or one for each choice of parameters.

        Parameters
        ----------
        source : Nest, Schedule or Plan, tuple of them, Function or callable
            What the function does. A callable is run once, as under ``@sa.function``.
        args : tuple of Array
            The arrays that it is called with; a `Function` has its own.
        base_name : str, optional
            Its name; by default as in `compile`.
        parameters : dict or list of dict, optional
            The values of the parameters in it. For each dictionary of a list there is a function,
            called ``base_name_hash``.
        function_opts : dict, optional
            ``strict``, ``skip_zeros`` and ``schedule``, as in `compile`; the same for all
            functions of a package.
        auxiliary : dict, optional
            What the manifest holds of the function besides; anything that JSON can express.

        Returns
        -------
        CompiledFunction or list of them
            The function, which can be called at once; a list for a list of parameters.

        Raises
        ------
        CompileError
            When what is given is wrong. What only the compiler finds fails the build, or the first
            call.
        """
        frame = user_frame()
        is_list = parameters is not None and not isinstance(parameters, Mapping)
        if is_list and not is_sequence(parameters):
            raise compile_error(
                "parameters is a dictionary of parameters and their values, or a list of such "
                f"dictionaries, not a {type(parameters).__name__}"
            )
        options = _check_options(function_opts)
        data = check_data(auxiliary, "auxiliary")
        if base_name is not None:
            function_name(base_name)
        if not isinstance(source, (tuple, list)) and _is_plain_callable(source):
            source = _record(source, args, base_name)
            args = ()
        entries = []
        for values in parameters if is_list else [parameters]:
            own = read_source(source, args, base_name, frame, values)
            check_sizes(own)
            chosen = parameter_data(own.parameters)
            named = variant_name(own.name, chosen) if is_list else own.name
            annotation = {
                "base_name": own.name,
                "parameters": chosen,
                "auxiliary": data,
                "targets": _targets(own),
            }
            own = dataclasses.replace(own, name=named)
            entries.append(_Entry(own, options, annotation))
        self._check_names(entries)
        self._entries.update({entry.source.name: entry for entry in entries})
        functions = [_function(entry) for entry in entries]
        return functions if is_list else functions[0]

    def add_description(
        self,
        other: Mapping[str, Any] | None = None,
        version: str | None = None,
        license: str | None = None,
        author: str | None = None,
    ) -> None:
        """Say what the package is; its manifest holds it.

        Parameters
        ----------
        other : dict, optional
            Anything that JSON can express.
        version, license, author : str, optional
            Of the package. A version has one to three numbers, as in ``"1.0"``.
        """
        data = check_data(other, "other")
        for field in ("version", "license", "author"):
            if field in data:
                raise compile_error(f"other has a {field}, which is an argument of its own")
        for field, value in (("version", version), ("license", license), ("author", author)):
            if value is None:
                continue
            if not isinstance(value, str):
                raise compile_error(f"{field} is a string, not a {type(value).__name__}")
            data[field] = value
        if version is not None and not re.fullmatch(r"\d+(\.\d+){0,2}", version):
            raise compile_error(
                f"{version!r} is no version: it has one to three numbers, as in '1.0'"
            )
        self._description.update(data)

    def build(
        self,
        name: str,
        format: Format = Format.SPIRV,
        mode: Mode = Mode.RELEASE,
        platform: Platform = Platform.ANY,
        tolerance: float = 1e-5,
        output_dir: str | os.PathLike[str] | None = None,
        mlir_stage: str = "sa",
    ) -> list[str]:
        """Compile the functions, and write the files of the package.

        Parameters
        ----------
        name : str
            The name of the package: of its files, its namespace in C++, its module in Python.
        format : Package.Format, optional
            What it consists of.
        mode : Package.Mode, optional
            How its functions are built.
        platform : Package.Platform, optional
            Where it runs, which plans are chosen for.
        tolerance : float
            By how much elements may differ in `Mode.DEBUG`.
        output_dir : path, optional
            The folder that becomes the package; by default ``name`` in the current folder. One that
            exists is replaced only where it is empty, or holds an earlier build and nothing else.
        mlir_stage : {"sa", "loops", "kernels", "llvm"}
            Which stage the format MLIR has.

        Returns
        -------
        list of str
            The paths of the files.

        Raises
        ------
        CompileError
            When a function does not compile, a name cannot be one, or a file cannot be written.
            The folder is then as it was before.
        """
        formats = format_names(format)
        if not isinstance(mode, Mode):
            raise compile_error(f"{mode!r} is no mode of packages: there are {members(Mode)}")
        if not isinstance(platform, Platform):
            known = members(Platform)
            near = did_you_mean(platform, Platform.__members__, "sa.Package.Platform.{}")
            raise compile_error(f"{platform!r} is no platform of packages: these are {known}{near}")
        check_tolerance(tolerance, "tolerance")
        if mlir_stage != "sa" and Format.MLIR not in format:
            raise compile_error(
                f"mlir_stage is {mlir_stage!r}, but the format MLIR is not asked for"
            )
        if not isinstance(name, str):
            raise compile_error(f"the name of a package is a string, not a {type(name).__name__}")
        if not self._entries:
            raise compile_error(f"package '{name}' has no functions: add one before build")
        annotations = {
            "description": self._description,
            "functions": {name: entry.annotation for name, entry in self._entries.items()},
        }
        said = ("version", "author", "license")
        described = {
            field: self._description[field] for field in said if field in self._description
        }
        folder = os.fspath(name if output_dir is None else output_dir)
        written: list[str] = self._unit(platform, mode, tolerance).module.write_package(
            folder,
            name,
            formats,
            {
                **{field: text for field, text in described.items() if isinstance(text, str)},
                "platform": platform.value,
                "annotations": json.dumps(annotations),
                "mlir_stage": mlir_stage,
                "sycl_root": _find_sycl() if Format.SHARED_LIBRARY in format else "",
            },
        )
        return written

    def _unit(self, platform: Platform, mode: Mode, tolerance: float) -> CompilationUnit:
        entries = list(self._entries.values())
        first = entries[0]
        for entry in entries[1:]:
            if entry.options != first.options:
                raise compile_error(
                    f"functions '{first.source.name}' and '{entry.source.name}' have different "
                    "function_opts, and a package is compiled as one program: add them to "
                    "different packages"
                )
        sources = [entry.source for entry in entries]
        portable = platform is not Platform.HOST
        if mode is Mode.DEBUG:
            sources = [with_check(source, tolerance) for source in sources]
        return _make_unit(sources, {**first.options, "portable": portable})

    def _check_names(self, entries: Sequence[_Entry]) -> None:
        taken = set(self._entries)
        for entry in entries:
            name = entry.source.name
            if name in taken:
                raise compile_error(
                    f"the package has a function '{name}' already: give this one another base_name"
                    if name in self._entries
                    else "two of the dictionaries in parameters have the same values"
                )
            taken.add(name)

    def __repr__(self) -> str:
        return f"<sa.Package of {', '.join(self._entries) or 'no functions'}>"


def _function(entry: _Entry) -> PackagedFunction:
    unit = _make_unit([entry.source], entry.options)
    return PackagedFunction(entry.source, unit, "spirv")


def _make_unit(sources: Sequence[FunctionSource], options: Mapping[str, Any]) -> CompilationUnit:
    return CompilationUnit(sources, Options(**options))


def _targets(source: FunctionSource) -> list[str]:
    """Return the names of the targets that the plans of a function are made for."""
    plans = [entry for entry in nested(source.entries) if isinstance(entry, ScheduledNests)]
    return sorted({plan.target.name for plan in plans if plan.target is not None})


def _is_plain_callable(source: Any) -> bool:
    return callable(source) and hasattr(source, "__code__")


def _record(body: Any, args: Any, name: str | None) -> Any:
    return function(args=args, name=name)(body)


def _check_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    given = check_data(options, "function_opts")
    for option, value in given.items():
        if option not in _OPTIONS:
            known = ", ".join(map(repr, _OPTIONS))
            raise compile_error(
                f"there is no option {option!r} in function_opts: these are {known}"
                + did_you_mean(option, _OPTIONS)
            )
        if type(value) is not type(_OPTIONS[option]):
            kind = type(_OPTIONS[option]).__name__
            raise compile_error(f"the option {option!r} is a {kind}, not {value!r}")
    chosen = {**_OPTIONS, **given}
    Options(**chosen)  # refuses unknown schedules
    return chosen


def _find_sycl() -> str:
    """Return the folder with SYCL's headers and library; nothing where the environment says it."""
    folder = sys.prefix if not os.environ.get("SAOPT_SYCL_ROOT") else ""
    return folder if os.path.exists(os.path.join(folder, "include/sycl/sycl.hpp")) else ""
