# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that do not fit to what a manifest says of them, or to the device."""

import functools

import dpnp
import pytest
import saopt as sa
from runtime_support import HEADER, array, function, kernel_launch, load, run_program, spec
from saopt import _runtime
from test_runtime_programs import LLVM_IR, assemble

POINTER = array("A", "input", "f32", [4])
NUMBER = {"kind": "scalar", "name": "s", "type": "i64"}


@pytest.mark.parametrize(
    "argument, value, position, message",
    [
        (POINTER, "usm", 2, "takes no pointer as argument 2"),
        (NUMBER, 1, 0, "takes no 8-byte number as argument 0"),
        (NUMBER | {"type": "i32"}, 1, 2, "takes no 4-byte number as argument 2"),
        (NUMBER | {"type": "i8"}, 1, 1, "takes no 1-byte number as argument 1"),
    ],
)
def test_kernel_arguments_are_compared(argument, value, position, message):
    """Before anything is launched: later there is nobody to tell, and dpctl's waits would abort."""
    operands = [1, 1, {"size": 3}]
    operands[position] = 0
    f = function(
        [argument, array("B", "inout", "f32", [4])], [kernel_launch("slow", [4], *operands)]
    )
    b = dpnp.zeros(4, dtype="f4")
    value = dpnp.zeros(4, dtype="f4") if value == "usm" else value
    for launch in (f, lambda *given: f.call_async(given), lambda *given: f.prepare(given)):
        with pytest.raises(sa.Error, match=f"kernel 'slow' {message}, which the manifest gives"):
            launch(value, b)


def test_queues_outlive_refused_launches():
    """Such a launch would fail when the gate is opened, and end the process in dpctl's wait."""
    result = run_program("""
        import dpctl, dpnp, saopt as sa
        from runtime_support import Gate, array, function, increment, kernel_launch
        queue = dpctl.SyclQueue()
        a, b = (dpnp.ones(64, dtype="f4", sycl_queue=queue) for _ in range(2))
        scalar = {"kind": "scalar", "name": "s", "type": "i8"}
        arguments = [scalar, array("B", "inout", "f32", [64])]
        f = function(arguments, [kernel_launch("accumulate", [64], 1, 0)])
        gate = Gate(queue)
        try:
            f.call_async((1, b), [gate.event])
        except sa.Error:
            print("raised")
        gate.open()
        queue.wait()
        increment(64).call_async((a, b)).wait()
        assert (dpnp.asnumpy(b) == 2).all()
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "raised\n", "")


LIMITED = """
#include <sycl/group_barrier.hpp>
#include <sycl/ext/oneapi/work_group_static.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
KERNEL(1) much_local_memory(float *b) {
  static syclex::work_group_static<float[200000]> memory;
  auto i = item::get_nd_item<1>().get_local_linear_id();
  memory[i] = i;
  sycl::group_barrier(item::get_work_group<1>());
  b[i] = memory[i ^ 1];
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::nd_range_kernel<2>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclex::work_group_size<2, 8>)) void one_group(float *b) {
  auto i = item::get_nd_item<2>().get_global_linear_id();
  b[i] = i;
}
"""


@functools.cache
def limited_program():
    return _runtime.Program(HEADER + LIMITED, "sycl")


def limited(kernel, launch, local):
    entry = spec(
        [array("B", "inout", "f32", [64])], [kernel_launch(kernel, launch, 0, local=local)]
    )
    return load(entry, limited_program())


def test_local_memory_that_the_device_lacks():
    f = limited("much_local_memory", [64], [64])
    message = r"'much_local_memory' needs 800000 bytes of local memory, and the device has \d+$"
    with pytest.raises(sa.Error, match=message):
        f.call_async((dpnp.zeros(64, dtype="f4"),))


def test_the_only_work_group_of_a_kernel():
    b = dpnp.zeros(64, dtype="f4")
    limited("one_group", [8, 8], [2, 8])(b)
    assert dpnp.asnumpy(b).tolist() == list(range(64))
    with pytest.raises(sa.Error, match="'one_group' has work-groups of 1 by 8 by 2 .* 1 by 2 by 8"):
        limited("one_group", [8, 8], [8, 2]).call_async((b,))


def test_kernels_of_spirv_are_compared():
    argument = {"kind": "scalar", "name": "s", "type": "f32"}
    entry = spec(
        [argument, array("B", "inout", "f32", [4])], [kernel_launch("increment", [4], 0, 1)]
    )
    f = load(entry, _runtime.Program(assemble(LLVM_IR), "spirv"))
    with pytest.raises(sa.Error, match="'increment' takes no 4-byte number as argument 0"):
        f(1.0, dpnp.zeros(4, dtype="f4"))
