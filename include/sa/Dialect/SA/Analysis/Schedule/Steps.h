// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of the steps of plans. LoopSteps.cpp has those that change which
// loops there are, and their order; ExecutionSteps.cpp those that say how loops
// run; CacheSteps.cpp caches, prefetches and stores past
// caches.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_STEPS_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_STEPS_H

#include "sa/Dialect/SA/Analysis/Schedule/Legality.h"

namespace sa {

/// Takes steps one after the other, and changes `schedule` accordingly.
class StepInterpreter {
public:
  StepInterpreter(Schedule &schedule, Proofs proofs)
      : schedule(schedule), loops(schedule.loops), nests(schedule.nests),
        caches(schedule.caches), groups(schedule.groups), proofs(proofs) {}

  /// Says what has to be proven about the steps from now on.
  void setProofs(Proofs newProofs) { proofs = newProofs; }

  /// Takes one step. Fails, with a diagnostic at the step, if it is not
  /// possible or would change a result; the schedule cannot be used any more
  /// then.
  mlir::LogicalResult take(mlir::Operation *step);

private:
  mlir::LogicalResult takeLoops(LoopsOp step);
  mlir::LogicalResult takeSplit(SplitOp step);
  mlir::LogicalResult takeReorder(ReorderOp step);
  mlir::LogicalResult takePad(PadOp step);
  mlir::LogicalResult takeSkew(SkewOp step);
  mlir::LogicalResult takeFuse(FuseOp step);
  mlir::LogicalResult takeUnroll(UnrollOp step);
  mlir::LogicalResult takeVectorize(VectorizeOp step);
  mlir::LogicalResult takeParallelize(ParallelizeOp step);
  mlir::LogicalResult takeBind(BindOp step);
  mlir::LogicalResult takeTensorize(TensorizeOp step);
  mlir::LogicalResult takePrefetch(PrefetchOp step);
  mlir::LogicalResult takeNontemporal(NontemporalOp step);
  mlir::LogicalResult takeCache(CacheOp step);

  unsigned addLoop(ScheduleLoop loop, mlir::Value value);
  ScheduleGroup &getGroup(unsigned loop);
  bool isNameTaken(llvm::StringRef name) const;
  /// Replaces `loop` by `expr` in the maps of the nests around which it runs.
  void substitute(unsigned loop, mlir::AffineExpr expr);
  /// Lets the values of a loop count its iterations: its increment becomes one.
  void countIterations(unsigned loop);
  /// Refuses a step that changes loops after one that says how they run.
  mlir::LogicalResult checkIsScheduling(mlir::Operation *step) const;
  /// Refuses a loop that has become part of a fused one.
  mlir::LogicalResult checkLoop(mlir::Operation *step, unsigned loop,
                                llvm::StringRef verb) const;
  mlir::LogicalResult setExecution(mlir::Operation *step, unsigned loop,
                                   Execution execution, llvm::StringRef verb);
  /// Refuses to bind a loop inside of a fusing one if the parts could not run
  /// one after the other.
  mlir::LogicalResult checkStage(BindOp step, unsigned loop,
                                 unsigned fusing) const;
  /// Checks the loops around one that is bound. Puts it outside of those that
  /// are not bound, but are inside of ones that are.
  mlir::LogicalResult placeInGrid(BindOp step, unsigned loop);
  mlir::LogicalResult hoist(BindOp step, unsigned loop, unsigned outer);
  /// Gives the loops that are bound to one unit units of their own.
  mlir::LogicalResult shareUnits(BindOp step, unsigned loop);
  /// Returns true for a loop, not of the grid, that runs the parts of which one
  /// has `loop` again and again. It is the same for all the work-items of a
  /// group.
  bool repeatsStages(unsigned outer, unsigned loop) const;
  /// Returns the trip count of a loop, which the step needs.
  mlir::FailureOr<int64_t> getKnownTripCount(mlir::Operation *step,
                                             unsigned loop,
                                             llvm::StringRef verb) const;

  Schedule &schedule;
  std::vector<ScheduleLoop> &loops;
  std::vector<ScheduledNest> &nests;
  llvm::SmallVector<ScheduledCache> &caches;
  std::vector<ScheduleGroup> &groups;
  /// A step has said how loops run; their number and order are fixed.
  bool isPlanning = false;
  Proofs proofs;
};

/// Returns the schedule of a plan. Fails if a step does, or if the nests of the
/// plan are not fused.
mlir::FailureOr<Schedule> interpretPlan(PlanOp plan, Proofs proofs);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_STEPS_H
