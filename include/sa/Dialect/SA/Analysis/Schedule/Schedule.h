// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps of a plan amount to. A schedule is a list of symbolic loops in
// their order, and for each nest the maps that say what its indices are in
// terms of those loops. Steps change the maps and the order; no loop is ever
// rewritten, so no step has to cope with what an earlier one left behind.
//
//   sa.nest "mm" (i, j) to (64, 50)      loops  i < 64, j < 50
//                                        index  i = i, j = j
//   %jj = sa.split %j by 8               loops  i < 64, j < 50 step 8, jj < 8
//                                        index  i = i, j = j + jj
//                                        where  j + jj <= 49
//   sa.reorder %j, %i, %jj               loops  j, i, jj
//
// A loop runs over multiples of its step, in the units of the nest's index.
// What a loop cannot say is a constraint; loops get exact bounds from them when
// they are made (`sa-apply-plans`).
//
// Each step is checked when it is taken. Schedule tells what would go wrong:
// two accesses to one element, one of them writing it, that would trade places.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_H

#include "sa/Dialect/SA/Analysis/NestAccesses.h"

namespace sa {

/// A loop of a schedule. In affine expressions it is the dimension with the
/// number by which the schedule knows it.
struct ScheduleLoop {
  std::string name;
  /// It runs from zero to just before the largest of these, which are
  /// expressions of the symbols.
  llvm::SmallVector<mlir::AffineExpr, 1> sizes;
  int64_t step = 1;
  /// The loop that it was split from.
  std::optional<unsigned> outer;
  /// It tells the nests of a fused schedule apart: it has no iterations, but a
  /// number for each nest.
  bool isFusing = false;
  /// How it runs, as the attribute `sa.run` says it; empty for one after the
  /// other.
  std::string run;
  std::optional<int64_t> maxThreads;
  std::string policy;
  /// The arrays that different iterations accumulate into, when they run at
  /// the same time.
  llvm::SmallVector<std::string, 0> reductions;
};

/// A nest in a schedule.
struct ScheduledNest {
  explicit ScheduledNest(NestAccesses accesses)
      : accesses(std::move(accesses)) {}

  void addShiftedBound(mlir::AffineExpr expr) {
    constraints.push_back(expr);
    shiftedBounds.push_back(expr);
  }

  NestAccesses accesses;
  /// The nest's indices, as expressions of the loops.
  llvm::SmallVector<mlir::AffineExpr> indices;
  /// Expressions of the loops and symbols that are not negative where the nest
  /// runs.
  llvm::SmallVector<mlir::AffineExpr> constraints;
  /// Those of them that padded and skewed loops have in the place of bounds.
  llvm::SmallVector<mlir::AffineExpr> shiftedBounds;
  /// The loops around it that have iterations, in no order.
  llvm::SmallVector<unsigned> loops;
  /// Its number in the loops that tell nests apart.
  llvm::DenseMap<unsigned, unsigned> numbers;
};

/// A copy of what loops touch of an array.
struct ScheduledCache {
  CacheOp op;
  unsigned loop, trigger;
};

/// An array whose elements are asked for before they are read.
struct ScheduledPrefetch {
  PrefetchOp op;
  unsigned loop;
};

/// What has to be proven about the steps of a plan.
enum class Proofs {
  /// Nothing: `sa-check-plans` has done that.
  None,
  /// That no result changes, but for the rounding of sums.
  Results,
  /// That not even that changes.
  Strict
};

class Schedule {
public:
  /// What the plan's steps amount to. Fails, with a diagnostic at the step,
  /// when one of them is not possible or would change a result.
  static mlir::FailureOr<Schedule> get(PlanOp plan, Proofs proofs);

  explicit Schedule(Proofs proofs) : proofs(proofs) {}

  /// Takes one step. When it fails, nothing has changed.
  mlir::LogicalResult apply(mlir::Operation *step);

  /// Fails when the steps do not make one schedule of the plan's nests.
  mlir::LogicalResult verifyComplete(PlanOp plan) const;

  llvm::ArrayRef<ScheduleLoop> getLoops() const { return loops; }
  llvm::ArrayRef<ScheduledNest> getNests() const { return nests; }
  llvm::ArrayRef<ScheduledCache> getCaches() const { return caches; }
  llvm::ArrayRef<ScheduledPrefetch> getPrefetches() const { return prefetches; }
  /// The loops of the schedule that `loop` is part of, outermost first.
  llvm::ArrayRef<unsigned> getOrder(unsigned loop) const;
  /// The loop that a value of the plan stands for.
  unsigned getLoop(mlir::Value value) const { return loopOf.lookup(value); }

  /// How many numbers a loop runs over when that is known, and its last value.
  std::optional<int64_t> getSize(unsigned loop) const;
  std::optional<int64_t> getTripCount(unsigned loop) const;
  /// The last value of a loop that ends before `size`.
  mlir::AffineExpr getLast(unsigned loop, mlir::AffineExpr size) const;
  /// True when an expression of the loops, which run in steps, is known to be
  /// a multiple of `factor`.
  bool isMultipleOf(mlir::AffineExpr expr, int64_t factor) const;
  /// Between which numbers the loops and the symbols lie.
  llvm::SmallVector<AffineRange> getLoopRanges() const;
  llvm::SmallVector<AffineRange> getSymbolRanges() const;
  unsigned getNumSymbols() const;

  /// How many elements of an array one run of a loop touches at the most;
  /// nothing when it touches none.
  std::optional<int64_t> getBlockSize(mlir::Value array, unsigned loop) const;

