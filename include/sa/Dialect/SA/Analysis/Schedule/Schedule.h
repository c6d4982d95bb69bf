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
// `Steps.h` interprets the steps, and `Legality.h` has the questions that they
// ask before they are taken.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULE_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULE_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

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
  Execution execution = Execution::Sequential;
  std::optional<int64_t> maxThreads;
  ThreadPolicy policy = ThreadPolicy::Static;
  /// The arrays that different iterations accumulate into, when they run at
  /// the same time.
  llvm::SmallVector<std::string, 0> reductions;
  /// The unit of the grid that it was bound to; where several loops share one,
  /// their executions are units that follow each other.
  std::optional<GridUnit> unit;
  /// Of a loop that was hoisted when it was bound: the outermost of the loops
  /// that were inside of it, where its caches are now; itself if there are
  /// none.
  std::optional<unsigned> place;
};

/// A nest in a schedule.
struct ScheduledNest {
  explicit ScheduledNest(NestAccesses accesses)
      : accesses(std::move(accesses)) {}

  void addShiftedBound(mlir::AffineExpr expr) {
    constraints.push_back(expr);
    shiftedBounds.push_back(expr);
  }

  /// Returns true if `loop` is around the nest, also one that tells nests
  /// apart.
  bool isIn(unsigned loop) const {
    return llvm::is_contained(loops, loop) || numbers.count(loop);
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

/// Nests that run together, with the order of their loops.
struct ScheduleGroup {
  llvm::SmallVector<unsigned> order, nests;
  /// The order before loops were hoisted, if some were.
  llvm::SmallVector<unsigned> written;
};

/// The loops of a plan after some of its steps. `StepInterpreter` changes it;
/// `Legality.h` asks whether that was allowed.
class Schedule {
public:
  llvm::ArrayRef<ScheduleLoop> getLoops() const { return loops; }
  llvm::ArrayRef<ScheduledNest> getNests() const { return nests; }
  llvm::ArrayRef<ScheduledCache> getCaches() const { return caches; }
  llvm::ArrayRef<ScheduledPrefetch> getPrefetches() const { return prefetches; }
  llvm::ArrayRef<ScheduleGroup> getGroups() const { return groups; }

  /// Returns the loop that a value of the plan stands for.
  unsigned getLoop(mlir::Value value) const { return loopOf.lookup(value); }
  /// Returns the expression of a loop.
  mlir::AffineExpr getExpr(unsigned loop) const;
  /// Returns true if the loop has not become part of a fused one.
  bool isThere(unsigned loop) const;
  /// Returns the group that `loop`, which is there, is part of.
  const ScheduleGroup &getGroup(unsigned loop) const;
  /// Returns the loops of that group, outermost first, and the position of the
  /// loop among them.
  llvm::ArrayRef<unsigned> getOrder(unsigned loop) const;
  /// Returns them in the order in which they were before bound ones were
  /// hoisted.
  llvm::ArrayRef<unsigned> getWrittenOrder(unsigned loop) const;
  /// Returns the loop at which the caches of `loop` are; nothing if it was
  /// hoisted, and no loop is left where it was.
  std::optional<unsigned> getPlace(unsigned loop) const;
  unsigned getPosition(unsigned loop) const;
  /// Returns true if one nest is in both loops.
  bool areTogether(unsigned loop, unsigned other) const;
  /// Returns true if one of the nests that `fusing` tells apart is in `loop`.
  bool tellsApart(unsigned fusing, unsigned loop) const;

  /// Each returns how many numbers a loop runs over, and its trip count, if
  /// that is known.
  std::optional<int64_t> getSize(unsigned loop) const;
  std::optional<int64_t> getTripCount(unsigned loop) const;
  /// Returns the last value of a loop that ends before `size`.
  mlir::AffineExpr getLast(unsigned loop, mlir::AffineExpr size) const;
  /// Returns true if an expression of the loops is known to be a multiple of
  /// `factor`.
  bool isMultipleOf(mlir::AffineExpr expr, int64_t factor) const;
  /// Return between which numbers the loops and the symbols lie.
  llvm::SmallVector<AffineRange> getLoopRanges() const;
  llvm::SmallVector<AffineRange> getSymbolRanges() const;
  unsigned getNumSymbols() const;

  /// Returns how many elements of an array one run of a loop accesses at the
  /// most; nothing if it accesses none.
  std::optional<int64_t> getBlockSize(mlir::Value array, unsigned loop) const;
  /// The same for all the work-items of a group together.
  std::optional<int64_t> getGroupBlockSize(mlir::Value array,
                                           unsigned loop) const;

  /// Returns true if the work-items of a group wait for each other between the
  /// parts that a fusing loop tells apart: loops in them are bound to
  /// work-items.
  bool hasBarriers(unsigned fusing) const;
  /// Returns true if they wait after the last part, too, since a loop around
  /// the parts begins with the first one again.
  bool hasLastBarrier(unsigned fusing) const;

private:
  friend class StepInterpreter;

  std::optional<int64_t> getBlockSize(mlir::Value array, unsigned loop,
                                      bool isOfGroup) const;

  std::vector<ScheduleLoop> loops;
  std::vector<ScheduledNest> nests;
  llvm::SmallVector<ScheduledCache> caches;
  llvm::SmallVector<ScheduledPrefetch> prefetches;
  std::vector<ScheduleGroup> groups;
  llvm::DenseMap<mlir::Value, unsigned> loopOf;
};

/// True for a nest that a plan is about. It stays as it is until the plan is
/// applied.
bool isPlanned(NestOp nest);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULE_H
