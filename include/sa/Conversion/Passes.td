// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrows between the stages: sa → loops → kernels → LLVM.

#ifndef SA_CONVERSION_PASSES_TD
#define SA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSAToLoops : Pass<"convert-sa-to-loops", "::mlir::ModuleOp"> {
  let summary = "Turn nests into loops and arrays into flat memory";
  let description = [{
    A nest becomes one `scf.parallel` over its parallel indices (a single
    iteration when it has none), with an `scf.for` inside for every other index.
    An array becomes the flat storage behind it, `memref<?xT>`: an access is the
    layout's arithmetic and one load or store. A constant of more than 4096 bytes
    becomes a `sa.upload`, a smaller one a `memref.global`. `i1` is stored as a byte and
    `bf16` as its bits; a complex element is two loads or stores, of its parts. A function becomes a `func.func` whose arguments are the
    arrays, the scalars and the run-time sizes.

    Of the loops that plans become, a parallel one, with those right inside of it, is
    an `scf.parallel` with work-groups of one work-item. A loop that is bound to a
    grid is an `scf.parallel` over all the work-items, whose body asks for the place
    of the group and of the work-item in it. Loops around those stay outside; all
    others are in an `scf.parallel` of one iteration.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def SAReuseValues : Pass<"sa-reuse-values"> {
  let summary = "Use what a block has computed or loaded already";
  let description = [{
    Equal operations of a block become one, loads only where memory does not
    change between them:

    ```
    x = A[i * 5]; y = A[i * 5]      →   x = A[i * 5]; y = x
    ```

    MLIR's CSE does more, but needs a time that grows with the square of the
    number of loads; this pass goes through a block once.
  }];
}

def ConvertSALoopsToKernels
    : Pass<"convert-sa-loops-to-kernels", "::mlir::ModuleOp"> {
  let summary = "Make each parallel loop of a function a kernel";
  let description = [{
    Every `scf.parallel` at the top of a function moves into a `gpu.func` of
    its own in the `gpu.module` that all the functions share, with exactly the pointers, sizes and scalars it uses as arguments,
    and leaves a `sa.launch` behind. The loop's iterations are the work-items;
    more than three dimensions are folded into three.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::sa::SADialect"
  ];
}

def ConvertSAKernelsToPointers
    : Pass<"convert-sa-kernels-to-pointers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Give kernels bare pointers instead of memrefs";
  let description = [{
    A flat `memref` argument becomes one `!llvm.ptr` in global memory, `noalias`,
    and `readonly` where the array is; loads and stores become pointer
    arithmetic. MLIR's own lowering would make five arguments of each.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertSAMathToOpenCL
    : Pass<"convert-sa-math-to-opencl", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Call OpenCL's built-in functions for the math dialect";
  let description = [{
    SPIR-V's OpenCL environment brings every function of `math` with a stated
    precision. LLVM's SPIR-V backend knows them by their mangled names.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SA_CONVERSION_PASSES_TD
