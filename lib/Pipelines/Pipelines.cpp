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

using namespace mlir;

void sa::buildSAToLoopsPipeline(OpPassManager &pm,
                                const PipelineOptions &options) {
  // 1. The rules that need to see a whole function.
  pm.addPass(createSAInlineCalls());
  pm.addPass(createSASpecializeLayouts());
  pm.addNestedPass<FuncOp>(createSACheckAccesses());
  pm.addNestedPass<FuncOp>(createSACheckOutputs());

  // 2. Temporaries that need no memory, and what may run in parallel without
  //    them.
  pm.addNestedPass<FuncOp>(createSAPruneTemporaries());
  pm.addNestedPass<FuncOp>(createSAFuseNests());
  pm.addNestedPass<FuncOp>(createSAElideTemporaries());
  pm.addNestedPass<FuncOp>(createSASkipClears());
  pm.addNestedPass<FuncOp>(createSAParallelize());

  // 3. What the content of constants allows, and how they lie in memory.
  if (!options.strict)
    pm.addNestedPass<FuncOp>(createSASkipZeros());
  pm.addNestedPass<FuncOp>(createSAChooseLayouts());

  // 4. Plans: proven, made into loops, and given the copies that they want.
  SACheckPlansOptions check;
  check.strict = options.strict;
  pm.addNestedPass<FuncOp>(createSACheckPlans(check));
  SAApplyPlansOptions apply;
  apply.skipZeros = !options.strict;
  pm.addNestedPass<FuncOp>(createSAApplyPlans(apply));
  pm.addNestedPass<FuncOp>(createSAPartialSums());
  pm.addNestedPass<FuncOp>(createSALocalizeTemporaries());
  pm.addNestedPass<FuncOp>(createSAInsertCaches());
  pm.addNestedPass<FuncOp>(createSACutLoops());
  pm.addNestedPass<FuncOp>(createSAPeelEdges());
  pm.addNestedPass<FuncOp>(createSAUnrollLoops());
  SAVectorizeLoopsOptions vectors;
  vectors.strict = options.strict;
  pm.addNestedPass<FuncOp>(createSAVectorizeLoops(vectors));
  pm.addNestedPass<FuncOp>(createSAPromoteElements());
  pm.addNestedPass<FuncOp>(createSASkipIdle());

  // 5. Loops over flat memory; one element of an output stays in a register.
  //    No canonicalization here: it would dissolve a parallel loop of one
  //    iteration, which is a kernel of one work-item.
  pm.addPass(createConvertSAToLoops());
  pm.addPass(createSAExpandComplex());
  pm.addPass(createSAReuseValues());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSAPromoteAccumulators());
  pm.addPass(createSAOrderStores());
}

void sa::buildSAToKernelsPipeline(OpPassManager &pm,
                                  const PipelineOptions &options) {
  buildSAToLoopsPipeline(pm, options);
  pm.addPass(createConvertSALoopsToKernels());

  // Arithmetic that every device has.
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(
      arith::createArithEmulateUnsupportedFloats({{"bf16"}, /*target=*/"f32"}));
  kernels.addPass(math::createMathExtendToSupportedTypes({{"f16"}, "f32"}));
  kernels.addPass(createSALegalizeArith());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createSAReuseValues());
  pm.addPass(createCSEPass());

  // What may change a result.
  if (!options.strict)
    pm.addPass(createSAContract());

  // What compilers of devices cannot take.
  OpPassManager &finished = pm.nest<gpu::GPUModuleOp>().nest<gpu::GPUFuncOp>();
  if (!options.strict)
    finished.addPass(createSAAddDifferences());
  finished.addPass(createSAKeepLoopsScalar());
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
