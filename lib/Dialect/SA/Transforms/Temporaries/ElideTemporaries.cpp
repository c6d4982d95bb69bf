// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the elements of temporaries in registers or private memory.

#include "Temporaries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "sa/Dialect/SA/Analysis/AccessText.h"
#include "sa/Dialect/SA/Analysis/ElementFlow.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAELIDETEMPORARIES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// Why an element cannot be kept in a register.
static std::string getText(const NestAccesses &nest,
                           const FlowObstacle &obstacle) {
  std::string read = getText(nest, *obstacle.read);
  std::string write = getText(nest, *obstacle.write);
  if (obstacle.isElsewhere)
    return read + " reads what " +
           (obstacle.read == obstacle.write ? "it" : write) +
           " writes at other points";
  return read + " reads what " + write +
         " writes at some points, but not at others";
}

/// Hands the values of a temporary on as `flow` says, and erases it.
static void keepInRegisters(TempOp temp, const ElementFlow &flow) {
  SmallVector<Operation *> accesses = getAccesses(temp);
  DenseMap<Operation *, Value> written;
  for (Operation *access : accesses) {
    OpBuilder builder(access);
    auto getElement = [&]() -> Value {
      Operation *source = flow.lookup(access);
      return source ? written.lookup(source)
                    : createZero(builder, access->getLoc(), temp);
    };
    if (auto load = dyn_cast<LoadOp>(access))
      load.replaceAllUsesWith(getElement());
    else if (auto accumulate = dyn_cast<AccumulateOp>(access))
      written[access] = createCombine(builder, accumulate, getElement(),
                                      accumulate.getValue());
    else
      written[access] = cast<StoreOp>(access).getValue();
  }
  for (Operation *access : llvm::reverse(accesses))
    eraseAccess(access);
  eraseTemporary(temp);
}

namespace {
class ElideTemporaries
    : public sa::impl::SAElideTemporariesBase<ElideTemporaries> {
  void runOnOperation() override;
  /// Elides a temporary whose accesses stand in one nest, or says why not.
  LogicalResult elide(TempOp temp, NestOp nest);
};
} // namespace

LogicalResult ElideTemporaries::elide(TempOp temp, NestOp nest) {
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return failure();
  // Values cannot be handed on out of a condition, not even one that always
  // holds.
  auto isPlain = [&](const Access &access) {
    return access.array != temp.getResult() ||
           (access.isPlain() &&
            access.op->getBlock() == &nest.getBody().front());
  };
  std::string inside = "it is used in loops or under conditions of a body";
  if (!llvm::all_of(accesses->getAccesses(), isPlain)) {
    if (isPlanned(nest))
      return success();
    std::optional<std::string> done = privatize(temp, *accesses, inside);
    addReport(getOperation(), done ? *done : getInMemoryText(temp) + inside);
    return success();
  }
  ElementFlow flow;
  if (std::optional<FlowObstacle> obstacle =
          traceElements(*accesses, temp.getResult(), flow)) {
    // Copies of work-items follow the nest's own order, which a plan changes:
    // what becomes of the temporary is decided when there are loops.
    if (isPlanned(nest))
      return success();
    std::string reason = getText(*accesses, *obstacle);
    std::optional<std::string> done = privatize(temp, *accesses, reason);
    addReport(getOperation(), done ? *done : getInMemoryText(temp) + reason);
    return success();
  }
  // What nobody reads stays in a plan: its copies may be of what it is made of.
  if (isPlanned(nest) &&
      llvm::none_of(getAccesses(temp), llvm::IsaPred<LoadOp>))
    return success();
  addReport(getOperation(), getTemporaryText(temp) + "kept in registers");
  keepInRegisters(temp, flow);
  return success();
}

void ElideTemporaries::runOnOperation() {
  SmallVector<TempOp> temps = getNestTemporaries(getOperation());
  for (TempOp temp : temps) {
    SmallVector<Operation *> accesses = getAccesses(temp);
    if (accesses.empty())
      continue;
    auto nest = accesses.front()->getParentOfType<NestOp>();
    auto isInNest = [&](Operation *access) { return nest->isAncestor(access); };
    if (llvm::all_of(accesses, isInNest) && failed(elide(temp, nest)))
      return signalPassFailure();
  }
}
