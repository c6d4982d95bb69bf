// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `sa-check-plans`, and the rules of plans that are asked of loops.

#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"

namespace sa {
#define GEN_PASS_DEF_SACHECKPLANS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

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

namespace {
class CheckPlans : public sa::impl::SACheckPlansBase<CheckPlans> {
  using Base::Base;
  void runOnOperation() override {
    for (PlanOp plan : getOperation().getOps<PlanOp>()) {
      if (plan->removeAttr(provenAttrName))
        continue;
      if (failed(
              interpretPlan(plan, strict ? Proofs::Strict : Proofs::Results)))
        return signalPassFailure();
    }
  }
};
} // namespace
