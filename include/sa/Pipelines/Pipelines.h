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
#include "sa/Planning/TargetDescription.h"

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
  Option<ScheduleMode> schedule{
      *this, "schedule", llvm::cl::desc("Which nests without a plan get one"),
      llvm::cl::init(ScheduleMode::Auto),
      llvm::cl::values(clEnumValN(ScheduleMode::Auto, "auto",
                                  "those that have a known kind"),
                       clEnumValN(ScheduleMode::None, "none", "no nest"))};
  Option<int64_t> vectorBytes{*this, "vector-bytes",
                              llvm::cl::desc("Of the target of plans"),
                              llvm::cl::init(TargetDescription().vectorBytes)};
  Option<int64_t> vectorRegisters{
      *this, "vector-registers", llvm::cl::desc("Of the target of plans"),
      llvm::cl::init(TargetDescription().vectorRegisters)};
  Option<int64_t> cores{*this, "cores",
                        llvm::cl::desc("Of the target of plans"),
                        llvm::cl::init(TargetDescription().cores)};
  Option<int64_t> cacheBytes{*this, "cache-bytes",
                             llvm::cl::desc("Of the target of plans"),
                             llvm::cl::init(TargetDescription().cacheBytes)};
  Option<int64_t> launchPoints{
      *this, "launch-points", llvm::cl::desc("Of the target of plans"),
      llvm::cl::init(TargetDescription().launchPoints)};
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
