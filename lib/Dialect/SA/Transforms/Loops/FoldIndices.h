// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folding after loops have become straight-line code.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_FOLDINDICES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_FOLDINDICES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Folds constant indices, and erases loops and branches that never run.
mlir::LogicalResult foldIndices(FuncOp func);

/// Erases branches that never run, and folds nothing: a pass that makes vectors
/// must not hoist constants out of loops.
void dropKnownBranches(FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_FOLDINDICES_H
