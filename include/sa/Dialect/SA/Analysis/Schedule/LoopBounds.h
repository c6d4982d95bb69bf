// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bounds of the loops that a schedule becomes. A loop runs from zero to its
// size; constraints of the nests in it make that less. A constraint whose other
// loops are all around the loop becomes a bound of it. One that has loops
// further in says something already: the loop need not run where no iteration
// of those could meet it.
//
//   0 <= i < N step 8, 0 <= ii < 8, i + ii <= N - 1
//
//   for i  = 0 to N step 8              (ii = 0 meets i <= N - 1)
//   for ii = 0 to min(8, N - i)

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_LOOPBOUNDS_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_LOOPBOUNDS_H

#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"

namespace sa {

/// A loop runs from the largest of `lower` to just before the smallest of
/// `upper`, which are expressions of the loops around it and the symbols.
struct LoopBounds {
  llvm::SmallVector<mlir::AffineExpr> lower, upper;
};

/// The constraints that are left for a nest while its loops are made, from the
/// outside to the inside.
class PendingConstraints {
public:
  PendingConstraints(const Schedule &schedule, const ScheduledNest &nest);

  /// True when the nest never runs.
  bool neverHold() const { return isImpossible; }

  /// Adds what the constraints say about `loop` to its bounds, given the loops
  /// around it. Returns those that the bounds express; `drop` forgets them.
  llvm::SmallVector<mlir::AffineExpr> tighten(unsigned loop,
                                              llvm::ArrayRef<unsigned> outer,
                                              LoopBounds &bounds) const;
  void drop(llvm::ArrayRef<mlir::AffineExpr> expressed);

  /// Takes the constraints that only loops of `open` occur in.
  llvm::SmallVector<mlir::AffineExpr> takeKnown(llvm::ArrayRef<unsigned> open);

  /// Drops the constraints that other nests do not have, and all that could be
  /// dropped anyway.
  void keepCommon(const PendingConstraints &other);

private:
  /// Returns the least value of each loop that the constraints on it alone
  /// allow.
  llvm::SmallVector<int64_t> getLeasts() const;
  bool isKnown(mlir::AffineExpr expr, llvm::ArrayRef<unsigned> open) const;

  const Schedule &schedule;
  llvm::SmallVector<mlir::AffineExpr> constraints;
  bool isImpossible;
};

/// Adds to `bounds` what the constraints of `nests` have in common about
/// `loop`, given the loops around it. `pending` has an entry for each nest of
/// the schedule; the constraints that the bounds express are dropped from it.
void takeBounds(std::vector<PendingConstraints> &pending,
                llvm::ArrayRef<unsigned> nests, unsigned loop,
                llvm::ArrayRef<unsigned> outer, LoopBounds &bounds);

/// Returns the innermost loop around `loop` that a lower bound of `loop`
/// depends on. Upper bounds never all do: the size of the loop is one of them.
std::optional<unsigned> findLoopOfStart(const Schedule &schedule,
                                        unsigned loop);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_LOOPBOUNDS_H
