// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries about sequential loops.

#ifndef SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_SEQUENTIALLOOPS_H
#define SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_SEQUENTIALLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sa {

/// Returns the outermost sequential loop around `op` in its kernel, or null.
mlir::scf::ForOp getOutermostLoop(mlir::Operation *op);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_SEQUENTIALLOOPS_H
