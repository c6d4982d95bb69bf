// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors in the edges of vectorized loops.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_EDGEVECTORS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_EDGEVECTORS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

/// Replaces a vectorized loop whose trip count stays open by a loop over
/// shorter vectors, and returns the loop over the lanes of one, whose trip
/// count is open in the last iteration only. Null, without a change, if the
/// trip count is known, or the vectors would be too short.
mlir::affine::AffineForOp splitEdgeVector(mlir::RewriterBase &rewriter,
                                          mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_EDGEVECTORS_H
