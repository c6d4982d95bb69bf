// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversions between stages: sa → loops → kernels → LLVM.

#ifndef SA_CONVERSION_PASSES_TD
#define SA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSAToLoops : Pass<"convert-sa-to-loops", "::mlir::ModuleOp"> {
  let summary = "Convert nests to loops and arrays to flat memory";
  let description = [{
    A function becomes a `func.func` over the arrays, the scalars and the run-time
    sizes. A nest becomes an `scf.parallel` over its parallel indices, or one of a
    single iteration, with an `scf.for` for every other index. An array becomes its
    flat storage, `memref<?xT>`; an access is the offset and one load or store, or
    two for a complex element. `i1` is stored as a byte, `bf16` as its bits. A
    constant of more than 4096 bytes becomes a `sa.upload`, a smaller one a
    `memref.global`.

    A parallel loop of a plan, with the parallel loops right inside of it, becomes
    an `scf.parallel` with work-groups of one work-item. Loops that are bound to a
    grid become an `scf.parallel` over its work-items, whose body uses the positions
    of the group and of the work-item. Loops around these stay outside; all others
    become part of an `scf.parallel` of one iteration.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def ConvertSALoopsToKernels
    : Pass<"convert-sa-loops-to-kernels", "::mlir::ModuleOp"> {
  let summary = "Outline each parallel loop of a function as a kernel";
  let description = [{
    Every outermost `scf.parallel` becomes a `gpu.func`, whose arguments are the
    pointers, sizes and scalars that it uses, in the `gpu.module` that all functions
    share, and a `sa.launch`. The iterations are the work-items; more than three
    dimensions are folded into three.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::sa::SADialect"
  ];
}

def ConvertSAKernelsToPointers
    : Pass<"convert-sa-kernels-to-pointers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Give kernels bare pointers instead of memrefs";
  let description = [{
    A flat `memref` argument becomes one `!llvm.ptr` to global memory; MLIR's own
    lowering would make five arguments of it. Pointers are `noalias` unless the
    kernel writes them and has a barrier, and `readonly` if it does not write them.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"
  ];
}

def ConvertSAMathToOpenCL
    : Pass<"convert-sa-math-to-opencl", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Call OpenCL's built-in functions for the math dialect";
  let description = [{
    SPIR-V's OpenCL environment has every function of `math` with a stated
    precision. LLVM's SPIR-V backend recognizes their mangled names.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SA_CONVERSION_PASSES_TD
