// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost model behind `sa-choose-plans`. It knows the target and sizes, and
// neither IR nor steps; docs/planning.md has the measurements behind its
// numbers. A size that is only known at run time is `nullopt`, and counts as
// large.

#ifndef SA_LIB_PLANNING_COSTMODEL_H
#define SA_LIB_PLANNING_COSTMODEL_H

#include "sa/Planning/TargetDescription.h"
#include <optional>

namespace sa {

using Size = std::optional<int64_t>;

/// The elements of a result that a contraction keeps in registers.
struct RegisterBlock {
  int64_t rows = 1, columns = 1;
};

class CostModel {
public:
  /// More work-items than cores cost nothing, and help beside other work.
  static constexpr int64_t workItemsPerCore = 4;

  explicit CostModel(const TargetDescription &target) : target(target) {}

  /// Returns how many elements of this many bytes a vector register holds.
  int64_t getLanes(int64_t elementBytes) const;

  /// Returns how many cycles one step of the depth costs for each element of
  /// the result, edges included, for blocks of this shape. Registers that spill
  /// cost a store and a load each.
  double getBlockCycles(RegisterBlock block, int64_t lanes, Size rows,
                        Size columns) const;
  /// Returns the block with the least cycles.
  RegisterBlock chooseBlock(int64_t elementBytes, Size rows,
                            Size columns) const;

  /// Returns how many iterations of the depth stay together, so that the
  /// columns of a block that they read stay in the core's cache; nothing if all
  /// of them do.
  Size chooseDepth(Size depth, int64_t bytesPerStep) const;

  /// Returns true if it pays to copy the columns of a block, which `rows` rows
  /// read, so that they are contiguous. A copy of strided elements costs more,
  /// but so does each read of them.
  bool isWorthPacking(Size rows, Size depth, bool isStrided) const;

  /// Returns how many iterations of a loop with `size` iterations one work-item
  /// runs: a multiple of `unit`, so that there are about `perCore` work-items
  /// for each core. Returns nothing if there is not work for two.
  /// `work` is the number of points in one iteration.
  Size chooseShare(Size size, int64_t unit, double work,
                   int64_t perCore = workItemsPerCore) const;

  /// Returns how many iterations of a sum with `size` iterations one work-item
  /// adds up to a partial result; nothing if there is not work for two. `work`
  /// is the number of points in one iteration.
  Size choosePart(Size size, double work) const;

  /// Returns how many work-items there are at most where a size is only known
  /// at run time: each has a piece of the iterations.
  int64_t getMostWorkItems() const;

  /// Returns how many lanes a vectorized loop over elements of this many bytes
  /// gets.
  int64_t chooseLanes(int64_t elementBytes, Size size) const;

  /// Returns true if a nest with this many points costs less than its launch,
  /// whatever its plan is.
  bool isSmall(double numPoints) const;

private:
  TargetDescription target;
};

} // namespace sa

#endif // SA_LIB_PLANNING_COSTMODEL_H
