# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``saopt doctor`` in installations that work, and in some that do not."""

import json
import os
import subprocess
import sys

import pytest


def run(*arguments, module="saopt_command", **variables):
    return subprocess.run(
        [sys.executable, "-m", module, "doctor", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | variables,
        timeout=280,
    )


def diagnose(**variables):
    result = run("--json", **variables)
    assert result.stderr == ""
    return result.returncode, json.loads(result.stdout)


def get_finding(diagnosis, name):
    (finding,) = (f for f in diagnosis["findings"] if f["name"] == name)
    return finding


def test_an_installation_that_works():
    code, diagnosis = diagnose()
    assert (code, diagnosis["works"], diagnosis["remedies"]) == (0, True, [])
    names = [finding["name"] for finding in diagnosis["findings"]]
    assert names == [
        *("Python", "saopt", "LLVM", "dpctl", "SYCL runtime", "NumPy"),
        *("OpenCL drivers", "default device"),
    ]
    assert get_finding(diagnosis, "LLVM")["value"].startswith("MLIR 22.")
    cpu = next(d for d in diagnosis["devices"] if "cpu" in d["aspects"])
    assert cpu["works"]
    assert cpu["result"].startswith("correct")
    assert diagnosis["default"] in {d["filter"] for d in diagnosis["devices"]}
    assert diagnosis["cache"]["limit"] == 1 << 28


def test_the_table_for_people():
    result = run(module="saopt")
    assert result.returncode == 0, result.stderr
    assert "\nsmoke test      works: correct, " in result.stdout
    assert "\ncompile cache   " in result.stdout
    assert result.stdout.endswith("\nsaopt works here.\n")


def test_no_device_is_a_failure_with_its_reason():
    code, diagnosis = diagnose(ONEAPI_DEVICE_SELECTOR="cuda:*")
    assert (code, diagnosis["works"], diagnosis["devices"]) == (1, False, [])
    assert diagnosis["remedies"] == [
        "unset ONEAPI_DEVICE_SELECTOR, which is 'cuda:*': it may leave no device"
    ]
    result = run(ONEAPI_DEVICE_SELECTOR="cuda:*")
    assert "No device works, so nothing can run.\n  to do: unset ONEAPI" in result.stdout


@pytest.mark.parametrize(
    "failure", ["raise ImportError('libsycl.so.9 is gone')", "import os; os.abort()"]
)
def test_a_package_that_cannot_be_imported(tmp_path, failure):
    (tmp_path / "dpctl.py").write_text(failure)
    code, diagnosis = diagnose(PYTHONPATH=str(tmp_path))
    assert (code, diagnosis["works"]) == (1, False)
    expected = "ImportError: libsycl.so.9 is gone" if "raise" in failure else "ended with -6"
    assert expected in get_finding(diagnosis, "saopt")["value"]
    assert get_finding(diagnosis, "LLVM")["value"].startswith("MLIR 22.")


def test_a_device_that_stops_answering_is_named(monkeypatch):
    from saopt_command import findings

    monkeypatch.setattr(findings, "_TIMEOUT", 0.01)
    tested = findings._test({"filter": "opencl:cpu:0"})
    assert (tested["works"], tested["result"]) == (False, "it takes more than 0.01 s")


def test_a_device_that_fails_is_named():
    from saopt_command import findings

    tested = findings._test({"filter": "opencl:gpu:77"})
    assert tested["works"] is False
    assert "opencl:gpu:77" in tested["result"]


def test_a_missing_distribution_is_named(monkeypatch):
    from saopt_command import findings

    monkeypatch.setitem(findings._DISTRIBUTIONS, "dpctl", ("no-such", "no-such>=1"))
    finding = findings._look_at_distribution("dpctl")
    assert finding.value == "no-such is not installed"
    assert finding.remedy == "pip install 'no-such>=1'"


def test_wrong_answers_of_a_device_are_a_failure(monkeypatch):
    from saopt_command import findings

    monkeypatch.setattr(
        findings, "_run", lambda *_: ({"wrong": 3, "elements": 1000, "seconds": 1.0}, "")
    )
    tested = findings._test({"filter": "opencl:cpu:0"})
    assert tested["works"] is False
    assert tested["result"] == "3 of 1000 elements are wrong"
