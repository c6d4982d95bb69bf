// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes conditions of `sa.idle`. This comes after everything that moves loops
// and elements about, which has to see plain loops.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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

/// The question whether an iteration does something.
static Value createQuestion(OpBuilder &builder, IdleOp idle) {
  Location loc = idle.getLoc();
  Value entry =
      LoadOp::create(builder, loc, idle.getArray(), idle.getIndices());
  Value number =
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), entry);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, number,
                               zero);
}

/// True when what stands right outside of `loop` is part of a kernel: in a
/// parallel loop, or in one that holds none and is a kernel by itself.
static bool isInsideKernel(AffineForOp loop) {
  auto around = loop->getParentOfType<AffineForOp>();
  if (!around || isConcurrent(loop))
    return false;
  bool holdsKernels = around
                          ->walk([](AffineForOp inner) {
                            return isConcurrent(inner) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
  if (!holdsKernels)
    return true;
  for (AffineForOp outer = around; outer;
       outer = outer->getParentOfType<AffineForOp>())
    if (isConcurrent(outer))
      return true;
  return false;
}

/// Takes what the question is about out of the loop, when it is the same for
/// all iterations. Only kernels read constants.
static bool hoistIndices(IdleOp idle, AffineForOp loop) {
  if (!isInsideKernel(loop))
    return false;
  SmallVector<Operation *> inside;
  for (Value index : idle.getIndices()) {
    if (loop.isDefinedOutsideOfLoop(index))
      continue;
    Operation *source = index.getDefiningOp();
    if (!source || !isPure(source) || source->getBlock() != loop.getBody() ||
        !llvm::all_of(source->getOperands(), [&](Value operand) {
          return loop.isDefinedOutsideOfLoop(operand);
        }))
      return false;
    inside.push_back(source);
  }
  for (Operation *source : inside)
    source->moveBefore(loop);
  return true;
}

/// Puts the loop under a condition.
static void makeConditional(IdleOp idle, AffineForOp loop) {
  Location loc = idle.getLoc();
  OpBuilder builder(loop);
  bool hasResults = loop.getNumResults() != 0;
  Value isBusy = createQuestion(builder, idle);
  auto condition = scf::IfOp::create(builder, loc, loop.getResultTypes(),
                                     isBusy, /*withElseRegion=*/hasResults);
  if (!hasResults) {
    loop->moveBefore(condition.thenBlock()->getTerminator());
    return;
  }
  loop.replaceAllUsesWith(condition.getResults());
  loop->moveBefore(condition.thenBlock(), condition.thenBlock()->end());
  builder.setInsertionPointToEnd(condition.thenBlock());
  scf::YieldOp::create(builder, loc, loop.getResults());
  builder.setInsertionPointToEnd(condition.elseBlock());
  scf::YieldOp::create(builder, loc, loop.getInits());
}

/// Puts what follows the mark in its block under a condition.
static void makeRestConditional(IdleOp idle, AffineForOp loop) {
  Location loc = idle.getLoc();
  OpBuilder builder(idle);
  Value isBusy = createQuestion(builder, idle);
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
      if (loop && hoistIndices(idle, loop))
        makeConditional(idle, loop);
      else if (loop)
        makeRestConditional(idle, loop);
      Value table = idle.getArray();
      idle.erase();
      if (table.use_empty())
        table.getDefiningOp()->erase();
    }
  }
};
} // namespace
