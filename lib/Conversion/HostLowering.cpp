// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs on the host: arithmetic on sizes, memory, loops and conditions
// around kernels. Everything else becomes part of a kernel.

#include "FunctionLowering.h"
#include "LoopPlacement.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace sa;

LogicalResult FunctionLowering::lowerHostBlock(Block &block) {
  // What waits to become one kernel of one work-item. Operations of the host in
  // between go first: they have no effects, and do not use what waits.
  SmallVector<Operation *> waiting;
  llvm::SmallPtrSet<Operation *, 8> isWaiting;
  auto flush = [&] {
    LogicalResult result =
        waiting.empty() ? success() : lowerLoneKernel(waiting);
    waiting.clear();
    isWaiting.clear();
    return result;
  };
  for (Operation &op : block.without_terminator()) {
    bool usesWaiting = llvm::any_of(op.getOperands(), [&](Value operand) {
      return isWaiting.contains(operand.getDefiningOp());
    });
    bool isKernel = isKernelLoop(&op) || isa<NestOp>(op);
    if (isKernel || runsOnHost(&op)) {
      if (failed(flush()) || failed(lowerHostOp(&op)))
        return failure();
    } else if (needsKernel(&op) || usesWaiting) {
      waiting.push_back(&op);
      isWaiting.insert(&op);
    } else if (failed(lowerHostOp(&op))) {
      return failure();
    }
  }
  return flush();
}

LogicalResult FunctionLowering::lowerHostOp(Operation *op) {
  if (auto constant = dyn_cast<ConstOp>(op))
    return lowerConst(constant);
  if (auto temp = dyn_cast<TempOp>(op))
    lowerTemp(temp);
  else if (auto nest = dyn_cast<NestOp>(op))
    lowerNest(nest);
  else if (isParallelLoop(op))
    return lowerParallel(cast<affine::AffineForOp>(op));
  else if (isBoundLoop(op))
    return lowerGrid(cast<affine::AffineForOp>(op));
  else if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return lowerHostLoop(loop);
  else if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    return lowerHostIf(condition);
  else
    lowerOp(op);
  return success();
}

/// What runs on the host hands nothing on: kernels write to arrays.
static LogicalResult verifyNoResults(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  return op->emitOpError()
         << "has kernels in it and results, which kernels cannot give: keep "
            "what is handed on in an array";
}

LogicalResult FunctionLowering::lowerHostLoop(affine::AffineForOp loop) {
  if (failed(verifyNoResults(loop)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  scf::ForOp lowered = createLoop(loop);
  builder.setInsertionPointToStart(lowered.getBody());
  return lowerHostBlock(*loop.getBody());
}

LogicalResult FunctionLowering::lowerHostIf(affine::AffineIfOp op) {
  if (failed(verifyNoResults(op)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  auto lowered = scf::IfOp::create(builder, op.getLoc(), expandCondition(op),
                                   /*withElseRegion=*/op.hasElse());
  builder.setInsertionPointToStart(lowered.thenBlock());
  if (failed(lowerHostBlock(*op.getThenBlock())))
    return failure();
  if (!op.hasElse())
    return success();
  builder.setInsertionPointToStart(lowered.elseBlock());
  return lowerHostBlock(*op.getElseBlock());
}

void FunctionLowering::openKernel(Location loc, ValueRange sizes,
                                  ArrayRef<std::string> names,
                                  ArrayRef<int64_t> local) {
  SmallVector<Value> zeros(sizes.size(), getIndex(loc, 0));
  SmallVector<Value> ones(sizes.size(), getIndex(loc, 1));
  kernel = scf::ParallelOp::create(builder, loc, zeros, sizes, ones);
  buffers.clear();
  kernel->setAttr(indicesAttrName,
                  builder.getStrArrayAttr(
                      SmallVector<StringRef>(names.begin(), names.end())));
  kernel->setAttr(localAttrName, builder.getDenseI64ArrayAttr(local));
  builder.setInsertionPointToStart(kernel.getBody());
}

LogicalResult FunctionLowering::lowerLoneKernel(ArrayRef<Operation *> ops) {
  // Nothing but arrays survives a kernel.
  for (Operation *op : ops) {
    Block *block = op->getBlock();
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(ops, block->findAncestorOpInBlock(*user)))
        return op->emitOpError()
               << "is computed in a kernel of one work-item, and used outside "
                  "of it: compute it where it is used, or keep it in an array";
  }
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore inKernel(kernel);
  Location loc = ops.front()->getLoc();
  openKernel(loc, getIndex(loc, 1), {}, {1});
  for (Operation *op : ops)
    lowerOp(op);
  return success();
}
