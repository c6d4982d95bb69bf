// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/RehearsePlan.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

using namespace mlir;
using namespace sa;

LogicalResult sa::rehearsePlans(FuncOp func) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(func.getLoc());
  module->push_back(func->clone());
  PassManager passes(func.getContext());
  // A function that is still being written may lack what verifiers want.
  passes.enableVerifier(false);
  OpPassManager &functions = passes.nest<FuncOp>();
  functions.addPass(createSAApplyPlans());
  functions.addPass(createSAPartialSums());
  SAInsertCachesOptions options;
  options.unfinished = true;
  functions.addPass(createSAInsertCaches(options));
  return passes.run(*module);
}
