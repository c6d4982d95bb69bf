// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of a constant's dimensions in memory, from how nests walk it. What
// changes fastest should move by one element, so each read votes, with the
// number of points of its nest, for the dimension that it walks fastest to be
// the innermost. Then the same question is asked about those that are left:
//
//   C[i, j] += A[i, k] * W[j, k]      j is fastest, then k: W's dimension 0 is
//                                     innermost, and W column-major

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTS_LAYOUTCHOICE_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTS_LAYOUTCHOICE_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

struct LayoutChoice {
  /// The dimensions, the slowest first: 0, 1, … is row-major.
  llvm::SmallVector<unsigned> order;
  /// The index that walks the innermost dimension in the nest with the most
  /// points that voted for it; empty when none does.
  llvm::StringRef index;
  /// How many reads there are, and how many of them voted for it.
  unsigned numReads = 0, numVotes = 0;

  bool isRowMajor() const { return llvm::is_sorted(order); }
  /// The strides of an array of this shape in this order.
  llvm::SmallVector<int64_t> getStrides(llvm::ArrayRef<int64_t> shape) const;
};

/// The choice for a constant that is read by these loads, which stand in nests.
/// Where nothing speaks for another order it is row-major.
LayoutChoice chooseLayout(unsigned rank, llvm::ArrayRef<LoadOp> loads);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTS_LAYOUTCHOICE_H
