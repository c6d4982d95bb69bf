// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without partial results of their own, the lanes of a vector are combined in
// each iteration: shuffles and additions that wait for each other.

#include "LaneSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheLoops.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// Longer loops become loops over shorter vectors.
static constexpr int64_t maxLanes = 64;

/// Returns true if all the indices are computed outside of `loop`.
static bool isElementFixed(AccumulateOp op, AffineForOp loop) {
  return llvm::all_of(op.getIndices(), [&](Value index) {
    return llvm::all_of(getLinearIndex(index).factors, [&](const auto &term) {
      return loop.isDefinedOutsideOfLoop(term.first);
    });
  });
}

/// Returns true if `loop` does nothing to the array but the same kind of
/// accumulation, in any order.
static bool onlyAccumulates(AccumulateOp op, AffineForOp loop) {
  return llvm::all_of(op.getArray().getUsers(), [&](Operation *user) {
    if (!loop->isAncestor(user) || isa<DimOp>(user))
      return true;
    auto other = dyn_cast<AccumulateOp>(user);
    return other && other.getKind() == op.getKind();
  });
}

/// Returns true if one work-item runs the iterations of `loop`, in their order.
static bool isInWorkItem(AffineForOp loop) {
  if (getExecution(loop) != Execution::Sequential || !loop.getInits().empty())
    return false;
  auto isParallel = [](Operation *op) {
    auto inner = dyn_cast<AffineForOp>(op);
    return isa<gpu::BarrierOp>(op) || (inner && isConcurrent(inner))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  if (loop.getBody()->walk(isParallel).wasInterrupted())
    return false;
  Operation *outermost = loop;
  while (auto outer = outermost->getParentOfType<AffineForOp>()) {
    if (isConcurrent(outer))
      return true;
    outermost = outer;
  }
  return !outermost->walk(isParallel).wasInterrupted();
}

/// Returns the outermost loop that accumulates into one element in lanes, or
/// null.
static AffineForOp findLoop(AccumulateOp op, AffineForOp vectorLoop) {
  AffineForOp found;
  for (auto loop = dyn_cast<AffineForOp>(vectorLoop->getParentOp());
       loop && isInWorkItem(loop) && isElementFixed(op, loop) &&
       onlyAccumulates(op, loop);
       loop = dyn_cast<AffineForOp>(loop->getParentOp()))
    if (getTripCount(loop) != 1)
      found = loop;
  return found;
}

static AffineForOp createLaneLoop(OpBuilder &builder, Location loc,
                                  int64_t lanes, StringRef name) {
  auto loop = AffineForOp::create(builder, loc, 0, lanes);
  loop->setAttr(indexAttrName, builder.getStringAttr(name));
  setExecution(loop, Execution::Vectorize);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

void sa::separateLanes(RewriterBase &rewriter, AffineForOp vectorLoop,
                       SmallVectorImpl<AffineForOp> &created) {
  std::optional<int64_t> lanes = getTripCount(vectorLoop);
  if (!lanes || *lanes < 2 || *lanes > maxLanes ||
      vectorLoop.getStepAsInt() != 1 || !vectorLoop.hasConstantLowerBound() ||
      vectorLoop.getConstantLowerBound() != 0 ||
      !findVectorizationObstacle(vectorLoop).empty())
    return;
  SmallVector<AccumulateOp> sums(vectorLoop.getBody()->getOps<AccumulateOp>());
  for (AccumulateOp op : sums) {
    auto type = cast<ArrayType>(op.getArray().getType());
    TypedAttr neutral = getNeutral(op.getKind(), type);
    if (!neutral || !isElementFixed(op, vectorLoop))
      continue;
    AffineForOp loop = findLoop(op, vectorLoop);
    if (!loop)
      continue;
    FunctionNames names(vectorLoop->getParentOfType<FuncOp>());
    std::string name = names.makeUnique(getArrayName(op.getArray()) + "_lanes");
    Location loc = op.getLoc();
    // 1. One partial result for each lane.
    ensureInLoop(rewriter, loop);
    auto buffer = BufferOp::create(
        rewriter, loc,
        ArrayType::get({*lanes}, type.getElementType(), Role::Temp), name,
        /*local=*/false);
    created.push_back(createLaneLoop(rewriter, loc, *lanes,
                                     names.makeUnique(name + "_first")));
    StoreOp::create(rewriter, loc,
                    arith::ConstantOp::create(rewriter, loc, neutral), buffer,
                    ValueRange(created.back().getInductionVar()));
    // 2. All of them are combined after the loop.
    rewriter.setInsertionPointAfter(loop);
    created.push_back(createLaneLoop(rewriter, loc, *lanes,
                                     names.makeUnique(name + "_last")));
    Value lane = created.back().getInductionVar();
    Value part =
        LoadOp::create(rewriter, loc, type.getValueType(), buffer, lane);
    SmallVector<Value> indices =
        llvm::map_to_vector(op.getIndices(), [&](Value index) {
          return createIndex(rewriter, loc, getLinearIndex(index));
        });
    AccumulateOp::create(rewriter, loc, op.getKind(), part, op.getArray(),
                         indices);
    // 3. Each lane has its own in the loop.
    rewriter.setInsertionPoint(op);
    AccumulateOp::create(rewriter, loc, op.getKind(), op.getValue(), buffer,
                         ValueRange(vectorLoop.getInductionVar()));
    rewriter.eraseOp(op);
  }
}
