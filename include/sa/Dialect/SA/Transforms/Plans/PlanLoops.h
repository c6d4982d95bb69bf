// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that the nests of a plan become.

#ifndef SA_DIALECT_SA_TRANSFORMS_PLANS_PLANLOOPS_H
#define SA_DIALECT_SA_TRANSFORMS_PLANS_PLANLOOPS_H

#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"

namespace sa {

/// Creates the loops of `schedule`, which is that of `plan`, with the bodies of
/// its nests, and `sa.loop_cache` for its caches. The plan and the nests stay.
void createPlanLoops(mlir::OpBuilder &builder, PlanOp plan,
                     const Schedule &schedule);

/// Gives the iterations of loops with `sa.reductions` partial results of their
/// own. Fails with a diagnostic at the loop.
mlir::LogicalResult privatizeReductions(FuncOp func);

/// Fails, with a diagnostic at the `sa.cache`, if a cache of `schedule` is not
/// possible in its loops. A cache in local memory whose loops are not bound yet
/// is not asked about. Creates the loops in a function without the nests, where
/// `insertCaches` decides: footprints follow from the exact bounds of loops.
mlir::LogicalResult checkCaches(PlanOp plan, const Schedule &schedule);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_PLANS_PLANLOOPS_H
