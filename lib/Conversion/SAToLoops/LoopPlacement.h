// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where loops of plans run. A loop over work-items becomes a kernel with
// everything in it; a loop around such a loop runs on the host; all others are
// part of a kernel of one work-item.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_LOOPPLACEMENT_H
#define SA_LIB_CONVERSION_SATOLOOPS_LOOPPLACEMENT_H

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopRange.h"

namespace sa {

/// Returns true for an `affine.for` that runs in parallel.
bool isParallelLoop(mlir::Operation *op);

/// Returns true for an `affine.for` that is bound to groups or work-items.
bool isBoundLoop(mlir::Operation *op);

/// Returns true for a loop that becomes a kernel if it is outermost.
inline bool isKernelLoop(mlir::Operation *op) {
  return isParallelLoop(op) || isBoundLoop(op);
}

/// Returns true for a loop or condition of the host: there are kernels in it.
bool runsOnHost(mlir::Operation *op);

/// Returns true for operations that the host cannot run: those with regions or
/// memory effects.
bool needsKernel(mlir::Operation *op);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_LOOPPLACEMENT_H
