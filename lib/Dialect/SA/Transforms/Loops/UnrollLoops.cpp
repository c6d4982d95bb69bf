// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls loops.

#include "FoldIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "sa/Dialect/SA/Analysis/Loops/UnrollLimits.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sa-unroll-loops"

namespace sa {
#define GEN_PASS_DEF_SAUNROLLLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numUnrolled, "Loops unrolled");

FailureOr<SmallVector<Operation *>> sa::unrollLoop(RewriterBase &rewriter,
                                                   affine::AffineForOp loop) {
  std::optional<int64_t> count = getTripCount(loop);
  std::optional<LinearIndex> index = getStart(loop);
  if (!count || !index)
    return failure();
  rewriter.setInsertionPoint(loop);
  SmallVector<Operation *> copies;
  SmallVector<Value> carried(loop.getInits());
  for (int64_t iteration = 0; iteration < *count; ++iteration) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(),
                createIndex(rewriter, loop.getLoc(), *index));
    mapping.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator())
      copies.push_back(rewriter.clone(op, mapping));
    for (auto [value, yielded] : llvm::zip_equal(
             carried, loop.getBody()->getTerminator()->getOperands()))
      value = mapping.lookupOrDefault(yielded);
    index->constant += loop.getStepAsInt();
  }
  rewriter.replaceOp(loop, carried);
  ++numUnrolled;
  return copies;
}

namespace {

/// A loop to unroll, and how many copies of it the loops around it make.
struct Candidate {
  affine::AffineForOp loop;
  int64_t copies;
};

/// Adds the outermost loops to unroll in `op`.
void addOutermost(Operation *op, int64_t copies,
                  SmallVectorImpl<Candidate> &pending) {
  op->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (getExecution(loop) != Execution::Unroll)
      return WalkResult::advance();
    pending.push_back({loop, copies});
    return WalkResult::skip();
  });
}

class UnrollLoops : public sa::impl::SAUnrollLoopsBase<UnrollLoops> {
  void runOnOperation() override {
    // Outer loops first: the bounds of inner ones may depend on their indices.
    IRRewriter rewriter(&getContext());
    bool hasChanged = false;
    ExpandedLoops loops("unrolled");
    SmallVector<Candidate> pending;
    addOutermost(getOperation(), /*copies=*/1, pending);
    while (!pending.empty()) {
      auto [loop, outerCopies] = pending.pop_back_val();
      std::optional<int64_t> count = getTripCount(loop);
      if (!count || !getStart(loop)) {
        LDBG() << "'" << getLoopName(loop) << "' has no known trip count";
        loops.makeSequential(loop, "its number of iterations is not known");
        for (Operation &op : loop.getBody()->without_terminator())
          addOutermost(&op, outerCopies, pending);
        continue;
      }
      int64_t copies;
      if (*count > maxUnrolled ||
          llvm::MulOverflow(outerCopies, *count, copies) ||
          copies > maxCopies) {
        loop.emitOpError() << "cannot be unrolled: it has " << *count
                           << " iterations in each of " << outerCopies
                           << " copies, and at most " << maxUnrolled
                           << " iterations and " << maxCopies
                           << " copies are written out";
        return signalPassFailure();
      }
      LDBG() << "unroll '" << getLoopName(loop) << "' " << *count << " times";
      loops.add(loop);
      SmallVector<Operation *> bodies = *unrollLoop(rewriter, loop);
      for (Operation *op : bodies)
        addOutermost(op, copies, pending);
      hasChanged = true;
    }
    loops.report(getOperation());
    if (hasChanged && failed(foldIndices(getOperation())))
      signalPassFailure();
  }
};

} // namespace
