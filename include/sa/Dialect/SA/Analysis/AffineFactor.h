// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a dimension occurs in an affine expression.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINEFACTOR_H
#define SA_DIALECT_SA_ANALYSIS_AFFINEFACTOR_H

#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace sa {

/// The factor of dimension `dim` in `expr`, when it occurs in a product with a
/// constant only.
std::optional<int64_t> getAffineFactor(mlir::AffineExpr expr, unsigned dim,
                                       unsigned numDims, unsigned numSymbols);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINEFACTOR_H
