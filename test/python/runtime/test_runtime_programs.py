# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device code: builds, their messages, and manifests that do not fit."""

import shutil
import subprocess
import sys
from pathlib import Path

import dpctl
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import (
    HEADER,
    array,
    call_from_threads,
    increment,
    kernel_launch,
    load,
    program,
    spec,
)
from saopt import _runtime

# Adds one to N floats; the work of `increment`, as LLVM sees it.
LLVM_IR = """
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @increment(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %from = getelementptr float, ptr addrspace(1) %a, i64 %i
  %to = getelementptr float, ptr addrspace(1) %b, i64 %i
  %x = load float, ptr addrspace(1) %from
  %y = fadd float %x, 1.0
  store float %y, ptr addrspace(1) %to
  ret void
}
"""


def assemble(text):
    """Compile LLVM's IR to SPIR-V."""
    llc = shutil.which("llc-22") or shutil.which("llc", path="/usr/lib/llvm-22/bin")
    command = [llc, "-mtriple=spirv64", "-filetype=obj", "-o", "-", "-"]
    return subprocess.run(command, input=text.encode(), stdout=-1, check=True).stdout


@pytest.fixture(scope="module")
def spirv():
    """The SPIR-V module of the kernel above."""
    return assemble(LLVM_IR)


def increment_spec(n=8):
    arguments = [array("A", "input", "f32", [n]), array("B", "inout", "f32", [n])]
    return spec(arguments, [kernel_launch("increment", [n], 0, 1)])


def call(function, n=8):
    a, b = dpnp.arange(n, dtype="f4"), dpnp.zeros(n, dtype="f4")
    function(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, n + 1))


def test_spirv(spirv):
    for n in (8, 101, 1000003):
        call(load(increment_spec(n), _runtime.Program(spirv, "spirv")), n)


def test_functions_share_a_program(spirv):
    shared = _runtime.Program(spirv, "spirv")
    shared.build()
    for n in (3, 4):
        call(load(increment_spec(n), shared), n)


def test_name_and_signature():
    function = increment(4)
    assert function.name == "f"
    assert function.signature == "void f(sycl::queue &queue, ...)"


def test_clean_source_has_no_messages():
    assert program().build_log() == ""
    assert increment(4).build_log(dpctl.SyclQueue()) == ""


def test_warnings_are_kept():
    source = HEADER + "KERNEL(1) f_0(float *a) { int unused; a[0] = 1; }"
    made = _runtime.Program(source, "sycl")
    assert "warning: unused variable 'unused'" in made.build_log()


def test_headers_are_chosen_by_macro():
    kernel = HEADER + "KERNEL(1) f_0(float *a) { a[0] = 1; }"
    source = "#ifndef SAOPT_RTC\n#error not compiled at run time\n#endif\n" + kernel
    _runtime.Program(source, "sycl").build()
    source = source.replace("#ifndef", "#ifdef").replace("not compiled", "compiled")
    with pytest.raises(sa.Error, match="compiled at run time"):
        _runtime.Program(source, "sycl").build()


def test_source_that_does_not_compile():
    broken = _runtime.Program(HEADER + "KERNEL(1) increment(flaot *a);", "sycl")
    function = load(increment_spec(), broken)
    for _ in range(2):
        with pytest.raises(sa.Error, match="does not compile.*(?s:.)*unknown type name 'flaot'"):
            call(function)


def test_spirv_that_does_not_link():
    text = LLVM_IR.replace("@_Z13get_global_idj", "@nobody")
    function = load(increment_spec(), _runtime.Program(assemble(text), "spirv"))
    with pytest.raises(sa.Error, match="does not accept the SPIR-V module(?s:.)*nobody"):
        call(function)


def test_strict_forbids_contraction():
    x = np.float32(1 + 2**-12)
    product = x * x
    a, d = dpnp.full(64, x, dtype="f4"), dpnp.zeros(64, dtype="f4")
    c = dpnp.full(64, -product, dtype="f4")
    names = [array(name, "input", "f32", [64]) for name in "ABC"]
    arguments = [*names, array("D", "inout", "f32", [64])]
    entry = spec(arguments, [kernel_launch("product_sum", [64], 0, 1, 2, 3)])
    load(entry, program(strict=True))(a, a, c, d)
    assert not dpnp.asnumpy(d).any()


