// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the elements of temporaries in registers or private memory.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Flow/ElementFlow.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-elide-temporaries"

namespace sa {
#define GEN_PASS_DEF_SAELIDETEMPORARIES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numInRegisters, "Temporaries kept in registers");
ALWAYS_ENABLED_STATISTIC(numPrivatized, "Temporaries privatized");
ALWAYS_ENABLED_STATISTIC(numInMemory, "Temporaries left in device memory");

/// Says why an element cannot be kept in a register.
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

/// Replaces the loads of a temporary by the values of `flow`, and erases it.
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
  /// Elides a temporary that only `nest` uses, or reports why not.
  LogicalResult elide(TempOp temp, NestOp nest);
};
} // namespace

LogicalResult ElideTemporaries::elide(TempOp temp, NestOp nest) {
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return failure();
  // Instances of work-items follow the nest's own order, which a plan changes:
  // sa-privatize-temporaries decides what becomes of a planned temporary.
  auto privatizeOrReport = [&](std::string obstacle) {
    if (isPlanned(nest))
      return success();
    std::string name = temp.getName().str();
    bool isPrivate = privatize(temp, *accesses, obstacle);
    ++(isPrivate ? numPrivatized : numInMemory);
    LDBG() << "'" << name << "' is "
           << (isPrivate ? "privatized" : "in device memory: " + obstacle);
    if (!isPrivate)
      reportInMemory(temp, obstacle);
    return success();
  };
  // Values do not flow out of a condition, not even out of one that always
  // holds.
  auto isPlain = [&](const Access &access) {
    return access.array != temp.getResult() ||
           (access.isPlain() &&
            access.op->getBlock() == &nest.getBody().front());
  };
  if (!llvm::all_of(accesses->getAccesses(), isPlain))
    return privatizeOrReport(
        "it is used in loops or under conditions of a body");
  ElementFlow flow;
  if (std::optional<FlowObstacle> obstacle =
          traceElements(*accesses, temp.getResult(), flow))
    return privatizeOrReport(getText(*accesses, *obstacle));
  // A cache of the plan may be of an array that only the unread stores use.
  if (isPlanned(nest) &&
      llvm::none_of(getAccesses(temp), llvm::IsaPred<LoadOp>))
    return success();
  ++numInRegisters;
  reportTemporary(temp, "kept in registers", {{"memory", "registers"}});
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
