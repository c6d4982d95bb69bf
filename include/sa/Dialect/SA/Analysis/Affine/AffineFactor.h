// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers in affine expressions: the factor of a dimension, and what is
// constant in a bound.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINEFACTOR_H
#define SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINEFACTOR_H

#include "mlir/IR/AffineMap.h"
#include <optional>

namespace sa {

/// The factor of dimension `dim` in `expr`, when it occurs in a product with a
/// constant only.
std::optional<int64_t> getAffineFactor(mlir::AffineExpr expr, unsigned dim,
                                       unsigned numDims, unsigned numSymbols);

/// Returns the factors of all dimensions in `expr`; nothing where a quotient, a
/// remainder or a product with a symbol depends on one.
std::optional<llvm::SmallVector<int64_t>>
getAffineFactors(mlir::AffineExpr expr, unsigned numDims);

/// The number among the results of the bound of a loop, or nothing. Of several
/// it is the tightest: the largest of a lower, the smallest of an upper bound.
std::optional<int64_t> getConstantBound(mlir::AffineMap bound, bool isLower);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINEFACTOR_H
