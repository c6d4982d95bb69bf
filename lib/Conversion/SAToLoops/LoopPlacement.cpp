// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopPlacement.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;

bool sa::isParallelLoop(Operation *op) {
  auto loop = dyn_cast<affine::AffineForOp>(op);
  return loop && getExecution(loop) == Execution::Parallel;
}

bool sa::isBoundLoop(Operation *op) {
  auto loop = dyn_cast<affine::AffineForOp>(op);
  return loop && (isWorkGroupLoop(loop) || isWorkItemLoop(loop));
}

bool sa::runsOnHost(Operation *op) {
  if (isa<LoopOp, SwapOp, IfMovedOp>(op))
    return true;
  if (!isa<affine::AffineForOp, affine::AffineIfOp>(op) || isKernelLoop(op))
    return false;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (isKernelLoop(&inner) || runsOnHost(&inner))
        return true;
  return false;
}

bool sa::needsKernel(Operation *op) {
  return !isa<ConstOp, TempOp, RequireOp, DimOp, NestOp>(op) &&
         (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
          isa<CheckedIndexOp>(op));
}
