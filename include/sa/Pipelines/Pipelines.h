// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the passes, through four stages that print, parse back and
// verify:
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
  Option<std::string> deviceCompiler{
      *this, "device-compiler",
      llvm::cl::desc("The compiler of the device: any, other, intel-cpu or "
                     "intel-cpu@VERSION. Only the workarounds that it needs "
                     "are applied"),
      llvm::cl::init("any")};
  ListOption<std::string> disableWorkarounds{
      *this, "disable-workarounds",
      llvm::cl::desc("Names of workarounds to leave out")};
  Option<bool> skipZeros{
      *this, "skip-zeros",
      llvm::cl::desc("Skip zeros of constants, unless strict"),
      llvm::cl::init(true)};
};

/// sa → loops over flat memory.
void buildSAToLoopsPipeline(mlir::OpPassManager &pm,
                            const PipelineOptions &options);

/// sa → kernels and launches. SYCL source and the manifest are written from
/// here.
void buildSAToKernelsPipeline(mlir::OpPassManager &pm,
                              const PipelineOptions &options);

/// kernels → LLVM. SPIR-V is written from here.
void buildKernelsToLLVMPipeline(mlir::OpPassManager &pm);

/// Registers sa-to-loops, sa-to-kernels, sa-kernels-to-llvm and sa-to-llvm.
void registerPipelines();

} // namespace sa

#endif // SA_PIPELINES_PIPELINES_H
