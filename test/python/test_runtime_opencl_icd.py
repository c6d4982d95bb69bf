# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL CPU device is found without setting an environment variable."""

import os
import subprocess
import sys

import pytest
from saopt._src import opencl_icd


@pytest.fixture
def unregistered(monkeypatch, tmp_path):
    """A process that has been told of no driver, and a place to install one."""
    monkeypatch.delenv("OCL_ICD_FILENAMES", raising=False)
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path))
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


@pytest.mark.parametrize(
    "imports", ["saopt, dpctl", "dpctl, saopt", "dpnp, saopt", "dpctl.memory, saopt"]
)
def test_a_fresh_process_has_a_device(imports):
    environment = {k: v for k, v in os.environ.items() if k != "OCL_ICD_FILENAMES"}
    code = f"import {imports}, dpctl; print(len(dpctl.get_devices(backend='opencl')) > 0)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\n", "")


def test_a_broken_pass_of_the_driver_is_switched_off(unregistered, monkeypatch):
    monkeypatch.setenv("CL_CONFIG_LLVM_OPTIONS", "-other=1")
    opencl_icd.register()
    opencl_icd.register()
    options = os.environ["CL_CONFIG_LLVM_OPTIONS"].split()
    assert options[0] == "-other=1"
    assert options.count("-opt-disable=sycl-kernel-wg-loop-bound") == 1


def test_options_are_only_for_the_driver_that_knows_them(unregistered, monkeypatch):
    monkeypatch.delenv("CL_CONFIG_LLVM_OPTIONS", raising=False)
    monkeypatch.setattr(opencl_icd, "_OPTIONS", {"1999.1": "-opt-disable=all"})
    opencl_icd.register()
    assert "CL_CONFIG_LLVM_OPTIONS" not in os.environ