BAD_CODE = {
    "empty": b"",
    "text": b"not a module, but long enough for one",
    "cut": b"\x03\x02\x23\x07" + bytes(17),
}


@pytest.mark.parametrize("case", BAD_CODE)
def test_code_that_is_not_spirv(case):
    with pytest.raises(sa.Error, match="not a SPIR-V module"):
        _runtime.Program(BAD_CODE[case], "spirv")


def test_code_of_the_wrong_type():
    with pytest.raises(TypeError, match="bytes"):
        _runtime.Program("text", "spirv")
    with pytest.raises(TypeError, match="str"):
        _runtime.Program(b"bytes", "sycl")
    with pytest.raises(ValueError, match="'spirv' or 'sycl', not 'c'"):
        _runtime.Program("int main() {}", "c")


def test_unknown_kernel():
    entry = increment_spec()
    entry["launches"][0]["kernel"] = "decrement"
    with pytest.raises(sa.Error, match="the program has no kernel 'decrement'"):
        call(load(entry, program()))


@pytest.mark.parametrize("count", [1, 3])
def test_kernel_arguments_are_counted(count):
    entry = increment_spec()
    entry["launches"][0]["arguments"] = [{"argument": 0}] * count
    with pytest.raises(
        sa.Error, match=f"'increment' takes 2 arguments, the manifest gives {count}"
    ):
        call(load(entry, program()))


def test_work_group_that_does_not_divide():
    entry = increment_spec()
    entry["launches"][0]["local"] = [3]
    with pytest.raises(sa.Error, match="'increment' has a work-group that does not divide"):
        call(load(entry, program()))


def test_temporary_that_does_not_fit():
    entry = increment_spec()
    entry["temporaries"] = [{"name": "T", "element_type": "f32", "elements": 2**50}]
    with pytest.raises(sa.Error, match="temporary 'T'|OUT_OF|memory"):
        call(load(entry, program()))
    entry["temporaries"][0]["elements"] = ["*", 2**31, 2**31]
    with pytest.raises(sa.Error, match="temporary 'T' is too large to address"):
        call(load(entry, program()))
    call(increment(8))


def test_manifests_that_are_wrong():
    entry = increment_spec()
    del entry["sizes"]
    message = r"the manifest is wrong: functions\[0\]: has no field 'sizes'"
    with pytest.raises(sa.Error, match=message):
        load(entry, program())
    with pytest.raises(sa.Error, match="the manifest is wrong: is not JSON"):
        _runtime.Manifest("{")
    with pytest.raises(sa.Error, match="the manifest has no function 'g'"):
        load({**increment_spec(), "contiguous": "g"}, program())


def test_first_use_from_many_threads():
    kernel = """
    KERNEL(1) increment(const float *a, float *b) {
      auto i = item::get_nd_item<1>().get_global_linear_id();
      b[i] = a[i] + 1;
    }
    """
    function = load(increment_spec(), _runtime.Program(HEADER + kernel, "sycl"))
    pairs = [(dpnp.arange(8, dtype="f4"), dpnp.zeros(8, dtype="f4")) for _ in range(6)]
    call_from_threads(function, pairs)
    for _, b in pairs:
        np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(1, 9))


FRESH_PROCESS = """
import sys, threading
sys.path.insert(0, sys.argv[1])
import saopt
import dpnp
from runtime_support import increment, load
function = increment(8)
pairs = [(dpnp.arange(8, dtype="f4"), dpnp.zeros(8, dtype="f4")) for _ in range(4)]
threads = [threading.Thread(target=function, args=pair) for pair in pairs]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert all(float(b[7]) == 8 for _, b in pairs)
print("done")
"""


@pytest.mark.parametrize("attempt", range(3))
def test_cold_start_and_exit_with_live_objects(attempt):
    command = [sys.executable, "-c", FRESH_PROCESS, str(Path(__file__).parents[1])]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")
