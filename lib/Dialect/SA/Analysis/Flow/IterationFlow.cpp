// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Flow/IterationFlow.h"

#include "sa/Dialect/SA/Analysis/Flow/FootprintCoverage.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// The innermost block that has both operations, or null when they are in one
/// operation of it, or the second comes first.
static Block *findBlockInOrder(Operation *first, Operation *second) {
  for (Block *block = first->getBlock(); block;) {
    if (Operation *later = block->findAncestorOpInBlock(*second)) {
      Operation *earlier = block->findAncestorOpInBlock(*first);
      return earlier != later && earlier->isBeforeInBlock(later) ? block
                                                                 : nullptr;
    }
    Operation *parent = block->getParentOp();
    block = isa<FuncOp>(parent) ? nullptr : parent->getBlock();
  }
  return nullptr;
}

bool sa::isWrittenBefore(LoopSpace &space, ArrayRef<LoopAccess> writes,
                         const LoopAccess &read) {
  return llvm::any_of(writes, [&](const LoopAccess &write) {
    if (!isa<StoreOp>(write.op))
      return false;
    Block *block = findBlockInOrder(write.op, read.op);
    return block && coversRead(space, write, read, block->getParentOp());
  });
}

/// True when `read`, in an iteration of `loop`, may get what `write` wrote in
/// an earlier one, in the same iteration of the loops around it.
static bool isCarried(LoopSpace &space, const LoopAccess &read,
                      const LoopAccess &write, AffineForOp loop) {
  unsigned numDims = space.getNumDims();
  auto shift = [&](AffineExpr expr) {
    return expr.shiftDims(numDims, numDims);
  };
  PointSet pairs = getMeetings(space, read, write);
  for (auto outer = loop->getParentOfType<AffineForOp>(); outer;
       outer = outer->getParentOfType<AffineForOp>())
    (void)pairs.keepZero(space.getDimExpr(outer) -
                         shift(space.getDimExpr(outer)));
  (void)pairs.keepNonNegative(space.getDimExpr(loop) -
                              shift(space.getDimExpr(loop)) - 1);
  return !pairs.isIntegerEmpty();
}

std::optional<CarriedValue> sa::findCarriedValue(LoopSpace &space,
                                                 ArrayRef<LoopAccess> reads,
                                                 ArrayRef<LoopAccess> writes,
                                                 AffineForOp loop) {
  for (; loop; loop = loop->getParentOfType<AffineForOp>())
    for (const LoopAccess &read : reads)
      for (const LoopAccess &write : writes)
        if (isCarried(space, read, write, loop))
          return CarriedValue{&read, &write, loop};
  return std::nullopt;
}
