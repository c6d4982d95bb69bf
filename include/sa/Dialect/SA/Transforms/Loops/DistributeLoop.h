// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distribution of parallel loops over work-items.

#ifndef SA_DIALECT_SA_TRANSFORMS_LOOPS_DISTRIBUTELOOP_H
#define SA_DIALECT_SA_TRANSFORMS_LOOPS_DISTRIBUTELOOP_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace sa {

/// Distributes a parallel loop over `numParts` work-items, each of which runs
/// every n-th iteration:
///
///   for i = 0 to N parallel   →   for i_part = 0 to n parallel
///     …                             for i = i_part to N step n
///                                     …
///
/// Returns the parallel loop, which is created around `inside`: `loop`, or an
/// operation around it.
mlir::affine::AffineForOp distributeLoop(mlir::affine::AffineForOp loop,
                                         mlir::Operation *inside,
                                         int64_t numParts);

/// Makes a parallel loop sequential.
void makeSequential(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_LOOPS_DISTRIBUTELOOP_H
