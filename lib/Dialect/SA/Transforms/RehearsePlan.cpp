// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/RehearsePlan.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/Analysis/LoopRange.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

using namespace mlir;
using namespace sa;

/// Refuses groups whose number is not known when the kernel is launched.
static LogicalResult checkGroups(ModuleOp module) {
  WalkResult walk = module.walk([](affine::AffineForOp loop) {
    if (!getRun(loop).starts_with("block_"))
      return WalkResult::advance();
    for (auto outer = loop->getParentOfType<affine::AffineForOp>(); outer;
         outer = outer->getParentOfType<affine::AffineForOp>())
      if (!hasRange(loop, outer.getInductionVar())) {
        loop.emitError() << "the loop '" << getLoopName(loop)
                         << "' cannot be bound to groups: where it begins and "
                            "ends depends on the loop '"
                         << getLoopName(outer)
                         << "' around it; bind it to work-items, or run it in "
                            "order";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

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
  if (failed(passes.run(*module)))
    return failure();
  return checkGroups(*module);
}
