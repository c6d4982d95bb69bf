// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far the points of a nest reach into a dimension. With run-time sizes that
// is a function of them, and not always one expression: `i mod 4`, for i below
// N, is N - 1 at most while N is 1 to 3, and 3 from then on:
//
//   N - 1 >= 0, 3 - N >= 0    N - 1
//   N - 4 >= 0                3
//
// The answer is exact for every value of the sizes.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_LARGESTINDEX_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_LARGESTINDEX_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// The largest value where none of the conditions is negative. All are
/// expressions of the nest's symbols.
struct LargestIndex {
  llvm::SmallVector<mlir::AffineExpr> conditions;
  mlir::AffineExpr value;
};

/// The largest value of `index`, an expression of the nest's indices and
/// symbols, at the points of the nest. Where the conditions of no piece hold
/// there are no points; where those of several do, the largest counts. Fails
/// when the answer has no short form.
mlir::FailureOr<llvm::SmallVector<LargestIndex>>
findLargestIndex(const NestAccesses &nest, mlir::AffineExpr index,
                 const BodyPosition &place = BodyPosition());

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_LARGESTINDEX_H
