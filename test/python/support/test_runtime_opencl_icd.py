# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL CPU device is found without setting an environment variable."""

import os
import re
import subprocess
import sys

import pytest
from saopt._src.support import opencl_icd, vendor_intel_cpu


@pytest.fixture
def unregistered(monkeypatch, tmp_path):
    """A process that has been told of no driver, and a place to install one."""
    monkeypatch.delenv("OCL_ICD_FILENAMES", raising=False)
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path))
    monkeypatch.setattr(vendor_intel_cpu, "is_loaded", lambda library: False)
    monkeypatch.setattr(opencl_icd, "is_loaded", lambda library: False)
    monkeypatch.setattr(opencl_icd, "_came_too_late", False)
    return tmp_path


def test_driver_is_found():
    driver = opencl_icd.find_driver()
    assert driver.is_absolute()
    assert driver.is_file()
    assert driver.name == "libintelocl.so"


def test_driver_is_registered_once(unregistered):
    opencl_icd.register()
    opencl_icd.register()
    assert os.environ["OCL_ICD_FILENAMES"] == str(opencl_icd.find_driver())


def test_other_drivers_stay(unregistered, monkeypatch):
    monkeypatch.setenv("OCL_ICD_FILENAMES", "/opt/libother.so")
    opencl_icd.register()
    assert os.environ["OCL_ICD_FILENAMES"] == f"/opt/libother.so:{opencl_icd.find_driver()}"


@pytest.mark.parametrize("content", ["libintelocl.so\n", None])
def test_driver_of_the_system_is_enough(unregistered, content):
    driver = str(opencl_icd.find_driver())
    (unregistered / "intel.icd").write_text(content or driver)
    opencl_icd.register()
    assert "OCL_ICD_FILENAMES" not in os.environ


@pytest.mark.parametrize("content", ["/gone/libintelocl.so", "libigdrcl.so", ""])
def test_driver_of_the_system_is_another(unregistered, content):
    (unregistered / "some.icd").write_text(content)
    opencl_icd.register()
    assert os.environ["OCL_ICD_FILENAMES"] == str(opencl_icd.find_driver())


def test_no_driver_in_the_environment(unregistered, monkeypatch):
    monkeypatch.setattr(opencl_icd, "_DISTRIBUTION", "no-such-distribution")
    monkeypatch.setattr(opencl_icd, "_LIBRARY", "libnosuch.so")
    opencl_icd.register()
    assert "OCL_ICD_FILENAMES" not in os.environ


def run_fresh(code, **environment):
    """Run code in a process that was told of no driver; return its exit code and what it wrote."""
    told = ("OCL_ICD_FILENAMES", "CL_CONFIG_LLVM_OPTIONS")
    kept = {k: v for k, v in os.environ.items() if k not in told}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=kept | environment,
        timeout=60,
    )


