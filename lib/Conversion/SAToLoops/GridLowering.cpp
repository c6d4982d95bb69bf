// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are bound to a grid become one kernel: the iterations of a block
// loop are the groups of a dimension, those of a thread loop the work-items of
// a group. A sub-group is the fastest part of x.

#include "FunctionLowering.h"
#include "LoopPlacement.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/Analysis/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/LoopSpace.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace sa;

static bool isBlockLoop(affine::AffineForOp loop) {
  return getRun(loop).starts_with("block_");
}

/// The dimension that a loop is bound to: x is 0, and the fast one.
static unsigned getDimension(affine::AffineForOp loop) {
  StringRef run = getRun(loop);
  return run == "subgroup" ? 0 : run.back() - 'x';
}

LogicalResult FunctionLowering::addBlockLoop(affine::AffineForOp loop) {
  // What has no value yet is made inside of the kernel.
  SmallVector<Value> inner;
  for (Value operand : loop->getOperands())
    if (!mapping.contains(operand))
      inner.push_back(operand);
  if (!hasRange(loop, inner))
    return loop.emitOpError()
           << "is bound to groups, but how many there are depends on a loop "
              "around it that is part of the kernel: bind it to work-items, or "
              "run it in order";
  Location loc = loop.getLoc();
  RangeIndex index{loop, nullptr, nullptr};
  index.lower =
      expandBound(loc, loop.getLowerBoundMap(),
                  lookupAll(loop.getLowerBoundOperands()), /*isLower=*/true);
  index.size = getIterations(loop, index.lower, inner);
  Value &numGroups = grid->numGroups[getDimension(loop)];
  numGroups = numGroups ? builder.createOrFold<arith::MaxSIOp>(loc, numGroups,
                                                               index.size)
                        : index.size;
  ++grid->numBlockLoops[getDimension(loop)];
  grid->blocks.insert({loop, index});
  return success();
}

/// The first index of a loop in any group. Where the loop starts later, the
/// work-items before that have nothing to do.
static std::optional<int64_t> getFirst(affine::AffineForOp loop) {
  std::optional<int64_t> first =
      getConstantBound(loop.getLowerBoundMap(), /*isLower=*/true);
  if (first || loop.getStepAsInt() != 1)
    return first;
  LoopSpace space(loop);
  return space.getMin(space.getDimExpr(loop), loop.getBody()->getTerminator());
}

/// The end of a loop in all groups.
static std::optional<int64_t> getEnd(affine::AffineForOp loop) {
  if (std::optional<int64_t> end =
          getConstantBound(loop.getUpperBoundMap(), /*isLower=*/false))
    return end;
  LoopSpace space(loop);
  std::optional<int64_t> last =
      space.getMax(space.getDimExpr(loop), loop.getBody()->getTerminator());
  return last ? std::optional(*last + 1) : std::nullopt;
}

LogicalResult FunctionLowering::addThreadLoop(affine::AffineForOp loop) {
  std::optional<int64_t> lower = getFirst(loop), upper = getEnd(loop);
  if (!upper || !lower)
    return loop.emitOpError()
           << "is bound to the work-items of a group, whose number must be "
              "known when the program is compiled: split it by a number, and "
              "bind the inner loop";
  int64_t size = llvm::divideCeilSigned(*upper - *lower, loop.getStepAsInt());
  grid->threads[loop] = {*lower, size};
  int64_t &groupSize = getGroupSize(loop);
  groupSize = std::max(groupSize, size);
  return success();
}

int64_t &FunctionLowering::getGroupSize(affine::AffineForOp loop) {
  return getRun(loop) == "subgroup" ? grid->lanes
                                    : grid->local[getDimension(loop)];
}

bool FunctionLowering::isGuarded(affine::AffineForOp loop) {
  return !loop.hasConstantBounds() ||
         grid->threads.lookup(loop).size != getGroupSize(loop);
}

