// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The places at which a nest reads constants, and what they read over indices
// of the nest and loops of its body.
//
//   sa.nest (%i) to (4)
//     affine.for %k = 1 to 9 step 2
//       sa.load %W[%i, %k]       over %i, %k: W[d0, d1 + 1], 4 x 4 points

#ifndef SA_DIALECT_SA_ANALYSIS_READPLACES_H
#define SA_DIALECT_SA_ANALYSIS_READPLACES_H

#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"

namespace sa {

/// The values of an index of a nest, or of a loop of its body.
struct IndexValues {
  int64_t first = 0, step = 1, count = 0;
};

/// Nothing when they are known only at run time.
std::optional<IndexValues> getIndexValues(NestOp nest, mlir::Value index);

/// A place that is read: of which constant, where, in which loops, and by which
/// loads.
struct ReadPlace {
  NestOp nest;
  ConstOp constant;
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Operation *, 2> loops;
  llvm::SmallVector<LoadOp, 2> loads;

  /// The indices of the nest and the loops that occur in the subscripts, from
  /// the outside to the inside.
  llvm::SmallVector<mlir::Value> getIndices() const;
  /// True when it is known for all points of the nest what is read: subscripts
  /// of indices with known sizes, and of loops that run over numbers.
  bool isKnown() const;
  /// What is read at the points of `indices`. The subscripts are known, and
  /// have no other indices.
  ConstantReads getReads(llvm::ArrayRef<mlir::Value> indices) const;

private:
  mlir::Value getIndex(unsigned dim) const;
};

/// The places where the accesses that are `wanted` read constants.
std::vector<ReadPlace>
findReadPlaces(const NestAccesses &accesses,
               llvm::function_ref<bool(const Access &, ConstOp)> wanted);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_READPLACES_H
