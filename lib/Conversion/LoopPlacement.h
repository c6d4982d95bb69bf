// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the loops that plans become run. A loop that holds a loop over
// work-items, and is none itself, runs on the host, around launches. A loop
// over work-items is a kernel, together with everything in it. Loops without
// any are part of a kernel of one work-item.

#ifndef SA_LIB_CONVERSION_LOOPPLACEMENT_H
#define SA_LIB_CONVERSION_LOOPPLACEMENT_H

#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/Analysis/LoopRange.h"

namespace sa {

/// True for a loop whose iterations are work-items in any order.
bool isParallelLoop(mlir::Operation *op);

/// True for a loop that is bound to the groups of a grid, or to the work-items
/// of a group.
bool isBoundLoop(mlir::Operation *op);

/// True for a loop that becomes a kernel where it is outermost.
inline bool isKernelLoop(mlir::Operation *op) {
  return isParallelLoop(op) || isBoundLoop(op);
}

/// True for a loop or a condition with a loop over work-items in it that is
/// none itself.
bool runsOnHost(mlir::Operation *op);

/// True for what only a kernel can do: loops, and what touches arrays.
bool needsKernel(mlir::Operation *op);

} // namespace sa

#endif // SA_LIB_CONVERSION_LOOPPLACEMENT_H
