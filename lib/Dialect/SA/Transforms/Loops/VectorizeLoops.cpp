// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectorizes loops.

#include "FoldIndices.h"
#include "LaneSums.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-vectorize-loops"

namespace sa {
#define GEN_PASS_DEF_SAVECTORIZELOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numVectorized, "Loops vectorized");
ALWAYS_ENABLED_STATISTIC(numLaneByLane, "Vectorized loops with scalar parts");

/// A loop with more iterations stays a loop, over vectors of 16 lanes.
static constexpr int64_t maxStraight = 64, longVector = 16;

/// Returns true if a value may differ between the iterations of a loop.
static bool variesIn(Value value, affine::AffineForOp loop) {
  if (value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  return op && loop->isProperAncestor(op) &&
         (isa<LoadOp>(op) || op->getNumRegions() != 0 ||
          llvm::any_of(op->getOperands(),
                       [&](Value operand) { return variesIn(operand, loop); }));
}

/// Returns true if each iteration of `loop` reads and writes the element that
/// `store` writes: a sum that is rounded to another type each time, for
/// example.
static bool handsOnElement(StoreOp store, affine::AffineForOp loop) {
  return llvm::none_of(store.getIndices(),
                       [&](Value index) { return variesIn(index, loop); }) &&
         llvm::any_of(store.getArray().getUsers(), [&](Operation *user) {
           return isa<LoadOp>(user) && loop->isAncestor(user);
         });
}

StringRef sa::findVectorizationObstacle(affine::AffineForOp loop) {
  if (!getTripCount(loop) || !getStart(loop))
    return "its number of iterations is not known";
  if (loop.getNumResults() != 0)
    return "its iterations hand on values";
  StringRef obstacle;
  loop.getBody()->walk([&](Operation *op) {
    auto isVector = [](Type type) { return isa<VectorType>(type); };
    if (llvm::any_of(op->getResultTypes(), isVector) ||
        llvm::any_of(op->getOperandTypes(), isVector))
      obstacle = "a loop in it has been vectorised";
    else if (isa<BufferOp, LoopCacheOp>(op))
      obstacle = "its iterations have memory of their own";
    else if (auto store = dyn_cast<StoreOp>(op);
             store && handsOnElement(store, loop))
      obstacle = "its iterations read and write the same element";
    else if (auto store = dyn_cast<memref::StoreOp>(op);
             store && loop.isDefinedOutsideOfLoop(store.getMemRef()))
      obstacle = "it sets a scalar variable from outside";
    else if (auto inner = dyn_cast<affine::AffineForOp>(op);
             inner && getExecution(inner) != Execution::Sequential)
      obstacle = "a loop in it does not run sequentially";
  });
  return obstacle;
}

FailureOr<SmallVector<StringRef>> sa::vectorizeLoop(RewriterBase &rewriter,
                                                    affine::AffineForOp loop,
                                                    bool strict) {
  if (!findVectorizationObstacle(loop).empty())
    return failure();
  Location loc = loop.getLoc();
  ensureInLoop(rewriter, loop);
  int64_t count = *getTripCount(loop), step = loop.getStepAsInt();
  LinearIndex start = *getStart(loop);
  llvm::SetVector<StringRef> laneByLane;
  auto emit = [&](Value first, int64_t numLanes) {
    VectorBody body(rewriter, numLanes, strict);
    body.emit(loop, first);
    laneByLane.insert_range(body.getLaneByLane());
  };
  if (count > maxStraight) {
    int64_t whole = count - count % longVector;
    LinearIndex end = start;
    end.constant += whole * step;
    auto getBound = [&](const LinearIndex &bound) {
      return bound.isConstant()
                 ? std::pair(rewriter.getConstantAffineMap(bound.constant),
                             SmallVector<Value>())
                 : std::pair(
                       rewriter.getDimIdentityMap(),
                       SmallVector<Value>{createIndex(rewriter, loc, bound)});
    };
    auto [lowerMap, lowerOperands] = getBound(start);
    auto [upperMap, upperOperands] = getBound(end);
    auto chunks =
        affine::AffineForOp::create(rewriter, loc, lowerOperands, lowerMap,
                                    upperOperands, upperMap, longVector * step);
    chunks->setAttr(indexAttrName, loop->getAttr(indexAttrName));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(chunks.getBody());
    emit(chunks.getInductionVar(), longVector);
    start = end;
    count -= whole;
  }
  if (count > 0)
    emit(createIndex(rewriter, loc, start), count);
  rewriter.eraseOp(loop);
  ++numVectorized;
  numLaneByLane += !laneByLane.empty();
  return SmallVector<StringRef>(laneByLane.getArrayRef());
}

namespace {

class VectorizeLoops : public sa::impl::SAVectorizeLoopsBase<VectorizeLoops> {
  using SAVectorizeLoopsBase::SAVectorizeLoopsBase;

  void runOnOperation() override {
    // Inner loops first: there is no vector of vectors.
    SmallVector<affine::AffineForOp> loops;
    getOperation().walk<WalkOrder::PostOrder>([&](affine::AffineForOp loop) {
      if (getExecution(loop) == Execution::Vectorize)
        loops.push_back(loop);
    });
    IRRewriter rewriter(&getContext());
    if (!strict) {
      SmallVector<affine::AffineForOp> created;
      for (affine::AffineForOp loop : loops)
        separateLanes(rewriter, loop, created);
      loops.append(created);
    }
    ExpandedLoops expanded("vectorised");
    for (affine::AffineForOp loop : loops) {
      StringRef name = getLoopName(loop);
      if (StringRef obstacle = findVectorizationObstacle(loop);
          !obstacle.empty()) {
        LDBG() << "'" << name << "' stays scalar: " << obstacle;
        expanded.makeSequential(loop, obstacle);
        continue;
      }
      expanded.add(loop);
      SmallVector<StringRef> laneByLane =
          *vectorizeLoop(rewriter, loop, strict);
      LDBG() << "vectorize '" << name << "'";
      if (!laneByLane.empty())
        addReport(getOperation(), ReportSubject::Loop, name,
                  "done lane by lane: " + llvm::join(laneByLane, ", "));
    }
    expanded.report(getOperation());
    // Lanes that were written out one by one have conditions that are known.
    if (!loops.empty())
      dropKnownBranches(getOperation());
  }
};

} // namespace
