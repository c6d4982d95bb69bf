// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains: neighbouring nests that hand on arrays row by row, fused over the
// rows, so that what they hand on stays in registers and caches.

#ifndef SA_LIB_PLANNING_CHAINS_H
#define SA_LIB_PLANNING_CHAINS_H

#include "NestShape.h"
#include "PlanSketch.h"

namespace sa {

/// A nest of a chain.
struct ChainMember {
  ChainMember(NestShape shape, NestAccesses accesses)
      : shape(std::move(shape)), accesses(std::move(accesses)) {}

  NestShape shape;
  NestAccesses accesses;
  /// The index over the common rows.
  unsigned row = 0;
  /// The index whose iterations are the lanes of vectors.
  std::optional<unsigned> lane;
  /// True for a contraction whose rows and columns are `row` and `lane`: blocks
  /// of its result are kept in registers.
  bool isProduct = false;
  /// The other indices of a contraction's result, which select products.
  llvm::SmallVector<unsigned> others;
  /// The inputs of a contraction that are strided in `lane`.
  llvm::SmallVector<mlir::Value> strided;

  /// Returns the result of a contraction.
  const AccessShape &getResult() const;
  /// Returns the indices that a contraction sums over.
  llvm::SmallVector<unsigned> getDepth() const;
};

using Chain = std::vector<ChainMember>;

/// Returns the longest chain that begins with the first of these nests, which
/// have names and no plan; an empty one if that has less than two nests.
Chain findChain(llvm::ArrayRef<NestOp> nests, const CostModel &model);

/// Writes the plan of a chain, and says in words what it chose. Nothing, and no
/// step, if it knows none, or if to fuse the nests saves neither traffic nor,
/// where sums need not keep their order, launches.
std::optional<std::string>
chooseChain(const Chain &chain, const CostModel &model,
            const TargetDescription &target, bool strict,
            llvm::function_ref<PlanSketch &()> getSketch);

} // namespace sa

#endif // SA_LIB_PLANNING_CHAINS_H
