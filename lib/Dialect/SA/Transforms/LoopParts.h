// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel loops with a fixed number of work-items.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPARTS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPARTS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace sa {

/// Cuts a parallel loop into parts, each of which runs every n-th iteration,
/// one after the other:
///
///   for i = 0 to N parallel   →   for i_part = 0 to n parallel
///     …                             for i = i_part to N step n
///                                     …
///
/// The loop over the parts, which is the result, is put around `inside`, the
/// loop or one around it.
mlir::affine::AffineForOp cutIntoParts(mlir::affine::AffineForOp loop,
                                       mlir::Operation *inside,
                                       int64_t numParts);

/// Lets a parallel loop run one iteration after the other.
void dropParallelMarks(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPARTS_H
