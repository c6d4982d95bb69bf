// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces `sa.idle` by conditions. The pass runs after those that transform
// loops and accesses, which would not see through conditions.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-skip-idle"

namespace sa {
#define GEN_PASS_DEF_SASKIPIDLE
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

ALWAYS_ENABLED_STATISTIC(numIterations,
                         "Idle iterations in the tables of marked loops");

/// Returns the loop that `idle` marks; null when another transformation has
/// removed it, or has put two marked bodies into one loop.
static AffineForOp getMarkedLoop(IdleOp idle) {
  auto loop = dyn_cast<AffineForOp>(idle->getParentOp());
  if (!loop || getLoopName(loop) != idle.getLoop() ||
      !llvm::hasSingleElement(loop.getBody()->getOps<IdleOp>()))
    return {};
  return loop;
}

/// Creates the test whether an iteration is busy.
static Value createTest(OpBuilder &builder, IdleOp idle) {
  Location loc = idle.getLoc();
  Value entry =
      LoadOp::create(builder, loc, idle.getArray(), idle.getIndices());
  Value number =
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), entry);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, number,
                               zero);
}

/// Returns true when the loop around `loop` is part of a kernel: it is in a
/// parallel loop, or holds none and is a kernel by itself.
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

/// Hoists the indices of the mark out of the loop. Returns false when they
/// depend on it, or when the code before it, which would read the table, is not
/// part of a kernel.
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

/// Creates an `scf.if` that yields `values` where the iteration is busy, and
/// `others` where it is idle.
static scf::IfOp createCondition(OpBuilder &builder, IdleOp idle,
                                 ValueRange values, ValueRange others) {
  Location loc = idle.getLoc();
  Value isBusy = createTest(builder, idle);
  auto condition = scf::IfOp::create(builder, loc, values.getTypes(), isBusy,
                                     /*withElseRegion=*/!values.empty());
  if (values.empty())
    return condition;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(condition.thenBlock());
  scf::YieldOp::create(builder, loc, values);
  builder.setInsertionPointToEnd(condition.elseBlock());
  scf::YieldOp::create(builder, loc, others);
  return condition;
}

/// Makes the loop conditional.
static void guardLoop(IdleOp idle, AffineForOp loop) {
  OpBuilder builder(loop);
  scf::IfOp condition =
      createCondition(builder, idle, loop.getResults(), loop.getInits());
  loop.getResults().replaceUsesWithIf(
      condition.getResults(),
      [&](OpOperand &use) { return !condition->isAncestor(use.getOwner()); });
  loop->moveBefore(condition.thenBlock()->getTerminator());
}

/// Makes the operations after the mark conditional.
static void guardRest(IdleOp idle, AffineForOp loop) {
  OpBuilder builder(idle);
  Operation *terminator = loop.getBody()->getTerminator();
  scf::IfOp condition = createCondition(
      builder, idle, terminator->getOperands(), loop.getRegionIterArgs());
  Block *inside = condition.thenBlock();
  inside->getOperations().splice(
      inside->begin(), loop.getBody()->getOperations(),
      std::next(condition->getIterator()), terminator->getIterator());
  terminator->setOperands(condition.getResults());
}

/// Returns the number of idle iterations that a table has.
static int64_t countZeros(Value table) {
  auto elements =
      dyn_cast<DenseElementsAttr>(table.getDefiningOp<ConstOp>().getValue());
  return elements ? llvm::count(elements.getValues<uint8_t>(), 0) : 0;
}

namespace {
class SkipIdle : public sa::impl::SASkipIdleBase<SkipIdle> {
  void runOnOperation() override {
    SmallVector<IdleOp> marks;
    getOperation()->walk([&](IdleOp idle) { marks.push_back(idle); });
    SmallVector<AffineForOp> loops = llvm::map_to_vector(marks, getMarkedLoop);
    for (auto [idle, loop] : llvm::zip_equal(marks, loops)) {
      LDBG() << (loop ? "guards the loop '" : "drops the mark of the loop '")
             << idle.getLoop() << "'";
      if (loop && hoistIndices(idle, loop))
        guardLoop(idle, loop);
      else if (loop)
        guardRest(idle, loop);
      Value table = idle.getArray();
      if (loop)
        numIterations += countZeros(table);
      idle.erase();
      if (table.use_empty())
        table.getDefiningOp()->erase();
    }
  }
};
} // namespace
