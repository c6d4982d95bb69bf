// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes conditions of `sa.idle`. This comes after everything that moves loops
// and elements about, which has to see plain loops.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SASKIPIDLE
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// The loop that the mark is about, when it still is: a loop of one iteration
/// may be gone, and others may have been put together.
static AffineForOp getMarkedLoop(IdleOp idle) {
  auto loop = dyn_cast<AffineForOp>(idle->getParentOp());
  if (!loop || getLoopName(loop) != idle.getLoop() ||
      !llvm::hasSingleElement(loop.getBody()->getOps<IdleOp>()))
    return {};
  return loop;
}

/// Puts what follows the mark in its block under a condition.
static void makeConditional(IdleOp idle, AffineForOp loop) {
  Location loc = idle.getLoc();
  OpBuilder builder(idle);
  Value entry =
      LoadOp::create(builder, loc, idle.getArray(), idle.getIndices());
  Value number =
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), entry);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isBusy = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       number, zero);
  Operation *terminator = loop.getBody()->getTerminator();
  bool hasResults = terminator->getNumOperands() != 0;
  auto condition =
      scf::IfOp::create(builder, loc, terminator->getOperandTypes(), isBusy,
                        /*withElseRegion=*/hasResults);
  Block *inside = condition.thenBlock();
  inside->getOperations().splice(
      inside->begin(), loop.getBody()->getOperations(),
      std::next(condition->getIterator()), terminator->getIterator());
  if (!hasResults)
    return;
  builder.setInsertionPointToEnd(inside);
  scf::YieldOp::create(builder, loc, terminator->getOperands());
  builder.setInsertionPointToEnd(condition.elseBlock());
  scf::YieldOp::create(builder, loc, loop.getRegionIterArgs());
  terminator->setOperands(condition.getResults());
}

namespace {
class SkipIdle : public sa::impl::SASkipIdleBase<SkipIdle> {
  void runOnOperation() override {
    SmallVector<IdleOp> marks;
    getOperation()->walk([&](IdleOp idle) { marks.push_back(idle); });
    SmallVector<AffineForOp> loops = llvm::map_to_vector(marks, getMarkedLoop);
    for (auto [idle, loop] : llvm::zip_equal(marks, loops)) {
      if (loop)
        makeConditional(idle, loop);
      Value table = idle.getArray();
      idle.erase();
      if (table.use_empty())
        table.getDefiningOp()->erase();
    }
  }
};
} // namespace
