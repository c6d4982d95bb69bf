// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the passes. A program goes through four stages, each of which
// prints, parses back and verifies:
//
//   sa  →  loops  →  kernels  →  LLVM

#ifndef SA_PIPELINES_PIPELINES_H
#define SA_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace sa {

struct PipelineOptions : public mlir::PassPipelineOptions<PipelineOptions> {
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("Forbid whatever changes a floating-point result"),
      llvm::cl::init(false)};
};

/// sa → loops over flat memory.
void buildSAToLoopsPipeline(mlir::OpPassManager &pm,
                            const PipelineOptions &options);

/// sa → kernels, with what devices can compute, and the launches that are left
/// of each function. SYCL source and the manifest are written from here.
void buildSAToKernelsPipeline(mlir::OpPassManager &pm,
                              const PipelineOptions &options);

/// kernels → LLVM. SPIR-V is written from here.
void buildKernelsToLLVMPipeline(mlir::OpPassManager &pm);

/// Makes the pipelines known by their names: sa-to-loops, sa-to-kernels,
/// sa-kernels-to-llvm, and sa-to-llvm, which is the last two.
void registerPipelines();

} // namespace sa

#endif // SA_PIPELINES_PIPELINES_H
