# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Intel's compiler for GPUs takes the kernels, where no such device is.

Whether they compute the right values is tested on a CPU, by the tests of each feature; here it
is asked whether a GPU would run them at all.
"""

import subprocess

import pytest
import saopt as sa
import test_run_plans
from mlir_programs import MlirFunction
from schedule_programs import product
from test_run_grids import GEMM
from test_run_local_caches import GRID_PRODUCTS, grid_product

# Only pvc has float64.
GPUS = ["pvc", "dg2", "tgllp", "adl-p"]

STEPS = [
    test_run_plans.unroll,
    test_run_plans.vectorize,
    test_run_plans.kernelize,
    test_run_plans.parallelize,
    test_run_plans.parallelize_a_sum,
    test_run_plans.tensorize,
    test_run_plans.prefetch,
    test_run_plans.cache_inputs,
    test_run_plans.cache_output,
    test_run_plans.cache_packed,
    test_run_plans.cache_in_levels,
    test_run_plans.cache_with_double_buffer,
    test_run_plans.all_together,
]

TYPES = [
    sa.bool_,
    sa.int8,
    sa.int64,
    sa.uint16,
    sa.float16,
    sa.bfloat16,
    sa.float32,
    sa.complex64,
]

FUNCTIONS = [
    sa.sqrt,
    sa.rsqrt,
    sa.exp,
    sa.exp2,
    sa.expm1,
    sa.log,
    sa.log2,
    sa.log10,
    sa.log1p,
    sa.sin,
    sa.cos,
    sa.tan,
    sa.asin,
    sa.acos,
    sa.atan,
    sa.sinh,
    sa.cosh,
    sa.tanh,
    sa.erf,
    sa.abs,
    sa.ceil,
    sa.floor,
    sa.round,
    sa.trunc,
    lambda x: sa.pow(x, 1.5),
    lambda x: sa.atan2(x, 2.0),
    lambda x: sa.fma(x, x, x),
    lambda x: sa.remainder(x, 3.0),
    lambda x: sa.max(x, 0.0),
]


def compile_for(device, spirv, folder):
    """Compile a module for a device that need not be here."""
    (folder / "kernels.spv").write_bytes(spirv)
    command = ["ocloc", "compile", "-spirv_input", "-file", "kernels.spv", "-device", device]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(folder.glob("*.bin")), done.stdout


@pytest.mark.parametrize("device", GPUS)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_plans(device, step, tmp_path):
    mm = product(37, 29, 19, element_type=sa.float32)
    function = sa.compile(test_run_plans.planned(mm, step), mm.args)
    compile_for(device, function.spirv, tmp_path)


@pytest.mark.parametrize("device", GPUS)
def test_groups_that_share_copies(device, tmp_path):
    mm, plan, kk = test_run_plans.bound_product((37, 29, 19))
    plan.cache(mm.A, index=kk, location=sa.MemorySpace.LOCAL)
    plan.cache(mm.B, index=kk, location=sa.MemorySpace.LOCAL)
    compile_for(device, sa.compile(plan, mm.args).spirv, tmp_path)


@pytest.mark.parametrize("device", GPUS)
@pytest.mark.parametrize("name", [*GRID_PRODUCTS, "written as loops"])
def test_grids(device, name, tmp_path):
    text = GEMM if name == "written as loops" else grid_product(GRID_PRODUCTS[name])
    compile_for(device, MlirFunction(text, "spirv").module.spirv, tmp_path)


@pytest.mark.parametrize("device", GPUS)
def test_element_types(device, tmp_path):
    types = TYPES + ([sa.float64, sa.complex128] if device == "pvc" else [])
    functions = sa.compile_many([elementwise(element_type) for element_type in types])
    compile_for(device, functions[0].spirv, tmp_path)


def elementwise(element_type):
    A = sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=(33, 17))
    B = sa.Array(role=sa.Role.INOUT, element_type=element_type, shape=(33, 17))
    nest = sa.Nest(shape=(33, 17))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i, j] = A[i, j] & B[i, j] if element_type == sa.bool_ else A[i, j] * B[i, j] + A[i, j]

    return nest, (A, B), f"of_{element_type.name}"


@pytest.mark.parametrize("device", GPUS)
def test_functions(device, tmp_path):
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(len(FUNCTIONS), 33))
    Y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(len(FUNCTIONS), 33))
    nest = sa.Nest(shape=(33,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        for row, function in enumerate(FUNCTIONS):
            Y[row, i] = function(X[row, i])

    compile_for(device, sa.compile(nest, (X, Y)).spirv, tmp_path)
