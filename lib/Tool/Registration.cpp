// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registration.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/Passes.h"
#include "sa/Pipelines/Compilation.h"
#include "sa/Pipelines/Registration.h"

using namespace mlir;

/// Registers the passes of MLIR that the pipelines of saopt run, those beside
/// them that make loops into LLVM, and the general ones (canonicalize, cse, …).
static void registerMLIRPasses() {
  registerTransformsPasses();
  arith::registerArithPasses();
  math::registerMathPasses();
  registerLowerAffinePass();
  registerArithToLLVMConversionPass();
  registerConvertControlFlowToLLVMPass();
  registerConvertFuncToLLVMPass();
  registerConvertGpuOpsToLLVMSPVOps();
  registerConvertIndexToLLVMPass();
  registerConvertMathToLLVMPass();
  registerConvertVectorToLLVMPass();
  registerFinalizeMemRefToLLVMConversionPass();
  registerReconcileUnrealizedCastsPass();
  registerSCFToControlFlowPass();
  registerUBToLLVMConversionPass();
}

void sa::tool::registerForTool(DialectRegistry &registry) {
  registerCompiler(registry);
  registry.insert<ub::UBDialect>();
  func::registerInlinerExtension(registry);
  registerMLIRPasses();
  registerPasses();
}
