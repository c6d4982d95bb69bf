// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `sa-check-plans`, and the rules of plans that are asked of loops.

#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-check-plans"

namespace sa {
#define GEN_PASS_DEF_SACHECKPLANS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numProven, "Plans proven");
ALWAYS_ENABLED_STATISTIC(numKnown, "Plans that were proven before");

LogicalResult sa::checkCaches(PlanOp plan, const Schedule &schedule) {
  // 1. A function with the same arrays.
  auto func = plan->getParentOfType<FuncOp>();
  OwningOpRef<FuncOp> checked = cast<FuncOp>(func->cloneWithoutRegions());
  Block &body = checked->getBody().emplaceBlock();
  IRMapping mapping;
  for (BlockArgument argument : func.getBody().getArguments())
    mapping.map(argument,
                body.addArgument(argument.getType(), argument.getLoc()));
  auto builder = OpBuilder::atBlockBegin(&body);
  for (Operation &op : func.getBody().front())
    if (!isa<NestOp, PlanOp, CallOp>(op))
      builder.clone(op, mapping);

  // 2. The loops, in terms of these arrays.
  if (!body.empty() && isa<ReturnOp>(body.back()))
    builder.setInsertionPoint(&body.back());
  createPlanLoops(builder, plan, schedule);
  checked->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
  });

  // 3. The caches in them.
  return failure(failed(privatizeReductions(*checked)) ||
                 failed(insertCaches(*checked, /*unfinished=*/true)));
}

/// Proves all that the steps of `plan` need.
static LogicalResult check(PlanOp plan, Proofs proofs) {
  FailureOr<Schedule> schedule = interpretPlan(plan, proofs);
  if (failed(schedule))
    return failure();
  ++numProven;
  return schedule->getCaches().empty() ? success()
                                       : checkCaches(plan, *schedule);
}

namespace {
class CheckPlans : public sa::impl::SACheckPlansBase<CheckPlans> {
  using Base::Base;
  void runOnOperation() override {
    Proofs proofs = strict ? Proofs::Strict : Proofs::Results;
    for (PlanOp plan : getOperation().getOps<PlanOp>()) {
      if (isProven(plan, proofs)) {
        ++numKnown;
        LDBG() << "a plan is proven already";
      } else if (failed(check(plan, proofs))) {
        return signalPassFailure();
      }
      forgetProofs(plan);
    }
  }
};
} // namespace
