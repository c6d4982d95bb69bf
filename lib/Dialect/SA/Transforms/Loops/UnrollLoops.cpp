// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the iterations of loops one after the other.

#include "FoldIndices.h"
#include "LoopMarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/LinearIndex.h"
#include "sa/Dialect/SA/Analysis/UnrollLimits.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace sa {
#define GEN_PASS_DEF_SAUNROLLLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// A loop to unroll, in how many copies of its place.
struct Unrolled {
  affine::AffineForOp loop;
  int64_t copies;
};

/// Finds the outermost loops to unroll in `op`.
void findOutermost(Operation *op, int64_t copies,
                   SmallVectorImpl<Unrolled> &pending) {
  op->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (getRun(loop) != "unroll")
      return WalkResult::advance();
    pending.push_back({loop, copies});
    return WalkResult::skip();
  });
}

/// Puts copies of the body in the place of the loop, and the loops to unroll in
/// them on the list.
void unroll(affine::AffineForOp loop, LinearIndex start, int64_t count,
            int64_t copies, SmallVectorImpl<Unrolled> &pending) {
  OpBuilder builder(loop);
  SmallVector<Value> carried(loop.getInits());
  for (int64_t iteration = 0; iteration < count; ++iteration) {
    IRMapping mapping;
    LinearIndex position = start;
    position.constant += iteration * loop.getStepAsInt();
    mapping.map(loop.getInductionVar(),
                createIndex(builder, loop.getLoc(), position));
    mapping.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator())
      findOutermost(builder.clone(op, mapping), copies, pending);
    for (auto [value, yielded] : llvm::zip_equal(
             carried, loop.getBody()->getTerminator()->getOperands()))
      value = mapping.lookupOrDefault(yielded);
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
}

class UnrollLoops : public sa::impl::SAUnrollLoopsBase<UnrollLoops> {
  void runOnOperation() override {
    // Outer loops first: the bounds of inner ones may depend on their indices.
    bool hasChanged = false;
    WrittenLoops loops("unrolled");
    SmallVector<Unrolled> pending;
    findOutermost(getOperation(), /*copies=*/1, pending);
    while (!pending.empty()) {
      auto [loop, outerCopies] = pending.pop_back_val();
      std::optional<int64_t> count = getTripCount(loop);
      std::optional<LinearIndex> start = getStart(loop);
      if (!count || !start) {
        loops.makeSequential(loop, "its number of iterations is not known");
        for (Operation &op : loop.getBody()->without_terminator())
          findOutermost(&op, outerCopies, pending);
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
      loops.add(loop);
      unroll(loop, *start, *count, copies, pending);
      hasChanged = true;
    }
    loops.report(getOperation());
    if (hasChanged && failed(foldIndices(getOperation())))
      signalPassFailure();
  }
};

} // namespace
