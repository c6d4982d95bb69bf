// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After loops have become straight code, indices are numbers.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_FOLDINDICES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_FOLDINDICES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Puts the indices that are numbers into what is computed with them, and drops
/// what is never reached.
mlir::LogicalResult foldIndices(FuncOp func);

/// Drops what is never reached, and folds nothing: there are no constants of
/// vectors outside of loops.
void dropKnownBranches(FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_FOLDINDICES_H
