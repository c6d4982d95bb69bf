// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the iterations of loops one after the other.

#include "FoldIndices.h"
#include "LoopMarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/LinearIndex.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAUNROLLLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

void unroll(affine::AffineForOp loop, LinearIndex start, int64_t count) {
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
      builder.clone(op, mapping);
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
    while (affine::AffineForOp loop = findLoop(getOperation(), "unroll")) {
      std::optional<int64_t> count = getTripCount(loop);
      std::optional<LinearIndex> start = getStart(loop);
      if (!count || !start) {
        makeSequential(loop, "unrolled",
                       "its number of iterations is not known");
        continue;
      }
      unroll(loop, *start, *count);
      hasChanged = true;
    }
    if (hasChanged && failed(foldIndices(getOperation())))
      signalPassFailure();
  }
};

} // namespace
