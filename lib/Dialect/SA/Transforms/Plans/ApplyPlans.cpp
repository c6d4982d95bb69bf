// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `sa-apply-plans`: nests with a plan become loops.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"

namespace sa {
#define GEN_PASS_DEF_SAAPPLYPLANS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {
class ApplyPlans : public sa::impl::SAApplyPlansBase<ApplyPlans> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<PlanOp> plans(getOperation().getOps<PlanOp>());
    for (PlanOp plan : plans) {
      FailureOr<Schedule> schedule = interpretPlan(plan, Proofs::None);
      if (failed(schedule))
        return signalPassFailure();
      OpBuilder builder(plan);
      createPlanLoops(builder, plan, *schedule);
      plan.erase();
      for (const ScheduledNest &nest : schedule->getNests())
        nest.accesses.getNest().erase();
    }
  }
};
} // namespace
