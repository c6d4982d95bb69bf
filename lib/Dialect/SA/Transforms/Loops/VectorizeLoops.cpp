// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the iterations of loops in the lanes of vectors.

#include "FoldIndices.h"
#include "LoopMarks.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace sa {
#define GEN_PASS_DEF_SAVECTORIZELOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// Longer loops stay loops, over vectors of 16 lanes.
constexpr int64_t maxWrittenOut = 64, longVector = 16;

/// True when a value may differ between the iterations of a loop.
bool variesIn(Value value, affine::AffineForOp loop) {
  if (value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  return op && loop->isProperAncestor(op) &&
         (isa<LoadOp>(op) || op->getNumRegions() != 0 ||
          llvm::any_of(op->getOperands(),
                       [&](Value operand) { return variesIn(operand, loop); }));
}

/// True for an element that one iteration after the other reads and writes: a
/// sum that is rounded to another type each time, for example.
bool handsOnElement(StoreOp store, affine::AffineForOp loop) {
  return llvm::none_of(store.getIndices(),
                       [&](Value index) { return variesIn(index, loop); }) &&
         llvm::any_of(store.getArray().getUsers(), [&](Operation *user) {
           return isa<LoadOp>(user) && loop->isAncestor(user);
         });
}

/// Why a loop has no vector form at all; empty when it has one.
StringRef findObstacle(affine::AffineForOp loop) {
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
    else if (isa<BufferOp, CacheBlockOp>(op))
      obstacle = "its iterations have memory of their own";
    else if (auto store = dyn_cast<StoreOp>(op);
             store && handsOnElement(store, loop))
      obstacle = "its iterations read and write the same element";
    else if (auto store = dyn_cast<memref::StoreOp>(op);
             store && loop.isDefinedOutsideOfLoop(store.getMemRef()))
      obstacle = "it sets a scalar variable from outside";
    else if (auto inner = dyn_cast<affine::AffineForOp>(op);
             inner && !getRun(inner).empty())
      obstacle = "a loop in it does not run sequentially";
  });
  return obstacle;
}

/// Writes `count` iterations of `loop`, the first of which has the index
/// `first`.
void emitPieces(OpBuilder &builder, affine::AffineForOp loop, Value first,
                int64_t count, bool strict,
                llvm::SetVector<StringRef> &laneByLane) {
  VectorBody body(builder, count, strict);
  body.emit(loop, first);
  laneByLane.insert_range(body.getLaneByLane());
}

/// Accesses stand in a loop: an outermost one that becomes straight code is put
/// into one that runs once.
void keepInLoop(affine::AffineForOp loop) {
  if (!isa<FuncOp>(loop->getParentOp()))
    return;
  OpBuilder builder(loop);
  affine::AffineForOp once = createOnceLoop(builder, loop.getLoc());
  loop->moveBefore(once.getBody()->getTerminator());
}

void vectorize(affine::AffineForOp loop, bool strict) {
  keepInLoop(loop);
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  int64_t count = *getTripCount(loop), step = loop.getStepAsInt();
  LinearIndex start = *getStart(loop);
  llvm::SetVector<StringRef> laneByLane;
  if (count > maxWrittenOut) {
    int64_t whole = count - count % longVector;
    LinearIndex end = start;
    end.constant += whole * step;
    auto getBound = [&](const LinearIndex &bound) {
      return bound.isConstant()
                 ? std::pair(builder.getConstantAffineMap(bound.constant),
                             SmallVector<Value>())
                 : std::pair(
                       builder.getDimIdentityMap(),
                       SmallVector<Value>{createIndex(builder, loc, bound)});
    };
    auto [lowerMap, lowerOperands] = getBound(start);
    auto [upperMap, upperOperands] = getBound(end);
    auto pieces =
        affine::AffineForOp::create(builder, loc, lowerOperands, lowerMap,
                                    upperOperands, upperMap, longVector * step);
    pieces->setAttr(indexAttrName, loop->getAttr(indexAttrName));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(pieces.getBody());
    emitPieces(builder, loop, pieces.getInductionVar(), longVector, strict,
               laneByLane);
    start = end;
    count -= whole;
  }
  if (count > 0)
    emitPieces(builder, loop, createIndex(builder, loc, start), count, strict,
               laneByLane);
  if (!laneByLane.empty())
    addReport(loop->getParentOfType<FuncOp>(),
              getLoopName(loop) +
                  ": done lane by lane: " + llvm::join(laneByLane, ", "));
  loop.erase();
}

class VectorizeLoops : public sa::impl::SAVectorizeLoopsBase<VectorizeLoops> {
  using SAVectorizeLoopsBase::SAVectorizeLoopsBase;

  void runOnOperation() override {
    // Inner loops first: there is no vector of vectors.
    SmallVector<affine::AffineForOp> loops;
    getOperation().walk<WalkOrder::PostOrder>([&](affine::AffineForOp loop) {
      if (getRun(loop) == "vectorize")
        loops.push_back(loop);
    });
    WrittenLoops written("vectorised");
    for (affine::AffineForOp loop : loops) {
      if (StringRef obstacle = findObstacle(loop); !obstacle.empty()) {
        written.makeSequential(loop, obstacle);
        continue;
      }
      written.add(loop);
      vectorize(loop, strict);
    }
    written.report(getOperation());
    // Lanes that were written out one by one have conditions that are known.
    if (!loops.empty())
      dropKnownBranches(getOperation());
  }
};

} // namespace
