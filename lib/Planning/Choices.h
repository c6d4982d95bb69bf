// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of nests that `sa-choose-plans` knows plans for. Each function
// writes the steps of one plan, and says in words what it chose, as the report
// has it; a function that does not know the kind of nest returns nothing and
// writes no step. Whether the steps are legal is proven afterwards.

#ifndef SA_LIB_PLANNING_CHOICES_H
#define SA_LIB_PLANNING_CHOICES_H

#include "NestShape.h"
#include "PlanSketch.h"

namespace sa {

/// What a kind of nest needs to write a plan. `sketch` begins the plan when it
/// is first asked for.
struct PlanRequest {
  const NestShape &shape;
  const CostModel &model;
  const TargetDescription &target;
  /// A simpler plan than the first one, which was refused.
  bool isSimple;
  llvm::function_ref<PlanSketch &()> sketch;
};

using Choice = std::optional<std::string>;

/// Sums of products, and other accumulations whose result has an index with
/// contiguous elements: a block of the result in registers.
Choice chooseContraction(const PlanRequest &request);

/// Returns true for a contraction with rows and columns: what begins and ends
/// it is done to its block in registers.
bool hasBlock(const NestShape &shape, const CostModel &model);

/// Accumulations along contiguous elements: vectors of partial sums.
Choice chooseReduction(const PlanRequest &request);

/// Nests all of whose points are independent: vectors along contiguous
/// elements, or tiles where arrays are contiguous in different indices.
Choice chooseStream(const PlanRequest &request);

/// The loops that run in parallel, outermost, and those right inside of them.
struct OuterLoops {
  llvm::SmallVector<mlir::Value> parallel, sequential;
  /// How many work-items there are, as far as sizes are known.
  double numWorkItems = 1;
  /// True if the size of one of the parallel loops is only known at run time.
  bool isOpen = false;
  /// The names of the indices over which the work is distributed.
  llvm::SmallVector<llvm::StringRef> names;

  /// Returns "i and j over 8 work-items", or "one work-item".
  std::string getText() const;
};

/// Distributes the iterations of `indices`, which are independent, over
/// work-items, until there are enough.
void distribute(const PlanRequest &request, llvm::ArrayRef<unsigned> indices,
                OuterLoops &loops);

/// Runs the parallel loops so. Where a size is only known at run time, the
/// number of work-items is limited: each of them has a piece of the iterations.
void parallelize(const PlanRequest &request, const OuterLoops &loops);

/// A loop that may be null, and how many iterations it has.
struct TileLoop {
  mlir::Value loop;
  Size size;
};

/// Distributes the tiles of one loop of `unit` iterations each in the same way.
/// Returns the loop over the iterations of one work-item. `perCore` work-items
/// for each core are enough. Of a loop whose size is only known at run time, a
/// work-item has no less than `leastOpen` iterations.
TileLoop distributeTiles(const PlanRequest &request, unsigned index,
                         int64_t unit, OuterLoops &loops,
                         int64_t perCore = CostModel::workItemsPerCore,
                         int64_t leastOpen = 1);

} // namespace sa

#endif // SA_LIB_PLANNING_CHOICES_H
