// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What moves the elements of copies: fill, write-back, and the fetching of what
// the next iteration needs.

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Flow/FootprintCoverage.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

CopyLoops CacheInsertion::getCopyLoops(ArrayRef<LoopAccess> touching) {
  CopyLoops loops;
  loops.name = getArrayName(source);
  loops.isParallel = hasConcurrentInside;
  loops.part = getTouchedPart(
      space, source, block, touching,
      [&](AffineForOp loop) { return isInner(loop); }, trigger);
  // Neighbours in the copy come one after the other.
  for (unsigned dim = 0; dim < block.base.size(); ++dim)
    loops.order.push_back(dim);
  if (isa_and_nonnull<ColMajorLayoutAttr>(copyType.getLayout()))
    std::reverse(loops.order.begin(), loops.order.end());
  loops.extents = block.extents;
  if (isLocal)
    for (AffineForOp loop : concurrent)
      if (isWorkItemLoop(loop))
        loops.threads.push_back(loop);
  // Vectors are of full blocks, whose length is known.
  loops.isVectorized =
      op.getVectorize() && !loops.order.empty() &&
      block.extents[loops.order.back()] != ShapedType::kDynamic &&
      !isa<ComplexType>(copyType.getElementType()) &&
      sourceType.getDomainConstraints().empty() &&
      copyType.getDomainConstraints().empty();
  return loops;
}

void CacheInsertion::createBarrier(OpBuilder &builder) {
  if (isLocal)
    gpu::BarrierOp::create(builder, op.getLoc());
}

bool CacheInsertion::needsFill() {
  if (writes.empty())
    return true;
  // Each element that is read has been written just before, and all that is
  // written back has been written.
  for (const LoopAccess &access : accesses) {
    if (!access.reads())
      continue;
    bool isWritten = llvm::any_of(writes, [&](const LoopAccess &write) {
      return isa<StoreOp>(write.op) &&
             write.op->getBlock() == access.op->getBlock() &&
             write.op->isBeforeInBlock(access.op) &&
             !llvm::is_contained(write.index, AffineExpr()) &&
             write.index == access.index;
    });
    if (!isWritten)
      return true;
  }
  auto inner = [&](AffineForOp loop) { return isInner(loop); };
  FootprintPart part =
      getTouchedPart(space, source, block, writes, inner, trigger);
  return llvm::none_of(writes, [&](const LoopAccess &write) {
    return coversPart(space, source, write, block, part, inner, trigger,
                      /*mayBeEmpty=*/false);
  });
}

/// Leaves of a part what is in another one, too, where `place` runs.
static void restrictPart(LoopSpace &space, FootprintPart &part,
                         const FootprintPart &other, Operation *place) {
  auto add = [&](SmallVector<AffineExpr> &bounds, ArrayRef<AffineExpr> others,
                 bool isUpper) {
    for (AffineExpr bound : others) {
      bool isImplied = llvm::any_of(bounds, [&](AffineExpr own) {
        std::optional<int64_t> least =
            space.getMin(isUpper ? bound - own : own - bound, place);
        return own == bound || (least && *least >= 0);
      });
      if (!isImplied)
        bounds.push_back(bound);
    }
  };
  for (unsigned dim = 0; dim < part.lower.size(); ++dim) {
    add(part.lower[dim], other.lower[dim], /*isUpper=*/false);
    add(part.upper[dim], other.upper[dim], /*isUpper=*/true);
  }
}

void CacheInsertion::createLoops() {
  if (streaming)
    return createDoubleBuffer();
  Location loc = op.getLoc();
  bool isFilled = needsFill();
  CopyLoops fill = getCopyLoops(accesses);
  copy = createMemory(memory, op.getName());
  OpBuilder builder(op);
  if (isFilled) {
    createCopyLoops(builder, loc, space, names, fill, getSourcePlace(), copy);
    createBarrier(builder);
  }
  builder.setInsertionPointAfter(trigger);
  createBarrier(builder);
  if (writes.empty())
    return;
  // Parts are larger than what is touched, and in different ways: what was not
  // filled is not written back.
  CopyLoops back = getCopyLoops(writes);
  if (isFilled)
    restrictPart(space, back.part, fill.part, trigger);
  createCopyLoops(builder, loc, space, names, back, copy, getSourcePlace());
  createBarrier(builder);
}

/// The block as it is when the loop has another index.
static void replaceIndex(Footprint &block, FootprintPart &part,
                         AffineExpr index, AffineExpr other) {
  for (AffineExpr &base : block.base)
    base = base.replace(index, other);
  for (auto *bounds : {&part.lower, &part.upper})
    for (SmallVector<AffineExpr> &exprs : *bounds)
      for (AffineExpr &expr : exprs)
        expr = expr.replace(index, other);
}

/// Enters a condition that none of these is negative, where that is not known.
static void createCondition(OpBuilder &builder, Location loc, LoopSpace &space,
                            ArrayRef<AffineExpr> conditions) {
  SmallVector<AffineExpr> open;
  for (AffineExpr condition : conditions) {
    auto constant = dyn_cast<AffineConstantExpr>(condition);
    if (!constant || constant.getValue() < 0)
      open.push_back(condition);
  }
  if (open.empty())
    return;
  SmallVector<Value> operands;
  AffineMap map = space.getMap(open, operands);
  SmallVector<bool> isEquality(open.size(), false);
  auto set = IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                             map.getResults(), isEquality);
  auto guard = affine::AffineIfOp::create(builder, loc, set, operands,
                                          /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
}

void CacheInsertion::createDoubleBuffer() {
  Location loc = op.getLoc();
  AffineExpr index = space.getDimExpr(streaming);
  AffineExpr first = space.getLowerBounds(streaming).front();
  AffineExpr next = index + streaming.getStepAsInt();
  CopyLoops loops = getCopyLoops(accesses);
  auto getConditions = [&](AffineExpr at) {
    SmallVector<AffineExpr> conditions;
    for (AffineExpr bound : space.getUpperBounds(streaming))
      conditions.push_back(bound - 1 - at);
    return conditions;
  };
  auto getBlockAt = [&](AffineExpr at, CopyLoops &loopsAt) {
    Footprint blockAt = block;
    replaceIndex(blockAt, loopsAt.part, index, at);
    return FootprintLocation{source, {}, blockAt.base};
  };
  copy = createMemory(memory, op.getName());
  FootprintLocation fetched =
      createMemory(nextMemory, (op.getName() + "_next").str());

  // 1. The first block, before the loop.
  OpBuilder builder(streaming);
  CopyLoops firstLoops = loops;
  FootprintLocation firstPlace = getBlockAt(first, firstLoops);
  {
    OpBuilder::InsertionGuard guard(builder);
    createCondition(builder, loc, space, getConditions(first));
    createCopyLoops(builder, loc, space, names, firstLoops, firstPlace, copy);
  }
  createBarrier(builder);

  // 2. The next block is fetched before the loop that uses this one, and takes
  //    its place afterwards.
  CopyLoops nextLoops = loops;
  FootprintLocation nextPlace = getBlockAt(next, nextLoops);
  builder.setInsertionPoint(op);
  {
    OpBuilder::InsertionGuard guard(builder);
    createCondition(builder, loc, space, getConditions(next));
    createCopyLoops(builder, loc, space, names, nextLoops, nextPlace, fetched);
  }
  builder.setInsertionPointAfter(trigger);
  createBarrier(builder);
  {
    OpBuilder::InsertionGuard guard(builder);
    createCondition(builder, loc, space, getConditions(next));
    createCopyLoops(builder, loc, space, names, nextLoops, fetched, copy);
  }
  createBarrier(builder);
}