LogicalResult FunctionLowering::verifyBarriers(affine::AffineForOp loop) {
  if (!isGuarded(loop))
    return success();
  WalkResult found = loop.walk([&](gpu::BarrierOp barrier) {
    barrier.emitOpError()
        << "is not reached by all the work-items of a group: a loop around it "
           "that is bound to them does not run for all of them";
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}

LogicalResult FunctionLowering::lowerGrid(affine::AffineForOp root) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore inKernel(kernel);
  Location loc = root.getLoc();
  grid.emplace();
  llvm::scope_exit isLowered([&] { grid.reset(); });

  // 1. How large the grid is.
  WalkResult walk = root.walk<WalkOrder::PreOrder>(
      [&](affine::AffineForOp loop) -> WalkResult {
        if (!isBoundLoop(loop))
          return WalkResult::advance();
        for (Operation *parent = loop->getParentOp(); root->isAncestor(parent);
             parent = parent->getParentOp())
          if (parent->getAttr(runAttrName) == loop->getAttr(runAttrName))
            return loop.emitOpError() << "is bound to '" << getRun(loop)
                                      << "', as a loop around it is";
        if (failed(verifyHandsNothingOn(loop)))
          return failure();
        return isBlockLoop(loop) ? addBlockLoop(loop) : addThreadLoop(loop);
      });
  if (walk.wasInterrupted())
    return failure();
  for (auto [loop, range] : grid->threads)
    if (failed(verifyBarriers(cast<affine::AffineForOp>(loop))))
      return failure();

  // 2. The range over all the work-items, the slowest dimension first.
  unsigned rank = 1;
  for (unsigned dim = 0; dim < 3; ++dim)
    if (grid->numGroups[dim])
      rank = dim + 1;
  // A loop over one work-item asks for its position as well.
  for (auto [loop, range] : grid->threads)
    rank = std::max<unsigned>(
        rank, getDimension(cast<affine::AffineForOp>(loop)) + 1);
  SmallVector<Value> sizes;
  SmallVector<int64_t> local;
  for (unsigned dim = rank; dim-- > 0;) {
    local.push_back(grid->local[dim] * (dim == 0 ? grid->lanes : 1));
    Value size = getIndex(loc, local.back());
    if (Value numGroups = grid->numGroups[dim])
      size = builder.createOrFold<arith::MulIOp>(loc, numGroups, size);
    sizes.push_back(size);
  }
  openKernel(loc, sizes, {}, local);
  lowerBoundLoop(root);
  return success();
}

Value FunctionLowering::getPosition(affine::AffineForOp loop) {
  Location loc = loop.getLoc();
  auto dimension = static_cast<gpu::Dimension>(getDimension(loop));
  if (isBlockLoop(loop))
    return gpu::BlockIdOp::create(builder, loc, dimension);
  Value position = gpu::ThreadIdOp::create(builder, loc, dimension);
  // A sub-group of one lane has only its first, wherever the work-item is.
  bool isShared = grid->lanes != 1 || getRun(loop) == "subgroup";
  if (!isShared || dimension != gpu::Dimension::x)
    return position;
  Value lanes = getIndex(loc, grid->lanes);
  Operation *part =
      getRun(loop) == "subgroup"
          ? arith::RemUIOp::create(builder, loc, position, lanes).getOperation()
          : arith::DivUIOp::create(builder, loc, position, lanes);
  part->setAttr(positionAttrName, builder.getUnitAttr());
  return part->getResult(0);
}

void FunctionLowering::lowerBoundLoop(affine::AffineForOp loop) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = loop.getLoc();
  bool isBlock = isBlockLoop(loop);
  ThreadRange threads = grid->threads.lookup(loop);
  RangeIndex index = isBlock ? grid->blocks.lookup(loop)
                             : RangeIndex{loop, getIndex(loc, threads.first),
                                          getIndex(loc, threads.size)};

  // 1. The index.
  Value position = getPosition(loop);
  position.getDefiningOp()->setAttr(
      indexAttrName, builder.getStringAttr(index.getPositionName()));
  Value value = index.getIndex(builder, position);
  mapping.map(loop.getInductionVar(), value);

  // 2. Whether there is such an iteration.
  Value holds;
  auto require = [&](Value lhs, arith::CmpIPredicate predicate, Value rhs) {
    Value fits = arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
    holds = holds ? arith::AndIOp::create(builder, loc, holds, fits) : fits;
  };
  if (isBlock ? grid->numBlockLoops[getDimension(loop)] > 1
              : threads.size != getGroupSize(loop))
    require(position, arith::CmpIPredicate::slt, index.size);
  auto requireAll = [&](AffineMap map, ValueRange operands,
                        arith::CmpIPredicate predicate) {
    for (AffineExpr expr : map.getResults())
      // The range of the groups ends where their loop does.
      if ((!isBlock || map.getNumResults() > 1) &&
          !isa<AffineConstantExpr>(expr))
        require(value, predicate,
                expandExpr(loc, expr, operands.take_front(map.getNumDims()),
                           operands.drop_front(map.getNumDims())));
  };
  requireAll(loop.getUpperBoundMap(), lookupAll(loop.getUpperBoundOperands()),
             arith::CmpIPredicate::slt);
  if (!isBlock)
    requireAll(loop.getLowerBoundMap(), lookupAll(loop.getLowerBoundOperands()),
               arith::CmpIPredicate::sge);
  if (holds) {
    auto branch =
        scf::IfOp::create(builder, loc, holds, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  lowerBlock(*loop.getBody());
}