@pytest.mark.parametrize(
    "imports", ["saopt, dpctl", "dpctl, saopt", "dpnp, saopt", "dpctl.memory, saopt"]
)
def test_a_fresh_process_has_a_device(imports):
    result = run_fresh(
        f"import {imports}, dpctl; print(len(dpctl.get_devices(backend='opencl')) > 0)"
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\n", "")


def test_broken_passes_of_the_driver_are_switched_off(unregistered, monkeypatch):
    monkeypatch.setenv("CL_CONFIG_LLVM_OPTIONS", "-other=1")
    opencl_icd.register()
    opencl_icd.register()
    options = os.environ["CL_CONFIG_LLVM_OPTIONS"].split()
    assert options[0] == "-other=1"
    passes = "sycl-kernel-wg-loop-bound,x86-scalar-to-vector,auto-vec-dir-insert"
    assert options.count(f"-opt-disable={passes}") == 1


def test_each_pass_can_be_left_on(unregistered, monkeypatch):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    monkeypatch.setenv("SAOPT_DISABLE_WORKAROUNDS", "intel-cpu-scalar-to-vector,other")
    opencl_icd.register()
    passes = "sycl-kernel-wg-loop-bound,auto-vec-dir-insert"
    assert f"-opt-disable={passes}" in os.environ["CL_CONFIG_LLVM_OPTIONS"].split()


def test_all_passes_can_be_left_on(unregistered, monkeypatch):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    monkeypatch.setenv("SAOPT_DISABLE_WORKAROUNDS", ",".join(vendor_intel_cpu._PASSES))
    opencl_icd.register()
    assert "CL_CONFIG_LLVM_OPTIONS" not in os.environ


@pytest.mark.parametrize(
    ("files", "is_known"),
    [
        (["libintelocl.so.2026.22.10.0"], True),
        (["libintelocl.so.2026.22.3"], True),
        (["libintelocl.so.2027.1.0.0"], False),
        ([], False),
    ],
)
def test_options_are_only_for_drivers_that_know_them(unregistered, monkeypatch, files, is_known):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    driver = unregistered / "libintelocl.so"
    for name in ["libintelocl.so", *files]:
        (unregistered / name).touch()
    (unregistered / "intel.icd").write_text(str(driver))
    opencl_icd.register()
    assert ("CL_CONFIG_LLVM_OPTIONS" in os.environ) == is_known


def test_a_driver_behind_a_link_is_known_by_its_name(unregistered, monkeypatch):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    (unregistered / "real").mkdir()
    (unregistered / "real" / "libintelocl.so.2026.22.10.0").touch()
    (unregistered / "libintelocl.so").symlink_to(
        unregistered / "real" / "libintelocl.so.2026.22.10.0"
    )
    (unregistered / "intel.icd").write_text(str(unregistered / "libintelocl.so"))
    opencl_icd.register()
    assert "x86-scalar-to-vector" in os.environ["CL_CONFIG_LLVM_OPTIONS"]


def test_a_driver_that_is_in_use_already_is_a_warning(unregistered, monkeypatch):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    monkeypatch.setattr(vendor_intel_cpu, "is_loaded", lambda library: True)
    with pytest.warns(RuntimeWarning, match="import saopt first, or set CL_CONFIG_LLVM_OPTIONS="):
        opencl_icd.register()
    # What the driver was not told does not tell cached programs apart either.
    assert "CL_CONFIG_LLVM_OPTIONS" not in os.environ


def test_a_process_that_used_the_device_first_is_warned():
    result = run_fresh(
        "import dpctl; dpctl.SyclQueue(); import saopt",
        OCL_ICD_FILENAMES=str(opencl_icd.find_driver()),
    )
    assert result.returncode == 0
    assert "was in use before saopt was imported" in result.stderr


def test_a_process_that_looked_for_devices_first_is_told_what_to_do(tmp_path):
    code = "import dpctl; dpctl.get_devices(); import saopt as sa; print(sa.zeros(3).asnumpy())"
    result = run_fresh(code, OCL_ICD_VENDORS=str(tmp_path))
    remedy = (
        "something asked SYCL for its devices before saopt was imported, when the driver for CPUs "
        "of this environment was not known: import saopt first, or set "
        f"OCL_ICD_FILENAMES='{opencl_icd.find_driver()}' and CL_CONFIG_LLVM_OPTIONS='"
    )
    assert f"RuntimeWarning: there is no SYCL device: {remedy}" in result.stderr
    assert f"ArgumentError: device is None, and there is none: {remedy}" in result.stderr
    # What is to be set is what helps.
    told = dict(re.findall(r"(\w+)='([^']+)'", result.stderr))
    result = run_fresh(code, **told)
    assert (result.returncode, result.stdout, result.stderr) == (0, "[0. 0. 0.]\n", "")


def test_loading_the_runtime_first_is_no_reason_to_warn(tmp_path):
    result = run_fresh(
        "import dpctl, dpnp, saopt as sa; print(sa.zeros(3).asnumpy())",
        OCL_ICD_VENDORS=str(tmp_path),
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "[0. 0. 0.]\n", "")


def test_a_missing_driver_is_named(unregistered, monkeypatch):
    monkeypatch.setattr(opencl_icd, "_DISTRIBUTION", "no-such-distribution")
    monkeypatch.setattr(opencl_icd, "_LIBRARY", "libnosuch.so")
    opencl_icd.register()
    expected = "there is no OpenCL driver for CPUs: pip install no-such-distribution"
    assert opencl_icd.explain_missing_device() == expected


def test_nothing_is_explained_when_the_driver_is_there(unregistered):
    opencl_icd.register()
    assert opencl_icd.explain_missing_device() == ""
