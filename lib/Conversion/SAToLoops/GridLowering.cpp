// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GridLowering.h"

#include "LoopPlacement.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopSpace.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// Returns the dimension that `loop` is bound to; x is 0, and the fast one.
static unsigned getDimension(affine::AffineForOp loop) {
  switch (getExecution(loop)) {
  case Execution::BlockY:
  case Execution::ThreadY:
    return 1;
  case Execution::BlockZ:
  case Execution::ThreadZ:
    return 2;
  default:
    return 0;
  }
}

LogicalResult GridLowering::addBlockLoop(affine::AffineForOp loop) {
  // Operands without a lowered value are defined in the kernel.
  SmallVector<Value> inner;
  for (Value operand : loop->getOperands())
    if (!mapping.contains(operand))
      inner.push_back(operand);
  if (!hasRange(loop, inner))
    return loop.emitOpError()
           << "is bound to groups, but how many there are depends on a loop "
              "around it that is part of the kernel: bind it to work-items, or "
              "run it in order";
  RangeIndex index = RangeIndex::get(*this, loop, inner);
  unsigned dim = getDimension(loop);
  numGroups[dim] = numGroups[dim]
                       ? builder.createOrFold<arith::MaxSIOp>(
                             loop.getLoc(), numGroups[dim], index.tripCount)
                       : index.tripCount;
  ++numBlockLoops[dim];
  blocks.insert({loop, index});
  return success();
}

/// Returns the smallest first index of `loop` over all groups. In a group where
/// it starts later, the work-items before that have no iteration.
static std::optional<int64_t> getFirst(affine::AffineForOp loop) {
  std::optional<int64_t> first =
      getConstantBound(loop.getLowerBoundMap(), /*isLower=*/true);
  if (first || loop.getStepAsInt() != 1)
    return first;
  LoopSpace space(loop);
  return space.getMin(space.getDimExpr(loop), loop.getBody()->getTerminator());
}

/// Returns the largest end of `loop` over all groups.
static std::optional<int64_t> getEnd(affine::AffineForOp loop) {
  if (std::optional<int64_t> end =
          getConstantBound(loop.getUpperBoundMap(), /*isLower=*/false))
    return end;
  LoopSpace space(loop);
  std::optional<int64_t> last =
      space.getMax(space.getDimExpr(loop), loop.getBody()->getTerminator());
  return last ? std::optional(*last + 1) : std::nullopt;
}

LogicalResult GridLowering::addThreadLoop(affine::AffineForOp loop) {
  std::optional<int64_t> lower = getFirst(loop), upper = getEnd(loop);
  if (!upper || !lower)
    return loop.emitOpError()
           << "is bound to the work-items of a group, whose number must be "
              "known when the program is compiled: split it by a number, and "
              "bind the inner loop";
  int64_t size = llvm::divideCeilSigned(*upper - *lower, loop.getStepAsInt());
  threads[loop] = {*lower, size};
  getGroupSize(loop) = std::max(getGroupSize(loop), size);
  return success();
}

int64_t &GridLowering::getGroupSize(affine::AffineForOp loop) {
  return getExecution(loop) == Execution::Subgroup ? lanes
                                                   : local[getDimension(loop)];
}

