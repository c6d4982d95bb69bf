# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ``saopt doctor`` looks at: the parts of an installation, and whether they work."""

from __future__ import annotations

import glob
import importlib.metadata
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

from saopt_command.cache import find_cache
from saopt_command.cache_command import summarize

__all__ = ["Diagnosis", "Finding", "diagnose"]

_TIMEOUT = 120
_OLDEST_PYTHON = (3, 11)
# The distributions that are looked at: what they are, and what pip is to be told.
_DISTRIBUTIONS = {
    "dpctl": ("dpctl", "dpctl>=0.22,<0.23"),
    "SYCL runtime": ("intel-sycl-rt", "intel-sycl-rt>=2026.2,<2027"),
    "NumPy": ("numpy", "numpy>=2.0,<3"),
}


@dataclass(frozen=True)
class Finding:
    """A part of the installation.

    Attributes
    ----------
    name, value : str
        What it is, and what was found.
    remedy : str, optional
        What to do about it, where something is wrong.
    """

    name: str
    value: str
    remedy: str | None = None


@dataclass
class Diagnosis:
    """All that was found.

    Attributes
    ----------
    findings : list of Finding
        The parts, in the order of the table.
    devices : list of dict
        What the probe says of each device, with the result of its smoke test: ``works`` and
        ``result``.
    default : str or None
        The filter string of the device that SYCL chooses.
    cache : dict
        As ``saopt cache --json`` prints it.
    """

    findings: list[Finding] = field(default_factory=list)
    devices: list[dict[str, Any]] = field(default_factory=list)
    default: str | None = None
    cache: dict[str, Any] = field(default_factory=dict)

    @property
    def works(self) -> bool:
        """Whether a program can run on a device."""
        return any(device["works"] for device in self.devices)

    @property
    def remedies(self) -> list[str]:
        """What is to be done."""
        return [finding.remedy for finding in self.findings if finding.remedy]


def diagnose() -> Diagnosis:
    """Look at everything, and run a function on each device."""
    diagnosis = Diagnosis(cache=summarize(find_cache()))
    found = diagnosis.findings
    found.append(_look_at_python())
    compiler = _look_at_compiler()
    distributions = [_look_at_distribution(name) for name in _DISTRIBUTIONS]
    probed, error = _run("saopt_command.probe")
    found += [_look_at_package(probed, error), compiler, *distributions]
    if probed is not None:
        diagnosis.default = probed["default"]
        found.append(_look_at_drivers(probed["drivers"]))
        diagnosis.devices = [_test(device) for device in probed["devices"]]
        found.append(_look_at_devices(probed))
    return diagnosis


def _look_at_python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    is_old = sys.version_info < _OLDEST_PYTHON
    remedy = "use Python 3.11 or later" if is_old else None
    return Finding("Python", f"{version}, {sys.executable}", remedy)


def _look_at_package(probed: dict[str, Any] | None, error: str) -> Finding:
    from saopt_command.tool import find_package

    place = find_package()
    if probed is not None:
        return Finding("saopt", f"{probed['saopt']}, {place}")
    if place is None:
        return Finding("saopt", "not found", "pip install saopt")
    return Finding("saopt", f"{place}, cannot be imported: {error}", f"mend: {error}")


def _look_at_compiler() -> Finding:
    result = _python("-m", "saopt_command", "--version")
    text = result.stdout.strip()
    if result.returncode == 0 and text:
        return Finding("LLVM", text.partition("(")[2].rstrip(")"))
    reason = _find_reason(result.stderr) or f"exit code {result.returncode}"
    return Finding("LLVM", f"the compiler does not load: {reason}", "pip install saopt again")


def _look_at_distribution(name: str) -> Finding:
    distribution, requirement = _DISTRIBUTIONS[name]
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, f"{distribution} is not installed", f"pip install '{requirement}'")
    return Finding(name, version if name == distribution else f"{distribution} {version}")


def _look_at_drivers(drivers: list[dict[str, Any]]) -> Finding:
    if not drivers:
        return Finding("OpenCL drivers", "none", "pip install 'intel-opencl-rt>=2026.2,<2027'")
    texts = [d["library"] + ("" if d["exists"] else " (not there)") for d in drivers]
    return Finding("OpenCL drivers", "\n".join(texts))


def _look_at_devices(probed: dict[str, Any]) -> Finding:
    if probed["default"]:
        value = f"{probed['default']}; a call runs where its arguments are"
        return Finding("default device", value)
    return Finding("default device", "none", _explain_no_device(probed))


def _explain_no_device(probed: dict[str, Any]) -> str:
    selector = os.environ.get("ONEAPI_DEVICE_SELECTOR")
    if selector:
        return f"unset ONEAPI_DEVICE_SELECTOR, which is '{selector}': it may leave no device"
    nodes = glob.glob("/dev/dri/renderD*")
    if nodes and not any(os.access(node, os.R_OK | os.W_OK) for node in nodes):
        return f"this user may not use {nodes[0]}: join the group that owns it, or " + str(
            probed["remedy"] or "pip install intel-opencl-rt"
        )
    return str(probed["remedy"] or "pip install 'intel-opencl-rt>=2026.2,<2027'")


def _test(device: dict[str, Any]) -> dict[str, Any]:
    result, error = _run("saopt_command.probe", device["filter"])
    if result is None:
        return {**device, "works": False, "result": error}
    if result["wrong"]:
        text = f"{result['wrong']} of {result['elements']} elements are wrong"
        return {**device, "works": False, "result": text}
    return {**device, "works": True, "result": f"correct, {result['seconds']:.2f} s"}


def _run(module: str, *arguments: str) -> tuple[dict[str, Any] | None, str]:
    """Run a module that prints JSON; return that, or None and what went wrong."""
    try:
        result = _python("-m", module, *arguments)
    except subprocess.TimeoutExpired:
        return None, f"it takes more than {_TIMEOUT} s"
    try:
        found: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return None, _find_reason(result.stderr) or f"the process ended with {result.returncode}"
    return found, ""


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    # Files in the current folder are not modules that anybody meant.
    return subprocess.run(
        [sys.executable, "-P", *arguments], capture_output=True, text=True, timeout=_TIMEOUT
    )


def _find_reason(text: str) -> str:
    """Return the first error of a traceback, which caused the others, or the last line."""
    lines = text.strip().splitlines()
    errors = [line for line in lines if re.match(r"[A-Za-z][\w.]*(Error|Exception): ", line)]
    return errors[0] if errors else lines[-1] if lines else ""
