// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANESUMS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANESUMS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

/// Gives each lane of a loop that is going to be vectorized a partial result of
/// its own, for each element that all of its iterations accumulate into, and
/// that stays the same in sequential loops around it:
///
///                                          T[0 to 16] = 0    vectorize
///   for j = 0 to 1024 step 16           →  for j = 0 to 1024 step 16
///     for jj = 0 to 16  vectorize            for jj = 0 to 16  vectorize
///       S[i] += A[i, j + jj]                   T[jj] += A[i, j + jj]
///                                          S[i] += T[0 to 16]    vectorize
///
/// `T` is private, and `sa-scalar-replacement` keeps it in vector registers.
/// Changes the order of the accumulations. The new loops are in `created`.
void separateLanes(mlir::RewriterBase &rewriter,
                   mlir::affine::AffineForOp vectorLoop,
                   llvm::SmallVectorImpl<mlir::affine::AffineForOp> &created);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANESUMS_H
