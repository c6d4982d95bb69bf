// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h"
#include "sa/Planning/Passes.h"
#include "sa/Vendor/Passes.h"
#include "sa/Vendor/Workarounds.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using sa::Workaround;
using sa::WorkaroundSet;

/// The workarounds that `options` ask for. `Compilation` has checked them; on a
/// command line a name that means nothing ends the process.
static WorkaroundSet selectWorkarounds(const sa::PipelineOptions &options) {
  std::string error;
  std::optional<WorkaroundSet> found =
      sa::findWorkarounds(options.deviceCompiler,
                          llvm::join(options.disableWorkarounds, ","), error);
  if (!found)
    llvm::reportFatalUsageError(StringRef(error));
  return *found;
}

void sa::buildSAToLoopsPipeline(OpPassManager &pm,
                                const PipelineOptions &options) {
  // 1. The rules that need to see a whole function.
  pm.addPass(createSAExpandArithmetic());
  pm.addPass(createSAInlineCalls());
  pm.addPass(createSASpecializeLayouts());
  pm.addNestedPass<FuncOp>(createSARecognizeAccumulations());
  pm.addNestedPass<FuncOp>(createSAGuardLoads());
  pm.addNestedPass<FuncOp>(createSAExpandAssumptions());
  pm.addNestedPass<FuncOp>(createSACheckAccesses());
  pm.addNestedPass<FuncOp>(createSACheckOutputs());
  // Loops of rounds: until they are back, a function is the nests between two.
  pm.addPass(createSAOutlineRounds());

  // 2. Temporaries that need no memory, and what may run in parallel without
  //    them.
  pm.addNestedPass<FuncOp>(createSAPruneTemporaries());
  pm.addNestedPass<FuncOp>(createSAFuseNests());
  pm.addNestedPass<FuncOp>(createSAElideTemporaries());
  pm.addNestedPass<FuncOp>(createSAElideClears());
  SAParallelizeOptions parallelize;
  parallelize.strict = options.strict;
  pm.addNestedPass<FuncOp>(createSAParallelize(parallelize));
  pm.addNestedPass<FuncOp>(createSASplitBorders());

  // 3. What the content of constants allows, and how they lie in memory.
  bool skipsZeros = options.skipZeros && !options.strict;
  if (skipsZeros)
    pm.addNestedPass<FuncOp>(createSASkipZeros());
  pm.addNestedPass<FuncOp>(createSAChooseLayouts());

  // 4. Plans: chosen, proven, made into loops, and given the copies that they
  //    want.
  if (options.schedule == ScheduleMode::Auto) {
    SAChoosePlansOptions choose;
    choose.strict = options.strict;
    choose.vectorBytes = options.vectorBytes;
    choose.vectorRegisters = options.vectorRegisters;
    choose.cores = options.cores;
    choose.cacheBytes = options.cacheBytes;
    choose.launchPoints = options.launchPoints;
    pm.addNestedPass<FuncOp>(createSAChoosePlans(choose));
  }
  SACheckPlansOptions check;
  check.strict = options.strict;
  pm.addNestedPass<FuncOp>(createSACheckPlans(check));
  pm.addNestedPass<FuncOp>(createSAApplyPlans());
  if (skipsZeros)
    pm.addNestedPass<FuncOp>(createSAMarkIdle());
  pm.addNestedPass<FuncOp>(createSAPrivatizeReductions());
  pm.addNestedPass<FuncOp>(createSAPrivatizeTemporaries());
  pm.addNestedPass<FuncOp>(createSAInsertCaches());
  pm.addNestedPass<FuncOp>(createSAUnswitchLoops());
  pm.addNestedPass<FuncOp>(createSAPeelLoops());
  pm.addNestedPass<FuncOp>(createSAUnrollLoops());
  SAVectorizeLoopsOptions vectors;
  vectors.strict = options.strict;
  pm.addNestedPass<FuncOp>(createSAVectorizeLoops(vectors));
  pm.addNestedPass<FuncOp>(createSAScalarReplacement());
  pm.addNestedPass<FuncOp>(createSASkipIdle());

  pm.addPass(createSAInlineRounds());

  // 5. Loops over flat memory; one element of an output stays in a register.
  //    No canonicalization here: it would dissolve a parallel loop of one
  //    iteration, which is a kernel of one work-item.
  pm.addPass(createConvertSAToLoops());
  pm.addPass(createSAExpandComplex());
  pm.addPass(createSALocalCSE());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSAPromoteAccumulators());
  if (selectWorkarounds(options).contains(Workaround::IntelCPUOrderStores))
    pm.addPass(createSAIntelCPUOrderStores());
}

void sa::buildSAToKernelsPipeline(OpPassManager &pm,
                                  const PipelineOptions &options) {
  WorkaroundSet workarounds = selectWorkarounds(options);
  buildSAToLoopsPipeline(pm, options);
  pm.addPass(createConvertSALoopsToKernels());

  // Arithmetic that every device has.
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(
      arith::createArithEmulateUnsupportedFloats({{"bf16"}, /*target=*/"f32"}));
  kernels.addPass(math::createMathExtendToSupportedTypes({{"f16"}, "f32"}));
  if (workarounds.contains(Workaround::MLIRKeepRounding))
    kernels.addPass(createSAMLIRKeepRounding());
  kernels.addPass(createSALegalizeArith());
  SAExpandExtremaOptions extrema;
  extrema.keepSignedZeros = options.strict;
  kernels.addPass(createSAExpandExtrema(extrema));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createSALocalCSE());
  pm.addPass(createCSEPass());

  // What may change a result.
  if (!options.strict)
    pm.addPass(createSAContract());

  // Workarounds in finished kernels. No pass comes after them that might undo
  // them.
  OpPassManager &finished = pm.nest<gpu::GPUModuleOp>().nest<gpu::GPUFuncOp>();
  if (!options.strict &&
      workarounds.contains(Workaround::IntelCPUAddDifferences))
    finished.addPass(createSAIntelCPUAddDifferences());
  if (workarounds.contains(Workaround::IntelCPUKeepLoopsScalar))
    finished.addPass(createSAIntelCPUKeepLoopsScalar());
}

void sa::buildKernelsToLLVMPipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertSAKernelsToPointers());
  kernels.addPass(createConvertSAMathToOpenCL());
  // Canonicalization may have made conversions between integers and bf16 again.
  kernels.addPass(createSALegalizeArith());
  arith::ArithExpandOpsPassOptions expandBF16;
  expandBF16.includeBf16 = true;
  kernels.addPass(arith::createArithExpandOpsPass(expandBF16));
  // Folds the casts between bf16 and its bits: SPIR-V has no bf16.
  kernels.addPass(createCanonicalizerPass());
  ConvertGpuOpsToLLVMSPVOpsOptions wideIndex;
  wideIndex.use64bitIndex = true;
  kernels.addPass(createConvertGpuOpsToLLVMSPVOps(wideIndex));
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createArithToLLVMConversionPass());
  kernels.addPass(createConvertVectorToLLVMPass());
  kernels.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void sa::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "sa-to-loops", "sa to loops over flat memory", buildSAToLoopsPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "sa-to-kernels", "sa to kernels and launches", buildSAToKernelsPipeline);
  PassPipelineRegistration<>("sa-kernels-to-llvm",
                             "kernels to the LLVM dialect",
                             buildKernelsToLLVMPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "sa-to-llvm", "sa to the LLVM dialect",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildSAToKernelsPipeline(pm, options);
        buildKernelsToLLVMPipeline(pm);
      });
}
