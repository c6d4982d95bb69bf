// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of legality: each function asks one question about a schedule, and
// fails with a diagnostic at `step`, the step that led to it, if the answer is
// no. Two runs of nests, x before y in the program, *depend* on each other if
// both access an element and one of them writes it. Then x must come before y
// in the schedule as well; and where x and y may run at the same time, they
// must not depend on each other at all. Accumulations of one kind into one
// element may trade places: sums then round differently, which strict schedules
// do not allow.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_LEGALITY_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_LEGALITY_H

#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"

namespace sa {

/// What has to be proven about the steps of a plan.
enum class Proofs {
  /// Nothing: the steps were proven before.
  None,
  /// That no result changes, but for the rounding of sums.
  Results,
  /// That not even that changes.
  Strict
};

/// Checks that no accesses that depend on each other trade places in the order
/// of the group's loops. `verb` is what the step does.
mlir::LogicalResult checkOrder(const Schedule &schedule, Proofs proofs,
                               mlir::Operation *step,
                               const ScheduleGroup &group,
                               llvm::StringRef verb);

/// Checks that the iterations of `loop` do not depend on each other, but for
/// accumulations if `takesReductions`.
mlir::LogicalResult checkIndependent(const Schedule &schedule, Proofs proofs,
                                     mlir::Operation *step, unsigned loop,
                                     bool takesReductions,
                                     llvm::StringRef verb);

/// Returns the names of the arrays that different iterations of `loop`
/// accumulate into.
llvm::SmallVector<std::string, 0> findReductions(const Schedule &schedule,
                                                 unsigned loop);

/// Checks that the reductions of parallel loops can have partial results.
mlir::LogicalResult checkReductions(const Schedule &schedule, Proofs proofs,
                                    mlir::Operation *step);

/// Checks that the lanes of no vector share a cache.
mlir::LogicalResult checkCachesInVectors(const Schedule &schedule,
                                         mlir::Operation *step);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_LEGALITY_H