LogicalResult GridLowering::verifyBarriers(affine::AffineForOp loop) {
  if (loop.hasConstantBounds() &&
      threads.lookup(loop).size == getGroupSize(loop))
    return success();
  WalkResult found = loop.walk([&](gpu::BarrierOp barrier) {
    barrier.emitOpError()
        << "is not reached by all the work-items of a group: a loop around it "
           "that is bound to them does not run for all of them";
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}

LogicalResult GridLowering::addLoops() {
  WalkResult walk = root.walk<WalkOrder::PreOrder>(
      [&](affine::AffineForOp loop) -> WalkResult {
        if (!isBoundLoop(loop))
          return WalkResult::advance();
        for (Operation *parent = loop->getParentOp(); root->isAncestor(parent);
             parent = parent->getParentOp())
          if (parent->getAttr(executionAttrName) ==
              loop->getAttr(executionAttrName))
            return loop.emitOpError()
                   << "is bound to '" << stringifyExecution(getExecution(loop))
                   << "', as a loop around it is";
        if (failed(verifyNoResults(loop, "runs in parallel and has")))
          return failure();
        return isWorkGroupLoop(loop) ? addBlockLoop(loop) : addThreadLoop(loop);
      });
  if (walk.wasInterrupted())
    return failure();
  for (auto [loop, range] : threads)
    if (failed(verifyBarriers(cast<affine::AffineForOp>(loop))))
      return failure();
  return success();
}

LogicalResult GridLowering::run() {
  if (failed(addLoops()))
    return failure();
  // A loop over one work-item asks for its position as well.
  unsigned rank = 1;
  for (unsigned dim = 0; dim < 3; ++dim)
    if (numGroups[dim])
      rank = dim + 1;
  for (auto [loop, range] : threads)
    rank = std::max<unsigned>(
        rank, getDimension(cast<affine::AffineForOp>(loop)) + 1);
  // The range lists the slowest dimension first.
  Location loc = root.getLoc();
  SmallVector<Value> sizes;
  SmallVector<int64_t> groupSizes;
  for (unsigned dim = rank; dim-- > 0;) {
    groupSizes.push_back(local[dim] * (dim == 0 ? lanes : 1));
    Value size = getIndex(loc, groupSizes.back());
    if (numGroups[dim])
      size = builder.createOrFold<arith::MulIOp>(loc, numGroups[dim], size);
    sizes.push_back(size);
  }
  KernelLowering kernel(state, loc, sizes, {}, groupSizes, this);
  lowerLoop(root, kernel);
  return success();
}

Value GridLowering::getPosition(affine::AffineForOp loop) {
  Location loc = loop.getLoc();
  auto dimension = static_cast<gpu::Dimension>(getDimension(loop));
  if (isWorkGroupLoop(loop))
    return gpu::BlockIdOp::create(builder, loc, dimension);
  Value position = gpu::ThreadIdOp::create(builder, loc, dimension);
  // A sub-group of one lane has only its first, wherever the work-item is.
  bool isShared = lanes != 1 || getExecution(loop) == Execution::Subgroup;
  if (!isShared || dimension != gpu::Dimension::x)
    return position;
  Value numLanes = getIndex(loc, lanes);
  Operation *part =
      getExecution(loop) == Execution::Subgroup
          ? arith::RemUIOp::create(builder, loc, position, numLanes)
                .getOperation()
          : arith::DivUIOp::create(builder, loc, position, numLanes);
  part->setAttr(positionAttrName, builder.getUnitAttr());
  return part->getResult(0);
}

void GridLowering::lowerLoop(affine::AffineForOp loop, KernelLowering &kernel) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = loop.getLoc();
  bool isBlock = isWorkGroupLoop(loop);
  ThreadRange range = threads.lookup(loop);
  RangeIndex index = isBlock ? blocks.lookup(loop)
                             : RangeIndex{loop, getIndex(loc, range.first),
                                          getIndex(loc, range.size)};

  // 1. The index.
  Value position = getPosition(loop);
  position.getDefiningOp()->setAttr(
      indexAttrName, builder.getStringAttr(index.getPositionName()));
  Value value = index.getIndex(builder, position);
  mapping.map(loop.getInductionVar(), value);

  // 2. The condition that there is such an iteration. The range of the groups
  //    ends where their only loop does.
  Value holds;
  if (isBlock ? numBlockLoops[getDimension(loop)] > 1
              : range.size != getGroupSize(loop))
    addCondition(loc, holds, position, arith::CmpIPredicate::slt,
                 index.tripCount);
  auto addBounds = [&](AffineMap map, ValueRange operands,
                       arith::CmpIPredicate predicate) {
    if (isBlock && map.getNumResults() == 1)
      return;
    for (AffineExpr expr : map.getResults())
      if (!isa<AffineConstantExpr>(expr))
        addCondition(loc, holds, value, predicate,
                     expandExpr(loc, expr, map, operands));
  };
  addBounds(loop.getUpperBoundMap(), lookupAll(loop.getUpperBoundOperands()),
            arith::CmpIPredicate::slt);
  if (!isBlock)
    addBounds(loop.getLowerBoundMap(), lookupAll(loop.getLowerBoundOperands()),
              arith::CmpIPredicate::sge);
  openIf(loc, holds);
  kernel.lowerBlock(*loop.getBody());
}