  /// True when the work-items of a group wait for each other between the parts
  /// that a fusing loop tells apart: loops in them are bound to work-items.
  bool hasBarriers(unsigned fusing) const;
  /// True when they wait after the last part, too, since a loop around the
  /// parts begins with the first one again.
  bool hasLastBarrier(unsigned fusing) const;

  /// The loops as indented pseudo-code.
  std::string getText(unsigned loop) const;

private:
  /// Nests that run together, with the order of their loops.
  struct Group {
    llvm::SmallVector<unsigned> order, nests;
  };
  /// Two accesses that a step would let trade places.
  struct Violation {
    unsigned firstNest, secondNest;
    const Access *first, *second;
    /// The loop that would do so.
    unsigned loop;
  };

  mlir::LogicalResult applyLoops(LoopsOp step);
  mlir::LogicalResult applySplit(SplitOp step);
  mlir::LogicalResult applyReorder(ReorderOp step);
  mlir::LogicalResult applyPad(PadOp step);
  mlir::LogicalResult applySkew(SkewOp step);
  mlir::LogicalResult applyFuse(FuseOp step);
  mlir::LogicalResult applyUnroll(UnrollOp step);
  mlir::LogicalResult applyVectorize(VectorizeOp step);
  mlir::LogicalResult applyParallelize(ParallelizeOp step);
  mlir::LogicalResult applyBind(BindOp step);
  mlir::LogicalResult applyTensorize(TensorizeOp step);
  mlir::LogicalResult applyPrefetch(PrefetchOp step);
  mlir::LogicalResult applyCache(CacheOp step);

  unsigned addLoop(ScheduleLoop loop, mlir::Value value);
  Group &getGroup(unsigned loop);
  const Group &getGroup(unsigned loop) const;
  /// Where a loop stands in the order of its schedule.
  unsigned getPosition(unsigned loop) const;
  /// True when one nest is in both loops.
  bool areTogether(unsigned loop, unsigned other) const;
  /// True when one of the nests that `fusing` tells apart is in `loop`.
  bool tellsApart(unsigned fusing, unsigned loop) const;
  /// The expression of a loop.
  mlir::AffineExpr getExpr(unsigned loop) const;
  /// Puts `expr` in the place of `loop` in the maps of the nests around which
  /// it runs.
  void substitute(unsigned loop, mlir::AffineExpr expr);
  /// Lets a loop count its iterations in the place of what they start at.
  void countIterations(unsigned loop);
  bool isNameTaken(llvm::StringRef name) const;
  /// Refuses a step that changes loops after one that says how they run, one
  /// on a loop that is gone, and the like.
  mlir::LogicalResult checkLoop(mlir::Operation *step, unsigned loop,
                                llvm::StringRef verb) const;
  mlir::LogicalResult setRun(mlir::Operation *step, unsigned loop,
                             llvm::StringRef run, llvm::StringRef verb);
  /// Refuses to bind a loop inside of a fusing one where the parts could not
  /// run one after the other.
  mlir::LogicalResult checkStage(BindOp step, unsigned loop,
                                 unsigned fusing) const;
  /// True for a loop, not of the grid, that runs the parts of which one has
  /// `loop` again and again. It is the same for all the work-items of a group.
  bool repeatsStages(unsigned outer, unsigned loop) const;
  /// The size of a loop, when the step needs it.
  mlir::FailureOr<int64_t> getKnownTripCount(mlir::Operation *step,
                                             unsigned loop,
                                             llvm::StringRef verb) const;

  /// Refuses a copy that the lanes of a vector would share.
  mlir::LogicalResult checkCachesInVectors(mlir::Operation *step) const;

  /// Refuses an order in which accesses that depend on each other trade
  /// places (ScheduleOrder.cpp).
  mlir::LogicalResult checkOrder(mlir::Operation *step, const Group &group,
                                 llvm::StringRef verb) const;
  /// Refuses iterations of `loop` that depend on each other, but for
  /// accumulations when `takesReductions`.
  mlir::LogicalResult checkIndependent(mlir::Operation *step, unsigned loop,
                                       bool takesReductions,
                                       llvm::StringRef verb) const;
  void forEachConflict(
      unsigned loop,
      llvm::function_ref<bool(const Access &, const Access &)> isOfInterest,
      llvm::function_ref<bool(Violation)> found) const;
  std::optional<Violation> findOrderViolation(const Group &group) const;
  std::optional<Violation> findConflict(unsigned loop,
                                        bool takesReductions) const;
  /// The arrays that different iterations of a loop accumulate into.
  llvm::SmallVector<std::string, 0> findReductions(unsigned loop) const;
  std::string describe(const ScheduledNest &nest, const Access &access) const;

  std::vector<ScheduleLoop> loops;
  std::vector<ScheduledNest> nests;
  llvm::SmallVector<ScheduledCache> caches;
  llvm::SmallVector<ScheduledPrefetch> prefetches;
  std::vector<Group> groups;
  llvm::DenseMap<mlir::Value, unsigned> loopOf;
  /// A step has said how loops run; their number and order are fixed.
  bool isPlanning = false;
  Proofs proofs;
};

/// True for a nest that a plan is about. It stays as it is until the plan is
/// applied.
bool isPlanned(NestOp nest);

/// An expression of a schedule's loops and symbols, as Python spells it.
std::string getText(const Schedule &schedule, mlir::AffineExpr expr);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_H
